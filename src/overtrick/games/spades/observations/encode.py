"""The encoders of all Spades schemas, by version."""

from __future__ import annotations

from overtrick.core.marks import Row
from overtrick.core.record import Record
from overtrick.core.slots import Order, order_by_weight
from overtrick.games.spades.observations.spades2 import encode_spades_2
from overtrick.games.spades.observations.spades3 import encode_spades_3
from overtrick.kernel import kernel


@kernel
def encode_seat(version: int, state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees in `spades-2` or `spades-3`."""
    if version == 2:
        encode_spades_2(state, seat, row)
    else:
        encode_spades_3(state, seat, row)


@kernel
def write_order(state: Record, seat: int, order: Order) -> None:
    """Spades first, then the suit led, then the longest of the own hand."""
    order_by_weight(state, seat, order)
