"""Which card to play: the one with the most to gain in this trick, less what it would have brought later."""

from __future__ import annotations

from overtrick.cards.masks import SPADE_CARDS, SPADES, count, highest, lowest, of_suit, suit_of
from overtrick.core.record import NO_CARD, Record, cards_on_table
from overtrick.games.spades.policies.nil import nil_card
from overtrick.games.spades.policies.outcome import trick_value
from overtrick.games.spades.policies.standing import is_alive, trick_worth
from overtrick.games.spades.policies.strength import hand_strength, shortness_of, suit_strength, trump_strength
from overtrick.games.spades.policies.tracker import above, below, possible_holdings, unseen_cards
from overtrick.games.spades.rules import SEATS, legal_plays
from overtrick.kernel import kernel

LATER = 0.68
"""What a trick later is worth, against one now."""
DRAW = 0.12
"""What drawing trumps adds, in tricks, for each plain winner it makes safe."""


@kernel
def planned_card(state: Record) -> int:
    """The card of the `hard` policy."""
    cards = legal_plays(state)
    if cards & (cards - 1) == 0:
        return lowest(cards)
    if is_alive(state, state.turn):
        return nil_card(state, cards)
    return best_card(state, cards, unseen_cards(state))


@kernel
def best_card(state: Record, cards: int, unseen: int) -> int:
    """The card with the highest worth; among equals the lowest."""
    hand = state.hands[state.turn]
    holdings = possible_holdings(state, unseen)
    trumps_out = count(unseen & SPADE_CARDS)
    shortness = shortness_of(hand, unseen)
    worth = trick_worth(state, state.turn, hand_strength(hand, unseen), sure_tricks(hand, unseen))
    is_lead = cards_on_table(state) == 0
    chosen, most = -1, -1e9
    for suit in range(SEATS):
        choice = of_suit(cards, suit)
        if choice == 0:
            continue
        choice = telling_cards(choice, NO_CARD if is_lead else state.best)
        mine, others = of_suit(hand, suit), of_suit(unseen, suit)
        before = strength_in(suit, mine, others, trumps_out, shortness)
        while choice != 0:
            card = lowest(choice)
            choice &= choice - 1
            spent = before - strength_in(suit, mine & ~(1 << card), others, trumps_out, shortness)
            if suit != SPADES and mine == 1 << card and hand & SPADE_CARDS:
                spent -= 0.15
            value = trick_value(state, card, holdings, unseen, worth) - LATER * worth * spent
            if is_lead and suit == SPADES and trumps_out > 0 and worth > 0.0:
                value += DRAW * worth * plain_winners(hand, unseen)
            if value > most + 1e-9:
                chosen, most = card, value
    return chosen


@kernel
def strength_in(suit: int, mine: int, others: int, trumps_out: int, shortness: float) -> float:
    """Tricks that the cards of one suit are likely to take."""
    if suit == SPADES:
        return trump_strength(mine, others, shortness)
    return suit_strength(mine, others, trumps_out)


@kernel
def sure_tricks(hand: int, unseen: int) -> int:
    """Spades above all that others hold."""
    mine, others = of_suit(hand, SPADES), of_suit(unseen, SPADES)
    if mine == 0:
        return 0
    return count(mine) if others == 0 else count(above(mine, highest(others)))


@kernel
def plain_winners(hand: int, unseen: int) -> int:
    """Cards of the plain suits that only a ruff can beat."""
    winners = 0
    for suit in range(1, SEATS):
        mine, others = of_suit(hand, suit), of_suit(unseen, suit)
        if mine != 0:
            winners += count(mine) if others == 0 else count(above(mine, highest(others)))
    return winners


@kernel
def telling_cards(cards: int, best: int) -> int:
    """Of the cards of a suit those worth weighing: its ends and, in the suit of the best card, those around it."""
    chosen = 1 << lowest(cards) | 1 << highest(cards)
    if best >= 0 and suit_of(lowest(cards)) == suit_of(best):
        under, over = below(cards, best), above(cards, best)
        if under != 0:
            chosen |= 1 << highest(under)
        if over != 0:
            chosen |= 1 << lowest(over)
    elif best < 0 and count(cards) > 2:
        chosen |= 1 << highest(cards & ~(1 << highest(cards)))
    return chosen
