"""People play without a pause; attacks come and go; each attack is compared with the quiet before and after it."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from overtrick.cli.benches.server.attacks import ATTACKS, TURN_SECONDS, Attack
from overtrick.cli.benches.server.child import Server, serving
from overtrick.cli.benches.server.floods import FAILURES, Attacker
from overtrick.cli.benches.server.people import wait_for_ai
from overtrick.cli.benches.server.verdicts import Period, findings, in_a_line
from overtrick.cli.benches.server.victims import Company, Victims
from overtrick.cli.benches.server.wire import Http

SETTLE_SECONDS = 2.0
"""After people have sat down, and after an attack, before the next measurement."""
LEAD_SECONDS = 0.5
"""From the beginning of an attack to that of its measurement."""
AI_SECONDS = 2.0
"""Moves of the AI are measured for so many times as long: they are fewer."""
RETURN_SECONDS = 12.0
"""So long after its attack an address must be answered again."""
ORGANISER = "127.0.2.1"
"""The address of whoever looks whether the AI is warm, before anything is measured."""
SETTINGS = {"OVERTRICK_TURN_SECONDS": str(TURN_SECONDS)}
SET_UP_SECONDS = 60.0
NICENESS = 15
"""The attacker's priority, below that of the AI's workers: it may take the server's time over the wire alone."""


@dataclass(frozen=True)
class Plan:
    """What to attack and how long."""

    attacks: Sequence[Attack]
    tables: int
    """Tables of people beside each attack."""
    seconds: float
    """Length of each attack and of each quiet time."""
    rate: float
    """Actions a second at each table."""
    source: Path | None
    """The `src` folder of another version to attack."""


def besiege(plan: Plan, report: Callable[[str], None], note: Callable[[dict[str, Any]], None]) -> None:
    """Note the findings of each attack as soon as the quiet after it has been measured."""
    ground = _Ground(plan, report)
    try:
        for attack in plan.attacks:
            note(ground.withstand(attack))
    finally:
        ground.clear()


class _Ground:
    """A server with people at its tables, made anew where an attack has left something behind."""

    def __init__(self, plan: Plan, report: Callable[[str], None]) -> None:
        self._plan = plan
        self._report = report
        self._stack = ExitStack()
        self._server: Server | None = None
        self._victims: Victims | None = None
        self._quiet: Period | None = None
        """The last quiet time, if nothing has happened since."""

    def clear(self) -> None:
        self._stack.close()
        self._server = self._victims = self._quiet = None

    def withstand(self, attack: Attack) -> dict[str, Any]:
        """Measure quiet, the attack, and quiet again."""
        if self._victims is None or self._victims.company != _company(attack):
            self._set_up(attack)
        before = self._quiet or self._measure_quiet(attack)
        during, fate = self._measure(attack)
        if attack.leaves_tables:
            self._set_up(attack)
        after = self._quiet = self._measure_quiet(attack)
        found = findings(attack, before, during, after, fate)
        self._report(in_a_line(found))
        return found

    def _set_up(self, attack: Attack) -> None:
        self.clear()
        self._report(f"a new server, {self._plan.tables} tables")
        folder = self._stack.enter_context(tempfile.TemporaryDirectory())
        self._server = self._stack.enter_context(serving(f"{folder}/bench.db", SETTINGS, self._plan.source))
        asyncio.run(wait_for_ai(self._server.port, ORGANISER))
        self._victims = Victims(self._server.port, self._plan.tables, self._plan.rate, _company(attack))
        self._stack.callback(self._victims.stop)

    def _seconds(self, attack: Attack) -> float:
        return self._plan.seconds * (AI_SECONDS if attack.is_on_ai else 1.0)

    def _measure_quiet(self, attack: Attack) -> Period:
        self._report(f"quiet for {self._seconds(attack):.0f} s")
        time.sleep(SETTLE_SECONDS)
        return self._period(self._seconds(attack), SETTLE_SECONDS / 2)

    def _period(self, seconds: float, grace: float) -> Period:
        """What people see in the next seconds; answers may come a little later."""
        assert self._server is not None
        assert self._victims is not None
        begin, cpu = time.monotonic(), self._server.cpu_seconds()
        time.sleep(seconds)
        end, used = time.monotonic(), self._server.cpu_seconds() - cpu
        time.sleep(grace)
        seen = self._victims.between(begin, end)
        cut = self._victims.between(begin, time.monotonic())["cut"]
        return Period(seen["waits"], cut, seen["refused"], used / (end - begin))

    def _measure(self, attack: Attack) -> tuple[Period, dict[str, Any]]:
        assert self._server is not None
        seconds = self._seconds(attack)
        self._report(f"{attack.name} for {seconds:.0f} s: {attack.text}")
        context = get_context("spawn")
        pipe, theirs = context.Pipe()
        address = f"127.0.1.{1 + ATTACKS.index(attack)}"
        arguments = (theirs, attack.name, self._server.port, address, seconds + 2 * LEAD_SECONDS)
        process = context.Process(target=_attack, args=arguments, daemon=True)
        process.start()
        theirs.close()
        try:
            _told(pipe, SET_UP_SECONDS)
            time.sleep(LEAD_SECONDS)
            during = self._period(seconds, SETTLE_SECONDS)
            fate = {"attacker": _told(pipe, SET_UP_SECONDS), "back_after_s": _told(pipe, SET_UP_SECONDS)}
        finally:
            process.kill()
            process.join()
            pipe.close()
        return during, fate


def _company(attack: Attack) -> Company:
    return "ai" if attack.is_on_ai else "people"


def _told(pipe: Connection, seconds: float) -> Any:
    """What the attacker tells, or None when it has nothing to tell any more."""
    try:
        return pipe.recv() if pipe.poll(seconds) else None
    except EOFError:
        return None


def _attack(pipe: Connection, name: str, port: int, address: str, seconds: float) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this ends it
    os.nice(NICENESS)
    attack = next(one for one in ATTACKS if one.name == name)
    asyncio.run(_run_attack(pipe, attack, Attacker(port, address, seconds, lambda: pipe.send("begun"))))


async def _run_attack(pipe: Connection, attack: Attack, attacker: Attacker) -> None:
    try:
        await attack.run(attacker)
    except FAILURES as error:
        attacker.tally.problem = f"{type(error).__name__}: {error}"
        attacker.begin()
        await asyncio.sleep(attacker.left)
    pipe.send(asdict(attacker.tally))
    pipe.send(await _seconds_until_back(attacker))


async def _seconds_until_back(attacker: Attacker) -> float | None:
    """How long after the attack its address is answered again, as anybody is who shares it; None for never."""
    begun = time.monotonic()
    while time.monotonic() - begun < RETURN_SECONDS:
        try:
            async with asyncio.timeout(RETURN_SECONDS / 2):
                connection = await Http.open(attacker.port, attacker.address)
                status, _ = await connection.get("/")
                await connection.close()
            if status == 200:
                return round(time.monotonic() - begun, 1)
        except FAILURES:
            pass
        await asyncio.sleep(0.25)
    return None
