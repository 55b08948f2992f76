"""`overtrick explain`: what a player thinks of a position, in plain words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from overtrick.core.randomness import Rng
    from overtrick.engine.round import View
    from overtrick.players.protocol import Decision, Player

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def explain(
    position: Annotated[
        str, typer.Argument(help="A position string, a snapshot file, or the name of a tactics position.")
    ],
    player: Annotated[str, typer.Option(help="Who is asked, e.g. hard or montecarlo:worlds=1000.")] = "montecarlo",
    seed: Annotated[int, typer.Option(help="The same seed gives the same answer.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show every candidate in POSITION with its value, what PLAYER would do, and why."""
    from overtrick.cli.positions import load_view
    from overtrick.core.randomness import make_rng
    from overtrick.players.catalogue import make_player

    view = load_view(position)
    asked = make_player(player)
    try:
        decision = asked.decide(view, make_rng(seed))
        chosen = whole_choice(asked, view, decision, make_rng(seed, 1))
    finally:
        if hasattr(asked, "close"):
            asked.close()
    if as_json:
        print(json.dumps(explanation(view, player, decision, chosen), indent=2, ensure_ascii=False))
    else:
        print_explanation(view, player, decision, chosen)


def whole_choice(player: Player, view: View, decision: Decision, rng: Rng) -> list[int]:
    """The action, and in a pass all cards that the player gives away, one decision after the other."""
    from overtrick.core.record import PASS, PASSED_CARDS
    from overtrick.engine.round import View

    chosen = [decision.action]
    later = View(view.data.copy())
    while view.phase == PASS:
        later.record.passed[later.seat] |= 1 << chosen[-1]
        if int(later.record.passed[later.seat]).bit_count() == PASSED_CARDS:
            break
        chosen.append(player.decide(View(later.data.copy()), rng).action)
    return chosen


def explanation(view: View, player: str, decision: Decision, chosen: list[int]) -> dict[str, Any]:
    """The decision for programs: candidates best first, cards as text; `pass` has all cards given away."""
    from overtrick.core.record import PASS

    return {
        "game": view.game,
        "seat": view.seat,
        "player": player,
        "action": action_code(view, decision.action),
        "pass": [action_code(view, card) for card in chosen] if view.phase == PASS else None,
        "candidates": [
            {
                "action": action_code(view, action),
                "value": _short(decision.values.get(action)),
                "probability": _short(decision.probabilities.get(action)),
            }
            for action in candidates(view, decision)
        ],
        "reasons": list(decision.reasons),
    }


def candidates(view: View, decision: Decision) -> list[int]:
    """Everything legal, the best first: by value, then by probability, the chosen one before its equals."""

    def rank(action: int) -> tuple[float, float, bool]:
        worst = float("-inf")
        return decision.values.get(action, worst), decision.probabilities.get(action, 0.0), action == decision.action

    return sorted(view.legal_actions(), key=rank, reverse=True)


def action_code(view: View, action: int) -> int | str:
    """A bid as a number, a card as `AS`."""
    from overtrick.cards.card import card_code
    from overtrick.core.record import BID

    return action if view.phase == BID else card_code(action)


def print_explanation(view: View, player: str, decision: Decision, chosen: list[int]) -> None:
    """The position, the candidates, the choice and the reasons."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from overtrick.cards.card import card_name
    from overtrick.cli.positions import action_words, view_lines
    from overtrick.cli.terminal_table import card_text
    from overtrick.core.record import BID

    console = Console(highlight=False)
    for line in view_lines(view):
        console.print(line)
    grid = Table("candidate", "value", "chosen with", title="More is better: points against the mean of the others.")
    for action in candidates(view, decision):
        mark = "bold" if action == decision.action else ""
        name = Text(str(action), style=mark) if view.phase == BID else card_text(action, mark)
        value, chance = decision.values.get(action), decision.probabilities.get(action)
        texts = ("–" if value is None else f"{value:+.2f}", "–" if chance is None else f"{100 * chance:.0f} %")
        grid.add_row(name, *(Text(text, style=mark) for text in texts))
    if decision.values or decision.probabilities:
        console.print(grid)
    others = "".join(f", {card_name(card)}" for card in chosen[1:])
    console.print(f"[bold]{player}[/] {action_words(view, decision.action)}{others}.")
    for reason in decision.reasons:
        console.print(f"  · {reason}")


def _short(value: float | None) -> float | None:
    return None if value is None else round(float(value), 4)
