"""The encoders of all Blob schemas, by version."""

from __future__ import annotations

from overtrick.core.marks import Row
from overtrick.core.record import Record
from overtrick.core.slots import Order, order_by_weight
from overtrick.games.blob.observations.blob1 import encode_blob_1
from overtrick.games.blob.observations.blob2 import encode_blob_2
from overtrick.games.blob.observations.blob3 import encode_blob_3
from overtrick.kernel import kernel


@kernel
def encode_seat(version: int, state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees in `blob-1`, `blob-2` or `blob-3`."""
    if version == 1:
        encode_blob_1(state, seat, row)
    elif version == 2:
        encode_blob_2(state, seat, row)
    else:
        encode_blob_3(state, seat, row)


@kernel
def write_order(state: Record, seat: int, order: Order) -> None:
    """Trumps first (without trumps any suit may be), then the suit led, then the longest of the own hand."""
    order_by_weight(state, seat, order)
