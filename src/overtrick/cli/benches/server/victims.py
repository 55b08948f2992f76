"""The people who play while the server is attacked, in a process of their own: the attack must not slow their clock."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Literal

from overtrick.cli.benches.server.people import COMPANY, PERSON, Load, Party, sit_down
from overtrick.errors import OvertrickError

ANSWER_SECONDS = 120.0
EXPERT_TABLES = 50
"""Every so many tables with AI have experts, who think; the others know at once."""

Company = Literal["people", "ai"]
"""Who people play with."""


def parties(tables: int, company: Company) -> list[Party]:
    """The tables, with an address for each person."""
    if company == "people":
        addresses = [[_address(4 * table + seat) for seat in range(4)] for table in range(tables)]
        return [Party(COMPANY, own) for own in addresses]
    return [Party(_ai_seats(table), [_address(table)]) for table in range(tables)]


def _ai_seats(table: int) -> Sequence[dict[str, Any]]:
    level = "expert" if table % EXPERT_TABLES == EXPERT_TABLES // 2 else "hard"
    return [PERSON, *[{"kind": "ai", "level": level}] * 3]


def _address(person: int) -> str:
    return f"127.0.{10 + person // 250}.{1 + person % 250}"


class Victims:
    """The people, as seen from the process that runs the measurement."""

    def __init__(self, port: int, tables: int, rate: float, company: Company) -> None:
        self.company = company
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_play, args=(theirs, port, tables, rate, company), daemon=True)
        self._process.start()
        theirs.close()
        self._answer()

    def between(self, begin: float, end: float) -> dict[str, Any]:
        """The waits that began in this time, in order, and how many sockets were cut and actions refused."""
        self._pipe.send((begin, end))
        answer: dict[str, Any] = self._answer()
        return answer

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _answer(self) -> Any:
        try:
            if self._pipe.poll(ANSWER_SECONDS):
                return self._pipe.recv()
        except EOFError:
            pass
        self.stop()
        raise OvertrickError("the people could not sit down, or have gone; what happened stands above")


def _play(pipe: Connection, port: int, tables: int, rate: float, company: Company) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this ends it
    asyncio.run(_play_until_killed(pipe, port, parties(tables, company), Load(rate), company))


async def _play_until_killed(
    pipe: Connection, port: int, seated: Sequence[Party], load: Load, company: Company
) -> None:
    transports = await sit_down(port, load, seated)

    def answer() -> None:
        begin, end = pipe.recv()
        waits = load.acknowledgements(begin, end) if company == "people" else load.ai_waits(begin, end)
        cut = sum(begin <= at < end for at in load.cut)
        pipe.send({"waits": waits, "cut": cut, "refused": sum(begin <= at < end for at in load.refused)})

    asyncio.get_running_loop().add_reader(pipe.fileno(), answer)
    pipe.send(len(transports))
    await asyncio.Event().wait()
