"""Shooting the moon: how likely another seat is to, how likely this hand is to, and how it goes about it."""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import HEARTS as HEART_SUIT
from overtrick.cards.masks import count, highest, lowest, of_suit, suit_of
from overtrick.core.record import NOBODY, Record, cards_on_table, led_suit, tricks_done
from overtrick.games.hearts.policies.tracker import above
from overtrick.games.hearts.rules import ALL_POINTS, QUEEN_OF_SPADES, SEATS
from overtrick.kernel import kernel

LOSERS_FOR_MOON = np.array([1.0, -1.0, 2.0, 1.0])
"""By style: a hand with at most this many losers plays for the moon."""


@kernel
def moon_threat(state: Record) -> int:
    """The other seat that has taken all points so far, or NOBODY."""
    threat = NOBODY
    for seat in range(SEATS):
        if state.points[seat] > 0:
            if threat != NOBODY or seat == state.turn:
                return NOBODY
            threat = seat
    return threat


@kernel
def threat_chance(state: Record, threat: int) -> float:
    """How likely a seat that has all points so far is to take the rest, by its points and its share of the tricks."""
    if threat == NOBODY:
        return 0.0
    share = state.tricks[threat] / max(tricks_done(state), 1)
    return state.points[threat] / ALL_POINTS * share * share  # type: ignore[no-any-return]


@kernel
def is_alone(state: Record, seat: int) -> bool:
    """Whether no other seat has taken a point."""
    taken = 0
    for other in range(SEATS):
        taken += state.points[other]
    return taken == state.points[seat]  # type: ignore[no-any-return]


@kernel
def losers(hand: int, unseen: int) -> float:
    """Cards of `hand` that will probably not win when all its suits are led from the top; hearts count double."""
    total = 0.0
    for suit in range(SEATS):
        mine, others = of_suit(hand, suit), of_suit(unseen, suit)
        if mine == 0:
            continue
        if others == 0:
            continue
        masters = count(above(mine, highest(others)))
        longest = (count(others) + 1) // 2
        if masters < longest:
            lost = count(mine) - masters
            total += 2.0 * lost if suit == HEART_SUIT else 1.0 * lost
    return total


@kernel
def plays_for_moon(state: Record, unseen: int, style: int) -> bool:
    """Whether the seat to act should try to take every point that is left."""
    seat = state.turn
    if not is_alone(state, seat):
        return False
    lost = losers(state.hands[seat], unseen)
    return lost <= LOSERS_FOR_MOON[style]  # type: ignore[no-any-return]


@kernel
def moon_play(state: Record, cards: int, unseen: int) -> int:
    """The card that takes the trick most surely and keeps the winners."""
    place = cards_on_table(state)
    if place == 0:
        return moon_lead(cards, unseen)
    if of_suit(cards, led_suit(state)) == 0:
        return moon_discard(cards, unseen)
    winners = above(cards, state.best)
    if winners == 0:
        return lowest(cards)
    return lowest(winners) if place == SEATS - 1 else highest(winners)


@kernel
def moon_lead(cards: int, unseen: int) -> int:
    """The top of the suit in which the fewest unseen cards are higher, long suits first."""
    chosen, best = -1, -1000
    for suit in range(SEATS):
        mine = of_suit(cards, suit)
        if mine == 0:
            continue
        top = highest(mine)
        worth = count(mine) - 20 * count(above(of_suit(unseen, suit), top))
        if worth > best:
            chosen, best = top, worth
    return chosen


@kernel
def moon_discard(cards: int, unseen: int) -> int:
    """The card that is likeliest to lose a trick later, rather a plain one than a heart."""
    chosen, worst = -1, -1000
    rest = cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        risk = 2 * count(above(of_suit(unseen, suit_of(card)), card)) - (9 if suit_of(card) == HEART_SUIT else 0)
        if card == QUEEN_OF_SPADES:
            risk -= 20
        if risk > worst:
            chosen, worst = card, risk
    return chosen
