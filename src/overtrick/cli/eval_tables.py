"""What `overtrick eval` says to people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from overtrick.engine.catalogue import game

if TYPE_CHECKING:
    from overtrick.arena.tactics.suite import Score

_ENDINGS = {
    "clear": "stopped when the interval left zero: such intervals are too narrow by up to a half",
    "interrupted": "interrupted: these are the deals done until then",
    "forfeits": "stopped: a player failed too often",
}


def print_evaluation(result: dict[str, Any]) -> None:
    """The difference first, then a table of both sides."""
    console = Console()
    difference = result["difference"]
    title = f"{result['player']} against {result['opponent']}, {result['game']}"
    console.print(f"[bold]{title}[/], {result['deals']} {result['unit']}s replayed in every seat", highlight=False)
    verdict = "ahead" if difference["low"] > 0 else "behind" if difference["high"] < 0 else "not clearly different"
    console.print(
        f"{difference['mean']:+.2f} points per deal, 95 % from {difference['low']:+.2f} to {difference['high']:+.2f}: "
        f"[bold]{verdict}[/]",
        highlight=False,
    )
    low, high = result["elo_interval"]["low"], result["elo_interval"]["high"]
    console.print(
        f"ahead of an opponent at the same table in {100 * result['win_rate']:.1f} % (even: 50 %), "
        f"Elo {result['elo']:+.0f} ({low:+.0f} to {high:+.0f})",
        highlight=False,
    )
    console.print(_sides(result))
    if result["ending"] in _ENDINGS:
        console.print(f"[yellow]{_ENDINGS[result['ending']]}[/]")
    for forfeit in result["forfeits"][:5]:
        console.print(
            f"[red]deal {forfeit['deal']}, seat {forfeit['seat']} lost:[/] {forfeit['report']}", highlight=False
        )
    if len(result["forfeits"]) > 5:
        console.print(f"and {len(result['forfeits']) - 5} more such losses")


def _sides(result: dict[str, Any]) -> Table:
    table = Table("", result["player"], result["opponent"])
    sides = ("player", "opponent")

    def add(label: str, values: dict[str, Any] | None, form: str) -> None:
        if values is not None:
            table.add_row(label, *("–" if values[side] is None else form.format(values[side]) for side in sides))

    add("points per deal", result["points"], "{:.2f}")
    for place in range(result["players"]):
        shares = {side: 100 * result["placements"][side][place] for side in sides}
        add(f"place {place + 1}", shares, "{:.1f} %")
    for row in game(result["game"]).arena.lines(result):
        table.add_row(*row)
    add("ms per decision", result["ms_per_decision"], "{:.3f}")
    return table


def print_tactics(result: Score) -> None:
    """The share of positions solved, and a table of the failures."""
    console = Console()
    for key, (solved, total) in result.by_game().items():
        console.print(
            f"[bold]{result.player}[/] solves {solved:g} of {total} {key} tactics ({100 * solved / total:.0f} %)",
            highlight=False,
        )
    failures = result.failures()
    if failures:
        table = Table("position", "theme", "chose", "accepted", "why")
        for failure in failures:
            table.add_row(failure.name, failure.theme, failure.chosen, failure.accepted, failure.why)
        console.print(table)
