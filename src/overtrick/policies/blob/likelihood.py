"""How well a deal explains the bids that were made in it."""

from __future__ import annotations

from overtrick.games.state import NO_BID, Record
from overtrick.kernel import kernel
from overtrick.policies.blob.rules_of_thumb import rough_tricks

SLACK = 0.7
"""By how many tricks a bid may well differ from what its hand promises."""


@kernel
def bids_likelihood(state: Record, seat: int) -> float:
    """How likely the seats other than `seat` were to bid as they did, holding what they hold in this full deal."""
    likely = 1.0
    for other in range(state.players):
        if other != seat and state.bids[other] != NO_BID:
            off = (rough_tricks(state, state.hands[other] | state.played[other]) - state.bids[other]) / SLACK
            likely /= 1.0 + off * off
    return likely
