"""The scales of a Spades result.

A value is the side's lead over the other side / 200: about what a nil and a contract on either side can move. Leads
beyond that are cut off there.
"""

from __future__ import annotations

from overtrick.core.record import Record
from overtrick.games.spades.rules import carried, score
from overtrick.kernel import kernel

LEAD = 200.0


@kernel
def value_of_result(state: Record, seat: int) -> float:
    """The lead, scaled."""
    other = 1 - seat % 2
    lead = score(state, seat) + carried(state, seat) - score(state, other) - carried(state, other)
    return min(max(lead / LEAD, -1.0), 1.0)


@kernel
def gain_per_value(state: Record) -> float:
    """Values are leads already; the difference between the sides' values is twice as wide."""
    return LEAD / 2.0


@kernel
def utility_scale(state: Record) -> float:
    """About the spread of results of a round."""
    return LEAD / 2.0


@kernel
def match_worth(state: Record) -> float:
    """About two good rounds."""
    return LEAD


@kernel
def tally(state: Record, seat: int) -> int:
    """Tricks count, of each seat by itself: partners' tricks are one for the contract but not for a nil."""
    return state.tricks[seat]  # type: ignore[no-any-return]


@kernel
def lone_cards(state: Record) -> int:
    """A card is worth no more than its rank."""
    return 0
