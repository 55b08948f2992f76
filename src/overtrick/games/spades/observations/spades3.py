"""`spades-3`: what matters most to a Spades seat, suits by role, for networks that have to be small and quick."""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import NO_SUIT, count, of_suit
from overtrick.core.marks import Row, beating, is_void, unseen_cards
from overtrick.core.record import NO_CARD, Record, cards_on_table, hand_size, led_suit, tricks_done
from overtrick.core.slots import SUITS, Order, mark_slots, mark_strength, order_by_weight, slot_of
from overtrick.core.tricks import following
from overtrick.games.spades.observations.schemas import SPADES_3
from overtrick.games.spades.observations.table import encode_bids, encode_house, encode_stage
from overtrick.games.spades.rules import SEATS
from overtrick.kernel import kernel

_AT = SPADES_3.offsets
_HAND, _UNSEEN, _TRICK, _WINNING = _AT["hand"], _AT["unseen"], _AT["trick"], _AT["winning"]
_TAKES, _BOSS, _ABOVE = _AT["takes"], _AT["boss"], _AT["unseen_above"]
_STAGE, _TO_PLAY, _BIDS, _HOUSE = _AT["phase"], _AT["to_play"], _AT["has_bid"], _AT["is_match"]
_VOIDS, _LED = _AT["voids"], _AT["led"]
_MY_LENGTHS, _UNSEEN_LENGTHS = _AT["my_lengths"], _AT["unseen_lengths"]


@kernel
def encode_spades_3(state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees; other hands are not read."""
    row[:] = 0.0
    order = np.empty(SUITS, np.int64)
    order_by_weight(state, seat, order)
    unseen = unseen_cards(state, seat)
    _encode_cards(state, seat, unseen, order, row)
    _encode_seats(state, seat, order, row)
    encode_stage(state, seat, row, _STAGE)
    encode_bids(state, seat, row, _BIDS)
    encode_house(state, seat, row, _HOUSE)
    for slot in range(SUITS):
        row[_MY_LENGTHS + slot] = count(of_suit(state.hands[seat], order[slot])) / 4.0
        row[_UNSEEN_LENGTHS + slot] = count(of_suit(unseen, order[slot])) / 13.0


@kernel
def _encode_cards(state: Record, seat: int, unseen: int, order: Order, row: Row) -> None:
    hand = state.hands[seat]
    mark_slots(row, _HAND, hand, order)
    mark_slots(row, _UNSEEN, unseen, order)
    mark_slots(row, _TRICK, state.table, order)
    if state.best != NO_CARD:
        mark_slots(row, _WINNING, 1 << state.best, order)
        mark_slots(row, _TAKES, beating(state.best, state.trump) & following(hand, led_suit(state)), order)
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
    led = led_suit(state)
    row[_LED + (slot_of(order, led) if led != NO_SUIT else SUITS)] = 1.0
