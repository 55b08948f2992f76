"""The turn clock: who never acts holds nobody up, keeps the seat, and is not hurried where nobody waits."""

from __future__ import annotations

import asyncio

import pytest

from overtrick.server.requests import CreateTable, SeatWish
from overtrick.server.table import Entry, table_of
from tests.server.processes import ServerProcess, choose, play_to_the_end
from tests.server.tables import act, table_of_people, with_hub

AI = {"kind": "ai", "level": "easy"}
LONG = 3600.0


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """A server whose clock gives a moment for each decision."""
    server = ServerProcess(tmp_path_factory.mktemp("clock") / "clock.db", turn_seconds=0.05).start()
    yield server
    server.stop()


class Tab:
    """An open page at the table."""

    def __init__(self, seat):
        self.seat = seat

    def send(self, text):
        pass

    def close(self, code):
        pass


def two_of_them(server, **wish):
    created = server.create(seats=[{"kind": "human"}, {"kind": "open"}, AI, AI], **wish)
    return created, server.join(created["id"])


async def all_but_one(server, created, joined):
    """A match in which Bo is there and never acts; the views of Ada and Bo at its end, and all events."""
    async with (
        server.socket(created["id"], created["token"]) as ada,
        server.socket(joined["id"], joined["token"]) as bo,
    ):
        await play_to_the_end(ada, "ada")
        while bo.view["table"]["status"] != "finished":
            await bo.next("event")
        return ada.view, bo.view, bo.events


def test_somebody_who_never_acts_holds_nobody_up(hasty):
    created, joined = two_of_them(hasty, game="blob", blob={"round_cards": [3, 2]})
    ada, bo, events = asyncio.run(all_but_one(hasty, created, joined))
    assert ada["table"]["turn_seconds"] == 0.05
    by_bo = [event for event in events if event["seat"] == 1 and event["kind"] in ("bid", "played")]
    assert by_bo
    assert {event["by"] for event in by_bo} == {"clock"}
    # Bo has kept the seat, and the result of the first round waited for Bo no longer than the clock says.
    assert bo["own"]["seat"] == 1
    assert (bo["table"]["seats"][1]["kind"], bo["table"]["seats"][1]["held"]) == ("human", False)
    assert len(bo["table"]["sheet"]) == 2
    steps = hasty.ask("GET", f"/api/game/{created['id']}/replay/1")[1]["steps"]
    assert {step["by"] for step in steps if step["seat"] == 1} == {"clock"}


def test_the_clock_passes_cards_for_those_who_do_not(hasty):
    created, joined = two_of_them(hasty, game="hearts", hearts={"target": 1, "passes": ["left"]})
    _, bo, _ = asyncio.run(all_but_one(hasty, created, joined))
    assert len(bo["own"]["received"]) == 3
    steps = hasty.ask("GET", f"/api/game/{created['id']}/replay/1")[1]["steps"]
    assert {step["by"] for step in steps if step["seat"] == 1} == {"clock"}


def test_after_a_decision_of_the_clock_the_next_is_ones_own(tmp_path):
    server = ServerProcess(tmp_path / "turns.db", turn_seconds=1.0).start()
    created, joined = two_of_them(server, game="blob", blob={"round_cards": [4]})

    async def wake_up():
        async with (
            server.socket(created["id"], created["token"]) as ada,
            server.socket(joined["id"], joined["token"]) as bo,
        ):
            ada_plays = asyncio.ensure_future(play_to_the_end(ada, "ada"))
            while not any(event["seat"] == 1 and event["by"] == "clock" for event in bo.events):
                await bo.next("event")
            await play_to_the_end(bo, "bo")
            await ada_plays
            return bo.events

    events = asyncio.run(wake_up())
    server.stop()
    assert {event["by"] for event in events if event["seat"] == 1 and event["by"] is not None} >= {"clock", "seat"}


