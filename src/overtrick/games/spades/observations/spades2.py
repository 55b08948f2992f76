"""`spades-2`: all that a Spades seat can know and count, seen from that seat."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, DECK_SIZE, NO_SUIT, SUIT
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
from overtrick.core.record import NO_CARD, PLAY, Record, hand_size, led_suit, tricks_done
from overtrick.games.spades.observations.schemas import SPADES_2
from overtrick.games.spades.observations.table import encode_bids, encode_house, encode_stage
from overtrick.games.spades.rules import SEATS, legal_plays
from overtrick.kernel import kernel

_AT = SPADES_2.offsets
_HAND, _PLAYABLE, _PLAYED, _TRICK = _AT["hand"], _AT["playable"], _AT["played_by"], _AT["trick_by"]
_MAY_HOLD, _UNSEEN, _WINNING, _WOULD_WIN = _AT["may_hold"], _AT["unseen"], _AT["winning"], _AT["would_win"]
_FOLLOWS, _BOSS, _ABOVE, _BELOW = _AT["follows"], _AT["boss"], _AT["unseen_above"], _AT["unseen_below"]
_STAGE, _LEADER, _BIDS, _HOUSE = _AT["phase"], _AT["leader"], _AT["has_bid"], _AT["is_match"]
_SIZES, _VOIDS, _LED = _AT["hand_sizes"], _AT["voids"], _AT["led"]
_MY_LENGTHS, _UNSEEN_LENGTHS = _AT["my_lengths"], _AT["unseen_lengths"]


@kernel
def encode_spades_2(state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees; other hands are not read."""
    row[:] = 0.0
    unseen = unseen_cards(state, seat)
    _encode_cards(state, seat, unseen, row)
    _encode_seats(state, seat, unseen, row)
    encode_stage(state, seat, row, _STAGE)
    encode_bids(state, seat, row, _BIDS)
    encode_house(state, seat, row, _HOUSE)
    mark_lengths(row, _MY_LENGTHS, state.hands[seat])
    mark_lengths(row, _UNSEEN_LENGTHS, unseen)
    row[_LED + led_suit(state) % 5] = 1.0


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
    if led_suit(state) != NO_SUIT:
        mark(row, _FOLLOWS, SUIT << (CARDS_IN_SUIT * led_suit(state)))
    count_around(row, _BOSS, _ABOVE, _BELOW, hand | unseen, unseen)


@kernel
def _encode_seats(state: Record, seat: int, unseen: int, row: Row) -> None:
    for step in range(SEATS):
        other = (seat + step) % SEATS
        mark(row, _PLAYED + step * DECK_SIZE, state.played[other])
        mark(row, _TRICK + step * DECK_SIZE, state.played[other] & state.table)
        if step > 0 and hand_size(state, other) > 0:
            mark(row, _MAY_HOLD + (step - 1) * DECK_SIZE, unseen & ~state.lacks[other])
        row[_SIZES + step] = hand_size(state, other) / 13.0
        for suit in range(4):
            row[_VOIDS + step * 4 + suit] = 1.0 if is_void(state, other, suit) else 0.0
    if state.phase == PLAY:
        row[_LEADER + relative(state, seat, state.leaders[tricks_done(state)])] = 1.0
