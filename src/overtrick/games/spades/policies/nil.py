"""Playing a nil of one's own: take no trick, and get rid of what might."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, SPADE_CARDS, SPADES, count, highest, lowest, of_suit, suit_of
from overtrick.core.record import Record, cards_on_table, led_suit
from overtrick.core.tricks import beats
from overtrick.games.spades.policies.strength import nil_risk, nil_spade_risk
from overtrick.games.spades.policies.tracker import above, below, unseen_cards
from overtrick.games.spades.rules import SEATS
from overtrick.kernel import kernel


@kernel
def nil_card(state: Record, cards: int) -> int:
    """The card that is least likely to take a trick now or to leave one that does."""
    unseen = unseen_cards(state)
    if cards_on_table(state) == 0:
        return nil_lead(state, cards, unseen)
    losers = losing_cards(state, cards)
    if losers == 0:
        # Nothing ducks: low, in the hope that somebody covers, or high when nobody can any more.
        is_last = cards_on_table(state) == SEATS - 1
        return highest(cards) if is_last else lowest(cards)
    if of_suit(cards, led_suit(state)) != 0:
        return highest(losers)
    return riskiest(state.hands[state.turn], losers, unseen)


@kernel
def losing_cards(state: Record, cards: int) -> int:
    """The cards that do not take the trick as it lies."""
    losers = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if not beats(card, state.best, state.trump):
            losers |= 1 << card
    return losers


@kernel
def nil_lead(state: Record, cards: int, unseen: int) -> int:
    """The low card that is likeliest to be beaten, from the suit with the most cards out above it."""
    chosen, best = -1, -1000.0
    for suit in range(SEATS):
        mine = of_suit(cards, suit)
        if mine == 0:
            continue
        card = lowest(mine)
        others = of_suit(unseen, suit)
        higher, lower = count(above(others, card)), count(below(others, card))
        worth = 1.0 * min(higher, 6) - 1.5 * lower
        if suit != SPADES:
            worth += 0.5 * min(count(unseen & SPADE_CARDS), 2)
        if worth > best:
            chosen, best = card, worth
    return chosen


@kernel
def riskiest(hand: int, cards: int, unseen: int) -> int:
    """The card whose loss makes the hand safest for a nil."""
    chosen, best = -1, -1000.0
    rest = cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        suit = suit_of(card)
        mine, others = of_suit(hand, suit), of_suit(unseen, suit)
        rest_of_suit = mine & ~(1 << card)
        if suit == SPADES:
            relief = nil_spade_risk(mine, others) - nil_spade_risk(rest_of_suit, others)
        else:
            relief = nil_risk(mine, others) - nil_risk(rest_of_suit, others)
        relief += 0.001 * (card % CARDS_IN_SUIT)
        if relief > best:
            chosen, best = card, relief
    return chosen