def test_the_clock_goes_on_after_a_restart(tmp_path):
    server = ServerProcess(tmp_path / "again.db", turn_seconds=0.3).start()
    created, joined = two_of_them(server, game="blob", blob={"round_cards": [3]})
    server.kill()
    server = ServerProcess(tmp_path / "again.db", turn_seconds=0).start()
    ada, _, events = asyncio.run(all_but_one(server, created, joined))
    server.stop()
    assert ada["table"]["turn_seconds"] == 0.3
    assert any(event["seat"] == 1 and event["by"] == "clock" for event in events)


def test_the_clock_is_for_company(tmp_path):
    async def check(hub):
        async def seconds(kinds, **wish):
            seats = [SeatWish(kind=kind) for kind in kinds]
            return (await hub.create(CreateTable(seats=seats, **wish), "10.0.0.1"))[0].table.turn_seconds

        assert await seconds(["human", "open", "open"]) == LONG
        assert await seconds(["human", "open", "open"], turn_seconds=30) == 30
        assert await seconds(["human", "open", "open"], turn_seconds=0) == 0

    with_hub(check, tmp_path, turn_seconds=LONG)


def test_a_log_from_before_the_clock_has_none(tmp_path):
    async def check(hub):
        room = await table_of_people(hub, [2])
        first, *rest = await hub.store.entries(room.table.id)
        older = Entry(first.kind, first.seat, {key: first.body[key] for key in first.body if key != "turn_seconds"})
        table = table_of(room.table.id, [older, *rest])
        assert table.turn_seconds == 0
        room.table = table
        assert room.view(None)["table"]["turn_seconds"] is None

    with_hub(check, tmp_path, turn_seconds=LONG)


def test_the_clock_goes_while_somebody_waits(tmp_path):
    async def check(hub):
        room = await table_of_people(hub, [2])
        left = lambda: room.view(None)["table"]["seconds_left"]  # noqa: E731
        turn = room.table.seats_to_act()[0]
        acting, waiting = Tab(turn), Tab((turn + 1) % 3)
        assert left() is None
        room.attach(acting)
        assert left() is None
        room.attach(waiting)
        assert 0 < left() <= LONG
        # It stands still while nobody waits, and goes on where it was: coming and going gains no time.
        room.presence.deadline -= 600
        room.detach(waiting)
        assert left() is None
        room.attach(waiting)
        assert left() <= LONG - 600
        room.detach(acting)
        assert left() <= LONG - 600
        # The next decision has its full time.
        await act(hub, room, turn, **choose(room.view(turn), "bid"))
        room.attach(acting)
        assert left() > LONG - 600
        room.clock.stop()

    with_hub(check, tmp_path, turn_seconds=LONG)


def test_no_clock_goes_where_one_person_plays(tmp_path):
    async def check(hub):
        seats = [SeatWish(kind="ai"), SeatWish(kind="human"), SeatWish(kind="ai")]
        room = (await hub.create(CreateTable(seats=seats, turn_seconds=30), "10.0.0.1"))[0]
        assert room.table.seats_to_act() == [1]
        room.attach(Tab(1))
        room.attach(Tab(None))
        assert room.view(1)["table"]["turn_seconds"] == 30
        assert room.view(1)["table"]["seconds_left"] is None

    with_hub(check, tmp_path)


def test_a_result_has_time_from_the_first_who_goes_on(tmp_path):
    async def check(hub):
        room = await table_of_people(hub, [1, 1])
        for seat in range(3):
            room.attach(Tab(seat))
        while not room.table.is_between_rounds():
            turn = room.table.seats_to_act()[0]
            await act(hub, room, turn, **choose(room.view(turn), f"a{room.table.seq}"))
        assert room.view(None)["table"]["seconds_left"] is None
        await act(hub, room, 0, type="next", id="next")
        assert room.view(None)["table"]["seconds_left"] > 0
        room.clock.stop()

    with_hub(check, tmp_path, turn_seconds=LONG)
