"""`hearts-1`: the Hearts source's 270 numbers, in its own suit order ♣ ♦ ♥ ♠."""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import NO_SUIT, lowest, rank_of, suit_of
from overtrick.core.marks import Row, is_void, played_cards
from overtrick.core.record import PASS, Record, cards_on_table, led_suit, tricks_done
from overtrick.games.hearts.observations.schemas import CLUBS_FIRST, HEARTS_1
from overtrick.games.hearts.rules import SEATS, points_in
from overtrick.kernel import kernel

_AT = HEARTS_1.offsets
_HAND, _SEEN, _LED, _TRICK = _AT["hand"], _AT["seen"], _AT["trick_led_suit"], _AT["trick_cards"]
_COUNT, _POSITION, _POINTS = _AT["trick_count"], _AT["my_trick_position"], _AT["trick_points"]
_SCORES, _BROKEN, _COMPLETED = _AT["scores"], _AT["hearts_broken"], _AT["tricks_completed"]
_PASSING, _DIRECTION = _AT["passing_phase"], _AT["passing_direction"]
_VOIDS, _LAST = _AT["opponent_voids"], _AT["last_cards"]

FACE = 17
"""Numbers per card where suit and rank are written apart."""

_PLACES = np.argsort(np.array(CLUBS_FIRST))
"""The place of each card in the order ♣ ♦ ♥ ♠."""
_SUIT_PLACES = _PLACES[::13] // 13
_DIRECTION_PLACES = np.array([3, 0, 2, 1])
"""The place of each value of `pass_to` (hold, left, across, right) among left, right, across, hold."""


@kernel
def encode_hearts_1(state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees; other hands are not read."""
    row[:] = 0.0
    _mark_places(row, _HAND, state.hands[seat])
    _mark_places(row, _SEEN, played_cards(state))
    _encode_trick(state, seat, row)
    _encode_round(state, seat, row)
    _encode_voids(state, seat, row)
    for back in range(min(4, state.plays)):
        _mark_face(row, _LAST + back * FACE, state.history[state.plays - 1 - back])


@kernel
def _mark_places(row: Row, offset: int, cards: int) -> None:
    while cards != 0:
        row[offset + _PLACES[lowest(cards)]] = 1.0
        cards &= cards - 1


@kernel
def _mark_face(row: Row, offset: int, card: int) -> None:
    row[offset + _SUIT_PLACES[suit_of(card)]] = 1.0
    row[offset + 4 + rank_of(card)] = 1.0


@kernel
def _encode_trick(state: Record, seat: int, row: Row) -> None:
    on_table = cards_on_table(state)
    first = state.plays - on_table
    for place in range(on_table):
        _mark_face(row, _TRICK + place * FACE, state.history[first + place])
    if led_suit(state) != NO_SUIT:
        row[_LED + _SUIT_PLACES[led_suit(state)]] = 1.0
    position = on_table
    if state.table & state.played[seat] != 0:
        position = (seat - state.leaders[tricks_done(state)]) % SEATS
    row[_COUNT] = on_table / 4.0
    row[_POSITION] = position / 4.0
    row[_POINTS] = points_in(state.table) / 26.0


@kernel
def _encode_round(state: Record, seat: int, row: Row) -> None:
    for step in range(SEATS):
        row[_SCORES + step] = state.scores[(seat + step) % SEATS] / 100.0
    row[_BROKEN] = state.broken
    row[_COMPLETED] = tricks_done(state) / 13.0
    row[_PASSING] = 1.0 if state.phase == PASS else 0.0
    row[_DIRECTION + _DIRECTION_PLACES[state.pass_to]] = 1.0


@kernel
def _encode_voids(state: Record, seat: int, row: Row) -> None:
    for step in range(1, SEATS):
        for suit in range(4):
            if is_void(state, (seat + step) % SEATS, suit):
                row[_VOIDS + (step - 1) * 4 + _SUIT_PLACES[suit]] = 1.0
