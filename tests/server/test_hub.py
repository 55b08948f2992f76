"""Tables in memory and out of it: closed when nobody comes, put away when nobody is there, the same again."""

from __future__ import annotations

import asyncio

import pytest

from overtrick.server import hub as hub_module
from overtrick.server.database import database_url, upgrade
from overtrick.server.hub import Hub
from overtrick.server.metrics import Metrics
from overtrick.server.refusal import Refusal
from overtrick.server.requests import CreateTable, JoinTable, SeatWish
from overtrick.server.settings import Settings
from overtrick.server.store import Store
from tests.server.wire import OpenThinkers

AT_ONCE = 1e-9
"""A time that is over when it is looked at."""


def with_hub(check, folder, **settings):
    async def run():
        file = str(folder / "hub.db")
        upgrade(database_url(file))
        store = Store(file)
        await check(Hub(Settings(**settings), store, OpenThinkers(), Metrics()))
        await store.close()

    asyncio.run(run())


class Onlooker:
    """Somebody who is there."""

    seat = None

    def send(self, text):
        pass


async def waiting_table(hub):
    """A table with two seats for friends."""
    wish = CreateTable(name="Ada", seats=[SeatWish(kind="human"), SeatWish(kind="open"), SeatWish(kind="open")])
    return (await hub.create(wish))[0]


def test_a_table_nobody_came_to_is_closed(tmp_path):
    async def check(hub):
        left, watched = await waiting_table(hub), await waiting_table(hub)
        watched.clients.add(Onlooker())
        await hub.sweep()
        assert (left.table.status, watched.table.status) == ("expired", "waiting")
        with pytest.raises(Refusal, match="nobody came back"):
            await hub.join(left, JoinTable(name="Bo"))
        told = {game["id"]: game["status"] for game in await hub.store.summaries([left.table.id, watched.table.id])}
        assert told == {left.table.id: "expired", watched.table.id: "waiting"}

    with_hub(check, tmp_path, waiting_hours=AT_ONCE)


def test_a_table_in_time_stays_open(tmp_path):
    async def check(hub):
        room = await waiting_table(hub)
        await hub.sweep()
        assert room.table.status == "waiting"

    with_hub(check, tmp_path)


def test_a_room_nobody_is_in_is_put_away_and_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(hub_module, "IDLE_SECONDS", 0.0)

    async def check(hub):
        room = await waiting_table(hub)
        table_id, version = room.table.id, room.table.version
        joining = asyncio.ensure_future(hub.join(room, JoinTable(name="Bo")))
        await asyncio.sleep(0)
        await hub.sweep()
        if not joining.done():
            assert table_id in hub.rooms
        await joining
        await hub.sweep()
        assert table_id not in hub.rooms
        again = await hub.room(table_id)
        assert again is not room
        assert [seat.name for seat in again.table.seats][:2] == ["Ada", "Bo"]
        assert again.table.version == version + 1

    with_hub(check, tmp_path)
