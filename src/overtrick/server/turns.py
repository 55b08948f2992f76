"""The AI's turns at one table: ask a worker, wait as long as the pace says, act, and so on until a person is to act.

What others see of a turn, frame by frame, follows from level, pace and phase, and from how long the queue before the
workers is. It does not follow from what is decided: a move without a choice waits and is reported like any other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

from overtrick.core.record import BID, PASS
from overtrick.server.encoding import encode
from overtrick.server.fair_queue import Asker, Urgency
from overtrick.server.levels import PACES, expected_ms, players_of, thinking_seconds, worker_seconds
from overtrick.server.planning import plan_choice, plan_deal
from overtrick.server.refusal import Refusal

if TYPE_CHECKING:
    from overtrick.engine.round import View
    from overtrick.server.messages import EventView
    from overtrick.server.room import Room
    from overtrick.server.thinkers import Question

PROGRESS_SECONDS = 0.25
"""Pause between two reports that an AI is thinking."""
UNSEEN_REPORTS = 8
"""Reports left out at a time while nobody looks: a thousand tables where only the AI plays cost little."""
TICK_SECONDS = 0.05
"""An answer that comes late is given at the next tick, so that how late it was tells little."""
AT_ONCE_SECONDS = 0.005
"""A question that is taken from the queue within this time did not wait."""
HURRIED_SECONDS = 0.1
"""From `move_now` to the move: longer than a search needs to stop, the same where there is nothing to stop."""
RETRY_SECONDS = 0.5
"""Pause before a question is asked again when every worker is busy."""
BETWEEN_ROUNDS_SECONDS = 3.0
"""How long the result of a round stays where only the AI plays."""
AWAKE_SECONDS = 30.0
"""Where only the AI plays, it stops so long after the last look at the table."""

log = logging.getLogger("overtrick.server")


@dataclass(frozen=True)
class Timing:
    """When a turn is shown to be over; nothing here depends on what is decided."""

    begun: float
    seconds: float
    """How long the turn takes at this level, pace and phase."""
    thinking: float
    """How long a worker may take once it has the question."""

    def release(self, taken: float, decided: float, hurried: float | None) -> float:
        """When the move is made, from when its question was taken and answered, and when somebody hurried it."""
        tick = min(TICK_SECONDS, self.seconds)
        waited = taken - self.begun
        delay = tick * ceil(waited / tick) if waited > AT_ONCE_SECONDS else 0.0
        due = self.begun + max(self.seconds, delay + self.thinking)
        if hurried is not None:
            due = min(due, max(hurried, self.begun + delay) + HURRIED_SECONDS)
        return due if decided <= due else due + tick * ceil((decided - due) / tick)


class AiTurns:
    """Keeps the AI of one room going."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None
        self._question: Question | None = None
        self._hurry = asyncio.Event()
        self._hurried: float | None = None
        """When somebody said move now."""

    @property
    def is_busy(self) -> bool:
        """Whether the AI is thinking."""
        return self._task is not None and not self._task.done()

    def go_on(self) -> None:
        """Begin to think if the AI is to act and is not thinking yet."""
        if self._question is not None and self._room.is_attended:
            self._room.thinkers.attend(self._question)
        if not self.is_busy and not self._is_asleep() and (self._seats() or self._is_next_due()):
            self._unhurry()
            self._task = self._room.spawn(self._run())

    def hurry(self) -> None:
        """Move now."""
        if self._hurried is None:
            self._hurried = time.monotonic()
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

    def _is_asleep(self) -> bool:
        """Whether only the AI plays here, and nobody looks."""
        room = self._room
        return not room.table.people() and not room.clients and time.monotonic() - room.left_at > AWAKE_SECONDS

    async def _run(self) -> None:
        while not self._is_asleep():
            try:
                if seats := self._seats():
                    await self._turn(seats[0])
                elif self._is_next_due():
                    await self._wait_until(time.monotonic() + BETWEEN_ROUNDS_SECONDS * min(1.0, self._pause()))
                    self._unhurry()
                    await self._room.write(lambda: plan_deal(self._room.table))
                else:
                    return
            except Refusal as refusal:
                log.info("AI turn put off", extra={"facts": {"code": refusal.code}})
                await asyncio.sleep(RETRY_SECONDS)

    async def _turn(self, seat: int) -> None:
        """Decide for the seat and act, unless the game has moved on meanwhile."""
        room, table = self._room, self._room.table
        assert table.match is not None
        position, begun = table.position, time.monotonic()
        view = table.match.observe(seat)
        level, settings = table.seats[seat].level, room.settings
        question = self._question = self._asked(seat, view)
        try:
            if view.phase != PASS:
                seconds = thinking_seconds(level, table.pace, settings, is_bid=view.phase == BID)
                timing = Timing(begun, max(seconds, self._least()), worker_seconds(level, settings))
                await self._see_through(seat, timing, question)
            actions = (await question.answer).actions
        finally:
            self._question = None
            question.answer.cancel()
        self._unhurry()
        if table is room.table and table.position == position and room.is_ai(seat):
            await room.write(lambda: plan_choice(table, seat, actions, room.acts_as(seat)))
            room.metrics.count("ai_decisions_total")

    def _asked(self, seat: int, view: View) -> Question:
        """The question what the AI in the seat does; one with a single answer stands in the queue, too."""
        room, level, style = self._room, self._room.table.seats[seat].level, self._room.table.seats[seat].style
        urgency = Urgency.PERSON if room.is_attended else Urgency.UNATTENDED
        asker = Asker(room.owner, room.table.id, urgency)
        cost = expected_ms(level, room.settings)
        legal = view.legal_actions()
        if len(legal) == 1 and view.phase != PASS:
            return room.thinkers.put_known(legal, asker=asker, expected_ms=cost)
        return room.thinkers.put(view, players_of(level, style, room.settings), asker=asker, expected_ms=cost)

    async def _see_through(self, seat: int, timing: Timing, question: Question) -> None:
        """Report on the thinking at fixed times, until the answer is there and its time has come."""
        reports = 0
        decided: float | None = None
        while True:
            if self._hurried is not None:
                self._room.thinkers.hurry(question)
            if decided is None and question.answer.done():
                if question.taken is None or question.answer.exception() is not None:
                    return
                decided = time.monotonic()
            report = timing.begun + PROGRESS_SECONDS * (reports + 1)
            due = None if decided is None else timing.release(question.taken or 0.0, decided, self._hurried)
            if due is not None and due <= report:
                if await self._wait_until(due):
                    return
            elif await self._wait_until(report, None if due else question.answer):
                reports += 1 if self._room.clients else UNSEEN_REPORTS
                progress = round(min((report - timing.begun) / timing.seconds, 1.0), 2)
                self._room.tell(encode({"type": "thinking", "seat": seat, "progress": progress}))

    async def _wait_until(self, moment: float, other: asyncio.Future[Any] | None = None) -> bool:
        """Wait until a moment, and say that it has come; False if told to move now or `other` is done before."""
        hurried = asyncio.ensure_future(self._hurry.wait())
        others: set[asyncio.Future[Any]] = set()
        if self._hurried is None:
            others.add(hurried)
        if other is not None:
            others.add(other)
        try:
            seconds = moment - time.monotonic()
            if not others:
                await asyncio.sleep(seconds)
                return True
            done, _ = await asyncio.wait(others, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)
            return not done
        finally:
            hurried.cancel()

    def _unhurry(self) -> None:
        self._hurried = None
        self._hurry.clear()

    def _least(self) -> float:
        """The least time of a turn: longer where nobody sits, since nobody waits for it."""
        return 0.0 if self._room.table.people() else self._room.settings.ai_table_seconds

    def _pause(self) -> float:
        return max(PACES[self._room.table.pace], self._least())
