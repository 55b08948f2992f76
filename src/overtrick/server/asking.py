"""Questions to the AI that a client waits for: few of one address at a time, dropped when the client has gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from fastapi import Request

from overtrick.server.guards import address_of
from overtrick.server.refusal import Refusal

AT_ONCE = 2
"""Questions of one address that the AI is given at a time."""
LONGEST_LINE = 16
"""Questions of one address that may be open, those being thought about included."""
ANSWER_SECONDS = 30.0
"""After this a request is told to come again, for instance while the first start still compiles the AI."""

Answer = TypeVar("Answer")


@dataclass
class _Line:
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    length: int = 0


class Lines:
    """A line for each address: whoever asks much waits for themselves, not others for them."""

    def __init__(self) -> None:
        self._lines: dict[str, _Line] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until the address may ask; refused when its line is too long."""
        line = self._lines.setdefault(address, _Line())
        if line.length >= LONGEST_LINE:
            raise Refusal("too_many", "too many questions to the AI at once; wait for an answer", retry_after=1)
        line.length += 1
        try:
            async with line.turns:
                yield
        finally:
            line.length -= 1
            if not line.length:
                self._lines.pop(address, None)


async def answer_to(request: Request, lines: Lines, ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """What `ask` finds out for a request, in its turn; given up when the client does not wait for it any more."""

    async def in_turn() -> Answer:
        async with lines.turn(address_of(request.scope)):
            return await ask()

    asking, leaving = asyncio.ensure_future(in_turn()), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((asking, leaving), timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if not asking.done() and not leaving.done():
            raise Refusal("busy", "the AI is not ready or has too much to do; try again in a moment", retry_after=5)
        if not asking.done():
            raise Refusal("timeout", "nobody waits for this answer any more")
        return asking.result()
    finally:
        asking.cancel()
        leaving.cancel()


async def _gone(request: Request) -> None:
    """Returns when the client has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
