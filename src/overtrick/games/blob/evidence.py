"""How well a deal explains the bids that were made in it."""

from __future__ import annotations

from math import exp

from overtrick.core.record import NO_BID, Record
from overtrick.games.blob.policies.bidding import bid_values
from overtrick.kernel import kernel

SLACK = 1.0
"""Points that a bid may well fall behind the best one in the eyes of `bid_values`."""
DOUBT = 0.02
"""Chance of a bid made for no reason we know, so that no deal is ruled out."""


@kernel
def likelihood(state: Record, seat: int) -> float:
    """How likely the seats other than `seat` were to bid as they did, holding what they hold in this full deal."""
    likely = 1.0
    for other in range(state.players):
        if other != seat and state.bids[other] != NO_BID:
            values = bid_values(state, other, state.hands[other] | state.played[other])
            total = 0.0
            for bid in range(state.cards + 1):
                total += exp((values[bid] - values[state.bids[other]]) / SLACK)
            likely *= (1.0 - DOUBT) / total + DOUBT
    return likely
