"""Tricks that cards are likely to take, and how likely a hand is to take none."""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import SPADE_CARDS, SPADES, count, highest, lowest, of_suit
from overtrick.games.spades.policies.tracker import above, below
from overtrick.games.spades.rules import SEATS
from overtrick.kernel import kernel

PROMOTION = np.array(
    [
        [1.0, 1.0, 1.0, 1.0],
        [0.25, 0.6, 0.62, 0.62],
        [0.05, 0.15, 0.33, 0.35],
        [0.0, 0.05, 0.12, 0.18],
    ]
)
"""Entry [h, g]: the chance that a plain card with h higher ones out and g of its suit below it becomes the highest."""
UNRUFFED = np.array([0.25, 0.35, 0.45, 0.6, 0.72, 0.82, 0.9, 0.94, 0.96, 0.97, 0.98, 0.98, 0.98, 0.98])
"""By cards of the suit that others still have when it is led: the chance that no opponent ruffs."""
TRUMP_PROMOTION = np.array([[1.0, 1.0, 1.0, 1.0], [0.35, 0.85, 0.9, 0.9], [0.2, 0.4, 0.7, 0.75], [0.2, 0.3, 0.4, 0.5]])
"""The same for spades."""
LONG_TRUMP = 0.8
"""The chance of a spade that lies fourth or further from the top of the hand."""
RUFF = 0.25
"""What a spade gains by a void to ruff in, and half of it by a singleton."""


@kernel
def suit_strength(mine: int, others: int, trumps_out: int) -> float:
    """Tricks that the cards `mine` of a plain suit are likely to take while others hold `trumps_out` spades."""
    tricks = 0.0
    size = count(others)
    place = 0
    while mine != 0:
        card = highest(mine)
        mine &= ~(1 << card)
        higher = count(above(others, card))
        if higher > 3:
            break
        guards = count(mine)
        chance = PROMOTION[higher, min(guards, 3)]
        if trumps_out > 0:
            left = size - 3 * (place + higher)
            chance *= UNRUFFED[max(min(left, 13), 0)]
        tricks += chance
        place += 1
    return tricks


@kernel
def trump_strength(mine: int, others: int, shortness: float) -> float:
    """Tricks that the spades `mine` are likely to take; `shortness` counts voids as one and singletons as half."""
    tricks = 0.0
    place = 0
    if others == 0:
        return float(count(mine))
    while mine != 0:
        card = highest(mine)
        mine &= ~(1 << card)
        higher = count(above(others, card))
        chance = TRUMP_PROMOTION[min(higher, 3), min(count(mine), 3)] if higher < 4 else 0.2
        if place >= 3:
            chance = max(chance, LONG_TRUMP)
        chance += min(RUFF * shortness, 0.5)
        tricks += min(chance, 1.0)
        place += 1
    return tricks


@kernel
def shortness_of(hand: int, unseen: int) -> float:
    """Voids and, by half, singletons among the plain suits that others still have."""
    short = 0.0
    for suit in range(1, SEATS):
        if of_suit(unseen, suit) != 0:
            length = count(of_suit(hand, suit))
            if length == 0:
                short += 1.0
            elif length == 1:
                short += 0.5
    return short


@kernel
def hand_strength(hand: int, unseen: int) -> float:
    """Tricks that a hand is likely to take when it tries to."""
    trumps_out = count(unseen & SPADE_CARDS)
    tricks = trump_strength(of_suit(hand, SPADES), of_suit(unseen, SPADES), shortness_of(hand, unseen))
    for suit in range(1, SEATS):
        tricks += suit_strength(of_suit(hand, suit), of_suit(unseen, suit), trumps_out)
    return tricks


NIL_RISK = np.array([1.7, 1.5, 0.6, 0.0])
"""What the lowest, second, third and any further card of a suit takes from the log odds of a nil."""
HIGH_SPADE_RISK = 4.0
"""What a spade adds to that once most of the spades out are below it."""


@kernel
def nil_risk(mine: int, others: int) -> float:
    """How dangerous the cards `mine` of a suit are for a nil: each by the share of cards out that are below it."""
    size = count(others)
    risk = 0.0
    place = 0
    while mine != 0 and size > 0:
        card = lowest(mine)
        mine &= mine - 1
        share = count(below(others, card)) / size
        risk += NIL_RISK[min(place, 3)] * share * share
        place += 1
    return risk


@kernel
def nil_spade_risk(mine: int, others: int) -> float:
    """The same for spades, which take tricks of other suits, too."""
    size = count(others)
    if size == 0:
        return HIGH_SPADE_RISK * count(mine)
    risk = nil_risk(mine, others)
    while mine != 0:
        card = lowest(mine)
        mine &= mine - 1
        risk += HIGH_SPADE_RISK * max(count(below(others, card)) / size - 0.6, 0.0)
    return risk
