from __future__ import annotations

import pytest
from sqlalchemy import create_engine, text

from overtrick.server.database import database_url
from tests.server.postgres import Postgres
from tests.server.processes import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server for all tests of a file."""
    running = ServerProcess(tmp_path_factory.mktemp("server") / "overtrick.db").start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL of our own."""
    running = Postgres()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    address = request.getfixturevalue("postgres").url
    engine = create_engine(database_url(address))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return address
