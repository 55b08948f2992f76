"""A seat that changes hands: nothing of whoever had it before is left to whoever has it now."""

from __future__ import annotations

import asyncio

import pytest

from overtrick.server.refusal import Refusal
from overtrick.server.requests import CreateTable, JoinTable, SeatWish
from overtrick.server.table import table_of
from tests.server.processes import choose
from tests.server.tables import act, play_until, table_of_people, with_hub
from tests.server.wire import Still


def to_act(table):
    return table.seats_to_act()[0]


@pytest.mark.parametrize("old_id", ["bid", "bye"])
def test_a_new_owner_may_use_an_old_owners_action_ids(tmp_path, old_id):
    async def check(hub):
        room = await table_of_people(hub, [3])
        seat = to_act(room.table)
        await act(hub, room, seat, **choose(room.view(seat), "bid"))
        await act(hub, room, seat, type="leave", id="bye")
        assert await hub.join(room, JoinTable(name="Cleo")) is not None
        for other in (1, 2):
            turn = (seat + other) % 3
            await act(hub, room, turn, **choose(room.view(turn), "bid"))
        while to_act(room.table) != seat:
            turn = to_act(room.table)
            await act(hub, room, turn, **choose(room.view(turn), f"play{room.table.seq}"))
        action = choose(room.view(seat), old_id)
        plays = len(room.table.steps[-1])
        answer = await act(hub, room, seat, **action)
        assert not answer["repeated"]
        assert len(room.table.steps[-1]) == plays + 1
        # Sent again, also after a restart, it is the new owner's own repeat.
        assert (await act(hub, room, seat, **action))["repeated"]
        room.table = table_of(room.table.id, await hub.store.entries(room.table.id))
        assert (await act(hub, room, seat, **action))["repeated"]
        assert len(room.table.steps[-1]) == plays + 1

    with_hub(check, tmp_path)


def test_what_an_old_owner_sent_behind_the_leave_is_not_done(tmp_path):
    async def check(hub):
        room = await table_of_people(hub, [3])
        seat = to_act(room.table)
        action = choose(room.view(seat), "late")
        _, _, late = await asyncio.gather(
            act(hub, room, seat, type="leave", id="bye"),
            hub.join(room, JoinTable(name="Cleo")),
            act(hub, room, seat, **action),
            return_exceptions=True,
        )
        assert isinstance(late, Refusal)
        assert late.code == "no_seat"
        assert not room.table.steps[-1]

    with_hub(check, tmp_path)


def test_a_socket_whose_seat_was_given_up_may_not_act_for_it(tmp_path):
    class Tab:
        closed = None

        def __init__(self, seat):
            self.seat = seat

        def send(self, text):
            pass

        def close(self, code):
            self.closed = code

    async def check(hub):
        room = await table_of_people(hub, [3])
        tab, other = Tab(1), Tab(0)
        room.attach(tab)
        room.attach(other)
        await act(hub, room, 1, type="leave", id="bye")
        assert (tab.seat, tab.closed) == (None, 4001)
        assert (other.seat, other.closed) == (0, None)
        assert room.presence.connected == {0}
        assert room.presence.spectators == 0
        room.detach(tab)
        assert room.presence.spectators == 0

    with_hub(check, tmp_path)


ADAS, BOS = "ada's-own-device-0", "bo's-own-device-00"


async def table_of_ada(hub, round_cards=(3,)):
    """Ada's table with three seats for friends."""
    seats = [SeatWish(kind="human"), *[SeatWish(kind="open")] * 3]
    wish = CreateTable(name="Ada", seats=seats, device=ADAS, blob={"round_cards": list(round_cards)})
    return (await hub.create(wish, "10.0.0.1"))[0]


