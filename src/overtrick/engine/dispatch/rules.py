"""How the game is played and scored. Seat s is on side s % sides(state), so partners sit opposite.

Written by tools/make_dispatch.py from overtrick.core.contract; change that, not this.
"""

from __future__ import annotations

from overtrick.core.contract import Numbers
from overtrick.core.record import Record
from overtrick.games.blob import NUMBER as BLOB
from overtrick.games.blob.rules import add_known as blob_add_known
from overtrick.games.blob.rules import apply as blob_apply
from overtrick.games.blob.rules import begin as blob_begin
from overtrick.games.blob.rules import can_end_match as blob_can_end_match
from overtrick.games.blob.rules import carried as blob_carried
from overtrick.games.blob.rules import has_ended_match as blob_has_ended_match
from overtrick.games.blob.rules import is_made as blob_is_made
from overtrick.games.blob.rules import legal_actions as blob_legal_actions
from overtrick.games.blob.rules import score as blob_score
from overtrick.games.blob.rules import sides as blob_sides
from overtrick.games.blob.rules import sign as blob_sign
from overtrick.games.hearts import NUMBER as HEARTS
from overtrick.games.hearts.rules import add_known as hearts_add_known
from overtrick.games.hearts.rules import apply as hearts_apply
from overtrick.games.hearts.rules import begin as hearts_begin
from overtrick.games.hearts.rules import can_end_match as hearts_can_end_match
from overtrick.games.hearts.rules import carried as hearts_carried
from overtrick.games.hearts.rules import has_ended_match as hearts_has_ended_match
from overtrick.games.hearts.rules import is_made as hearts_is_made
from overtrick.games.hearts.rules import legal_actions as hearts_legal_actions
from overtrick.games.hearts.rules import score as hearts_score
from overtrick.games.hearts.rules import sides as hearts_sides
from overtrick.games.hearts.rules import sign as hearts_sign
from overtrick.games.spades import NUMBER as SPADES
from overtrick.games.spades.rules import add_known as spades_add_known
from overtrick.games.spades.rules import apply as spades_apply
from overtrick.games.spades.rules import begin as spades_begin
from overtrick.games.spades.rules import can_end_match as spades_can_end_match
from overtrick.games.spades.rules import carried as spades_carried
from overtrick.games.spades.rules import has_ended_match as spades_has_ended_match
from overtrick.games.spades.rules import is_made as spades_is_made
from overtrick.games.spades.rules import legal_actions as spades_legal_actions
from overtrick.games.spades.rules import score as spades_score
from overtrick.games.spades.rules import sides as spades_sides
from overtrick.games.spades.rules import sign as spades_sign
from overtrick.kernel import kernel


@kernel
def begin(state: Record) -> None:
    """Ask for the first action of a round that has been dealt; `state` is full, all cards in their hands."""
    if state.game == BLOB:
        blob_begin(state)
    elif state.game == HEARTS:
        hearts_begin(state)
    elif state.game == SPADES:
        spades_begin(state)
    else:
        raise ValueError("the number in the record stands for no game")


@kernel
def legal_actions(state: Record) -> int:
    """What the seat to act may do, as a mask: bit b for bid b, bit c for card c; 0 when the round is over."""
    if state.game == BLOB:
        return blob_legal_actions(state)
    if state.game == HEARTS:
        return hearts_legal_actions(state)
    if state.game == SPADES:
        return spades_legal_actions(state)
    raise ValueError("the number in the record stands for no game")


@kernel
def apply(state: Record, action: int) -> None:
    """Carry out a legal action of the seat to act."""
    if state.game == BLOB:
        blob_apply(state, action)
    elif state.game == HEARTS:
        hearts_apply(state, action)
    elif state.game == SPADES:
        spades_apply(state, action)
    else:
        raise ValueError("the number in the record stands for no game")


@kernel
def score(state: Record, seat: int) -> int:
    """What the finished round adds to the match score of the seat's side."""
    if state.game == BLOB:
        return blob_score(state, seat)
    if state.game == HEARTS:
        return hearts_score(state, seat)
    if state.game == SPADES:
        return spades_score(state, seat)
    raise ValueError("the number in the record stands for no game")


@kernel
def carried(state: Record, seat: int) -> int:
    """Points that the seat's side is likely to score in later rounds for what this finished one leaves behind.

    0 where rounds have nothing to do with each other, and where no later round will follow.
    """
    if state.game == BLOB:
        return blob_carried(state, seat)
    if state.game == HEARTS:
        return hearts_carried(state, seat)
    if state.game == SPADES:
        return spades_carried(state, seat)
    raise ValueError("the number in the record stands for no game")


@kernel
def sign(state: Record) -> int:
    """1 where a higher score is better, -1 where a lower one is."""
    if state.game == BLOB:
        return blob_sign(state)
    if state.game == HEARTS:
        return hearts_sign(state)
    if state.game == SPADES:
        return spades_sign(state)
    raise ValueError("the number in the record stands for no game")


@kernel
def sides(state: Record) -> int:
    """How many sides play against each other: as many as seats where everybody plays alone."""
    if state.game == BLOB:
        return blob_sides(state)
    if state.game == HEARTS:
        return hearts_sides(state)
    if state.game == SPADES:
        return spades_sides(state)
    raise ValueError("the number in the record stands for no game")


@kernel
def can_end_match(state: Record) -> bool:
    """Whether the match may be over after this round."""
    if state.game == BLOB:
        return blob_can_end_match(state)
    if state.game == HEARTS:
        return hearts_can_end_match(state)
    if state.game == SPADES:
        return spades_can_end_match(state)
    raise ValueError("the number in the record stands for no game")


@kernel
def has_ended_match(state: Record) -> bool:
    """Whether the match is over after this finished round."""
    if state.game == BLOB:
        return blob_has_ended_match(state)
    if state.game == HEARTS:
        return hearts_has_ended_match(state)
    if state.game == SPADES:
        return spades_has_ended_match(state)
    raise ValueError("the number in the record stands for no game")


@kernel
def is_made(state: Record, seat: int) -> bool:
    """Whether the seat of a finished round made its bid; False in a game without bids."""
    if state.game == BLOB:
        return blob_is_made(state, seat)
    if state.game == HEARTS:
        return hearts_is_made(state, seat)
    if state.game == SPADES:
        return spades_is_made(state, seat)
    raise ValueError("the number in the record stands for no game")


@kernel
def add_known(view: Record, held: Numbers) -> None:
    """Add to `held[seat]` the cards that the rules tell the viewer about other hands, beside those it passed."""
    if view.game == BLOB:
        blob_add_known(view, held)
    elif view.game == HEARTS:
        hearts_add_known(view, held)
    elif view.game == SPADES:
        spades_add_known(view, held)
    else:
        raise ValueError("the number in the record stands for no game")
