"""`hearts-3`: what matters most to a Hearts seat, clubs and diamonds by role, for small and quick networks."""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import CLUBS, NO_SUIT, count, of_suit
from overtrick.core.marks import Row, beating, is_void, played_cards, relative, unseen_cards
from overtrick.core.passing import giver
from overtrick.core.record import NO_CARD, PLAY, Record, cards_on_table, hand_size, led_suit, tricks_done
from overtrick.core.slots import SUITS, Order, mark_slots, mark_strength, slot_of
from overtrick.games.hearts.observations.order import write_order
from overtrick.games.hearts.observations.schemas import HEARTS_3
from overtrick.games.hearts.observations.table import encode_house, encode_points, encode_queen, encode_stage
from overtrick.games.hearts.rules import HOLD, SEATS
from overtrick.kernel import kernel

_AT = HEARTS_3.offsets
_HAND, _UNSEEN, _TRICK, _WINNING = _AT["hand"], _AT["unseen"], _AT["trick"], _AT["winning"]
_TAKES, _BOSS, _ABOVE, _PASSED, _RECEIVED = (
    _AT["takes"],
    _AT["boss"],
    _AT["unseen_above"],
    _AT["passed"],
    _AT["received"],
)
_STAGE, _WINNER, _TO_PLAY = _AT["phase"], _AT["winner"], _AT["to_play"]
_POINTS, _QUEEN, _HOUSE = _AT["trick_points"], _AT["hearts_broken"], _AT["is_match"]
_VOIDS, _LED, _CLUBS = _AT["voids"], _AT["led"], _AT["clubs"]
_MY_LENGTHS, _UNSEEN_LENGTHS = _AT["my_lengths"], _AT["unseen_lengths"]


@kernel
def encode_hearts_3(state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees; neither other hands nor passes it may not know are read."""
    row[:] = 0.0
    order = np.empty(SUITS, np.int64)
    write_order(state, seat, order)
    unseen = unseen_cards(state, seat)
    _encode_cards(state, seat, unseen, order, row)
    _encode_seats(state, seat, order, row)
    encode_stage(state, seat, row, _STAGE)
    encode_points(state, seat, row, _POINTS)
    encode_queen(state, seat, row, _QUEEN)
    _encode_round(state, seat, unseen, order, row)
    encode_house(state, seat, row, _HOUSE)


@kernel
def _encode_cards(state: Record, seat: int, unseen: int, order: Order, row: Row) -> None:
    hand = state.hands[seat]
    mark_slots(row, _HAND, hand, order)
    mark_slots(row, _UNSEEN, unseen, order)
    mark_slots(row, _TRICK, state.table, order)
    mark_slots(row, _PASSED, state.passed[seat] & ~played_cards(state), order)
    if state.phase >= PLAY and state.pass_to != HOLD:
        mark_slots(row, _RECEIVED, state.passed[giver(state, seat)] & hand, order)
    if state.best != NO_CARD:
        mark_slots(row, _WINNING, 1 << state.best, order)
        mark_slots(row, _TAKES, beating(state.best, NO_SUIT) & hand, order)
    mark_strength(row, _BOSS, _ABOVE, hand, unseen, order)


@kernel
def _encode_seats(state: Record, seat: int, order: Order, row: Row) -> None:
    left = state.cards - tricks_done(state)
    on_table = cards_on_table(state)
    for step in range(SEATS):
        other = (seat + step) % SEATS
        if on_table > 0 and step > 0 and hand_size(state, other) == left:
            row[_TO_PLAY + step] = 1.0
        for slot in range(SUITS):
            row[_VOIDS + step * SUITS + slot] = 1.0 if is_void(state, other, order[slot]) else 0.0
    if state.best != NO_CARD:
        row[_WINNER + relative(state, seat, state.best_seat)] = 1.0


@kernel
def _encode_round(state: Record, seat: int, unseen: int, order: Order, row: Row) -> None:
    row[_CLUBS] = 1.0 if order[2] == CLUBS else 0.0
    led = led_suit(state)
    row[_LED + (slot_of(order, led) if led != NO_SUIT else SUITS)] = 1.0
    for slot in range(SUITS):
        row[_MY_LENGTHS + slot] = count(of_suit(state.hands[seat], order[slot])) / 4.0
        row[_UNSEEN_LENGTHS + slot] = count(of_suit(unseen, order[slot])) / 13.0
