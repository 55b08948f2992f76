"""The page in a real browser against a real server: each file of `tests/browser` is one test here.

The page is built and its packages are fetched when they are not there; the browser is Debian's Chromium, or the one
that npm brings. Screenshots and figures of the run are left in `tests/browser/artifacts`.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FILES = sorted(path.name for path in HERE.glob("*.test.mjs"))
MINUTES = 6
UNLIMITED = {"OVERTRICK_TABLES_PER_HOUR": "1000000", "OVERTRICK_REQUESTS_PER_SECOND": "10000"}
"""All these browsers are one address to the server, and open more tables in a minute than a person does in a day."""
ENVIRONMENT = {**os.environ, **UNLIMITED, "PYTHONPATH": str(ROOT / "src")}

page = runpy.run_path(str(ROOT / "web" / "run.py"))


@pytest.fixture(scope="session")
def built_page() -> None:
    """The page, built from the sources that lie here."""
    try:
        page["build"]()
        page["install"]()
    except page["NoNode"] as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def warm_engine() -> None:
    """Every kernel compiled, however long that takes here: a page that waits for a move waits for the move alone."""
    command = [sys.executable, "-m", "overtrick.server.worker"]
    with subprocess.Popen(command, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert "ready" in worker.stdout.readline()
        worker.stdin.close()


@pytest.fixture(scope="session")
def address(built_page: None, warm_engine: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running server."""
    database = tmp_path_factory.mktemp("browser") / "tables.db"
    command = [
        sys.executable,
        "-m",
        "overtrick.cli.main",
        "serve",
        "--port",
        "0",
        "--database",
        f"sqlite:///{database}",
    ]
    with subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        for line in server.stdout:
            found = re.search(r"http://\S+", line)
            if found:
                yield found[0].rstrip("/")
                break
        server.terminate()


def test_parts_of_the_page(built_page: None) -> None:
    """Stores, words and components, by vitest."""
    command = [sys.executable, str(ROOT / "web" / "run.py"), "test"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=MINUTES * 60)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", FILES)
def test_in_the_browser(file: str, address: str) -> None:
    told = {"OVERTRICK_PYTHON": sys.executable, "OVERTRICK_ADDRESS": address}
    environment = {**page["environment"](), **UNLIMITED, **told}
    command = [str(page["node"]()), "--test", "--test-reporter=spec", str(HERE / file)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=MINUTES * 60)
    assert done.returncode == 0, done.stdout + done.stderr
