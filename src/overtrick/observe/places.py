"""Where a network looks for each card, in schemas that order suits by role."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.cards.masks import CARDS_IN_SUIT
from overtrick.core.record import Record
from overtrick.core.slots import SUITS
from overtrick.engine.dispatch.observations import write_order
from overtrick.kernel import kernel


@kernel
def write_places(state: Record, seat: int, places: np.ndarray[Any, Any]) -> None:
    """Fill `places` with where each card stands for the seat."""
    order = np.empty(SUITS, np.int64)
    write_order(state, seat, order)
    for slot in range(SUITS):
        for rank in range(CARDS_IN_SUIT):
            places[CARDS_IN_SUIT * order[slot] + rank] = CARDS_IN_SUIT * slot + rank
