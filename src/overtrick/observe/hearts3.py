"""`hearts-3`: what matters most to a Hearts seat, clubs and diamonds by role, for small and quick networks."""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import CLUBS, NO_SUIT, count, of_suit
from overtrick.games.hearts.rules import ALL_POINTS, HOLD, QUEEN_OF_SPADES, SEATS, giver, has_passed, points_in
from overtrick.games.state import NO_CARD, NOBODY, PASS, PLAY, Record, cards_on_table, hand_size, led_suit, tricks_done
from overtrick.kernel import kernel
from overtrick.observe.blob3 import mark_strength
from overtrick.observe.marks import Row, beating, is_void, played_cards, relative, unseen_cards
from overtrick.observe.schemas import HEARTS_3
from overtrick.observe.suits import SUITS, Order, mark_slots, slot_of, write_order

_AT = HEARTS_3.offsets
_HAND, _UNSEEN, _TRICK, _WINNING = _AT["hand"], _AT["unseen"], _AT["trick"], _AT["winning"]
_TAKES, _BOSS, _ABOVE, _PASSED, _RECEIVED = (
    _AT["takes"],
    _AT["boss"],
    _AT["unseen_above"],
    _AT["passed"],
    _AT["received"],
)
_PHASE, _DIRECTION, _CHOSEN, _TRICK_NUMBER = _AT["phase"], _AT["direction"], _AT["chosen"], _AT["trick_number"]
_PLACE, _WINNER, _TO_PLAY = _AT["place"], _AT["winner"], _AT["to_play"]
_TRICK_POINTS, _POINTS, _HAS_POINTS = _AT["trick_points"], _AT["points"], _AT["has_points"]
_MAY_SHOOT, _POINTS_LEFT = _AT["may_shoot"], _AT["points_left"]
_BROKEN, _QUEEN_GONE, _QUEEN_HERE, _QUEEN_MINE = (
    _AT["hearts_broken"],
    _AT["queen_gone"],
    _AT["queen_here"],
    _AT["queen_mine"],
)
_VOIDS, _LED, _CLUBS = _AT["voids"], _AT["led"], _AT["clubs"]
_MY_LENGTHS, _UNSEEN_LENGTHS = _AT["my_lengths"], _AT["unseen_lengths"]
_IS_MATCH, _SCORES, _GAPS, _TO_TARGET = _AT["is_match"], _AT["scores"], _AT["score_gaps"], _AT["to_target"]
_QUEEN_BREAKS, _MOON_SUBTRACTS, _JACK_SCORES, _FIRST_TRICK = (
    _AT["queen_breaks"],
    _AT["moon_subtracts"],
    _AT["jack_scores"],
    _AT["first_trick_points"],
)
_JACK = _AT["jack"]


@kernel
def encode_hearts_3(state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees; neither other hands nor passes it may not know are read."""
    row[:] = 0.0
    order = np.empty(SUITS, np.int64)
    write_order(state, seat, order)
    unseen = unseen_cards(state, seat)
    _encode_cards(state, seat, unseen, order, row)
    _encode_seats(state, seat, order, row)
    _encode_points(state, seat, row)
    _encode_round(state, seat, unseen, order, row)
    _encode_house(state, seat, row)


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
    for step in range(SEATS):
        other = (seat + step) % SEATS
        if state.phase == PLAY and step > 0 and hand_size(state, other) == left and cards_on_table(state) > 0:
            row[_TO_PLAY + step] = 1.0
        for slot in range(SUITS):
            row[_VOIDS + step * SUITS + slot] = 1.0 if is_void(state, other, order[slot]) else 0.0
    if state.phase == PLAY:
        row[_PLACE + cards_on_table(state)] = 1.0
        row[_TRICK_NUMBER + tricks_done(state)] = 1.0
    if state.best != NO_CARD:
        row[_WINNER + relative(state, seat, state.best_seat)] = 1.0


@kernel
def _encode_points(state: Record, seat: int, row: Row) -> None:
    taken = 0
    for other in range(SEATS):
        taken += state.points[other]
    for step in range(SEATS):
        points = state.points[(seat + step) % SEATS]
        row[_POINTS + step] = points / 13.0
        row[_HAS_POINTS + step] = 1.0 if points > 0 else 0.0
        row[_MAY_SHOOT + step] = 1.0 if points == taken else 0.0
    row[_POINTS_LEFT] = (ALL_POINTS - taken) / 26.0
    row[_TRICK_POINTS] = points_in(state.table) / 13.0
    row[_QUEEN_GONE] = played_cards(state) >> QUEEN_OF_SPADES & 1
    row[_QUEEN_HERE] = state.table >> QUEEN_OF_SPADES & 1
    row[_QUEEN_MINE] = state.hands[seat] >> QUEEN_OF_SPADES & 1


@kernel
def _encode_round(state: Record, seat: int, unseen: int, order: Order, row: Row) -> None:
    if state.phase == PASS:
        row[_PHASE] = 1.0
        if not has_passed(state, seat):
            row[_CHOSEN + count(state.passed[seat])] = 1.0
    elif state.phase == PLAY:
        row[_PHASE + 1] = 1.0
    row[_DIRECTION + state.pass_to] = 1.0
    row[_BROKEN] = state.broken
    row[_CLUBS] = 1.0 if order[2] == CLUBS else 0.0
    led = led_suit(state)
    row[_LED + (slot_of(order, led) if led != NO_SUIT else SUITS)] = 1.0
    for slot in range(SUITS):
        row[_MY_LENGTHS + slot] = count(of_suit(state.hands[seat], order[slot])) / 4.0
        row[_UNSEEN_LENGTHS + slot] = count(of_suit(unseen, order[slot])) / 13.0


@kernel
def _encode_house(state: Record, seat: int, row: Row) -> None:
    for step in range(SEATS):
        other = (seat + step) % SEATS
        row[_SCORES + step] = state.scores[other] / 100.0
        row[_GAPS + step] = (state.scores[other] - state.scores[seat]) / 50.0
        if state.target > 0:
            row[_TO_TARGET + step] = (state.target - state.scores[other]) / 100.0
    row[_IS_MATCH] = 1.0 if state.target > 0 else 0.0
    row[_QUEEN_BREAKS] = state.queen_breaks
    row[_MOON_SUBTRACTS] = state.moon_subtracts
    row[_JACK_SCORES] = state.jack_scores
    row[_FIRST_TRICK] = state.first_trick_points
    if state.jack != NOBODY:
        row[_JACK + relative(state, seat, state.jack)] = 1.0
