"""Results of a round of whichever game: who gained how much, and what that means for the match."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.core.record import OVER, Record, deal_hands
from overtrick.engine.dispatch.rules import (
    apply,
    begin,
    can_end_match,
    carried,
    has_ended_match,
    legal_actions,
    score,
    sides,
    sign,
)
from overtrick.kernel import kernel

__all__ = [
    "apply",
    "can_end_match",
    "deal",
    "gain",
    "is_over",
    "legal_actions",
    "result",
    "score",
    "sides",
    "sign",
    "victory",
]


@kernel
def deal(state: Record, deck: np.ndarray[Any, Any]) -> None:
    """Deal `deck`, a permutation of the 52 cards, and begin the round."""
    deal_hands(state, deck)
    begin(state)


@kernel
def is_over(state: Record) -> bool:
    return state.phase == OVER  # type: ignore[no-any-return]


@kernel
def result(state: Record, seat: int) -> int:
    """What the finished round means for the seat's side: its score, and what it carries into later rounds."""
    return score(state, seat) + carried(state, seat)


@kernel
def gain(state: Record, seat: int) -> float:
    """How well the finished round went for the seat, more is better: its side's result against the others' mean."""
    count = sides(state)
    total = 0
    for side in range(count):
        total += result(state, side)
    own = result(state, seat)
    ahead = own - (total - own) / (count - 1)
    return sign(state) * ahead


@kernel
def victory(state: Record, seat: int) -> float:
    """The side's share of the match the finished round ends: 1 won, 0 lost, ties split; an equal one if it goes on."""
    count = sides(state)
    if not has_ended_match(state):
        return 1.0 / count
    better = sign(state)
    own = better * (state.scores[seat] + score(state, seat))
    ahead = level = 0
    for side in range(count):
        total = better * (state.scores[side] + score(state, side))
        ahead += total > own
        level += total == own
    return 0.0 if ahead > 0 else 1.0 / level
