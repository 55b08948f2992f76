from __future__ import annotations

import pytest

from tests.server.processes import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server for all tests of a file."""
    running = ServerProcess(tmp_path_factory.mktemp("server") / "overtrick.db").start()
    yield running
    running.stop()
