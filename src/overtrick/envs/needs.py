"""What the environments need beyond the core, and how to say so."""

from __future__ import annotations

from importlib.util import find_spec

from overtrick.errors import OvertrickError


class MissingExtra(OvertrickError, ImportError):
    """A package of an extra is not installed."""


def need(package: str) -> None:
    """Refuse to go on without a package of the extra `rl`."""
    if find_spec(package) is None:
        raise MissingExtra(f"this environment needs {package}: pip install 'overtrick[rl]'")
