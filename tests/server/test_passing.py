"""A pass is nobody's business before the exchange: neither what is passed nor who has passed."""

from __future__ import annotations

import asyncio
import json

from overtrick.server.planning import plan_choice
from overtrick.server.requests import CreateTable, JoinTable, SeatWish
from tests.server.processes import choose
from tests.server.tables import act, with_hub


class Tab:
    """An open page that keeps every frame."""

    def __init__(self, seat):
        self.seat = seat
        self.frames = []

    def send(self, text):
        self.frames.append(json.loads(text))


def test_no_frame_tells_who_has_passed(tmp_path):
    async def check(hub):
        seats = [SeatWish(kind="human"), *[SeatWish(kind="open")] * 3]
        room, _, _ = await hub.create(CreateTable(game="hearts", name="Ada", seats=seats, turn_seconds=120), "10.0.0.1")
        for _ in range(3):
            await hub.join(room, JoinTable(name="Bo"))
        tabs = [Tab(seat) for seat in (0, 1, 2, 3, None)]
        for tab in tabs:
            room.attach(tab)
        while room._presence_timer is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        for seat in (2, 0, 3):
            before = [len(tab.frames) for tab in tabs]
            if seat == 0:  # as the AI does it for whoever is gone
                cards = room.table.match.observe(seat).legal_actions()[:3]
                await room.write(lambda cards=cards: plan_choice(room.table, 0, cards, "ai"))
            else:
                await act(hub, room, seat, **choose(room.view(seat), f"pass{seat}"))
            await asyncio.sleep(0)
            told = [tab.seat for tab, count in zip(tabs, before, strict=True) if len(tab.frames) > count]
            assert told == [seat]
            assert tabs[seat].frames[-1]["view"]["own"]["passed"]
        before = [len(tab.frames) for tab in tabs]
        await act(hub, room, 1, **choose(room.view(1), "last"))
        await asyncio.sleep(0)
        for tab, count in zip(tabs, before, strict=True):
            (told,) = tab.frames[count:]
            assert [event["kind"] for event in told["events"]] == ["passed"]

    with_hub(check, tmp_path)
