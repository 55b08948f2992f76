"""An hour of people who come and go: memory, open files and tasks of the server stay where they are.

`OVERTRICK_SOAK_SECONDS` sets another length, `OVERTRICK_SOAK_PEOPLE` how many there are at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from overtrick.server.game_list import games_info
from tests.server.crowd import Crowd
from tests.server.processes import ServerProcess

SECONDS = float(os.environ.get("OVERTRICK_SOAK_SECONDS", "3600"))
PEOPLE = int(os.environ.get("OVERTRICK_SOAK_PEOPLE", "10"))
WARM_SHARE = 0.4
"""Of the time, in which caches fill and the allocator finds its size."""
SAMPLES = 150
QUIET_SECONDS = 60.0
"""In which everything must have been put away once everybody is gone."""

MOST_DATABASE_FILES = 40
"""Connections are opened as needed and kept, two files each, up to what SQLAlchemy's pool allows: 15 readers."""

MOST_GROWTH = {"rss": 6_000_000.0, "worker_rss": 6_000_000.0, "files": 4.0, "tasks": 6.0}
"""By the fitted line, over all of the measured time: whatever leaks something for every table grows by far more."""


def measured(server):
    """What the server uses now, seen by the system and by itself."""
    pid, figures, files = server.process.pid, server.figures(), open_files(server)
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {
        "rss": resident(pid),
        "worker_rss": sum(resident(child) for child in children),
        "files": sum(not name.startswith(str(server.database)) for name in files),
        "database_files": sum(name.startswith(str(server.database)) for name in files),
        **{name: figures[f"overtrick_{name}"] for name in ("tasks", "tables", "sockets")},
    }


def open_files(server):
    """What each open file of the server leads to; one that is closed meanwhile is left out."""
    names = []
    for handle in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            names.append(str(handle.readlink()))
    return names


def resident(pid):
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def watch(server, seconds):
    """Samples with their times, evenly over so many seconds."""
    begun, samples = time.monotonic(), []
    while (now := time.monotonic() - begun) < seconds:
        samples.append((now, await asyncio.to_thread(measured, server)))
        await asyncio.sleep(seconds / SAMPLES)
    return samples


def growth(samples, name):
    """How far the fitted line rises from the first sample to the last."""
    times = np.array([at for at, _ in samples])
    slope = np.polyfit(times, [figures[name] for _, figures in samples], 1)[0]
    return float(slope * (times[-1] - times[0]))


async def emptied(server):
    """The figures once nobody is there and every table was put away."""
    end = time.monotonic() + QUIET_SECONDS
    while True:
        figures = await asyncio.to_thread(measured, server)
        if figures["tables"] == figures["sockets"] == 0 or time.monotonic() > end:
            return figures
        await asyncio.sleep(1)


@pytest.mark.long
def test_nothing_grows_while_people_come_and_go(tmp_path):
    command = [sys.executable, "-P", str(Path(__file__).with_name("forgetful.py"))]
    server = ServerProcess(tmp_path / "soak.db", command, hold_seconds=1, hint_ms=20).start()
    crowd = Crowd(server, games_info()["games"], seed=1, people=PEOPLE)

    async def soak():
        await crowd.live(min(10.0, SECONDS / 10))
        empty = await emptied(server)
        living = asyncio.ensure_future(crowd.live(SECONDS))
        samples = await watch(server, SECONDS)
        await living
        return empty, samples, await emptied(server)

    try:
        empty, samples, after = asyncio.run(soak())
    finally:
        server.stop()
    settled = [sample for sample in samples if sample[0] >= WARM_SHARE * SECONDS]
    grown = {name: growth(settled, name) for name in MOST_GROWTH}
    print(f"done: {dict(crowd.done)}\ngrown: {grown}\nempty: {empty}\nafter: {after}")
    assert all(crowd.done[deed] for deed in ("alone", "together", "watch", "look_around", "bother", "hint", "reload"))
    assert all(grown[name] <= most for name, most in MOST_GROWTH.items()), grown
    assert after["tables"] == after["sockets"] == 0
    assert after["files"] <= empty["files"] + 2
    assert after["tasks"] <= empty["tasks"] + 2
    assert max(figures["database_files"] for _, figures in samples) <= MOST_DATABASE_FILES
