"""What a seat sees as numbers.

Written by tools/make_dispatch.py from overtrick.core.contract; change that, not this.
"""

from __future__ import annotations

from overtrick.core.marks import Row
from overtrick.core.record import Record
from overtrick.core.slots import Order
from overtrick.games.blob import NUMBER as BLOB
from overtrick.games.blob.observations.encode import encode_seat as blob_encode_seat
from overtrick.games.blob.observations.encode import write_order as blob_write_order
from overtrick.games.hearts import NUMBER as HEARTS
from overtrick.games.hearts.observations.encode import encode_seat as hearts_encode_seat
from overtrick.games.hearts.observations.encode import write_order as hearts_write_order
from overtrick.games.spades import NUMBER as SPADES
from overtrick.games.spades.observations.encode import encode_seat as spades_encode_seat
from overtrick.games.spades.observations.encode import write_order as spades_write_order
from overtrick.kernel import kernel


@kernel
def encode_seat(version: int, state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees in the game's schema of that version."""
    if state.game == BLOB:
        blob_encode_seat(version, state, seat, row)
    elif state.game == HEARTS:
        hearts_encode_seat(version, state, seat, row)
    elif state.game == SPADES:
        spades_encode_seat(version, state, seat, row)
    else:
        raise ValueError("the number in the record stands for no game")


@kernel
def write_order(state: Record, seat: int, order: Order) -> None:
    """Fill `order` with the suit in each slot as `seat` sees the round, for schemas that order suits by role."""
    if state.game == BLOB:
        blob_write_order(state, seat, order)
    elif state.game == HEARTS:
        hearts_write_order(state, seat, order)
    elif state.game == SPADES:
        spades_write_order(state, seat, order)
    else:
        raise ValueError("the number in the record stands for no game")
