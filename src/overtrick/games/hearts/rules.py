"""Hearts for 4 players.

Thirteen cards each. Before play everybody passes three cards, hidden and all at once: left, right, across, then a deal
without passing. The two of clubs leads. One follows suit if one can. Hearts may not be led until one has been thrown,
unless the hand holds nothing else; no heart and not the queen of spades on the first trick, unless the hand holds
nothing else. Each heart counts 1, the queen of spades 13: points are bad. Who takes all 26 has shot the moon: the
others get 26 each, or the shooter loses 26, as the house says.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.cards.masks import DECK, HEART_CARDS, count
from overtrick.games.state import (
    NOBODY,
    PASS,
    PASSED_CARDS,
    PLAY,
    Record,
    cards_on_table,
    deal_hands,
    led_suit,
    next_seat,
)
from overtrick.games.tricks import following, gather_trick, lay_card, open_play
from overtrick.kernel import kernel

SEATS = 4
TWO_OF_CLUBS = 26
QUEEN_OF_SPADES = 10
JACK_OF_DIAMONDS = 48
QUEEN_POINTS = 13
JACK_POINTS = -10
ALL_POINTS = 26

POINT_CARDS = HEART_CARDS | 1 << QUEEN_OF_SPADES

HOLD, LEFT, ACROSS, RIGHT = range(4)
"""Values of `pass_to`: how many seats to the left the cards go."""


@kernel
def deal(state: Record, deck: np.ndarray[Any, Any]) -> None:
    """Deal, then ask for the passes, or for the lead when nothing is passed."""
    deal_hands(state, deck)
    if state.pass_to == HOLD:
        open_play(state, two_of_clubs_holder(state))
    else:
        state.phase = PASS
        state.turn = 0


@kernel
def two_of_clubs_holder(state: Record) -> int:
    for seat in range(SEATS):
        if state.hands[seat] >> TWO_OF_CLUBS & 1:
            return seat
    return NOBODY


@kernel
def receiver(state: Record, seat: int) -> int:
    """Who gets the cards that `seat` passes."""
    return (seat + state.pass_to) % SEATS  # type: ignore[no-any-return]


@kernel
def giver(state: Record, seat: int) -> int:
    """Who passes to `seat`."""
    return (seat - state.pass_to) % SEATS  # type: ignore[no-any-return]


@kernel
def has_passed(state: Record, seat: int) -> bool:
    """Whether the seat has chosen all three cards."""
    return count(state.passed[seat]) == PASSED_CARDS


@kernel
def legal_passes(state: Record) -> int:
    """The cards the seat to act may still add to its pass."""
    return state.hands[state.turn] & ~state.passed[state.turn]  # type: ignore[no-any-return]


@kernel
def apply_pass(state: Record, card: int) -> None:
    """Add one card to the pass of the seat to act.

    After its third card the next seat chooses; after all four have chosen, the cards change hands.
    """
    state.passed[state.turn] |= 1 << card
    if not has_passed(state, state.turn):
        return
    state.turn = seat_to_pass(state, next_seat(state, state.turn))
    if state.turn == NOBODY:
        exchange(state)


@kernel
def seat_to_pass(state: Record, first: int) -> int:
    """The first seat from `first` on that has not chosen its three cards, or NOBODY."""
    for step in range(SEATS):
        seat = (first + step) % SEATS
        if not has_passed(state, seat):
            return seat
    return NOBODY


@kernel
def exchange(state: Record) -> None:
    """Hand all passes over and give the lead to the two of clubs."""
    for seat in range(SEATS):
        state.hands[seat] &= ~state.passed[seat]
    for seat in range(SEATS):
        state.hands[receiver(state, seat)] |= state.passed[seat]
    open_play(state, two_of_clubs_holder(state))


@kernel
def legal_plays(state: Record) -> int:
    """The cards the seat to act may play."""
    hand = state.hands[state.turn]
    led = led_suit(state)
    if state.plays == 0:
        return 1 << TWO_OF_CLUBS
    if cards_on_table(state) == 0:
        return leadable(hand, state.broken)
    cards = following(hand, led)
    if state.plays < SEATS and state.first_trick_points == 0:
        harmless = cards & ~POINT_CARDS
        return harmless if harmless != 0 else cards
    return cards


@kernel
def leadable(hand: int, broken: int) -> int:
    """Cards that may be led: no heart before hearts are broken, unless there is nothing else."""
    others = hand & ~HEART_CARDS
    return hand if broken or others == 0 else others


@kernel
def apply_play(state: Record, card: int) -> None:
    """Play a card, note what the rules let everybody conclude from it; a full trick goes to its winner."""
    seat = state.turn
    is_lead = cards_on_table(state) == 0
    is_first_trick = state.plays < SEATS
    is_point = POINT_CARDS >> card & 1 == 1
    is_heart = HEART_CARDS >> card & 1 == 1
    if is_lead and is_heart and state.broken == 0:
        state.lacks[seat] |= DECK & ~HEART_CARDS
    if is_first_trick and is_point and state.first_trick_points == 0:
        state.lacks[seat] |= DECK & ~POINT_CARDS
    if is_heart or (state.queen_breaks and card == QUEEN_OF_SPADES):
        state.broken = 1
    if lay_card(state, card):
        winner = state.best_seat
        state.points[winner] += points_in(state.table)
        if state.table >> JACK_OF_DIAMONDS & 1:
            state.jack = winner
        gather_trick(state)


@kernel
def points_in(cards: int) -> int:
    """Penalty points in a set of cards: hearts and the queen of spades."""
    return count(cards & HEART_CARDS) + QUEEN_POINTS * (cards >> QUEEN_OF_SPADES & 1)


@kernel
def legal_actions(state: Record) -> int:
    """Cards open to the seat to act, to pass or to play; nothing when the round is over."""
    if state.phase == PASS:
        return legal_passes(state)
    if state.phase == PLAY:
        return legal_plays(state)
    return 0


@kernel
def apply(state: Record, action: int) -> None:
    """Pass or play a card for the seat to act; the action must be legal."""
    if state.phase == PASS:
        apply_pass(state, action)
    else:
        apply_play(state, action)


@kernel
def moon_shooter(state: Record) -> int:
    """Who has taken all 26 points, or NOBODY."""
    for seat in range(SEATS):
        if state.points[seat] == ALL_POINTS:
            return seat
    return NOBODY


@kernel
def score(state: Record, seat: int) -> int:
    """The points the finished round adds to the seat's match score: the fewer, the better."""
    shooter = moon_shooter(state)
    points = state.points[seat]
    if shooter != NOBODY:
        if state.moon_subtracts:
            points = -ALL_POINTS if seat == shooter else 0
        else:
            points = 0 if seat == shooter else ALL_POINTS
    if state.jack_scores and state.jack == seat:
        points += JACK_POINTS
    return points  # type: ignore[no-any-return]
