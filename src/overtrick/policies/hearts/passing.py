"""Which cards to pass: those that make the hand most dangerous."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, SPADE_CARDS, SUIT, count, highest, lowest
from overtrick.cards.masks import HEARTS as HEART_SUIT
from overtrick.games.hearts.rules import QUEEN_OF_SPADES, SEATS
from overtrick.games.state import Record
from overtrick.kernel import kernel
from overtrick.policies.hearts.simple import highest_rank

SAFE_SPADES = 4
"""With so many spades below the queen, she and what beats her can be kept."""


@kernel
def pass_highest(state: Record) -> int:
    """The next card to pass when all that counts is rank."""
    return highest_rank(state.hands[state.turn] & ~state.passed[state.turn])


@kernel
def pass_by_danger(state: Record) -> int:
    """The next card to pass, by rules of thumb: high spades that are not covered, high hearts, short suits."""
    hand = state.hands[state.turn] & ~state.passed[state.turn]
    low_spades = count(hand & ((1 << QUEEN_OF_SPADES) - 1))
    top_spades = hand & SPADE_CARDS & ~((1 << QUEEN_OF_SPADES) - 1)
    if top_spades != 0 and low_spades < SAFE_SPADES:
        if top_spades >> QUEEN_OF_SPADES & 1:
            return QUEEN_OF_SPADES
        return highest(top_spades)
    chosen, worst = -1, -1000
    for suit in range(1, SEATS):
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
    if chosen < 0:
        return highest(hand)
    return chosen
