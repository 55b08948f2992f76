"""Budgets of connections and addresses in bytes, frames and milliseconds of work; whoever is in debt waits in line."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from overtrick.server.refusal import Refusal
from overtrick.server.settings import Settings

BURST_SECONDS = 4.0
"""How many seconds' worth of bytes and frames may come at once."""
WORK_BURST_SECONDS = 0.1
"""The same of milliseconds; few, for everybody else waits while they are spent."""
MAX_ACCOUNTS = 10_000
"""Addresses whose account is remembered; the one unheard for longest is forgotten first."""
LEAST_WAIT = 0.002
LONGEST_LINE = 256
"""Requests and connections of one address that may wait for its account."""
LINE_SECONDS = 5.0
"""How long a request waits before it is told to come again."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Rate:
    """What may be used in a second, on average."""

    size: float
    """Bytes."""
    frames: float
    """Frames of a socket, or pieces that a request comes in."""
    ms: float
    """Milliseconds in which the server does nothing else."""


def connection_rate(settings: Settings) -> Rate:
    """What one connection may use."""
    return Rate(settings.bytes_per_second, settings.frames_per_second, settings.work_ms_per_second)


def address_rate(settings: Settings) -> Rate:
    """What all connections of an address may use together: more than one, and far less than the whole server."""
    one = connection_rate(settings)
    return Rate(8 * one.size, 10 * one.frames, 2 * one.ms)


class Budget:
    """A level of bytes, of frames and of milliseconds that fill up with time. What was not foreseen makes a debt."""

    __slots__ = ("_at", "_frames", "_free_at", "_ms", "_rate", "_size")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._size, self._frames = BURST_SECONDS * rate.size, BURST_SECONDS * rate.frames
        self._ms = WORK_BURST_SECONDS * rate.ms
        self._at = self._free_at = time.monotonic()

    def spend(self, size: int = 0, frames: int = 0, ms: float = 0.0) -> float:
        """Take this much, also more than there is; the seconds until the debt is paid, 0 without one."""
        now, rate = time.monotonic(), self._rate
        passed, self._at = now - self._at, now
        self._size = min(BURST_SECONDS * rate.size, self._size + passed * rate.size) - size
        self._frames = min(BURST_SECONDS * rate.frames, self._frames + passed * rate.frames) - frames
        self._ms = min(WORK_BURST_SECONDS * rate.ms, self._ms + passed * rate.ms) - ms
        if self._size >= 0 and self._frames >= 0 and self._ms >= 0:
            return 0.0
        debt = -min(self._size / rate.size, self._frames / rate.frames, self._ms / rate.ms)
        self._free_at = now + debt
        return debt

    @property
    def debt_seconds(self) -> float:
        """Until there is something to spend again."""
        return max(0.0, self._free_at - time.monotonic())


class Account(Budget):
    """The budget of an address, and the line of those who wait for it: first come, first served, one at a time."""

    __slots__ = ("_line", "_timer")

    def __init__(self, rate: Rate) -> None:
        super().__init__(rate)
        self._line: deque[Callable[[], None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_free(self) -> bool:
        """Whether the address may go on at once."""
        return not self._line and self.debt_seconds <= 0

    def wait(self, go_on: Callable[[], None]) -> None:
        """Call `go_on` when the debt is paid and all who came before have had their turn."""
        self._line.append(go_on)
        self._look_again()

    async def turn(self) -> None:
        """Wait until the address may go on; refused where that takes too long."""
        if self.is_free:
            return
        seconds = max(1, round(self.debt_seconds))
        refusal = Refusal("too_many", f"too much work for this address; try again in {seconds} s", retry_after=seconds)
        if len(self._line) >= LONGEST_LINE or seconds > LINE_SECONDS:
            raise refusal
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.wait(partial(_tell, called))
        try:
            async with asyncio.timeout(LINE_SECONDS):
                await called
        except TimeoutError:
            raise refusal from None

    def _look_again(self) -> None:
        if self._timer is None and self._line:
            wait = max(self.debt_seconds, LEAST_WAIT)
            self._timer = asyncio.get_running_loop().call_later(wait, self._serve)

    def _serve(self) -> None:
        """Let the first go on; what that costs is known when the next is looked at."""
        self._timer = None
        if self._line and self.debt_seconds <= 0:
            self._line.popleft()()
        self._look_again()


class Accounts:
    """An account for each address."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._accounts: OrderedDict[str, Account] = OrderedDict()

    def of(self, key: str) -> Account:
        """The account of an address."""
        account = self._accounts.get(key)
        if account is None:
            account = self._accounts[key] = Account(self._rate)
            if len(self._accounts) > MAX_ACCOUNTS:
                self._accounts.popitem(last=False)
        else:
            self._accounts.move_to_end(key)
        return account


class Metered(Generic[Answer]):
    """Work whose time is charged, step by step, while others have their turn in between."""

    def __init__(self, work: Awaitable[Answer], charge: Callable[[float], object]) -> None:
        """`charge` is given the milliseconds of each step."""
        self._work = work
        self._charge = charge

    def __await__(self) -> Generator[Any, Any, Answer]:
        steps = self._work.__await__()
        step: Callable[[], Any] = partial(next, steps)
        while True:
            begun = time.perf_counter()
            try:
                waits_for = step()
            except StopIteration as end:
                answer: Answer = end.value
                return answer
            finally:
                self._charge(1000 * (time.perf_counter() - begun))
            try:
                step = partial(steps.send, (yield waits_for))
            except BaseException as error:  # noqa: BLE001
                # A cancellation is for the work to answer, like every other error.
                step = partial(steps.throw, error)


async def metered(work: Awaitable[Answer], charge: Callable[[float], object]) -> Answer:
    """The same as a coroutine, for tasks."""
    return await Metered(work, charge)


def _tell(called: asyncio.Future[None]) -> None:
    if not called.done():
        called.set_result(None)
