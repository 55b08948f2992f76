"""What `spades-2` and `spades-3` say in the same words: how far the round is, bids and bags, match and house."""

from __future__ import annotations

from overtrick.core.marks import Row, relative
from overtrick.core.record import BID, NO_BID, NO_CARD, PLAY, Record, cards_on_table, tricks_done
from overtrick.core.schema import offsets_in
from overtrick.games.spades.observations.schemas import SPADES_BIDS, SPADES_HOUSE, SPADES_STAGE
from overtrick.games.spades.rules import (
    BAG_PENALTIES,
    BAG_PENALTY,
    FAILED_NIL_COUNTS,
    LOSING_SCORE,
    LOSING_SCORES,
    NIL_VALUE,
    NIL_VALUES,
    SEATS,
    SIDES,
    TRICKS,
    bags_before,
    contract_of,
    counted_tricks,
)
from overtrick.kernel import kernel

_AT = offsets_in(SPADES_STAGE)
_PHASE, _TRICK_NUMBER, _PLACE = _AT["phase"], _AT["trick_number"], _AT["place"]
_DEALER, _WINNER, _BROKEN = _AT["dealer"], _AT["winner"], _AT["broken"]
_AT = offsets_in(SPADES_BIDS)
_HAS_BID, _BIDS, _TRICKS = _AT["has_bid"], _AT["bids"], _AT["tricks"]
_IS_NIL, _IS_ALIVE, _NEEDED, _NEED = _AT["is_nil"], _AT["is_alive"], _AT["needed"], _AT["need"]
_SHORT, _BALANCE, _SLACK, _BAGS = _AT["is_short"], _AT["balance"], _AT["slack"], _AT["bags"]
_AT = offsets_in(SPADES_HOUSE)
_IS_MATCH, _SCORES, _GAP, _TO_TARGET = _AT["is_match"], _AT["scores"], _AT["score_gap"], _AT["to_target"]
_TO_LOSS, _BAG_PENALTY, _NIL_VALUE, _NIL_COUNTS = (
    _AT["to_loss"],
    _AT["bag_penalty"],
    _AT["nil_value"],
    _AT["nil_counts"],
)

NEEDS = 6
"""Needing over, 0, 1, 2, 3, 4 or more."""


@kernel
def encode_stage(state: Record, seat: int, row: Row, at: int) -> None:
    """Write `SPADES_STAGE` from `at` on."""
    if state.phase == BID:
        row[at + _PHASE] = 1.0
    elif state.phase == PLAY:
        row[at + _PHASE + 1] = 1.0
        row[at + _TRICK_NUMBER + tricks_done(state)] = 1.0
        row[at + _PLACE + cards_on_table(state)] = 1.0
    row[at + _DEALER + relative(state, seat, state.dealer)] = 1.0
    if state.best != NO_CARD:
        row[at + _WINNER + relative(state, seat, state.best_seat)] = 1.0
    row[at + _BROKEN] = state.broken


@kernel
def encode_bids(state: Record, seat: int, row: Row, at: int) -> None:
    """Write `SPADES_BIDS` from `at` on."""
    total = 0
    for step in range(SEATS):
        other = (seat + step) % SEATS
        bid = state.bids[other]
        row[at + _TRICKS + step] = state.tricks[other] / 4.0
        if bid != NO_BID:
            total += bid
            row[at + _HAS_BID + step] = 1.0
            row[at + _BIDS + step] = bid / 4.0
            row[at + _IS_NIL + step] = 1.0 if bid == 0 else 0.0
            row[at + _IS_ALIVE + step] = 1.0 if bid == 0 and state.tricks[other] == 0 else 0.0
    row[at + _BALANCE] = (total - TRICKS) / 4.0
    left = TRICKS - tricks_done(state)
    wanted = 0
    for step in range(SIDES):
        other = (seat + step) % SEATS
        need = contract_of(state, other) - counted_tricks(state, other)
        wanted += max(need, 0)
        row[at + _NEEDED + step] = need / 4.0
        row[at + _BAGS + step] = bags_before(state, other) / 10.0
        if state.phase != BID:
            row[at + _NEED + step * NEEDS + (0 if need < 0 else min(need, NEEDS - 2) + 1)] = 1.0
            row[at + _SHORT + step] = 1.0 if need > left else 0.0
    if state.phase != BID:
        row[at + _SLACK] = (left - wanted) / 4.0


@kernel
def encode_house(state: Record, seat: int, row: Row, at: int) -> None:
    """Write `SPADES_HOUSE` from `at` on."""
    for step in range(SIDES):
        points = state.scores[(seat + step) % SEATS]
        row[at + _SCORES + step] = points / 200.0
        if state.target > 0:
            row[at + _TO_TARGET + step] = (state.target - points) / 200.0
            row[at + _TO_LOSS + step] = (points - LOSING_SCORES[state.house[LOSING_SCORE]]) / 200.0
    row[at + _IS_MATCH] = 1.0 if state.target > 0 else 0.0
    row[at + _GAP] = (state.scores[seat] - state.scores[(seat + 1) % SEATS]) / 100.0
    row[at + _BAG_PENALTY] = BAG_PENALTIES[state.house[BAG_PENALTY]] / 100.0
    row[at + _NIL_VALUE] = NIL_VALUES[state.house[NIL_VALUE]] / 100.0
    row[at + _NIL_COUNTS] = state.house[FAILED_NIL_COUNTS]