def test_a_device_has_one_seat_at_a_table(tmp_path):
    async def check(hub):
        room = await table_of_ada(hub)
        with pytest.raises(Refusal, match="seat at this table already, as Ada") as refused:
            await hub.join(room, JoinTable(name="Ida", device=ADAS))
        assert refused.value.code == "not_allowed"
        # Behind the same address, another device is somebody else; and one that does not say cannot be told.
        assert (await hub.join(room, JoinTable(name="Bo", device=BOS)))[0] == 1
        assert (await hub.join(room, JoinTable(name="Old")))[0] == 2
        # The table knows its devices again after a restart.
        room.table = table_of(room.table.id, await hub.store.entries(room.table.id))
        for device in (ADAS, BOS):
            with pytest.raises(Refusal, match="already"):
                await hub.join(room, JoinTable(name="Ida", device=device))
        # Whoever gives the seat up may sit down again, elsewhere too.
        await act(hub, room, 1, type="leave", id="bye")
        assert (await hub.join(room, JoinTable(name="Bo", seat=3, device=BOS)))[0] == 3

    with_hub(check, tmp_path)


def test_two_seats_taken_at_once_from_one_device_are_one(tmp_path):
    async def check(hub):
        room = await table_of_ada(hub)
        joins = [hub.join(room, JoinTable(name=f"Bo {place}", device=BOS)) for place in range(3)]
        seated = [one for one in await asyncio.gather(*joins, return_exceptions=True) if not isinstance(one, Refusal)]
        assert len(seated) == 1
        assert room.table.people() == [0, 1]

    with_hub(check, tmp_path)


def test_devices_are_known_in_a_rematch_and_nowhere_else(tmp_path):
    async def check(hub):
        room = await table_of_ada(hub)
        for place in range(2):
            await hub.join(room, JoinTable(name=f"Bo {place}"))
        await hub.join(room, JoinTable(name="Bo", device=BOS))
        room.table.status = "finished"
        await act(hub, room, 3, type="leave", id="bye")
        await act(hub, room, 0, type="rematch", id="again")
        again = await hub.room(room.table.rematch)
        with pytest.raises(Refusal, match="already"):
            await hub.join(again, JoinTable(name="Ida", device=ADAS))
        other = await table_of_ada(hub)
        assert other.table.seats[0].device_hash != room.table.seats[0].device_hash

    with_hub(check, tmp_path)


def test_no_view_shows_a_device(tmp_path):
    async def check(hub):
        room = await table_of_ada(hub)
        for seat in (None, 0):
            shown = str(room.view(seat))
            assert ADAS not in shown
            assert room.table.seats[0].device_hash not in shown

    with_hub(check, tmp_path)


def test_a_device_that_has_seen_a_hand_sits_there_again_or_waits_for_the_next_round(tmp_path):
    cys = "the device of seat 3"

    async def check(hub):
        room = await table_of_ada(hub, round_cards=[1, 1])
        room.turns = Still()
        for name, device in (("Bo", BOS), ("Di", None), ("Cy", cys)):
            await hub.join(room, JoinTable(name=name, device=device))
        await act(hub, room, 1, type="leave", id="bye")
        await act(hub, room, 3, type="leave", id="bye")
        with pytest.raises(Refusal, match="seen the hand of seat 1") as refused:
            await hub.join(room, JoinTable(name="Bo", seat=3, device=BOS))
        assert refused.value.code == "not_allowed"
        room.table = table_of(room.table.id, await hub.store.entries(room.table.id))
        assert (await hub.join(room, JoinTable(name="Cy", device=cys)))[0] == 3
        # Who comes new may sit anywhere, and after the next deal everybody may.
        assert (await hub.join(room, JoinTable(name="Eve", device="a device that is new here")))[0] == 1
        await play_until(hub, room, lambda table: len(table.seeds) == 2)
        await act(hub, room, 3, type="leave", id="bye")
        assert (await hub.join(room, JoinTable(name="Bo", seat=3, device=BOS)))[0] == 3

    with_hub(check, tmp_path)
