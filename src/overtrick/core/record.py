"""One record for a round of any game: what lies where, who acts, and what everybody has seen.

The same record is a full state (`seat == FULL`) or a view: `seat` says who looks, what that seat may not know is blank.
Everything in it except other hands and unfinished passes is public knowledge.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from overtrick.cards.masks import NO_SUIT, count, suit_of
from overtrick.kernel import JIT_IS_ON, kernel

UNDEALT, BID, PASS, PLAY, OVER = range(5)
"""Values of `phase`."""

MAX_SEATS = 8
MAX_CARDS = 17
PASSED_CARDS = 3
MAX_HOUSE = 6

NOBODY = -1
NO_CARD = -1
NO_BID = -1
FULL = -1
"""Value of `seat` in a state that shows all cards."""

_FIELDS: list[Any] = [
    # Sets of cards, see cards.masks.
    ("hands", "i8", MAX_SEATS),  # still held
    ("played", "i8", MAX_SEATS),  # laid on the table this round, by seat
    ("passed", "i8", MAX_SEATS),  # chosen to be passed, by the giving seat; kept after the exchange
    ("lacks", "i8", MAX_SEATS),  # cards the seat has shown, by the rules, that it does not hold
    ("table", "i8"),  # the trick in progress
    # Where the match stands.
    ("scores", "i2", MAX_SEATS),  # of the match, before this round
    ("target", "i2"),  # that ends the match, or 0
    ("round", "i2"),  # rounds completed before this one
    ("rounds", "i2"),  # in the match; 0 when it is not fixed, or for a round of its own
    ("house", "i2", MAX_HOUSE),  # house rules that kernels need, in the order of their declaration, see core.house
    # Per seat.
    ("bids", "i1", MAX_SEATS),  # NO_BID until made
    ("tricks", "i1", MAX_SEATS),  # won this round
    ("points", "i1", MAX_SEATS),  # penalty points taken this round (hearts and the queen of spades)
    # The play so far: card k lies in trick k // players and was played by seat_of_play(k).
    ("history", "i1", 52),
    ("leaders", "i1", MAX_CARDS + 1),  # who led each trick
    ("plays", "i1"),  # cards played
    ("best", "i1"),  # card that wins the trick in progress so far
    ("best_seat", "i1"),  # and whose it is
    # The table.
    ("game", "i1"),
    ("players", "i1"),
    ("cards", "i1"),  # dealt to each seat
    ("trump", "i1"),  # a suit or NO_SUIT
    ("dealer", "i1"),
    ("phase", "i1"),
    ("turn", "i1"),  # the seat to act, or NOBODY
    ("seat", "i1"),  # who looks: FULL or the seat of a view
    ("broken", "i1"),  # hearts may be led
    ("jack", "i1"),  # who took the jack of diamonds
    ("pass_to", "i1"),  # how many seats to the left cards are passed; 0 keeps the hand
    # Where a match with a list of rounds stands.
    ("start_cards", "i1"),  # of the first round
    ("ones_left", "i1"),  # one-card rounds still to come, this one included
    ("stage", "i1"),  # 0 hands shrink, 1 one-card rounds, 2 hands grow
    ("recent", "i1", 15),  # hand sizes of the last rounds, oldest first, then zeros
]

if not JIT_IS_ON:  # Numba computes in 64 bits whatever the field; plain NumPy would wrap around in 8.
    _FIELDS = [(field[0], "i8", *field[2:]) for field in _FIELDS]

ROUND = np.dtype((np.record, np.dtype(_FIELDS, align=True)))

if sum(ROUND[name].itemsize for name in ROUND.names or ()) != ROUND.itemsize:
    # NumPy leaves holes undefined in copies, and states are compared by their bytes.
    raise TypeError("the fields of a record have to fill it: order them by size, to a multiple of 8 bytes")

Record: TypeAlias = Any
"""One `ROUND` record, a reference into an array. Kernels take it and change it in place."""

Rounds: TypeAlias = np.ndarray[tuple[int], Any]
"""Many rounds: an array of `ROUND` records."""


def empty_rounds(size: int) -> Rounds:
    """`size` blank rounds."""
    return np.zeros(size, ROUND)


@kernel
def clear(state: Record) -> None:
    """Blank what belongs to one deal; players, rules and the match's figures stay."""
    for seat in range(MAX_SEATS):
        state.hands[seat] = 0
        state.played[seat] = 0
        state.passed[seat] = 0
        state.lacks[seat] = 0
        state.bids[seat] = NO_BID
        state.tricks[seat] = 0
        state.points[seat] = 0
    for place in range(52):
        state.history[place] = NO_CARD
    for trick in range(MAX_CARDS + 1):
        state.leaders[trick] = NOBODY
    state.table = 0
    state.plays = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.broken = 0
    state.jack = NOBODY
    state.phase = UNDEALT
    state.turn = NOBODY
    state.seat = FULL


@kernel
def deal_hands(state: Record, deck: np.ndarray[Any, Any]) -> None:
    """Give seat 0 the first cards of `deck`, seat 1 the next, and so on; the rest is out of play."""
    clear(state)
    for seat in range(state.players):
        hand = 0
        for place in range(seat * state.cards, (seat + 1) * state.cards):
            hand |= 1 << deck[place]
        state.hands[seat] = hand


@kernel
def next_seat(state: Record, seat: int) -> int:
    """The seat on the left."""
    return seat + 1 if seat + 1 < state.players else 0


@kernel
def tricks_done(state: Record) -> int:
    return state.plays // state.players  # type: ignore[no-any-return]


@kernel
def cards_on_table(state: Record) -> int:
    """How many cards the trick in progress has. Counting bits takes a fraction of the time of `plays % players`."""
    return count(state.table)


@kernel
def seat_of_play(state: Record, play: int) -> int:
    """Who played card number `play` of the round."""
    return (state.leaders[play // state.players] + play % state.players) % state.players  # type: ignore[no-any-return]


@kernel
def led_suit(state: Record) -> int:
    """The suit to follow, or NO_SUIT for the seat on lead."""
    place = cards_on_table(state)
    if place == 0:
        return NO_SUIT
    return suit_of(state.history[state.plays - place])


@kernel
def hand_size(state: Record, seat: int) -> int:
    """How many cards the seat holds: public, and so the same in every view."""
    place = cards_on_table(state)
    if place == 0:
        return state.cards - tricks_done(state)  # type: ignore[no-any-return]
    leader = state.leaders[tricks_done(state)]
    has_played = (seat - leader) % state.players < place
    return state.cards - tricks_done(state) - (1 if has_played else 0)  # type: ignore[no-any-return]
