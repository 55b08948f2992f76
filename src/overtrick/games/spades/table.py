"""What the server tells of a Spades round beside what every game has."""

from __future__ import annotations

from typing import Any

from overtrick.core.record import OVER, Record
from overtrick.games.spades.rules import (
    FAILED_NIL_COUNTS,
    SEATS,
    SIDES,
    TRICKS,
    bags_before,
    bags_taken,
    contract_of,
    counted_tricks,
)


def facts(record: Record) -> dict[str, int | list[int] | None]:
    """Contracts of both sides, tricks that count for them, bags before the round and, at its end, taken in it."""
    sides = range(SIDES)
    is_over = record.phase == OVER
    return {
        "contracts": [int(contract_of(record, side)) for side in sides],
        "counted": [int(counted_tricks(record, side)) for side in sides],
        "bags": [int(bags_before(record, side)) for side in sides],
        "bags_taken": [int(bags_taken(record, side)) for side in sides] if is_over else None,
        "broken": int(record.broken),
    }


def are_scores_settled(known: Any) -> bool:
    """Whether both contracts are lost for good and every nil has failed: before that each trick counts, as a bag."""
    left = TRICKS - known.plays // SEATS
    nils = [seat for seat in range(SEATS) if known.bids[seat] == 0]
    if any(known.tricks[seat] == 0 for seat in nils) or (nils and not known.house[FAILED_NIL_COUNTS]):
        return False
    return all(
        known.bids[side] + known.bids[side + SIDES] > known.tricks[side] + known.tricks[side + SIDES] + left
        for side in range(SIDES)
    )
