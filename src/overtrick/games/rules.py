"""The rules of whichever game a record is a round of: the thin layer that search, playouts and environments call."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.games.blob.rules import apply as apply_blob
from overtrick.games.blob.rules import deal as deal_blob
from overtrick.games.blob.rules import legal_actions as legal_in_blob
from overtrick.games.blob.rules import score as score_blob
from overtrick.games.hearts.rules import ALL_POINTS
from overtrick.games.hearts.rules import apply as apply_hearts
from overtrick.games.hearts.rules import deal as deal_hearts
from overtrick.games.hearts.rules import legal_actions as legal_in_hearts
from overtrick.games.hearts.rules import score as score_hearts
from overtrick.games.state import BLOB, HEARTS, OVER, Record
from overtrick.kernel import kernel


@kernel
def deal(state: Record, deck: np.ndarray[Any, Any]) -> None:
    """Deal `deck`, a permutation of the 52 cards, and begin the round."""
    if state.game == BLOB:
        deal_blob(state, deck)
    else:
        deal_hearts(state, deck)


@kernel
def legal_actions(state: Record) -> int:
    """What the seat to act may do, as a mask: bit b for bid b, bit c for card c; 0 when the round is over."""
    if state.game == BLOB:
        return legal_in_blob(state)
    return legal_in_hearts(state)


@kernel
def apply(state: Record, action: int) -> None:
    """Carry out a legal action of the seat to act."""
    if state.game == BLOB:
        apply_blob(state, action)
    else:
        apply_hearts(state, action)


@kernel
def is_over(state: Record) -> bool:
    return state.phase == OVER  # type: ignore[no-any-return]


@kernel
def score(state: Record, seat: int) -> int:
    """What the finished round adds to the seat's match score. In Hearts less is better."""
    if state.game == BLOB:
        return score_blob(state, seat)
    return score_hearts(state, seat)


@kernel
def gain(state: Record, seat: int) -> float:
    """How well the finished round went for the seat, more is better: its score against the mean of the others."""
    total = 0
    for other in range(state.players):
        total += score(state, other)
    own = score(state, seat)
    ahead = own - (total - own) / (state.players - 1)
    return ahead if state.game == BLOB else -ahead  # type: ignore[no-any-return]


@kernel
def can_end_match(state: Record) -> bool:
    """Whether the match may be over after this round."""
    if state.game == BLOB:
        return state.rounds > 0 and state["round"] == state.rounds - 1  # type: ignore[no-any-return]
    most = 0
    for seat in range(state.players):
        most = max(most, state.scores[seat])
    return state.target > 0 and most + ALL_POINTS >= state.target  # type: ignore[no-any-return]


@kernel
def victory(state: Record, seat: int) -> float:
    """The seat's share of the match the finished round ends: 1 won, 0 lost, ties split; an equal one if it goes on."""
    sign = 1 if state.game == BLOB else -1
    own = sign * (state.scores[seat] + score(state, seat))
    is_decided = state.game == BLOB and can_end_match(state)
    ahead = level = 0
    for other in range(state.players):
        total = state.scores[other] + score(state, other)
        is_decided = is_decided or (state.game == HEARTS and 0 < state.target <= total)
        ahead += sign * total > own
        level += sign * total == own
    if not is_decided:
        return 1.0 / state.players  # type: ignore[no-any-return]
    return 0.0 if ahead > 0 else 1.0 / level
