"""Tables in memory and out of it: closed when nobody comes, put away when nobody is there, the same again."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from overtrick.server import hub as hub_module
from overtrick.server.refusal import Refusal
from overtrick.server.requests import CreateTable, JoinTable, SeatWish
from tests.server.tables import act, play_until, table_of_people, with_hub
from tests.server.wire import Still

AT_ONCE = 1e-9
"""A time that is over when it is looked at."""


class Onlooker:
    """Somebody who is there."""

    seat = None

    def send(self, text):
        pass


async def waiting_table(hub):
    """A table with two seats for friends."""
    wish = CreateTable(name="Ada", seats=[SeatWish(kind="human"), SeatWish(kind="open"), SeatWish(kind="open")])
    return (await hub.create(wish, "10.0.0.1"))[0]


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


def test_a_room_that_was_put_away_leaves_the_memory_at_once(tmp_path, monkeypatch):
    """Without the help of the collector of garbage, which seldom takes a long look."""
    monkeypatch.setattr(hub_module, "IDLE_SECONDS", 0.0)

    async def put_away(hub):
        room = await table_of_people(hub, [3, 2])
        await play_until(hub, room, lambda table: len(table.seeds) == 2)
        room.attach(onlooker := Onlooker())
        room.detach(onlooker)
        room._presence_timer.cancel()  # it knows the room, for a moment only
        return weakref.ref(room), weakref.ref(room.table), weakref.ref(room.table.match)

    async def check(hub):
        gone = await put_away(hub)
        await waiting_table(hub)  # the store remembers what it wrote last
        await hub.sweep()
        assert not hub.rooms
        await asyncio.sleep(0)
        assert [one() for one in gone] == [None, None, None]

    gc.disable()
    try:
        with_hub(check, tmp_path)
    finally:
        gc.enable()


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


def is_finished(table):
    return table.status == "finished"


async def finished_table(hub, address="10.0.0.1"):
    """Three people whose match of one card is over."""
    room = await table_of_people(hub, [1], address=address)
    await play_until(hub, room, is_finished)
    return room


def test_a_rematch_counts_as_a_new_table_of_the_address(tmp_path):
    async def check(hub):
        first, second = await finished_table(hub, "10.0.0.8"), await finished_table(hub, "10.0.0.9")
        await act(hub, first, 0, type="rematch", id="again", address="10.0.0.2")
        with pytest.raises(Refusal) as refused:
            await act(hub, second, 0, type="rematch", id="again", address="10.0.0.2")
        assert refused.value.code == "too_many"
        assert refused.value.retry_after > 0
        assert second.table.rematch is None
        # Who is led to a table that is there already has made none.
        led = await act(hub, first, 1, type="rematch", id="me-too", address="10.0.0.2")
        assert led["table"] == first.table.rematch
        # Another address has a limit of its own, and the refused id may be used again.
        assert (await act(hub, second, 0, type="rematch", id="again", address="10.0.0.3"))["table"] is not None

    with_hub(check, tmp_path, tables_per_hour=1)


def test_rematches_at_once_make_one_table(tmp_path):
    async def check(hub):
        room = await finished_table(hub)
        before = set(await hub.store.idle("in_progress", -3600))
        acks = await asyncio.gather(*(act(hub, room, seat, type="rematch", id=f"r{seat}") for seat in range(3)))
        assert {ack["table"] for ack in acks} == {room.table.rematch}
        assert set(await hub.store.idle("in_progress", -3600)) - before == {room.table.rematch}
        assert [event["kind"] for event in room.table.recent].count("rematch") == 1

    with_hub(check, tmp_path)


def test_a_rematch_sent_again_names_the_same_table(tmp_path):
    async def check(hub):
        room = await finished_table(hub)
        first = await act(hub, room, 1, type="rematch", id="again")
        again = await act(hub, room, 1, type="rematch", id="again")
        assert (first["repeated"], again["repeated"]) == (False, True)
        assert first["table"] == again["table"] == room.table.rematch

    with_hub(check, tmp_path)


def is_between(table):
    return table.is_between_rounds()


def test_what_is_so_already_is_not_logged_again(tmp_path):
    async def check(hub):
        room = await table_of_people(hub, [1, 1])
        for seat in range(3):
            room.presence.connected.add(seat)
        await play_until(hub, room, is_between)
        before = len(await hub.store.entries(room.table.id))
        for number in range(5):
            assert (await act(hub, room, 0, type="next", id=f"next{number}"))["version"] == room.table.version
            await act(hub, room, 0, type="pace", id=f"pace{number}", pace=room.table.pace)
        assert len(await hub.store.entries(room.table.id)) == before + 1
        assert room.table.ready == {0}

    with_hub(check, tmp_path)


def test_the_next_round_waits_for_nobody_who_has_left(tmp_path):
    async def check(hub):
        room = await table_of_people(hub, [1, 1])
        room.turns = Still()
        room.presence.connected |= {0, 1, 2}
        await play_until(hub, room, is_between)
        await act(hub, room, 0, type="next", id="next")
        await act(hub, room, 1, type="leave", id="bye")
        assert room.table.is_between_rounds()
        await act(hub, room, 2, type="leave", id="bye")
        assert not room.table.is_between_rounds()
        assert len(room.table.seeds) == 2

    with_hub(check, tmp_path)


def test_who_was_refused_an_undo_asks_again_only_after_the_next_move(tmp_path):
    async def check(hub):
        room = await table_of_people(hub, [2])
        first, second, third = (room.table.seats_to_act()[0] + place for place in range(3))
        await act(hub, room, first, type="bid", id="bid", bid=0)
        await act(hub, room, first, type="undo", id="u1")
        await act(hub, room, third % 3, type="agree", id="no", yes=False)
        assert not room.view(first)["own"]["offers"]["undo"]
        with pytest.raises(Refusal, match="take back"):
            await act(hub, room, first, type="undo", id="u2")
        await act(hub, room, second % 3, type="bid", id="bid", bid=0)
        assert room.view(first)["own"]["offers"]["undo"]

    with_hub(check, tmp_path)
