"""How the server's processes start, in a file that imports next to nothing: they begin before the rest is read."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from importlib import import_module

LINE_LIMIT = 1 << 20


async def start_worker() -> Process:
    """A worker that begins to warm up."""
    arguments = [sys.executable, "-m", "overtrick.server.worker"]
    return await asyncio.create_subprocess_exec(*arguments, stdin=PIPE, stdout=PIPE, limit=LINE_LIMIT)


def skip_blas() -> None:
    """Keep Numba from importing SciPy where it is installed: it looks there for a BLAS, which no kernel of ours needs.

    That would take a third of the time in which all kernels are loaded. It holds for the whole process.
    """
    linalg = import_module("numba.np.linalg")

    def missing() -> None:
        raise ImportError("no kernel needs a BLAS")

    linalg.ensure_blas = missing  # type: ignore[attr-defined]
