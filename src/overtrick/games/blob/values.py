"""The scales of a Blob result.

A value is `2 * score / best - 1`, where `best` is what a bid of all tricks would earn: 10 + cards in the source's
scoring. House rules that pass these bounds are cut off there.
"""

from __future__ import annotations

from overtrick.core.record import Record
from overtrick.games.blob.rules import MADE_BID, SCORING, bid_score, score
from overtrick.kernel import kernel


@kernel
def value_of_result(state: Record, seat: int) -> float:
    """The score, scaled."""
    return min(max(2.0 * score(state, seat) / best_score(state) - 1.0, -1.0), 1.0)


@kernel
def gain_per_value(state: Record) -> float:
    """From values, two units wide, back to points."""
    return best_score(state) / 2.0


@kernel
def best_score(state: Record) -> int:
    """The most that a round can bring."""
    return bid_score(state.house[SCORING], state.cards, state.cards)


@kernel
def utility_scale(state: Record) -> float:
    """What a bid of all tricks would earn in the source's scoring."""
    return MADE_BID + state.cards  # type: ignore[no-any-return]


@kernel
def match_worth(state: Record) -> float:
    """Losing for sure costs a quarter of it at a table of four, where an equal share is what everybody has before."""
    return 40.0


@kernel
def tally(state: Record, seat: int) -> int:
    """Tricks count."""
    return state.tricks[seat]  # type: ignore[no-any-return]


@kernel
def lone_cards(state: Record) -> int:
    """A card is worth no more than its rank."""
    return 0
