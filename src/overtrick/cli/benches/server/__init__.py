"""`overtrick bench server`: how many games the server carries, how soon it answers, and what an attack does to people.

The generators speak HTTP and WebSocket over bare asyncio streams and read only the messages they have to answer, so
that they do not tire before the server does.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from overtrick.cli.stopping import stoppable
from overtrick.errors import OvertrickError

app = typer.Typer(add_completion=False)

INTERRUPTED = 130


@app.command()
def bench(
    games: Annotated[int, typer.Option(help="Games at once, four people each.")] = 500,
    seconds: Annotated[float | None, typer.Option(help="How long to measure: 20, or 12 for each attack.")] = None,
    rate: Annotated[float, typer.Option(help="Actions a second in each game.")] = 1.0,
    ai_tables: Annotated[int, typer.Option(help="Tables where only experts play, to keep the AI's queue full.")] = 0,
    database: Annotated[str | None, typer.Option(help="The database; a new file unless given.")] = None,
    source: Annotated[Path | None, typer.Option(help="Measure the version in this src folder instead.")] = None,
    beside: Annotated[Path | None, typer.Option(help="Alternate with the version in this src folder.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="How often to alternate.")] = 5,
    attack: Annotated[bool, typer.Option("--attack", help="Attack the server while people play.")] = False,
    tables: Annotated[int, typer.Option(min=1, help="Tables of people beside each attack.")] = 100,
    only: Annotated[list[str] | None, typer.Option(help="Only this attack; may be given several times.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for programs.")] = False,
) -> None:
    """Measure durable acknowledgements of many games at once, or with --attack what attackers do to them."""
    if attack:
        _attack(tables, seconds or 12.0, rate, source, only or [], as_json=as_json)
        return
    from overtrick.cli.benches.server.throughput import Weight, alternate, both_for_people, for_people, measure

    weight = Weight(games, seconds or 20.0, rate, ai_tables, database)
    with stoppable():  # the server must not outlive the measurement
        if beside is None:
            figures, text = measure(weight, source), for_people
        else:
            figures, text = alternate(weight, source, beside, rounds, _report), both_for_people
    print(json.dumps(figures) if as_json else text(figures))


def _attack(tables: int, seconds: float, rate: float, source: Path | None, only: list[str], *, as_json: bool) -> None:
    from overtrick.cli.benches.server.attacks import ATTACKS
    from overtrick.cli.benches.server.siege import Plan, besiege
    from overtrick.cli.benches.server.verdicts import summary, table

    names = [one.name for one in ATTACKS]
    if unknown := sorted(set(only) - set(names)):
        raise OvertrickError(f"there is no attack {unknown[0]!r}; there are {', '.join(names)}")
    chosen = [one for one in ATTACKS if not only or one.name in only]
    found: list[dict[str, Any]] = []
    is_complete = False
    try:
        with stoppable():
            besiege(Plan(chosen, tables, seconds, rate, source), _report, found.append)
        is_complete = True
    except KeyboardInterrupt:
        _report("stopped; this is what there is so far")
    told = summary(found, is_complete=is_complete)
    print(json.dumps(told, indent=2) if as_json else table(found, is_complete=is_complete))
    if not all(one["holds"] for one in found):
        raise typer.Exit(1)
    if not is_complete:
        raise typer.Exit(INTERRUPTED)


def _report(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
