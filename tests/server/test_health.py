"""A store that hangs, is full or is gone: said so at once, nothing acknowledged, and all well when it is back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import time

import pytest

from overtrick.core.randomness import make_rng
from overtrick.errors import DatabaseInUse
from overtrick.server.database import database_url, upgrade
from overtrick.server.refusal import Refusal
from overtrick.server.store import Store
from overtrick.server.writer import Writer
from tests.server.processes import SERVE, SRC, ServerProcess
from tests.server.secrecy import random_step
from tests.server.test_store import append, begin, opened

LONG = 60
"""Seconds after which something that should end by itself has hung."""
SOON = 0.5


async def refused(waiting):
    """The refusal that something ends with, and soon."""
    with pytest.raises(Refusal) as told:
        await asyncio.wait_for(waiting, LONG)
    assert told.value.code == "storage"
    return told.value.message


async def is_ready_again(store):
    for _ in range(200):
        try:
            await asyncio.wait_for(store.probe(), LONG)
        except Refusal:
            await asyncio.sleep(0.05)
        else:
            return True
    return False


async def goes_on(store, table):
    """Whether the table, read again, takes its next action and has each entry once."""
    again = await store.table(table.id)
    await append(store, again, random_step(again, make_rng(7)))
    return len(await store.entries(table.id)) == again.seq


def test_a_probe_stores_and_leaves_nothing(url):
    async def check():
        store = opened(url)
        table = await begin(store, "a" * 22)
        before = store.commits
        await store.probe()
        assert store.commits == before + 1
        assert await store.entries("") == []
        assert len(await store.entries(table.id)) == table.seq
        await store.close()

    asyncio.run(check())


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_database_that_hangs_hangs_nobody(url, postgres):
    async def check():
        upgrade(database_url(url))
        store = Store(url, SOON)
        table = await begin(store, "b" * 22)
        await store.entries(table.id)
        with postgres.halted():
            both = (append(store, table, random_step(table, make_rng(1))) for _ in range(2))
            told = await asyncio.gather(*map(refused, both))
            assert all("send it again" in words for words in told)
            await refused(store.entries(table.id))
            await refused(store.probe())
        assert await is_ready_again(store)
        assert await goes_on(store, table)
        await store.close()

    asyncio.run(check())


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_restart_of_the_database_refuses_nobody(url, postgres):
    async def check():
        store = opened(url)
        table = await begin(store, "c" * 22)
        await store.entries(table.id)
        postgres.restart()
        await append(store, table, random_step(table, make_rng(2)))
        assert len(await store.entries(table.id)) == table.seq
        with pytest.raises(DatabaseInUse):
            await asyncio.to_thread(Store, url, SOON)
        await store.close()

    asyncio.run(check())


@pytest.fixture
def small_disk(tmp_path):
    """A file system of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    command = [mount or "", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]
    if mount is None or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(folder):
    """Leave no byte free."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(512)):
            pass
    return ballast


def test_a_full_disk_stops_acknowledging_until_there_is_room(small_disk):
    async def check():
        store = opened(str(small_disk / "full.db"))
        table = await begin(store, "d" * 22)
        ballast = fill(small_disk)

        async def play_on():
            # The write-ahead log may have room for a few.
            while table.seats_to_act():
                await append(store, table, random_step(table, make_rng(3)))

        assert "nothing was done" in await refused(play_on())
        await refused(store.probe())
        assert len(await store.entries(table.id)) == table.seq
        ballast.unlink()
        assert await is_ready_again(store)
        assert await goes_on(store, table)
        await store.close()

    asyncio.run(check())


@pytest.mark.parametrize("part", ["", "-wal"])
@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_file_that_is_not_the_one_opened_gets_no_acknowledgement(tmp_path, part, how):
    file = tmp_path / "lost.db"
    lost, aside = tmp_path / f"lost.db{part}", tmp_path / "aside"

    async def check():
        store = opened(str(file))
        table = await begin(store, "e" * 22)
        await store.entries(table.id)
        lost.rename(aside)
        if how == "replaced":
            shutil.copyfile(aside, lost)
        assert "not where it was" in await refused(append(store, table, random_step(table, make_rng(4))))
        await refused(store.entries(table.id))
        await refused(store.probe())
        assert lost.exists() == (how == "replaced")
        aside.rename(lost)
        assert await is_ready_again(store)
        assert await goes_on(store, table)
        await store.close()

    asyncio.run(check())


def test_a_commit_into_a_file_that_was_just_deleted_is_not_acknowledged(tmp_path, monkeypatch):
    file = tmp_path / "gone.db"
    honest = Writer._insert

    def insert_and_lose(writer, connection, batch):
        honest(writer, connection, batch)
        file.unlink(missing_ok=True)

    async def check():
        store = opened(str(file))
        table = await begin(store, "f" * 22)
        monkeypatch.setattr(Writer, "_insert", insert_and_lose)
        await refused(append(store, table, random_step(table, make_rng(5))))
        await store.close()

    asyncio.run(check())


def test_a_second_store_is_refused(url):
    async def check():
        store = opened(url)
        name = url.rsplit("/", 1)[1].split("?")[0]
        with pytest.raises(DatabaseInUse, match=name):
            await asyncio.to_thread(Store, url, SOON)
        await store.close()
        again = Store(url)
        await again.probe()
        await again.close()

    asyncio.run(check())


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_database_that_a_server_uses_is_not_migrated(url):
    async def check():
        store = opened(url)
        with pytest.raises(DatabaseInUse) as told:
            await asyncio.to_thread(upgrade, database_url(url))
        assert "\n" not in str(told.value)
        await store.close()

    asyncio.run(check())


def second_server(database):
    """What a server says that finds another one on its database."""
    command = [*SERVE, "--port", "0", "--database", str(database)]
    environment = {**os.environ, "PYTHONPATH": str(SRC), "OVERTRICK_CONFIG": os.devnull, "OVERTRICK_WORKERS": "1"}
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment, timeout=LONG)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_second_server_is_refused_in_one_line_until_the_first_is_dead(url):
    first = ServerProcess(url).start()
    told = second_server(url)
    where = str(database_url(url).database)
    assert (told.returncode, told.stdout, told.stderr.count("\n")) == (2, "", 1)
    assert told.stderr.startswith("overtrick: the database ")
    assert where in told.stderr
    assert "in use by another Overtrick server" in told.stderr
    first.kill()
    after = ServerProcess(url).start()
    assert after.ask("GET", "/readyz") == (200, {"status": "ready"})
    after.stop()


def act(server, seated):
    """An action that is always allowed, over REST."""
    action = {"type": "pace", "pace": "fast", "id": "faster", "version": 0}
    return server.ask("POST", f"/api/game/{seated['id']}/action", action, token=seated["token"])


def assert_not_ready(server, seated, why):
    assert readiness(server, 503) == {"error": {"code": "storage", "message": f"not ready: {why}"}}
    assert server.ask("GET", "/healthz")[0] == 200
    status, told = act(server, seated)
    assert (status, told["error"]["code"]) == (503, "storage")


def readiness(server, expected):
    """What the server says once it is ready or not, as expected; an answer may be a second old."""
    for _ in range(100):
        status, told = server.ask("GET", "/readyz")
        if status == expected:
            return told
        time.sleep(0.05)
    return pytest.fail(f"/readyz does not say {expected}")


SEATS = [{"kind": "human"}, *[{"kind": "ai", "level": "easy"}] * 2]


def test_health_with_a_deleted_file(tmp_path):
    file, aside = tmp_path / "health.db", tmp_path / "aside.db"
    server = ServerProcess(file).start()
    try:
        seated = server.create(game="blob", name="Ada", seats=SEATS, blob={"round_cards": [3]})
        file.rename(aside)
        assert_not_ready(server, seated, "the database file is not the one that was opened")
        aside.rename(file)
        readiness(server, 200)
        assert act(server, seated)[0] == 200
    finally:
        server.stop()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_health_with_a_hung_database(url, postgres):
    server = ServerProcess(url, database_seconds=SOON).start()
    try:
        seated = server.create(game="blob", name="Ada", seats=SEATS, blob={"round_cards": [3]})
        with postgres.halted():
            assert_not_ready(server, seated, "the database does not answer")
        readiness(server, 200)
        assert act(server, seated)[0] == 200
    finally:
        server.stop()
