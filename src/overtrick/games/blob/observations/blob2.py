"""`blob-2`: all that a Blob seat can know and count, seen from that seat."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, DECK_SIZE, NO_SUIT, SUIT, count, of_suit
from overtrick.core.marks import (
    Row,
    beating,
    count_around,
    is_void,
    mark,
    mark_lengths,
    relative,
    unseen_cards,
)
from overtrick.core.record import BID, NO_BID, NO_CARD, PLAY, Record, cards_on_table, hand_size, led_suit, tricks_done
from overtrick.games.blob.observations.schemas import BLOB_2
from overtrick.games.blob.observations.table import encode_house, encode_sizes
from overtrick.games.blob.rules import legal_plays
from overtrick.kernel import kernel

_AT = BLOB_2.offsets
_HAND, _PLAYABLE, _PLAYED, _TRICK = _AT["hand"], _AT["playable"], _AT["played_by"], _AT["trick_by"]
_MAY_HOLD, _UNSEEN, _WINNING, _WOULD_WIN = _AT["may_hold"], _AT["unseen"], _AT["winning"], _AT["would_win"]
_TRUMPS, _FOLLOWS, _BOSS = _AT["trumps"], _AT["follows"], _AT["boss"]
_ABOVE, _BELOW = _AT["unseen_above"], _AT["unseen_below"]
_SEATED, _DEALER, _LEADER, _WINNER, _PLACE = (
    _AT["seated"],
    _AT["dealer"],
    _AT["leader"],
    _AT["winner"],
    _AT["place"],
)
_HAS_BID, _BIDS, _TRICKS, _NEEDED = _AT["has_bid"], _AT["bids"], _AT["tricks"], _AT["needed"]
_FULL, _OVER, _SHORT, _MY_NEED = _AT["is_full"], _AT["is_over"], _AT["is_short"], _AT["my_need"]
_BALANCE, _DEMAND, _HAND_SIZES, _VOIDS = _AT["balance"], _AT["demand"], _AT["hand_sizes"], _AT["voids"]
_TRUMP, _LED, _MY_LENGTHS, _UNSEEN_LENGTHS = _AT["trump"], _AT["led"], _AT["my_lengths"], _AT["unseen_lengths"]
_MY_TRUMPS, _UNSEEN_TRUMPS, _UNDEALT = _AT["my_trumps"], _AT["unseen_trumps"], _AT["undealt"]
_SIZES, _HOUSE = _AT["phase"], _AT["hook"]

MOST_NEEDED = 8
"""Needing this many tricks or more is one feature."""


@kernel
def encode_blob_2(state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees; other hands are not read."""
    row[:] = 0.0
    unseen = unseen_cards(state, seat)
    _encode_cards(state, seat, unseen, row)
    _encode_seats(state, seat, unseen, row)
    _encode_bids(state, seat, row)
    _encode_suits(state, seat, unseen, row)
    encode_sizes(state, row, _SIZES)
    encode_house(state, seat, row, _HOUSE)
    row[_UNDEALT] = (DECK_SIZE - state.players * state.cards) / 52.0


@kernel
def _encode_cards(state: Record, seat: int, unseen: int, row: Row) -> None:
    hand = state.hands[seat]
    mark(row, _HAND, hand)
    mark(row, _UNSEEN, unseen)
    if state.phase == PLAY and state.turn == seat:
        mark(row, _PLAYABLE, legal_plays(state))
    if state.best != NO_CARD:
        row[_WINNING + state.best] = 1.0
        mark(row, _WOULD_WIN, beating(state.best, state.trump) & (hand | unseen))
    count_around(row, _BOSS, _ABOVE, _BELOW, hand | unseen, unseen)


@kernel
def _encode_seats(state: Record, seat: int, unseen: int, row: Row) -> None:
    for step in range(state.players):
        other = (seat + step) % state.players
        mark(row, _PLAYED + step * DECK_SIZE, state.played[other])
        mark(row, _TRICK + step * DECK_SIZE, state.played[other] & state.table)
        if step > 0 and hand_size(state, other) > 0:
            mark(row, _MAY_HOLD + (step - 1) * DECK_SIZE, unseen & ~state.lacks[other])
        row[_SEATED + step] = 1.0
        row[_HAND_SIZES + step] = hand_size(state, other) / 13.0
        for suit in range(4):
            row[_VOIDS + step * 4 + suit] = 1.0 if is_void(state, other, suit) else 0.0
    row[_DEALER + relative(state, seat, state.dealer)] = 1.0
    if state.phase == PLAY:
        row[_LEADER + relative(state, seat, state.leaders[tricks_done(state)])] = 1.0
        row[_PLACE + cards_on_table(state)] = 1.0
    if state.best != NO_CARD:
        row[_WINNER + relative(state, seat, state.best_seat)] = 1.0


@kernel
def _encode_bids(state: Record, seat: int, row: Row) -> None:
    left = state.cards - tricks_done(state)
    total = 0
    wanted = 0
    for step in range(state.players):
        other = (seat + step) % state.players
        row[_TRICKS + step] = state.tricks[other] / state.cards
        bid = state.bids[other]
        if bid == NO_BID:
            continue
        need = bid - state.tricks[other]
        total += bid
        wanted += max(need, 0)
        row[_HAS_BID + step] = 1.0
        row[_BIDS + step] = bid / state.cards
        row[_NEEDED + step] = need / 4.0
        row[_FULL + step] = 1.0 if need == 0 else 0.0
        row[_OVER + step] = 1.0 if need < 0 else 0.0
        row[_SHORT + step] = 1.0 if need > left else 0.0
        if step == 0:
            row[_MY_NEED + (0 if need < 0 else 1 + min(need, MOST_NEEDED))] = 1.0
    row[_BALANCE] = (total - state.cards) / 4.0
    if state.phase != BID:
        row[_DEMAND] = (wanted - left) / 4.0


@kernel
def _encode_suits(state: Record, seat: int, unseen: int, row: Row) -> None:
    hand = state.hands[seat]
    mark_lengths(row, _MY_LENGTHS, hand)
    mark_lengths(row, _UNSEEN_LENGTHS, unseen)
    led = led_suit(state)
    row[_TRUMP + state.trump % 5] = 1.0
    row[_LED + led % 5] = 1.0
    if led != NO_SUIT:
        mark(row, _FOLLOWS, SUIT << (CARDS_IN_SUIT * led))
    if state.trump != NO_SUIT:
        mark(row, _TRUMPS, SUIT << (CARDS_IN_SUIT * state.trump))
        row[_MY_TRUMPS] = count(of_suit(hand, state.trump)) / 13.0
        row[_UNSEEN_TRUMPS] = count(of_suit(unseen, state.trump)) / 13.0
