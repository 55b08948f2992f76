"""The scales of a Hearts result.

A value is the seat's gain (points against the mean of the others) / 26, in which the moon, +26 for the shooter and
-26/3 for the others, needs no scale of its own. House rules that pass these bounds are cut off there.
"""

from __future__ import annotations

from overtrick.core.record import Record
from overtrick.games.hearts.rules import ALL_POINTS, JACK_OF_DIAMONDS, JACK_SCORES, QUEEN_OF_SPADES, SEATS, score
from overtrick.kernel import kernel


@kernel
def value_of_result(state: Record, seat: int) -> float:
    """The gain, scaled."""
    total = 0
    for other in range(SEATS):
        total += score(state, other)
    own = score(state, seat)
    gain = -(own - (total - own) / (SEATS - 1))
    return min(max(gain / ALL_POINTS, -1.0), 1.0)


@kernel
def gain_per_value(state: Record) -> float:
    """Values are gains already, which count an own point as more than the whole of it."""
    return ALL_POINTS * (SEATS - 1) / SEATS


@kernel
def utility_scale(state: Record) -> float:
    """All points of a round."""
    return ALL_POINTS


@kernel
def match_worth(state: Record) -> float:
    """Losing for sure costs a quarter of it at a table of four, where an equal share is what everybody has before."""
    return 40.0


@kernel
def tally(state: Record, seat: int) -> int:
    """Points count."""
    return state.points[seat]  # type: ignore[no-any-return]


@kernel
def lone_cards(state: Record) -> int:
    """Cards that cost or bring points of their own."""
    return 1 << QUEEN_OF_SPADES | (1 << JACK_OF_DIAMONDS if state.house[JACK_SCORES] else 0)
