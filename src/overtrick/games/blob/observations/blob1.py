"""`blob-1`: the Blob source's 256 numbers."""

from __future__ import annotations

from overtrick.cards.masks import NO_SUIT, count
from overtrick.core.marks import Row, mark, played_cards
from overtrick.core.record import BID, NO_BID, OVER, PLAY, Record, cards_on_table, tricks_done
from overtrick.games.blob.observations.schemas import BLOB_1
from overtrick.kernel import kernel

_AT = BLOB_1.offsets
_HAND, _TRICK, _PLAYED, _BIDS, _TRICKS = _AT["hand"], _AT["trick"], _AT["played"], _AT["bids"], _AT["tricks"]
_MY_BID, _MY_TRICKS, _CARDS_DEALT, _TRICK_NUMBER = (
    _AT["my_bid"],
    _AT["my_tricks"],
    _AT["cards_dealt"],
    _AT["trick_number"],
)
_FROM_DEALER, _PLAYERS, _TRUMP, _DEALER_BIDS = _AT["from_dealer"], _AT["players"], _AT["trump"], _AT["dealer_bids"]
_PHASE, _HELD, _LAID, _PROGRESS = _AT["phase"], _AT["cards_held"], _AT["cards_laid"], _AT["progress"]
_PACE, _PLACE, _SCORES, _DONE, _LEFT = _AT["pace"], _AT["place"], _AT["scores"], _AT["rounds_done"], _AT["rounds_left"]
_ONES, _STAGE, _RECENT = _AT["ones_left"], _AT["stage"], _AT["recent"]
_MATCH_PLAYERS, _START = _AT["match_players"], _AT["start_cards"]

ROUND_BASE = 10
"""Points of a kept bid before the bid itself is added: with the first round's cards, the scale of match scores."""


@kernel
def encode_blob_1(state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees; other hands are not read."""
    row[:] = 0.0
    _encode_cards(state, seat, row)
    _encode_seats(state, seat, row)
    _encode_round(state, seat, row)
    if state.rounds > 0:
        _encode_match(state, row)


@kernel
def _encode_cards(state: Record, seat: int, row: Row) -> None:
    mark(row, _HAND, state.hands[seat])
    mark(row, _PLAYED, played_cards(state))
    first = tricks_done(state) * state.players
    for place in range(cards_on_table(state)):
        row[_TRICK + state.history[first + place]] = place + 1


@kernel
def _encode_seats(state: Record, seat: int, row: Row) -> None:
    for other in range(state.players):
        bid = state.bids[other]
        row[_BIDS + other] = -1.0 if bid == NO_BID else bid / state.cards
        row[_TRICKS + other] = state.tricks[other] / state.cards
    row[_MY_BID] = row[_BIDS + seat]
    row[_MY_TRICKS] = row[_TRICKS + seat]
    if state.bids[seat] != NO_BID:
        row[_PACE] = (state.tricks[seat] - state.bids[seat]) / state.cards


@kernel
def _encode_round(state: Record, seat: int, row: Row) -> None:
    row[_CARDS_DEALT] = state.cards / 13.0
    row[_TRICK_NUMBER] = tricks_done(state) / state.cards
    row[_PROGRESS] = row[_TRICK_NUMBER]
    row[_FROM_DEALER] = ((seat - state.dealer) % state.players) / state.players
    row[_PLAYERS] = state.players / 8.0
    if state.trump != NO_SUIT:
        row[_TRUMP + state.trump] = 1.0
    if state.phase == BID:
        row[_PHASE] = 1.0
        row[_DEALER_BIDS] = 1.0 if seat == state.dealer else 0.0
    elif state.phase == PLAY:
        row[_PHASE + 1] = 1.0
    elif state.phase == OVER:
        row[_PHASE + 2] = 1.0
    row[_HELD] = count(state.hands[seat]) / 13.0
    row[_LAID] = count(state.played[seat]) / 13.0
    row[_PLACE] = cards_on_table(state) / state.players


@kernel
def _encode_match(state: Record, row: Row) -> None:
    if state["round"] > 0:
        for other in range(state.players):
            row[_SCORES + other] = state.scores[other] / (state["round"] * (ROUND_BASE + state.start_cards))
    row[_DONE] = state["round"] / state.rounds
    row[_LEFT] = (state.rounds - state["round"]) / state.rounds
    row[_ONES] = state.ones_left / state.players
    row[_STAGE] = state.stage / 2.0
    for place in range(len(state.recent)):
        row[_RECENT + place] = state.recent[place] / state.start_cards
    row[_MATCH_PLAYERS] = state.players / 8.0
    row[_START] = state.start_cards / 8.0
