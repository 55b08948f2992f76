"""Reasons in plain words for players that compare candidates by their expected gain."""

from __future__ import annotations

from collections.abc import Mapping

from overtrick.cards.card import card_name
from overtrick.games.round import View
from overtrick.games.state import BID, PASS

EVEN = 0.05
"""Points below which two candidates are called equally good."""


def action_name(view: View, action: int) -> str:
    """What one does by this action, in the phase the view is in."""
    if view.phase == BID:
        return f"bidding {action}"
    return f"passing {card_name(action)}" if view.phase == PASS else card_name(action)


def comparison(view: View, best: int, gains: Mapping[int, float], source: str) -> tuple[str, ...]:
    """How the choice compares with the next best candidate; `source` says where the gains come from."""
    said = [f"{source}, {action_name(view, best)} ends {gains[best]:+.1f} points against the others' mean."]
    others = [action for action in gains if action != best]
    if others:
        second = max(others, key=lambda action: gains[action])
        behind = gains[best] - gains[second]
        rival = action_name(view, second)
        rival = rival[0].upper() + rival[1:]
        said.append(
            f"{rival} is about as good."
            if behind < EVEN
            else f"Next comes {action_name(view, second)}, {behind:.1f} points behind."
        )
    return tuple(said)
