"""Processes that think for the AI: a fair queue before them, a deadline for each, a new one as soon as one dies."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import secrets
import time
from asyncio.subprocess import Process
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from overtrick.engine.round import View
from overtrick.server.fair_queue import SOMEBODY, Asker, FairQueue, Urgency
from overtrick.server.metrics import Metrics
from overtrick.server.processes import start_worker
from overtrick.server.refusal import Refusal
from overtrick.server.settings import Settings
from overtrick.server.worker import write_view

ATTEMPTS = 3
"""How often a decision is asked before the AI is given up as broken."""
READY_SECONDS = 300.0
"""A new worker may have to wait for kernels to be compiled before it is ready."""
START_AGAIN_SECONDS = 2.0
"""Pause after a worker that did not even start, so that a broken installation does not start processes all the time."""
OPINION_SECONDS = 0.2
"""What an opinion is thought about at least, also while a person waits for a move: enough for good advice."""

log = logging.getLogger("overtrick.server")


@dataclass
class Thought:
    """What a worker answered."""

    player: str
    actions: list[int]
    values: dict[int, float] = field(default_factory=dict)
    probabilities: dict[int, float] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)


@dataclass(eq=False)
class Question:
    """A decision somebody waits for. Cancel its answer, and nobody thinks about it any more."""

    number: int
    asker: Asker
    answer: asyncio.Future[Thought]
    line: bytes = b""
    """What the worker is sent."""
    known: list[int] | None = None
    """The answer where there is only one; the question takes its turn all the same, and no worker is asked."""
    expected_ms: float = 1.0
    """Worker time it is expected to take."""
    attempts: int = 0
    is_hurried: bool = False
    process: Process | None = None
    """Who thinks about it now."""
    taken: float | None = None
    """When its turn came, by the monotonic clock."""

    def stop(self) -> None:
        """Tell the worker that thinks about this to answer soon."""
        if self.process is not None and self.process.stdin is not None and not self.process.stdin.is_closing():
            self.process.stdin.write(b'{"stop":%d}\n' % self.number)


class Thinkers:
    """All workers of the server."""

    def __init__(self, settings: Settings, metrics: Metrics, started: Sequence[Process] = ()) -> None:
        """`started` are processes that warm up already."""
        self._settings = settings
        self._metrics = metrics
        self._started = list(started)
        self._queue: FairQueue[Question] = FairQueue()
        self._arrived = asyncio.Event()
        self._numbers = itertools.count(1)
        self._tasks: list[asyncio.Task[None]] = []
        self._thought_about: set[Question] = set()
        self._idle = 0
        self.opinions = 0
        """Opinions that somebody waits for."""
        self.processes: dict[int, Process] = {}
        """The running process of each worker."""
        self._deaths: dict[Process, asyncio.Future[int]] = {}
        self.ready: set[int] = set()
        """The workers that are warm."""

    def start(self) -> None:
        """Start the workers in the background; they warm up while nobody waits."""
        self._tasks = [asyncio.create_task(self._work(place)) for place in range(self._settings.workers)]

    async def stop(self) -> None:
        """End the workers; questions still waiting are cancelled."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for question in list(self._queue):
            question.answer.cancel()
        for place in list(self.processes):
            await self._end(place)

    @property
    def waiting(self) -> int:
        """Questions nobody is thinking about yet."""
        return len(self._queue)

    async def ask(
        self,
        view: View,
        players: Sequence[str],
        *,
        asker: Asker = SOMEBODY,
        expected_ms: float = 1.0,
        wants_reasons: bool = False,
    ) -> Thought:
        """What the first of `players` that is able to decides. Cancel the call, and the question is dropped."""
        question = self.put(view, players, asker=asker, expected_ms=expected_ms, wants_reasons=wants_reasons)
        return await question.answer

    def put(
        self,
        view: View,
        players: Sequence[str],
        *,
        asker: Asker = SOMEBODY,
        expected_ms: float = 1.0,
        wants_reasons: bool = False,
    ) -> Question:
        """Queue a question; its answer comes later."""
        number = next(self._numbers)
        request = {
            "id": number,
            "players": list(players),
            "view": write_view(view),
            "seed": [secrets.randbits(64), secrets.randbits(64)],
            "wants_reasons": wants_reasons,
        }
        question = Question(number, asker, _future(), json.dumps(request).encode() + b"\n", expected_ms=expected_ms)
        return self._queued(question)

    def put_known(self, actions: list[int], *, asker: Asker = SOMEBODY, expected_ms: float = 1.0) -> Question:
        """Queue a question that has one answer: it waits for a worker like any other, and takes none of its time."""
        question = Question(next(self._numbers), asker, _future(), known=actions, expected_ms=expected_ms)
        return self._queued(question)

    def hurry(self, question: Question) -> None:
        """Let a question be answered soon: as one that a person waits for, and from what has been thought so far."""
        if question.is_hurried or question.answer.done():
            return
        question.is_hurried = True
        question.stop()
        self.attend(question)

    def attend(self, question: Question) -> None:
        """A person sits at the table now and waits for this question."""
        if question.asker.urgency == Urgency.PERSON:
            return
        is_waiting = question in self._queue
        if is_waiting:
            self._queue.remove(question)
        question.asker = replace(question.asker, urgency=Urgency.PERSON)
        if is_waiting:
            self._queue.put(question, is_first=True)
            self._make_way()

    def _queued(self, question: Question) -> Question:
        if len(self._queue) >= self._settings.queue:
            self._drop_a_rival(question.asker)
        if question.asker.urgency == Urgency.OPINION:
            self.opinions += 1
        question.answer.add_done_callback(lambda answer: self._ended(question))
        self._queue.put(question)
        self._arrived.set()
        self._make_way()
        return question

    def _drop_a_rival(self, asker: Asker) -> None:
        """Make room in a full queue at the cost of whoever fills it, or refuse."""
        busy = Refusal("busy", "every AI is thinking; try again in a moment", retry_after=1)
        rival = self._queue.rival(asker)
        if rival is None:
            raise busy
        self._queue.remove(rival)
        rival.answer.set_exception(busy)

    def _ended(self, question: Question) -> None:
        """Nobody waits for the question any more, whether it was answered or not."""
        if question.asker.urgency == Urgency.OPINION:
            self.opinions -= 1
        if question in self._queue:
            self._queue.remove(question)
        if question.answer.cancelled():
            question.stop()

    def _make_way(self) -> None:
        """Cut other thinking short while a person waits for a move and no worker is free."""
        running = self._thought_about
        lacking = self._queue.waiting(Urgency.PERSON) - self._idle - sum(one.is_hurried for one in running)
        others = [one for one in running if one.asker.urgency > Urgency.PERSON and not one.is_hurried]
        others.sort(key=lambda one: -one.asker.urgency)
        for question in others[: max(0, lacking)]:
            question.is_hurried = True
            least = OPINION_SECONDS if question.asker.urgency == Urgency.OPINION else 0.0
            left = (question.taken or 0.0) + least - time.monotonic()
            asyncio.get_running_loop().call_later(max(0.0, left), question.stop)

    async def _work(self, place: int) -> None:
        """One worker's life: take a question, put it, wait, answer; start again with a new process when one dies."""
        while True:
            question: Question | None = None
            try:
                process = await self._ready(place)
                question = await self._next(process)
                if question.known is None:
                    answer = await self._think(process, question)
            except (OSError, EOFError, ValueError, TimeoutError) as error:
                was_ready = place in self.ready
                await self._end(place)
                self._replaced(question, error)
                if not was_ready:
                    await asyncio.sleep(START_AGAIN_SECONDS)
            except asyncio.CancelledError:
                if question is not None:
                    question.answer.cancel()
                raise
            else:
                if question.known is not None:
                    question.answer.set_result(Thought("", question.known))
                else:
                    self._settle(question, answer)

    async def _next(self, process: Process) -> Question:
        """The question whose turn it is; fails when the worker dies, which is then replaced before it is needed."""
        while process.returncode is None:
            if question := self._queue.take():
                if question.answer.done():
                    continue
                question.taken = time.monotonic()
                return question
            self._arrived.clear()
            self._idle += 1
            try:
                await self._arrived_or_dead(process)
            finally:
                self._idle -= 1
        raise EOFError("the worker is gone")

    async def _arrived_or_dead(self, process: Process) -> None:
        """Wait until there is a question, or the worker is gone."""
        arrived = asyncio.ensure_future(self._arrived.wait())
        either: set[asyncio.Future[Any]] = {arrived, self._deaths[process]}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            arrived.cancel()

    async def _think(self, process: Process, question: Question) -> dict[str, Any]:
        """Put a question to a worker and wait for its answer; its time is charged to whoever asked."""
        self._thought_about.add(question)
        self._make_way()
        begun, asker = time.monotonic(), question.asker
        try:
            # Not `wait_for`, which may lose the cancellation of this task when the answer comes at the same moment.
            async with asyncio.timeout(self._settings.worker_seconds):
                return await _put(process, question)
        finally:
            self._thought_about.discard(question)
            self._queue.charge(asker, 1000 * (time.monotonic() - begun) - question.expected_ms)

    async def _ready(self, place: int) -> Process:
        """The process of a worker, started and warm."""
        process = self.processes.get(place)
        if process is not None and process.returncode is None:
            return process
        self.ready.discard(place)
        process = self._started.pop() if self._started else await start_worker()
        self.processes[place] = process
        self._deaths[process] = asyncio.ensure_future(process.wait())
        async with asyncio.timeout(READY_SECONDS):
            await _answer_to(process, 0)
        self.ready.add(place)
        return process

    async def _end(self, place: int) -> None:
        self.ready.discard(place)
        process = self.processes.pop(place, None)
        if process is not None:
            if process.returncode is None:
                process.kill()
            await self._deaths.pop(process)

    def _replaced(self, question: Question | None, error: Exception) -> None:
        """A worker is gone: its question is asked again, a few times."""
        self._metrics.count("ai_workers_replaced_total")
        log.warning("worker replaced", extra={"facts": {"reason": type(error).__name__}})
        if question is None or question.answer.done():
            return
        question.attempts += 1
        if question.attempts >= ATTEMPTS:
            question.answer.set_exception(Refusal("busy", "the AI does not answer; try again", retry_after=5))
        else:
            self._queue.put(question, is_first=True)
            self._arrived.set()

    def _settle(self, question: Question, answer: dict[str, Any]) -> None:
        for player, reason in answer["failed"].items():
            self._metrics.count("ai_failures_total")
            log.error("player failed", extra={"facts": {"player": player, "reason": reason}})
        if question.answer.done():
            return
        if answer["player"] is None:
            question.answer.set_exception(Refusal("busy", "no AI can decide here; try again", retry_after=5))
            return
        if question.asker.urgency == Urgency.OPINION:
            self._metrics.count("ai_opinions_total")
        values = {int(action): value for action, value in answer.get("values", {}).items()}
        shares = {int(action): share for action, share in answer.get("probabilities", {}).items()}
        thought = Thought(answer["player"], answer["actions"], values, shares, answer.get("reasons", []))
        question.answer.set_result(thought)


def _future() -> asyncio.Future[Thought]:
    return asyncio.get_running_loop().create_future()


async def _put(process: Process, question: Question) -> dict[str, Any]:
    """Put a question to a worker and wait for its answer."""
    assert process.stdin is not None
    process.stdin.write(question.line)
    question.process = process
    if question.is_hurried:
        question.stop()
    try:
        await process.stdin.drain()
        return await _answer_to(process, question.number)
    finally:
        question.process = None


async def _answer_to(process: Process, number: int) -> dict[str, Any]:
    """The answer with this number; answers to questions given up before are skipped."""
    assert process.stdout is not None
    while True:
        line = await process.stdout.readline()
        if not line:
            raise EOFError("the worker is gone")
        answer: dict[str, Any] = json.loads(line)
        if answer["id"] == number:
            return answer
