"""One set of Numba flags for every kernel, and a cache folder that never serves stale machine code.

Numba's own cache looks only at the file a kernel stands in, so an edited callee would go unnoticed. Here each kernel
file gets a folder named by a hash of its source and of every `overtrick` module it imports, directly or not.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])

JIT_IS_ON = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
"""False under `NUMBA_DISABLE_JIT=1`, when kernels run as plain Python for coverage and debuggers."""

PACKAGE = Path(__file__).parent


def kernel(function: Function) -> Function:
    """Compile `function` on its first call; later processes load the machine code from the cache."""
    folder = cache_folder() / source_hash(Path(function.__code__.co_filename))
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def cache_folder() -> Path:
    """Where compiled kernels are kept: `OVERTRICK_CACHE`, or the user's cache folder."""
    if chosen := os.environ.get("OVERTRICK_CACHE"):
        return Path(chosen) / "kernels"
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return home / "overtrick" / "kernels"


@cache
def source_hash(path: Path) -> str:
    """A short hash of the file and of every file of this package that it imports, directly or not."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(_sources_behind(path)):
        digest.update(source.relative_to(PACKAGE).as_posix().encode() if source.is_relative_to(PACKAGE) else b"")
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _sources_behind(path: Path) -> set[Path]:
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            waiting.extend(_imported_files(source))
    return found


@cache
def _imported_files(path: Path) -> tuple[Path, ...]:
    files = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == PACKAGE.name:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.split(".")[0] == PACKAGE.name]
        else:
            continue
        files += [file for name in names if (file := _module_file(name)) is not None]
    return tuple(files)


def _module_file(name: str) -> Path | None:
    stem = PACKAGE.joinpath(*name.split(".")[1:])
    for file in (stem.with_suffix(".py"), stem / "__init__.py"):
        if stem != PACKAGE and file.is_file():
            return file
    return None
