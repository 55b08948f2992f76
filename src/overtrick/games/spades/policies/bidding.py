"""Bidding: the tricks a hand is likely to take, and how likely it is to take none."""

from __future__ import annotations

from math import exp

from overtrick.cards.masks import CARDS_IN_SUIT, DECK, SPADE_CARDS, count, of_suit
from overtrick.core.record import NO_BID, Record
from overtrick.games.spades.policies.strength import nil_risk
from overtrick.games.spades.rules import (
    NIL_VALUE,
    NIL_VALUES,
    SEATS,
    SIDES,
    TRICK_POINTS,
    contract_of,
    legal_bids,
    partner_of,
)
from overtrick.kernel import kernel

ACE = 12
BASE = -0.05
PER_SPADE, PER_LONG_SPADE = 0.3, 0.4
SPADE_HONOURS = (0.87, 0.78, 0.63, 0.43)
"""Ace, king, queen and jack of spades, the last three with as many spades below as there are above them."""
HONOURS = (0.91, 0.69, 0.4)
"""The same for ace, king and queen of a plain suit."""
LONG_SUIT = 0.09
"""What honours lose in a suit that is likely to be ruffed."""
SHORT_SUIT = (0.158, 0.108, 0.045)
"""What each spade, up to four, gains by a void, a singleton or a doubleton.

These weights come from a least-squares fit to 120,000 hands played for tricks by the `hard` policy: they explain 64 %
of the variance, and the rest is 0.95 tricks.
"""
CAUTION = 0.1
"""Added to the tricks a hand is likely to take before they are cut to a whole number."""
NIL_BASE, NIL_SPADE, NIL_PARTNER = 2.7, 0.23, 0.32
NIL_HONOURS = (1.7, 1.1, 0.7, 0.5)
"""What each spade, the king, queen, jack and ten of them, and the partner's bid mean for a nil, as log odds.

From a logistic fit to 40,000 nils played by the `hard` policy.
"""
NIL_COST = 10.0
"""Points that a nil is to be ahead by."""


@kernel
def planned_bid(state: Record) -> int:
    """The bid of the `hard` policy."""
    seat = state.turn
    hand = state.hands[seat]
    tricks = likely_tricks(hand)
    most = count(legal_bids(state)) - 1
    if nil_worth(state, hand, tricks, partner_bid_before(state, seat)) > NIL_COST:
        return 0
    bid = int(tricks + CAUTION)
    return min(max(fit_to_match(state, seat, bid), 1), most)


@kernel
def likely_tricks(hand: int) -> float:
    """Tricks that a hand as dealt is likely to take when it tries to."""
    spades = hand & SPADE_CARDS
    length = count(spades)
    tricks = BASE + PER_SPADE * length + PER_LONG_SPADE * max(length - 4, 0)
    for place in range(4):
        if spades >> (ACE - place) & 1 and length > place:
            tricks += SPADE_HONOURS[place]
    ruffs = min(length, 4)
    for suit in range(1, SEATS):
        cards = of_suit(hand, suit) >> (CARDS_IN_SUIT * suit)
        size = count(cards)
        for place in range(3):
            if cards >> (ACE - place) & 1 and size > place:
                tricks += HONOURS[place] - (LONG_SUIT if place + size > 5 else 0.0)
        if size < 3:
            tricks += SHORT_SUIT[size] * ruffs
    return tricks


@kernel
def nil_chance(hand: int, partner_bid: int) -> float:
    """The chance that a hand as dealt takes no trick when it tries to, with a partner who has bid, or NO_BID."""
    spades = hand & SPADE_CARDS
    if spades >> ACE & 1:
        return 0.0
    safety = NIL_BASE - NIL_SPADE * count(spades)
    for place in range(4):
        if spades >> (ACE - 1 - place) & 1:
            safety -= NIL_HONOURS[place]
    for suit in range(1, SEATS):
        safety -= nil_risk(of_suit(hand, suit), of_suit(DECK & ~hand, suit))
    if partner_bid != NO_BID:
        safety += NIL_PARTNER * (partner_bid - 3)
    return 1.0 / (1.0 + exp(-safety))


@kernel
def partner_bid_before(state: Record, seat: int) -> int:
    """What the partner had bid when it was the seat's turn to bid, or NO_BID."""
    is_first = (seat - state.dealer - 1) % SEATS < SIDES
    return NO_BID if is_first else state.bids[partner_of(seat)]


@kernel
def nil_worth(state: Record, hand: int, tricks: float, partner_bid: int) -> float:
    """Points by which a nil is likely to beat a bid of `tricks`."""
    chance = nil_chance(hand, partner_bid)
    return (2.0 * chance - 1.0) * NIL_VALUES[state.house[NIL_VALUE]] - TRICK_POINTS * tricks


@kernel
def fit_to_match(state: Record, seat: int, bid: int) -> int:
    """No more than it takes to reach the target."""
    if state.target == 0:
        return bid
    missing = state.target - state.scores[seat] - TRICK_POINTS * contract_of(state, seat)
    if state.bids[partner_of(seat)] != NO_BID and missing < TRICK_POINTS * bid:
        return max((missing + TRICK_POINTS - 1) // TRICK_POINTS, 1)  # type: ignore[no-any-return]
    return bid
