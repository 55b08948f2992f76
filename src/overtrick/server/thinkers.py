"""Processes that think for the AI: a bounded queue before them, a deadline for each, a new one when one dies."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import secrets
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from overtrick.games.round import View
from overtrick.server.metrics import Metrics
from overtrick.server.processes import start_worker
from overtrick.server.refusal import Refusal
from overtrick.server.settings import Settings
from overtrick.server.worker import write_view

ATTEMPTS = 3
"""How often a decision is asked before the AI is given up as broken."""
READY_SECONDS = 300.0
"""A new worker may have to wait for kernels to be compiled before it is ready."""

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
    line: bytes
    answer: asyncio.Future[Thought]
    attempts: int = 0
    is_hurried: bool = False
    process: Process | None = None
    """Who thinks about it now."""

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
        self._waiting: deque[Question] = deque()
        self._arrived = asyncio.Event()
        self._numbers = itertools.count(1)
        self._tasks: list[asyncio.Task[None]] = []
        self.processes: dict[int, Process] = {}
        """The running process of each worker."""

    def start(self) -> None:
        """Start the workers in the background; they warm up while nobody waits."""
        self._tasks = [asyncio.create_task(self._work(place)) for place in range(self._settings.workers)]

    async def stop(self) -> None:
        """End the workers; questions still waiting are cancelled."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for question in self._waiting:
            question.answer.cancel()
        for place in list(self.processes):
            await self._end(place)

    @property
    def waiting(self) -> int:
        """Questions nobody is thinking about yet."""
        return len(self._waiting)

    async def ask(self, view: View, players: Sequence[str], *, wants_reasons: bool = False) -> Thought:
        """What the first of `players` that is able to decides. Cancel the call, and the question is dropped."""
        return await self.put(view, players, wants_reasons=wants_reasons).answer

    def put(self, view: View, players: Sequence[str], *, wants_reasons: bool = False) -> Question:
        """Queue a question; its answer comes later."""
        if len(self._waiting) >= self._settings.queue:
            raise Refusal("busy", "every AI is thinking; try again in a moment", retry_after=1)
        number = next(self._numbers)
        request = {
            "id": number,
            "players": list(players),
            "view": write_view(view),
            "seed": [secrets.randbits(64), secrets.randbits(64)],
            "wants_reasons": wants_reasons,
        }
        question = Question(number, json.dumps(request).encode() + b"\n", asyncio.get_running_loop().create_future())
        question.answer.add_done_callback(lambda answer: question.stop() if answer.cancelled() else None)
        self._waiting.append(question)
        self._arrived.set()
        return question

    def hurry(self, question: Question) -> None:
        """Let a question be answered now: ahead of the others, and from what has been thought so far."""
        if question.is_hurried or question.answer.done():
            return
        question.is_hurried = True
        question.stop()
        if question in self._waiting:
            self._waiting.remove(question)
            self._waiting.appendleft(question)

    async def _work(self, place: int) -> None:
        """One worker's life: take a question, put it, wait, answer; start again with a new process when one dies."""
        while True:
            question: Question | None = None
            try:
                process = await self._ready(place)
                question = await self._next()
                if process.returncode is not None:
                    process = await self._ready(place)
                answer = await asyncio.wait_for(_put(process, question), self._settings.worker_seconds)
            except (OSError, EOFError, ValueError, TimeoutError) as error:
                await self._end(place)
                self._replaced(question, error)
            except asyncio.CancelledError:
                if question is not None:
                    question.answer.cancel()
                raise
            else:
                self._settle(question, answer)

    async def _next(self) -> Question:
        while True:
            while self._waiting:
                question = self._waiting.popleft()
                if not question.answer.done():
                    return question
            self._arrived.clear()
            await self._arrived.wait()

    async def _ready(self, place: int) -> Process:
        """The process of a worker, started and warm."""
        process = self.processes.get(place)
        if process is not None and process.returncode is None:
            return process
        process = self._started.pop() if self._started else await start_worker()
        self.processes[place] = process
        await asyncio.wait_for(_answer_to(process, 0), READY_SECONDS)
        return process

    async def _end(self, place: int) -> None:
        process = self.processes.pop(place, None)
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

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
            self._waiting.appendleft(question)
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
        self._metrics.count("ai_decisions_total")
        values = {int(action): value for action, value in answer.get("values", {}).items()}
        shares = {int(action): share for action, share in answer.get("probabilities", {}).items()}
        thought = Thought(answer["player"], answer["actions"], values, shares, answer.get("reasons", []))
        question.answer.set_result(thought)


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
