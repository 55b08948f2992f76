"""Which card to play: the one with the least to pay now and later."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, highest, lowest, of_suit
from overtrick.core.record import NO_CARD, Record
from overtrick.games.hearts.policies.moon import moon_play, moon_threat, plays_for_moon, threat_chance
from overtrick.games.hearts.policies.risk import LOW_SPADES, QUEEN, points_added, share_to_come, suit_risk, win_chance
from overtrick.games.hearts.policies.standing import gift_worth
from overtrick.games.hearts.policies.tracker import Holdings, above, below, possible_holdings, unseen_cards
from overtrick.games.hearts.rules import (
    FIRST_TRICK_POINTS,
    JACK_OF_DIAMONDS,
    JACK_POINTS,
    JACK_SCORES,
    QUEEN_OF_SPADES,
    SEATS,
    legal_plays,
    points_in,
)
from overtrick.kernel import kernel

SPECIAL = 1 << QUEEN_OF_SPADES | 1 << JACK_OF_DIAMONDS
TEMPO = (1.2, 0.5, 0.5, 0.35)
"""Cost of winning a trick, and so having to lead, by the place one played in."""
TAKEN = 1.2
"""Gain lost with each point taken: one's own, and what the others did not get."""
SMOKE_OUT = 0.55
"""Worth of leading spades below the queen when another seat has her."""
STOP = 17.0
"""Gain saved by stopping a moon."""
STOPPER = 2.0
"""How soon high cards turn from a burden to a guard as a moon of another seat grows likely."""


@kernel
def planned_play(state: Record, style: int) -> int:
    """The card of the `hard` policy: shoot the moon where the hand can, else play safe."""
    cards = legal_plays(state)
    if cards & (cards - 1) == 0:
        return lowest(cards)
    unseen = unseen_cards(state)
    if plays_for_moon(state, unseen, style):
        return moon_play(state, cards, unseen)
    return safest_play(state, cards, unseen, style)


@kernel
def safest_play(state: Record, cards: int, unseen: int, style: int) -> int:
    """The card that costs least; among equals the highest."""
    holdings = possible_holdings(state, unseen)
    hand = state.hands[state.turn]
    threat = moon_threat(state)
    danger = threat_chance(state, threat)
    share = share_to_come(state)
    chosen, least = -1, 1e9
    for suit in range(SEATS):
        choice = of_suit(cards, suit)
        if choice == 0:
            continue
        choice = telling_cards(choice, state.best if state.plays & 3 else NO_CARD)
        mine, others = of_suit(hand, suit), of_suit(unseen, suit)
        before = suit_risk(state, suit, mine, others, share)
        while choice != 0:
            card = lowest(choice)
            choice &= choice - 1
            later = suit_risk(state, suit, mine & ~(1 << card), others, share) - before
            cost = later * (1.0 - STOPPER * danger) + trick_cost(state, card, others, holdings, threat, danger, style)
            if cost <= least:
                chosen, least = card, cost
    return chosen


@kernel
def telling_cards(cards: int, best: int) -> int:
    """Of the cards of a suit those worth weighing: its ends, those around the best card on the table, ♠Q and ♦J."""
    chosen = 1 << lowest(cards) | 1 << highest(cards) | cards & SPECIAL
    if best >= 0:
        under, over = below(cards, best), above(cards, best)
        if under != 0:
            chosen |= 1 << highest(under)
        if over != 0:
            chosen |= 1 << lowest(over)
    elif cards & LOW_SPADES:
        chosen |= 1 << highest(cards & LOW_SPADES)
    return chosen


@kernel
def trick_cost(
    state: Record, card: int, others: int, holdings: Holdings, threat: int, danger: float, style: int
) -> float:
    """What `card` will probably cost in this trick."""
    place = state.plays & 3
    points = points_in(state.table | 1 << card)
    is_best = place == 0 or (card > state.best and card // CARDS_IN_SUIT == state.best // CARDS_IN_SUIT)
    chance = win_chance(card, others, holdings, place) if is_best else 0.0
    cost = 0.0
    if chance > 0.0:
        may_throw = state.plays >= SEATS or state.house[FIRST_TRICK_POINTS] == 1
        taken = points + points_added(card, others, holdings, place, may_throw)
        cost = chance * (TEMPO[place] + TAKEN * taken - danger * STOP * min(1.0, taken))
    if place > 0 and points > 0:
        cost -= (1.0 - chance) * gift_worth(state, points_in(1 << card), style)
        if state.best_seat != threat:
            cost -= (1.0 - chance) * danger * STOP
    if place == 0 and card < QUEEN_OF_SPADES and others & QUEEN:
        cost -= SMOKE_OUT
    if state.house[JACK_SCORES] and (state.table | 1 << card) >> JACK_OF_DIAMONDS & 1:
        cost += TAKEN * JACK_POINTS * (chance - (1.0 - chance) * int(card == JACK_OF_DIAMONDS))
    return cost
