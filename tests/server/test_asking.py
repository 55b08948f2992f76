"""Hints and opinions: few of one address at a time, and none that nobody waits for."""

from __future__ import annotations

import asyncio

import pytest

from overtrick.games.house import HeartsRules
from overtrick.server.asking import AT_ONCE, LONGEST_LINE, Lines
from overtrick.server.refusal import Refusal
from tests.server.secrecy import TABLE_ID, new_table
from tests.server.wire import Wire


def test_an_address_waits_for_itself_only():
    async def ask():
        lines, most, inside = Lines(), 0, 0

        async def question():
            nonlocal most, inside
            async with lines.turn("a"):
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0)
                inside -= 1

        waiting = [asyncio.ensure_future(question()) for _ in range(LONGEST_LINE)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await question()
        assert (refused.value.code, refused.value.retry_after) == ("too_many", 1)
        async with lines.turn("b"):
            assert inside == AT_ONCE
        await asyncio.gather(*waiting)
        assert most == AT_ONCE
        await question()

    asyncio.run(ask())


def test_a_question_is_dropped_when_its_client_goes():
    async def ask():
        wire = Wire()
        table = new_table(HeartsRules(passes=("hold",)), 4, 3)
        wire.lay(table, table.seats_to_act()[0])
        begun, dropped = asyncio.Event(), asyncio.Event()

        async def think_for_ever(*_, **__):
            begun.set()
            try:
                await asyncio.Future()
            finally:
                dropped.set()

        wire.thinkers.ask = think_for_ever
        asking = asyncio.ensure_future(wire.request("POST", f"/api/game/{TABLE_ID}/hint", leaves=begun))
        await asyncio.wait_for(dropped.wait(), 30)
        assert (await asking).startswith(b"408")

    asyncio.run(ask())
