"""What `hearts-2` and `hearts-3` say in the same words: how far the round is, points, queen, match and house."""

from __future__ import annotations

from overtrick.cards.masks import count
from overtrick.core.marks import Row, played_cards, relative
from overtrick.core.passing import has_passed
from overtrick.core.record import NOBODY, PASS, PLAY, Record, cards_on_table, tricks_done
from overtrick.core.schema import offsets_in
from overtrick.games.hearts.observations.schemas import HEARTS_HOUSE, HEARTS_POINTS, HEARTS_QUEEN, HEARTS_STAGE
from overtrick.games.hearts.rules import (
    ALL_POINTS,
    FIRST_TRICK_POINTS,
    JACK_SCORES,
    MOON_SUBTRACTS,
    QUEEN_BREAKS,
    QUEEN_OF_SPADES,
    SEATS,
    points_in,
)
from overtrick.kernel import kernel

_AT = offsets_in(HEARTS_STAGE)
_PHASE, _DIRECTION, _CHOSEN = _AT["phase"], _AT["direction"], _AT["chosen"]
_TRICK_NUMBER, _PLACE = _AT["trick_number"], _AT["place"]
_AT = offsets_in(HEARTS_POINTS)
_TRICK_POINTS, _POINTS, _HAS_POINTS = _AT["trick_points"], _AT["points"], _AT["has_points"]
_MAY_SHOOT, _POINTS_LEFT = _AT["may_shoot"], _AT["points_left"]
_AT = offsets_in(HEARTS_QUEEN)
_BROKEN, _GONE, _HERE, _MINE = _AT["hearts_broken"], _AT["queen_gone"], _AT["queen_here"], _AT["queen_mine"]
_AT = offsets_in(HEARTS_HOUSE)
_IS_MATCH, _SCORES, _GAPS, _TO_TARGET = _AT["is_match"], _AT["scores"], _AT["score_gaps"], _AT["to_target"]
_QUEEN_BREAKS, _MOON_SUBTRACTS, _JACK_SCORES = _AT["queen_breaks"], _AT["moon_subtracts"], _AT["jack_scores"]
_FIRST_TRICK, _JACK = _AT["first_trick_points"], _AT["jack"]


@kernel
def encode_stage(state: Record, seat: int, row: Row, at: int) -> None:
    """Write `HEARTS_STAGE` from `at` on."""
    row[at + _DIRECTION + state.pass_to] = 1.0
    if state.phase == PASS:
        row[at + _PHASE] = 1.0
        if not has_passed(state, seat):
            row[at + _CHOSEN + count(state.passed[seat])] = 1.0
    elif state.phase == PLAY:
        row[at + _PHASE + 1] = 1.0
        row[at + _TRICK_NUMBER + tricks_done(state)] = 1.0
        row[at + _PLACE + cards_on_table(state)] = 1.0


@kernel
def encode_points(state: Record, seat: int, row: Row, at: int) -> None:
    """Write `HEARTS_POINTS` from `at` on."""
    taken = 0
    for other in range(SEATS):
        taken += state.points[other]
    for step in range(SEATS):
        points = state.points[(seat + step) % SEATS]
        row[at + _POINTS + step] = points / 13.0
        row[at + _HAS_POINTS + step] = 1.0 if points > 0 else 0.0
        row[at + _MAY_SHOOT + step] = 1.0 if points == taken else 0.0
    row[at + _POINTS_LEFT] = (ALL_POINTS - taken) / 26.0
    row[at + _TRICK_POINTS] = points_in(state.table) / 13.0


@kernel
def encode_queen(state: Record, seat: int, row: Row, at: int) -> None:
    """Write `HEARTS_QUEEN` from `at` on."""
    row[at + _BROKEN] = state.broken
    row[at + _GONE] = played_cards(state) >> QUEEN_OF_SPADES & 1
    row[at + _HERE] = state.table >> QUEEN_OF_SPADES & 1
    row[at + _MINE] = state.hands[seat] >> QUEEN_OF_SPADES & 1


@kernel
def encode_house(state: Record, seat: int, row: Row, at: int) -> None:
    """Write `HEARTS_HOUSE` from `at` on."""
    for step in range(SEATS):
        other = (seat + step) % SEATS
        row[at + _SCORES + step] = state.scores[other] / 100.0
        row[at + _GAPS + step] = (state.scores[other] - state.scores[seat]) / 50.0
        if state.target > 0:
            row[at + _TO_TARGET + step] = (state.target - state.scores[other]) / 100.0
    row[at + _IS_MATCH] = 1.0 if state.target > 0 else 0.0
    row[at + _QUEEN_BREAKS] = state.house[QUEEN_BREAKS]
    row[at + _MOON_SUBTRACTS] = state.house[MOON_SUBTRACTS]
    row[at + _JACK_SCORES] = state.house[JACK_SCORES]
    row[at + _FIRST_TRICK] = state.house[FIRST_TRICK_POINTS]
    if state.jack != NOBODY:
        row[at + _JACK + relative(state, seat, state.jack)] = 1.0
