"""How many games the server carries, and how soon an action is on disk and acknowledged."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overtrick.cli.benches.server.child import Server, serving
from overtrick.cli.benches.server.people import COMPANY, Load, Party, long_match, sit_down, wish
from overtrick.cli.benches.server.wire import HOST, Http

SETTLE_BEATS = 5
"""Beats between the last welcome and the measurement: everybody has been told of everybody by then."""

LOOK_SECONDS = 10.0
"""Between two looks at a table where only the AI plays."""

WITHOUT_RATES = {
    "OVERTRICK_REQUESTS_PER_SECOND": "1000000",
    "OVERTRICK_TABLES_PER_HOUR": "1000000000",
    "OVERTRICK_CONNECTIONS_PER_ADDRESS": "100000",
    "OVERTRICK_FILES_PER_SECOND": "1000000",
    "OVERTRICK_BYTES_PER_SECOND": "1000000000",
    "OVERTRICK_FRAMES_PER_SECOND": "1000000",
    "OVERTRICK_WORK_MS_PER_SECOND": "1000000",
    "OVERTRICK_AI_TABLES": "100000",
    "OVERTRICK_AI_TABLES_PER_ADDRESS": "100000",
    "OVERTRICK_AI_TABLE_SECONDS": "0",
    "OVERTRICK_WORKERS": "1",
    "OVERTRICK_SILENCE_SECONDS": "600",
}
"""Everybody comes from one address here, which may do what thousands may."""


@dataclass(frozen=True)
class Weight:
    """How much the server is asked to carry."""

    games: int
    """Tables of four people."""
    seconds: float
    """How long to measure."""
    rate: float
    """Actions a second in each game."""
    ai_tables: int
    """Tables where only experts play."""
    database: str | None
    """A new file for each measurement unless given."""


def measure(weight: Weight, source: Path | None) -> dict[str, Any]:
    """The figures of one server."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(weight.database or f"{folder}/bench.db", WITHOUT_RATES, source) as server,
    ):
        return asyncio.run(_measure(server, weight))


def alternate(
    weight: Weight, source: Path | None, beside: Path, rounds: int, report: Callable[[str], None]
) -> dict[str, Any]:
    """Both versions in turn, so that whatever else the machine does meets both; figures are medians.

    Which of them is first changes from round to round.
    """
    figures: dict[str, list[dict[str, Any]]] = {"this": [], "beside": []}
    versions = [("this", source), ("beside", beside)]
    for number in range(rounds):
        for name, folder in versions if number % 2 == 0 else reversed(versions):
            figures[name].append(measure(weight, folder))
            report(f"round {number + 1} of {rounds}, {name}: {for_people(figures[name][-1])}")
    medians = {name: _medians(measured) for name, measured in figures.items()}
    ratios = {
        "actions_per_s": _ratio(medians["this"]["actions_per_s"], medians["beside"]["actions_per_s"]),
        "per_cpu": _ratio(_per_cpu(medians["this"]), _per_cpu(medians["beside"])),
        "p50_ms": _ratio(medians["this"]["p50_ms"], medians["beside"]["p50_ms"]),
        "p99_ms": _ratio(medians["this"]["p99_ms"], medians["beside"]["p99_ms"]),
    }
    return {"rounds": rounds, **medians, "ratios": ratios, "measured": figures}


def _per_cpu(figures: dict[str, Any]) -> float:
    """Actions for each second of processor time: how much more the server could carry."""
    return float(figures["actions_per_s"]) / max(float(figures["server_cpu"]), 1e-9)


def _ratio(one: float, other: float) -> float:
    return round(one / other, 3) if other else float("nan")


def _medians(measured: list[dict[str, Any]]) -> dict[str, Any]:
    return {key: statistics.median(figures[key] for figures in measured) for key in measured[0]}


async def _measure(server: Server, weight: Weight) -> dict[str, Any]:
    load = Load(weight.rate)
    people = [Party(COMPANY, [HOST] * len(COMPANY))] * weight.games
    watching = asyncio.create_task(_watch(server.port, await _set_up_ai(server.port, weight.ai_tables)))
    transports = await sit_down(server.port, load, people)
    await asyncio.sleep(SETTLE_BEATS / weight.rate)
    cpu, begun = server.cpu_seconds(), time.monotonic()
    await asyncio.sleep(weight.seconds)
    ended = time.monotonic()
    used, memory = server.cpu_seconds() - cpu, server.memory_mb()
    load.is_over = True
    watching.cancel()
    for transport in transports:
        transport.abort()
    delays = load.acknowledgements(begun, ended)
    answered = sum(begun <= since + wait < ended for since, wait in load.acknowledged)
    return {
        "games": weight.games,
        "actions_per_s": round(answered / (ended - begun), 1),
        "p50_ms": round(1000 * share(delays, 0.5), 2),
        "p99_ms": round(1000 * share(delays, 0.99), 2),
        "server_cpu": round(used / (ended - begun), 3),
        "server_mb": round(memory, 1),
        "errors": len(load.cut) + len(load.refused),
    }


async def _set_up_ai(port: int, tables: int) -> list[str]:
    connection = await Http.open(port)
    seats = [{"kind": "ai", "level": "expert"}] * len(COMPANY)
    wishes = [wish(seats, long_match(number), "instant") for number in range(tables)]
    return [(await connection.post("/api/game/create", one))["id"] for one in wishes]


async def _watch(port: int, table_ids: list[str]) -> None:
    """Look at every table now and then: where only the AI plays, it stops when nobody does."""
    connection = await Http.open(port)
    while table_ids:
        for table_id in table_ids:
            await connection.get(f"/api/game/{table_id}")
            await asyncio.sleep(LOOK_SECONDS / len(table_ids))


def share(ordered: list[float], part: float) -> float:
    """The value that this part of all lie below."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


def for_people(figures: dict[str, Any]) -> str:
    return (
        f"{figures['games']} games, {figures['actions_per_s']} actions/s on disk and acknowledged: "
        f"half within {figures['p50_ms']} ms, 99 % within {figures['p99_ms']} ms; "
        f"server {100 * figures['server_cpu']:.0f} % of a core, {figures['server_mb']:.0f} MB, "
        f"{figures['errors']} errors"
    )


def both_for_people(figures: dict[str, Any]) -> str:
    ratios = figures["ratios"]
    compared = (
        f"medians of {figures['rounds']} rounds, this to beside: actions {ratios['actions_per_s']}, "
        f"actions for each second of processor {ratios['per_cpu']}, "
        f"half {ratios['p50_ms']}, 99 % {ratios['p99_ms']}"
    )
    return f"this:   {for_people(figures['this'])}\nbeside: {for_people(figures['beside'])}\n{compared}"
