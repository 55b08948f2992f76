"""The AI's turns at one table: ask a worker, wait as long as the pace says, act, and so on until a person is to act."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

from overtrick.games.state import BID, PASS
from overtrick.server.encoding import encode
from overtrick.server.levels import PACES, players_of, thinking_seconds
from overtrick.server.planning import plan_choice, plan_deal
from overtrick.server.refusal import Refusal

if TYPE_CHECKING:
    from overtrick.games.round import View
    from overtrick.server.messages import EventView
    from overtrick.server.room import Room

PROGRESS_SECONDS = 0.25
"""Pause between two reports that an AI is thinking."""
UNSEEN_SECONDS = 2.0
"""The same while nobody looks: a thousand tables where only the AI plays cost little."""
TICK_SECONDS = 0.05
"""An answer that comes late is given at the next tick, so that how late it was tells little."""
RETRY_SECONDS = 0.5
"""Pause before a question is asked again when every worker is busy."""
BETWEEN_ROUNDS_SECONDS = 3.0
"""How long the result of a round stays where only the AI plays."""

log = logging.getLogger("overtrick.server")


class AiTurns:
    """Keeps the AI of one room going."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()

    @property
    def is_busy(self) -> bool:
        """Whether the AI is thinking."""
        return self._task is not None and not self._task.done()

    def go_on(self) -> None:
        """Begin to think if the AI is to act and is not thinking yet."""
        if not self.is_busy and (self._seats() or self._is_next_due()):
            self._hurry.clear()
            self._task = self._room.spawn(self._run())

    def hurry(self) -> None:
        """Move now."""
        self._hurry.set()

    async def move_now(self) -> EventView | None:
        """Hurry the AI to act and wait for what it does; None when no AI is to act."""
        table = self._room.table
        version = table.version
        self.go_on()
        if not self._seats():
            return None
        while self.is_busy and table.version == version:
            self.hurry()
            await asyncio.sleep(TICK_SECONDS / 5)
        moved = [event for event in table.events_after(version)[0] if event["kind"] in ("bid", "played")]
        return moved[0] if moved else None

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _seats(self) -> list[int]:
        return [seat for seat in self._room.table.seats_to_act() if self._room.is_ai(seat)]

    def _is_next_due(self) -> bool:
        """Whether a round is over and nobody here would say when to go on, or who has said so waited long enough."""
        table = self._room.table
        return table.is_between_rounds() and (self._room.clock.is_up or not table.people())

    async def _run(self) -> None:
        while True:
            try:
                if seats := self._seats():
                    await self._turn(seats[0])
                elif self._is_next_due():
                    await self._wait(BETWEEN_ROUNDS_SECONDS * min(1.0, PACES[self._room.table.pace]))
                    await self._room.write(lambda: plan_deal(self._room.table))
                else:
                    return
            except Refusal as refusal:
                log.info("AI turn put off", extra={"facts": {"code": refusal.code}})
                await asyncio.sleep(RETRY_SECONDS)

    async def _turn(self, seat: int) -> None:
        """Decide for the seat and act, unless the game has moved on meanwhile."""
        table = self._room.table
        assert table.match is not None
        position, begun = table.position, time.monotonic()
        view = table.match.observe(seat)
        is_pass = view.phase == PASS
        level, is_bid = table.seats[seat].level, view.phase == BID
        seconds = 0.0 if is_pass else thinking_seconds(level, table.pace, self._room.settings, is_bid=is_bid)
        deciding = asyncio.ensure_future(self._decide(seat, view))
        try:
            if not is_pass:
                await self._think_aloud(seat, begun, seconds, deciding)
            actions = await deciding
        finally:
            deciding.cancel()
        if not is_pass:
            await self._wait(_release(begun, seconds) - time.monotonic())
        self._hurry.clear()
        if table is self._room.table and table.position == position and self._room.is_ai(seat):
            await self._room.write(lambda: plan_choice(table, seat, actions, self._room.acts_as(seat)))

    async def _decide(self, seat: int, view: View) -> list[int]:
        """The choice of the AI in the seat; when told to move now, from what it has thought so far."""
        legal = view.legal_actions()
        if len(legal) == 1 and view.phase != PASS:
            return legal
        level, style = self._room.table.seats[seat].level, self._room.table.seats[seat].style
        thinkers = self._room.thinkers
        question = thinkers.put(view, players_of(level, style, self._room.settings))
        hurried = asyncio.ensure_future(self._hurry.wait())
        either: set[asyncio.Future[Any]] = {question.answer, hurried}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not question.answer.done():
                thinkers.hurry(question)
            return (await question.answer).actions
        finally:
            question.answer.cancel()
            hurried.cancel()

    async def _think_aloud(self, seat: int, begun: float, seconds: float, deciding: asyncio.Future[list[int]]) -> None:
        """Tell how far the thinking is until the answer is there and its time has come, or somebody says move now."""
        while not self._hurry.is_set():
            elapsed = time.monotonic() - begun
            if deciding.done() and elapsed >= seconds:
                return
            if elapsed > PROGRESS_SECONDS / 2:
                progress = round(min(elapsed / max(seconds, TICK_SECONDS), 1.0), 2)
                self._room.tell(encode({"type": "thinking", "seat": seat, "progress": progress}))
            most = PROGRESS_SECONDS if self._room.clients else UNSEEN_SECONDS
            left = seconds - elapsed if deciding.done() else most
            pause = asyncio.ensure_future(self._hurry.wait())
            watched: set[asyncio.Future[Any]] = {pause} if deciding.done() else {pause, deciding}
            await asyncio.wait(watched, timeout=min(left, most), return_when=asyncio.FIRST_COMPLETED)
            pause.cancel()

    async def _wait(self, seconds: float) -> None:
        """Wait, unless told to move now."""
        if seconds > 0:
            try:
                await asyncio.wait_for(self._hurry.wait(), seconds)
            except TimeoutError:
                return


def _release(begun: float, seconds: float) -> float:
    """When an answer is given: at its set time, or at the next tick if it came later. Without a pace, at once."""
    late = time.monotonic() - begun - seconds
    if late <= 0 or seconds == 0:
        return begun + seconds
    return begun + seconds + TICK_SECONDS * (1 + late // TICK_SECONDS)
