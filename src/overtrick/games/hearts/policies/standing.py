"""What the match score makes of a gift: better to the leader than to the one whose defeat ends the match."""

from __future__ import annotations

import numpy as np

from overtrick.core.record import NOBODY, Record
from overtrick.games.hearts.rules import SEATS
from overtrick.kernel import kernel

TO_LEADER = np.array([0.1, 0.1, 0.1, 0.4])
"""By style: extra worth of each point given to the seat that leads the match."""
ENDS_MATCH = 1.0
"""Cost of each point given to a seat that reaches the target by it while somebody else is ahead of the giver."""


@kernel
def gift_worth(state: Record, points: int, style: int) -> float:
    """What it is worth, beyond the points, to give `points` to the seat that is winning the trick."""
    if points == 0:
        return 0.0
    seat = state.best_seat
    worth = 0.0
    if seat == match_leader(state):
        worth = TO_LEADER[style] * points
    if state.target > 0 and state.scores[seat] + state.points[seat] + points >= state.target and not is_ahead(state):
        worth -= ENDS_MATCH * points
    return worth


@kernel
def match_leader(state: Record) -> int:
    """The other seat with the fewest points in the match, or NOBODY when the others are level."""
    leader, fewest, most = NOBODY, 10_000, -10_000
    for step in range(1, SEATS):
        seat = (state.turn + step) % SEATS
        if state.scores[seat] < fewest:
            leader, fewest = seat, state.scores[seat]
        most = max(most, state.scores[seat])
    return leader if fewest < most else NOBODY


@kernel
def is_ahead(state: Record) -> bool:
    """Whether nobody has fewer points in the match, this round's included, than the seat to act."""
    own = state.scores[state.turn] + state.points[state.turn]
    fewest = own
    for seat in range(SEATS):
        fewest = min(fewest, state.scores[seat] + state.points[seat])
    return own == fewest  # type: ignore[no-any-return]
