"""Reasons in plain words for players that compare candidates by their expected gain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from overtrick.cards.card import card_name
from overtrick.core.record import BID, PASS
from overtrick.engine.catalogue import game
from overtrick.engine.round import View

EVEN = 0.05
"""Points below which two candidates are called equally good."""


def action_name(view: View, action: int) -> str:
    """What one does by this action, in the phase the view is in."""
    if view.phase == BID:
        return f"bidding {action}"
    return f"passing {card_name(action)}" if view.phase == PASS else card_name(action)


def standing(points: float) -> str:
    """Where a number of points against the others' average leaves a seat."""
    if abs(points) < EVEN:
        return "level with the others' average"
    side = "ahead of" if points > 0 else "behind"
    return f"{abs(points):.1f} points {side} the others' average"


def comparison(view: View, best: int, gains: Mapping[int, float], source: str) -> tuple[str, ...]:
    """How the choice compares with the next best candidate; `source` says where the gains come from."""
    said = [f"{source}, {action_name(view, best)} ends {standing(gains[best])}."]
    others = [action for action in gains if action != best]
    if others:
        second = max(others, key=lambda action: gains[action])
        behind = gains[best] - gains[second]
        rival = action_name(view, second)
        rival = rival[0].upper() + rival[1:]
        said.append(
            f"{rival} is about as good." if behind < EVEN else f"{rival} comes next, {behind:.1f} points worse."
        )
    return tuple(said)


def table_talk(view: View, action: int) -> tuple[str, ...]:
    """What a player who thinks in rules of thumb would say for the action, most important first."""
    return game(view.game).words.reasons(view, action)


def sentences(said: Iterable[str]) -> tuple[str, ...]:
    """Remarks as sentences of their own."""
    return tuple(f"{remark[0].upper()}{remark[1:]}." for remark in said)
