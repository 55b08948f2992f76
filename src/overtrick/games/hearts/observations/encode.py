"""The encoders of all Hearts schemas, by version."""

from __future__ import annotations

from overtrick.core.marks import Row
from overtrick.core.record import Record
from overtrick.games.hearts.observations.hearts1 import encode_hearts_1
from overtrick.games.hearts.observations.hearts2 import encode_hearts_2
from overtrick.games.hearts.observations.hearts3 import encode_hearts_3
from overtrick.games.hearts.observations.order import write_order
from overtrick.kernel import kernel

__all__ = ["encode_seat", "write_order"]


@kernel
def encode_seat(version: int, state: Record, seat: int, row: Row) -> None:
    """Write what `seat` sees in `hearts-1`, `hearts-2` or `hearts-3`."""
    if version == 1:
        encode_hearts_1(state, seat, row)
    elif version == 2:
        encode_hearts_2(state, seat, row)
    else:
        encode_hearts_3(state, seat, row)
