"""`hearts-2`: all that a Hearts seat can know and count, seen from that seat."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, DECK_SIZE, NO_SUIT, SUIT, count
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
from overtrick.core.passing import giver, has_passed, receiver
from overtrick.core.record import NO_CARD, PASS, PLAY, Record, hand_size, led_suit, tricks_done
from overtrick.games.hearts.observations.schemas import HEARTS_2
from overtrick.games.hearts.observations.table import encode_house, encode_points, encode_queen, encode_stage
from overtrick.games.hearts.rules import HOLD, SEATS, TWO_OF_CLUBS, legal_plays
from overtrick.kernel import kernel

_AT = HEARTS_2.offsets
_HAND, _PLAYABLE, _PLAYED, _TRICK = _AT["hand"], _AT["playable"], _AT["played_by"], _AT["trick_by"]
_MAY_HOLD, _KNOWN, _PASSED, _RECEIVED = _AT["may_hold"], _AT["known"], _AT["passed"], _AT["received"]
_UNSEEN, _WINNING, _WOULD_WIN, _FOLLOWS = _AT["unseen"], _AT["winning"], _AT["would_win"], _AT["follows"]
_BOSS, _ABOVE, _BELOW = _AT["boss"], _AT["unseen_above"], _AT["unseen_below"]
_STAGE, _LEADER, _WINNER = _AT["phase"], _AT["leader"], _AT["winner"]
_POINTS, _QUEEN, _HOUSE, _TRICKS = _AT["trick_points"], _AT["hearts_broken"], _AT["is_match"], _AT["tricks"]
_SIZES, _VOIDS, _LED = _AT["hand_sizes"], _AT["voids"], _AT["led"]
_MY_LENGTHS, _UNSEEN_LENGTHS = _AT["my_lengths"], _AT["unseen_lengths"]


@kernel
def encode_hearts_2(state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees; neither other hands nor passes it may not know are read."""
    row[:] = 0.0
    unseen = unseen_cards(state, seat)
    _encode_cards(state, seat, unseen, row)
    _encode_holdings(state, seat, unseen, row)
    _encode_seats(state, seat, row)
    encode_stage(state, seat, row, _STAGE)
    encode_points(state, seat, row, _POINTS)
    encode_queen(state, seat, row, _QUEEN)
    _encode_round(state, seat, unseen, row)
    encode_house(state, seat, row, _HOUSE)


@kernel
def cards_known_at(state: Record, seat: int, other: int) -> int:
    """Cards that `seat` knows the other one to hold: those it passed there, and the two of clubs before it leads."""
    cards = 0
    if state.phase == PLAY and state.pass_to != HOLD and other == receiver(state, seat):
        cards = state.passed[seat] & ~state.played[other]
    if state.phase == PLAY and state.plays == 0 and other == state.turn:
        cards |= 1 << TWO_OF_CLUBS
    return cards


@kernel
def _encode_cards(state: Record, seat: int, unseen: int, row: Row) -> None:
    hand = state.hands[seat]
    mark(row, _HAND, hand)
    mark(row, _UNSEEN, unseen)
    mark(row, _PASSED, state.passed[seat])
    if state.phase == PASS and not has_passed(state, seat):
        mark(row, _PLAYABLE, hand & ~state.passed[seat])
    elif state.phase == PLAY and state.turn == seat:
        mark(row, _PLAYABLE, legal_plays(state))
    if state.phase >= PLAY and state.pass_to != HOLD:
        mark(row, _RECEIVED, state.passed[giver(state, seat)])
    if state.best != NO_CARD:
        row[_WINNING + state.best] = 1.0
        mark(row, _WOULD_WIN, beating(state.best, NO_SUIT) & (hand | unseen))
    if led_suit(state) != NO_SUIT:
        mark(row, _FOLLOWS, SUIT << (CARDS_IN_SUIT * led_suit(state)))
    count_around(row, _BOSS, _ABOVE, _BELOW, hand | unseen, unseen)


@kernel
def _encode_holdings(state: Record, seat: int, unseen: int, row: Row) -> None:
    all_known = 0
    for step in range(1, SEATS):
        all_known |= cards_known_at(state, seat, (seat + step) % SEATS)
    for step in range(1, SEATS):
        other = (seat + step) % SEATS
        known = cards_known_at(state, seat, other)
        free = unseen & ~all_known & ~state.lacks[other] if hand_size(state, other) > count(known) else 0
        mark(row, _KNOWN + (step - 1) * DECK_SIZE, known)
        mark(row, _MAY_HOLD + (step - 1) * DECK_SIZE, known | free)


@kernel
def _encode_seats(state: Record, seat: int, row: Row) -> None:
    for step in range(SEATS):
        other = (seat + step) % SEATS
        mark(row, _PLAYED + step * DECK_SIZE, state.played[other])
        mark(row, _TRICK + step * DECK_SIZE, state.played[other] & state.table)
        row[_TRICKS + step] = state.tricks[other] / 13.0
        row[_SIZES + step] = hand_size(state, other) / 13.0
        for suit in range(4):
            row[_VOIDS + step * 4 + suit] = 1.0 if is_void(state, other, suit) else 0.0
    if state.phase == PLAY:
        row[_LEADER + relative(state, seat, state.leaders[tricks_done(state)])] = 1.0
    if state.best != NO_CARD:
        row[_WINNER + relative(state, seat, state.best_seat)] = 1.0


@kernel
def _encode_round(state: Record, seat: int, unseen: int, row: Row) -> None:
    row[_LED + led_suit(state) % 5] = 1.0
    mark_lengths(row, _MY_LENGTHS, state.hands[seat])
    mark_lengths(row, _UNSEEN_LENGTHS, unseen)
