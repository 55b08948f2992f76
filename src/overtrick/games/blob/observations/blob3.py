"""`blob-3`: what matters most to a Blob seat, suits by role, for networks that have to be small and quick."""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import NO_SUIT, count, of_suit
from overtrick.core.marks import Row, beating, is_void, relative, unseen_cards
from overtrick.core.record import BID, NO_BID, NO_CARD, PLAY, Record, cards_on_table, hand_size, led_suit, tricks_done
from overtrick.core.slots import SUITS, Order, mark_slots, mark_strength, order_by_weight, slot_of
from overtrick.games.blob.observations.schemas import BLOB_3
from overtrick.games.blob.observations.table import encode_house, encode_sizes
from overtrick.kernel import kernel

_AT = BLOB_3.offsets
_HAND, _UNSEEN, _TRICK, _WINNING = _AT["hand"], _AT["unseen"], _AT["trick"], _AT["winning"]
_TAKES, _BOSS, _ABOVE = _AT["takes"], _AT["boss"], _AT["unseen_above"]
_PLACE, _DEALER, _WINNER, _TO_PLAY = _AT["place"], _AT["dealer"], _AT["winner"], _AT["to_play"]
_HAS_BID, _BIDS, _TRICKS, _NEEDED = _AT["has_bid"], _AT["bids"], _AT["tricks"], _AT["needed"]
_NEED, _SHORT, _MY_NEED, _WINNER_NEED = _AT["need"], _AT["is_short"], _AT["my_need"], _AT["winner_need"]
_BALANCE, _BALANCES, _DEMAND = _AT["balance"], _AT["balances"], _AT["demand"]
_VOIDS, _MY_LENGTHS, _UNSEEN_LENGTHS = _AT["voids"], _AT["my_lengths"], _AT["unseen_lengths"]
_HAS_TRUMP, _LED, _LIVE, _UNDEALT = _AT["has_trump"], _AT["led"], _AT["live"], _AT["undealt"]
_SIZES, _HOUSE = _AT["phase"], _AT["hook"]

NEEDS = 5
"""Needing over, 0, 1, 2, 3 or more."""
MOST_NEEDED = 8
FURTHEST = 3
"""Bids this far from the cards dealt, or further, are one feature."""


@kernel
def encode_blob_3(state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees; other hands are not read."""
    row[:] = 0.0
    order = np.empty(SUITS, np.int64)
    order_by_weight(state, seat, order)
    unseen = unseen_cards(state, seat)
    _encode_cards(state, seat, unseen, order, row)
    _encode_seats(state, seat, unseen, order, row)
    _encode_bids(state, seat, row)
    _encode_round(state, seat, unseen, order, row)
    encode_sizes(state, row, _SIZES)
    encode_house(state, seat, row, _HOUSE)


@kernel
def need_class(need: int) -> int:
    """Over the bid, or 0, 1, 2, 3 or more tricks still needed."""
    return 0 if need < 0 else min(need, NEEDS - 2) + 1


@kernel
def _encode_cards(state: Record, seat: int, unseen: int, order: Order, row: Row) -> None:
    hand = state.hands[seat]
    mark_slots(row, _HAND, hand, order)
    mark_slots(row, _UNSEEN, unseen, order)
    mark_slots(row, _TRICK, state.table, order)
    if state.best != NO_CARD:
        mark_slots(row, _WINNING, 1 << state.best, order)
        followers = of_suit(hand, led_suit(state))
        mark_slots(row, _TAKES, beating(state.best, state.trump) & (hand if followers == 0 else followers), order)
    mark_strength(row, _BOSS, _ABOVE, hand, unseen, order)


@kernel
def _encode_seats(state: Record, seat: int, unseen: int, order: Order, row: Row) -> None:
    left = state.cards - tricks_done(state)
    on_table = cards_on_table(state)
    held = left * state.players - on_table - hand_size(state, seat)
    for step in range(state.players):
        other = (seat + step) % state.players
        if on_table > 0 and step > 0 and hand_size(state, other) == left:
            row[_TO_PLAY + step] = 1.0
        for slot in range(SUITS):
            row[_VOIDS + step * SUITS + slot] = 1.0 if is_void(state, other, order[slot]) else 0.0
    row[_DEALER + relative(state, seat, state.dealer)] = 1.0
    row[_LIVE] = held / max(count(unseen), 1)
    if state.phase == PLAY:
        row[_PLACE + on_table] = 1.0
    if state.best != NO_CARD:
        row[_WINNER + relative(state, seat, state.best_seat)] = 1.0
        row[_WINNER_NEED + need_class(state.bids[state.best_seat] - state.tricks[state.best_seat])] = 1.0


@kernel
def _encode_bids(state: Record, seat: int, row: Row) -> None:
    left = state.cards - tricks_done(state)
    total = 0
    wanted = 0
    for step in range(state.players):
        other = (seat + step) % state.players
        row[_TRICKS + step] = state.tricks[other] / 4.0
        bid = state.bids[other]
        if bid == NO_BID:
            continue
        need = bid - state.tricks[other]
        total += bid
        wanted += max(need, 0)
        row[_HAS_BID + step] = 1.0
        row[_BIDS + step] = bid / 4.0
        row[_NEEDED + step] = need / 4.0
        row[_NEED + step * NEEDS + need_class(need)] = 1.0
        row[_SHORT + step] = 1.0 if need > left else 0.0
        if step == 0:
            row[_MY_NEED + (0 if need < 0 else 1 + min(need, MOST_NEEDED))] = 1.0
    row[_BALANCE] = (total - state.cards) / 4.0
    if state.phase != BID:
        row[_BALANCES + min(max(total - state.cards, -FURTHEST), FURTHEST) + FURTHEST] = 1.0
        row[_DEMAND] = (wanted - left) / 4.0


@kernel
def _encode_round(state: Record, seat: int, unseen: int, order: Order, row: Row) -> None:
    row[_UNDEALT] = (52 - state.players * state.cards) / 52.0
    row[_HAS_TRUMP] = 0.0 if state.trump == NO_SUIT else 1.0
    for slot in range(SUITS):
        row[_MY_LENGTHS + slot] = count(of_suit(state.hands[seat], order[slot])) / 4.0
        row[_UNSEEN_LENGTHS + slot] = count(of_suit(unseen, order[slot])) / 13.0
    led = led_suit(state)
    row[_LED + (slot_of(order, led) if led != NO_SUIT else SUITS)] = 1.0
