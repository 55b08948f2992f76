"""Which cards to pass: those that leave the hand least likely to take points."""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import CARDS_IN_SUIT, DECK, SPADE_CARDS, SPADES, SUIT, count, highest, lowest, of_suit
from overtrick.cards.masks import HEARTS as HEART_SUIT
from overtrick.core.record import Record
from overtrick.games.hearts.policies.risk import CATCHERS, LOW_SPADES, QUEEN
from overtrick.games.hearts.policies.simple import highest_rank
from overtrick.games.hearts.policies.tracker import below
from overtrick.games.hearts.rules import QUEEN_OF_SPADES, SEATS
from overtrick.kernel import kernel

SAFE_SPADES = 4
"""With so many spades below the queen, she and what beats her can be kept."""

KEPT_CARD_RISK = np.array([[0.4, 1.5, 0.0], [2.2, 4.2, 0.0], [0.7, 0.9, 1.0], [0.7, 0.9, 1.0]])
"""Entry [suit, place]: cost of the lowest, second, any further card kept, times the share of unseen cards below it.

Fitted, like the other weights below, to the results of 140,000 passes played out in 40 worlds each.
"""
SHORT_SUIT_WORTH = np.array([[0.0, 0.0, 0.0], [0.0, -1.5, 0.0], [4.4, 3.2, 1.3], [4.4, 3.2, 1.3]])
"""Entry [suit, length]: worth of keeping none, one or two cards of a suit."""
KEPT_QUEEN_RISK = np.array([4.3, 2.9, 1.4, 1.2])
"""Cost of keeping the queen of spades with 0, 1, 2, 3 or more spades below her."""
KEPT_CATCHER_RISK = 1.9
"""Cost of keeping the king or the ace of spades."""


@kernel
def planned_pass(state: Record) -> int:
    """The next card of the pass that leaves the least risk: every call finds the same three cards."""
    hand, chosen = state.hands[state.turn], state.passed[state.turn]
    best, least = 0, 1e9
    firsts = hand
    while firsts != 0:
        first = firsts & -firsts
        firsts &= firsts - 1
        seconds = firsts
        while seconds != 0:
            second = seconds & -seconds
            seconds &= seconds - 1
            thirds = seconds
            while thirds != 0:
                cards = first | second | (thirds & -thirds)
                thirds &= thirds - 1
                if cards & chosen == chosen:
                    risk = kept_risk(hand & ~cards)
                    if risk < least:
                        best, least = cards, risk
    return lowest(best & ~chosen)


@kernel
def greedy_pass(state: Record) -> int:
    """The next card to pass when each is chosen by itself: nearly as good, and quick enough for playouts."""
    cards = state.hands[state.turn] & ~state.passed[state.turn]
    rest = cards
    best, least = -1, 1e9
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        risk = kept_risk(cards & ~(1 << card))
        if risk < least:
            best, least = card, risk
    return best


@kernel
def kept_risk(hand: int) -> float:
    """What a hand that passing leaves, before the cards that come in, will probably cost."""
    risk = 0.0
    for suit in range(SEATS):
        mine = of_suit(hand, suit)
        others = of_suit(DECK & ~hand, suit)
        length = count(mine)
        if length < 3:
            risk -= SHORT_SUIT_WORTH[suit, length]
        place = 0
        suit_risk = 0.0
        while mine != 0:
            card = lowest(mine)
            mine &= mine - 1
            suit_risk += KEPT_CARD_RISK[suit, place] * count(below(others, card))
            place = min(place + 1, 2)
        risk += suit_risk / max(count(others), 1)
    if hand & QUEEN:
        risk += KEPT_QUEEN_RISK[min(count(hand & LOW_SPADES), 3)]
    return risk + KEPT_CATCHER_RISK * count(hand & CATCHERS)


@kernel
def pass_highest(state: Record) -> int:
    """The next card to pass when all that counts is rank."""
    return highest_rank(state.hands[state.turn] & ~state.passed[state.turn])


@kernel
def pass_by_danger(state: Record) -> int:
    """The next card to pass, by rules of thumb: high spades that are not covered, high hearts, short suits."""
    hand = state.hands[state.turn] & ~state.passed[state.turn]
    low_spades = count(hand & LOW_SPADES)
    top_spades = hand & SPADE_CARDS & ~LOW_SPADES
    if top_spades != 0 and low_spades < SAFE_SPADES:
        return QUEEN_OF_SPADES if top_spades & QUEEN else highest(top_spades)
    chosen, worst = -1, -1000
    for suit in range(SPADES + 1, SEATS):
        shift = CARDS_IN_SUIT * suit
        mine = (hand >> shift) & SUIT
        if mine == 0:
            continue
        card = highest(mine)
        danger = 2 * card - 3 * count(mine) - lowest(mine)
        if suit == HEART_SUIT:
            danger += 4
        if danger > worst:
            worst = danger
            chosen = shift + card
    return highest(hand) if chosen < 0 else chosen
