"""For all tests: the same Hypothesis examples every time, and child processes that find the package."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import settings

# Kernels compile on first use, so no example has a deadline.
settings.register_profile("overtrick", deadline=None, derandomize=True)
settings.load_profile("overtrick")

SOURCES = str(Path(__file__).parent.parent / "src")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH"))))
