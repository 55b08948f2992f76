"""How well a deal explains the bids that were made in it."""

from __future__ import annotations

from math import exp

from overtrick.core.record import NO_BID, Record
from overtrick.games.spades.policies.bidding import CAUTION, likely_tricks, nil_worth, partner_bid_before
from overtrick.games.spades.rules import SEATS
from overtrick.kernel import kernel

SLACK = 1.0
"""Tricks that a bid may well differ from what the hand is likely to take."""
NIL_SLACK = 25.0
"""Points that a nil may well fall behind another bid."""
DOUBT = 0.05
"""Chance of a bid made for no reason we know, so that no deal is ruled out."""


@kernel
def likelihood(state: Record, seat: int) -> float:
    """How likely the seats other than `seat` were to bid as they did, holding what they hold in this full deal."""
    likely = 1.0
    for other in range(SEATS):
        if other != seat and state.bids[other] != NO_BID:
            likely *= bid_likelihood(state, other, state.hands[other] | state.played[other])
    return likely


@kernel
def bid_likelihood(state: Record, seat: int, hand: int) -> float:
    """How likely the seat was to bid as it did with this hand: near what it takes, or nil where that is worth it."""
    tricks = likely_tricks(hand)
    nil = 1.0 / (1.0 + exp(-nil_worth(state, hand, tricks, partner_bid_before(state, seat)) / NIL_SLACK))
    if state.bids[seat] == 0:
        return DOUBT + (1.0 - DOUBT) * nil
    distance = (state.bids[seat] + 0.5 - tricks - CAUTION) / SLACK
    return DOUBT + (1.0 - DOUBT) * (1.0 - nil) * exp(-0.5 * distance * distance)
