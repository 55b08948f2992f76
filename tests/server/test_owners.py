"""A seat that changes hands: nothing of whoever had it before is left to whoever has it now."""

from __future__ import annotations

import asyncio

import pytest

from overtrick.server.refusal import Refusal
from overtrick.server.requests import JoinTable
from overtrick.server.table import table_of
from tests.server.processes import choose
from tests.server.tables import act, table_of_people, with_hub


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
