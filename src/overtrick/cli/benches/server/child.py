"""The server that is measured: a process of its own, and what it uses."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from overtrick.errors import OvertrickError

STOP_SECONDS = 15.0
"""A server that has not ended by then is killed: what it stores is thrown away."""


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    pid: int
    port: int

    def cpu_seconds(self) -> float:
        """Processor time it has used, its AI excepted; 0 where the system does not say."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        try:
            lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        except OSError:
            return 0.0
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


@contextmanager
def serving(database: str, settings: Mapping[str, str], source: Path | None = None) -> Iterator[Server]:
    """A server until the end of the block; `source` is the `src` folder of another version."""
    command = [sys.executable, "-m", "overtrick.cli.main", "serve", "--port", "0", "--database", database]
    environment = {**os.environ, "OVERTRICK_CONFIG": os.devnull, "OVERTRICK_LOG_LEVEL": "error", **settings}
    if source is not None:
        if not (source / "overtrick").is_dir():
            raise OvertrickError(f"{source} has no package overtrick in it; name the src folder of a checkout")
        environment["PYTHONPATH"] = str(source.resolve())
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if "http://" not in line:
            raise OvertrickError("the server did not start; what it says about it stands above")
        yield Server(process.pid, int(line.rsplit(":", 1)[1].strip().rstrip("/")))
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
        process.kill()
        process.wait()
        process.stdout.close()
