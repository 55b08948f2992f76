"""Bidding: the tricks a hand is likely to take, and how likely it is to take none."""

from __future__ import annotations

from math import exp

from overtrick.cards.masks import DECK, SPADE_CARDS, SPADES, count, highest, of_suit
from overtrick.core.record import NO_BID, Record
from overtrick.games.spades.policies.strength import hand_strength, nil_risk
from overtrick.games.spades.rules import (
    NIL_VALUE,
    NIL_VALUES,
    SEATS,
    TRICK_POINTS,
    contract_of,
    legal_bids,
    partner_of,
)
from overtrick.kernel import kernel

CAUTION = 0.0
"""Added to the tricks a hand is likely to take before they are cut to a whole number."""


@kernel
def planned_bid(state: Record) -> int:
    """The bid of the `hard` policy."""
    seat = state.turn
    hand = state.hands[seat]
    tricks = likely_tricks(hand)
    most = count(legal_bids(state)) - 1
    if nil_worth(state, seat, hand, tricks) > 0.0:
        return 0
    bid = int(tricks + CAUTION)
    return min(max(fit_to_match(state, seat, bid), 1), most)


@kernel
def likely_tricks(hand: int) -> float:
    """Tricks that a hand as dealt is likely to take."""
    return hand_strength(hand, DECK & ~hand)


@kernel
def nil_chance(hand: int, partner_bid: int) -> float:
    """The chance that a hand as dealt takes no trick when it tries to."""
    unseen = DECK & ~hand
    risk = 0.0
    for suit in range(SEATS):
        risk += nil_risk(of_suit(hand, suit), of_suit(unseen, suit), suit == SPADES)
    return 1.0 / (1.0 + exp(-(4.0 - 4.0 * risk)))


@kernel
def nil_worth(state: Record, seat: int, hand: int, tricks: float) -> float:
    """Points by which a nil is likely to beat a bid of `tricks`."""
    chance = nil_chance(hand, state.bids[partner_of(seat)])
    return (2.0 * chance - 1.0) * NIL_VALUES[state.house[NIL_VALUE]] - TRICK_POINTS * tricks


@kernel
def fit_to_match(state: Record, seat: int, bid: int) -> int:
    """No more than it takes to reach the target."""
    if state.target == 0:
        return bid
    missing = state.target - state.scores[seat] - TRICK_POINTS * contract_of(state, seat)
    if state.bids[partner_of(seat)] != NO_BID and missing < TRICK_POINTS * bid:
        return max((missing + TRICK_POINTS - 1) // TRICK_POINTS, 1)
    return bid
