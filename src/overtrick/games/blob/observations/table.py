"""What `blob-2` and `blob-3` say in the same words: the size of the round, the house and the match."""

from __future__ import annotations

from overtrick.core.marks import Row
from overtrick.core.record import BID, NO_BID, PLAY, Record, tricks_done
from overtrick.core.schema import offsets_in
from overtrick.games.blob.observations.schemas import BLOB_HOUSE, BLOB_SIZES
from overtrick.games.blob.rules import HOOK, SCORING, forbidden_bid
from overtrick.kernel import kernel

_AT = offsets_in(BLOB_SIZES)
_PHASE, _PLAYERS, _CARDS, _LEFT = _AT["phase"], _AT["players"], _AT["cards_dealt"], _AT["tricks_left"]
_AT = offsets_in(BLOB_HOUSE)
_HOOK, _FORBIDDEN, _SCORING = _AT["hook"], _AT["forbidden"], _AT["scoring"]
_IS_MATCH, _GAPS, _MATCH_LEFT = _AT["is_match"], _AT["score_gaps"], _AT["match_left"]


@kernel
def encode_sizes(state: Record, row: Row, at: int) -> None:
    """Write `BLOB_SIZES` from `at` on."""
    if state.phase == BID:
        row[at + _PHASE] = 1.0
    elif state.phase == PLAY:
        row[at + _PHASE + 1] = 1.0
    row[at + _PLAYERS + state.players - 3] = 1.0
    row[at + _CARDS + state.cards - 1] = 1.0
    row[at + _LEFT + state.cards - tricks_done(state)] = 1.0


@kernel
def encode_house(state: Record, seat: int, row: Row, at: int) -> None:
    """Write `BLOB_HOUSE` from `at` on."""
    row[at + _HOOK] = state.house[HOOK]
    row[at + _SCORING + state.house[SCORING]] = 1.0
    if state.phase == BID and state.turn == seat:
        forbidden = forbidden_bid(state)
        if forbidden != NO_BID:
            row[at + _FORBIDDEN + forbidden] = 1.0
    if state.rounds > 0:
        row[at + _IS_MATCH] = 1.0
        row[at + _MATCH_LEFT] = (state.rounds - state["round"]) / 20.0
        for step in range(state.players):
            row[at + _GAPS + step] = (state.scores[(seat + step) % state.players] - state.scores[seat]) / 50.0
