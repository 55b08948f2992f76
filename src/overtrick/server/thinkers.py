"""Processes that think for the AI: a bounded queue before them, a deadline for each, a new one when one dies."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from overtrick.games.round import View
from overtrick.server.metrics import Metrics
from overtrick.server.refusal import Refusal
from overtrick.server.settings import Settings
from overtrick.server.worker import write_view

ATTEMPTS = 3
"""How often a decision is asked before the AI is given up as broken."""
FIRST_SECONDS = 180.0
"""A worker's first answer may have to wait for kernels to be compiled."""
LINE_LIMIT = 1 << 20

log = logging.getLogger("overtrick.server")


@dataclass
class Thought:
    """What a worker answered."""

    player: str
    actions: list[int]
    values: dict[int, float] = field(default_factory=dict)
    probabilities: dict[int, float] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)


@dataclass
class _Question:
    number: int
    line: str
    answer: asyncio.Future[Thought]
    attempts: int = 0


class Thinkers:
    """All workers of the server."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._waiting: deque[_Question] = deque()
        self._arrived = asyncio.Event()
        self._numbers = itertools.count(1)
        self._tasks: list[asyncio.Task[None]] = []
        self.processes: dict[int, Process] = {}
        """The running process of each worker."""

    def start(self) -> None:
        """Start the workers in the background."""
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

    async def ask(
        self, view: View, players: Sequence[str], *, is_urgent: bool = False, wants_reasons: bool = False
    ) -> Thought:
        """Let the first of `players` that can be seated decide. Cancel the call, and the question is dropped."""
        if len(self._waiting) >= self._settings.queue:
            raise Refusal("busy", "every AI is thinking; try again in a moment", retry_after=1)
        number = next(self._numbers)
        seed = [secrets.randbits(64), secrets.randbits(64)]
        request = {
            "id": number,
            "players": list(players),
            "view": write_view(view),
            "seed": seed,
            "wants_reasons": wants_reasons,
        }
        question = _Question(number, json.dumps(request) + "\n", asyncio.get_running_loop().create_future())
        if is_urgent:
            self._waiting.appendleft(question)
        else:
            self._waiting.append(question)
        self._arrived.set()
        return await question.answer

    async def _work(self, place: int) -> None:
        """One worker's life: take a question, put it, wait, answer; start again with a new process when one dies."""
        while True:
            question = await self._next()
            process = self.processes.get(place)
            is_new = process is None or process.returncode is not None
            try:
                if process is None or is_new:
                    process = await self._begin(place)
                seconds = FIRST_SECONDS if is_new else self._settings.worker_seconds
                answer = await asyncio.wait_for(_put(process, question), seconds)
            except (OSError, EOFError, ValueError, TimeoutError) as error:
                await self._end(place)
                self._again(question, error)
            except asyncio.CancelledError:
                question.answer.cancel()
                raise
            else:
                self._metrics.count("ai_decisions_total")
                _settle(question, answer)

    async def _next(self) -> _Question:
        while True:
            while self._waiting:
                question = self._waiting.popleft()
                if not question.answer.done():
                    return question
            self._arrived.clear()
            await self._arrived.wait()

    def _again(self, question: _Question, error: Exception) -> None:
        self._metrics.count("ai_workers_replaced_total")
        log.warning("worker replaced", extra={"facts": {"reason": type(error).__name__}})
        question.attempts += 1
        if question.answer.done():
            return
        if question.attempts >= ATTEMPTS:
            question.answer.set_exception(Refusal("busy", "the AI does not answer; try again", retry_after=5))
        else:
            self._waiting.appendleft(question)
            self._arrived.set()

    async def _begin(self, place: int) -> Process:
        arguments = [sys.executable, "-m", "overtrick.server.worker"]
        process = await asyncio.create_subprocess_exec(*arguments, stdin=PIPE, stdout=PIPE, limit=LINE_LIMIT)
        self.processes[place] = process
        return process

    async def _end(self, place: int) -> None:
        process = self.processes.pop(place, None)
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


async def _put(process: Process, question: _Question) -> dict[str, Any]:
    """Put a question to a worker and wait for its answer; answers to questions given up before are skipped."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(question.line.encode())
    await process.stdin.drain()
    while True:
        line = await process.stdout.readline()
        if not line:
            raise EOFError("the worker is gone")
        answer: dict[str, Any] = json.loads(line)
        if answer["id"] == question.number:
            return answer


def _settle(question: _Question, answer: dict[str, Any]) -> None:
    if question.answer.done():
        return
    values = {int(action): value for action, value in answer.get("values", {}).items()}
    shares = {int(action): share for action, share in answer.get("probabilities", {}).items()}
    question.answer.set_result(Thought(answer["player"], answer["actions"], values, shares, answer.get("reasons", [])))
