"""The rules of whichever game a record is a round of: the thin layer that search, playouts and environments call."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.games.blob import rules as blob
from overtrick.games.hearts import rules as hearts
from overtrick.games.state import BLOB, OVER, Record
from overtrick.kernel import kernel

blob_deal, blob_legal_actions, blob_apply, blob_score = blob.deal, blob.legal_actions, blob.apply, blob.score
hearts_deal, hearts_legal_actions, hearts_apply, hearts_score = (
    hearts.deal,
    hearts.legal_actions,
    hearts.apply,
    hearts.score,
)


@kernel
def deal(state: Record, deck: np.ndarray[Any, Any]) -> None:
    """Deal `deck`, a permutation of the 52 cards, and begin the round."""
    if state.game == BLOB:
        blob_deal(state, deck)
    else:
        hearts_deal(state, deck)


@kernel
def legal_actions(state: Record) -> int:
    """What the seat to act may do, as a mask: bit b for bid b, bit c for card c; 0 when the round is over."""
    if state.game == BLOB:
        return blob_legal_actions(state)
    return hearts_legal_actions(state)


@kernel
def apply(state: Record, action: int) -> None:
    """Carry out a legal action of the seat to act."""
    if state.game == BLOB:
        blob_apply(state, action)
    else:
        hearts_apply(state, action)


@kernel
def is_over(state: Record) -> bool:
    return state.phase == OVER  # type: ignore[no-any-return]


@kernel
def score(state: Record, seat: int) -> int:
    """What the finished round adds to the seat's match score. In Hearts less is better."""
    if state.game == BLOB:
        return blob_score(state, seat)
    return hearts_score(state, seat)


@kernel
def gain(state: Record, seat: int) -> float:
    """How well the finished round went for the seat, more is better in every game: its score against the others' mean."""
    total = 0
    for other in range(state.players):
        total += score(state, other)
    own = score(state, seat)
    ahead = own - (total - own) / (state.players - 1)
    return ahead if state.game == BLOB else -ahead
