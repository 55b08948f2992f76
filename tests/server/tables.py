"""A hub with a real store in this process, and people who act at its tables without sockets."""

from __future__ import annotations

import asyncio

from pydantic import TypeAdapter

from overtrick.server.database import database_url, upgrade
from overtrick.server.hub import Hub
from overtrick.server.messages import SeatAction
from overtrick.server.metrics import Metrics
from overtrick.server.requests import CreateTable, JoinTable, SeatWish
from overtrick.server.settings import Settings
from overtrick.server.store import Store
from tests.server.processes import choose
from tests.server.wire import OpenThinkers

seat_actions = TypeAdapter(SeatAction)


def with_hub(check, folder, **settings):
    """Run `check` with a hub whose database is in the folder."""

    async def run():
        file = str(folder / "hub.db")
        upgrade(database_url(file))
        store = Store(file)
        await check(Hub(Settings(**settings), store, OpenThinkers(), Metrics()))
        await store.close()

    asyncio.run(run())


async def table_of_people(hub, round_cards, people=3, address="10.0.0.1"):
    """The room of a table where every seat is somebody's, with nobody connected."""
    seats = [SeatWish(kind="human"), *[SeatWish(kind="open")] * (people - 1)]
    wish = CreateTable(name="Ada", seats=seats, blob={"round_cards": round_cards})
    room, _, _ = await hub.create(wish, address)
    for place in range(people - 1):
        await hub.join(room, JoinTable(name=f"Bo {place}"))
    return room


async def act(hub, room, seat, address="10.0.0.1", **message):
    """What a seat's action is answered; a refusal is raised."""
    acks = []
    message = {"version": room.table.version, **message}
    await hub.act(room, seat, seat_actions.validate_python(message), acks.append, address)
    return acks[0]


async def play_until(hub, room, is_there):
    """Let everybody do what `choose` chooses until `is_there` says so of the table."""
    while not is_there(room.table):
        for seat in range(room.table.players):
            action = choose(room.view(seat), f"s{seat}-{room.table.seq}")
            if action is not None and not is_there(room.table):
                await act(hub, room, seat, **action)
