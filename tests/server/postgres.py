"""A real PostgreSQL for tests, on a socket in a temporary folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

BINARIES = [path for path in map(shutil.which, ("initdb", "pg_ctl")) if path]


class Postgres:
    """A database server, run by an ordinary user because it refuses to run as root; without one the test is skipped."""

    def __init__(self):
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        tools = found[-1] if found else (Path(BINARIES[0]).parent if len(BINARIES) == 2 else None)
        if tools is None:
            pytest.skip("PostgreSQL is not installed here: no initdb and pg_ctl")
        self._tools = tools
        self._as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as_user and shutil.which("runuser") is None:
            pytest.skip("PostgreSQL does not run as root, and there is no runuser")
        self.folder = Path(tempfile.mkdtemp(prefix="overtrick-pg-"))
        chown = ["chown", "postgres", self.folder]
        if self._as_user and subprocess.run(chown, check=False, capture_output=True).returncode:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        self.url = f"postgresql://overtrick@/postgres?host={self.folder}"
        self._data = self.folder / "data"
        self._run("initdb", "-D", self._data, "-A", "trust", "-U", "overtrick", "--no-sync")
        options = f"-k {self.folder} -c listen_addresses=''"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", self.folder / "log", "-o", options, "start")

    def restart(self):
        """As after a crash: no connection is told."""
        self._run("pg_ctl", "-D", self._data, "-w", "-l", self.folder / "log", "-m", "immediate", "restart")

    def stop(self):
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextmanager
    def halted(self):
        """Stopped in the middle of whatever it does, as on a machine that hangs."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGSTOP)
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for pid in map(int, children):
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in (*map(int, children), first):
                os.kill(pid, signal.SIGCONT)

    def _run(self, tool, *arguments):
        command = [*self._as_user, str(self._tools / tool), *map(str, arguments)]
        subprocess.run(command, check=True, capture_output=True, cwd="/")
