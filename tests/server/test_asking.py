"""Hints and opinions: few of one address at a time, and none that nobody waits for."""

from __future__ import annotations

import asyncio

import pytest

from overtrick.games.hearts.house import HeartsRules
from overtrick.server import asking as asking_module
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


@pytest.mark.parametrize(("leaves", "status"), [(True, b"408"), (False, b"503")])
def test_a_question_is_dropped_when_its_client_goes_or_has_waited_long(leaves, status, monkeypatch):
    monkeypatch.setattr(asking_module, "ANSWER_SECONDS", 30 if leaves else 0.01)

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
        path, leaving = f"/api/game/{TABLE_ID}/hint", begun if leaves else None
        asking = asyncio.ensure_future(wire.request("POST", path, leaves=leaving))
        await asyncio.wait_for(dropped.wait(), 30)
        assert (await asking).startswith(status)

    asyncio.run(ask())
