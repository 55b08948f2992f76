from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from overtrick.server.database import database_url
from tests.server.processes import ServerProcess

BINARIES = [path for path in map(shutil.which, ("initdb", "pg_ctl")) if path]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server for all tests of a file."""
    running = ServerProcess(tmp_path_factory.mktemp("server") / "overtrick.db").start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL of our own on a socket in a temporary folder, run by an ordinary user: it refuses to run as root."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    tools = found[-1] if found else (Path(BINARIES[0]).parent if len(BINARIES) == 2 else None)
    if tools is None:
        pytest.skip("PostgreSQL is not installed here: no initdb and pg_ctl")
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_user and shutil.which("runuser") is None:
        pytest.skip("PostgreSQL does not run as root, and there is no runuser")
    folder = tempfile.mkdtemp(prefix="overtrick-pg-")
    if as_user and subprocess.run(["chown", "postgres", folder], check=False, capture_output=True).returncode:
        pytest.skip("PostgreSQL does not run as root, and there is no user postgres")

    def run(*command):
        subprocess.run([*as_user, *map(str, command)], check=True, capture_output=True, cwd="/")

    data = f"{folder}/data"
    run(tools / "initdb", "-D", data, "-A", "trust", "-U", "overtrick", "--no-sync")
    options = f"-k {folder} -c listen_addresses=''"
    run(tools / "pg_ctl", "-D", data, "-w", "-l", f"{folder}/log", "-o", options, "start")
    yield f"postgresql://overtrick@/postgres?host={folder}"
    run(tools / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    address = request.getfixturevalue("postgres")
    engine = create_engine(database_url(address))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return address
