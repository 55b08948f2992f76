"""What programs of others are told of a Spades round, beside what every game has."""

from __future__ import annotations

from typing import Any

from overtrick.core.record import NO_BID
from overtrick.core.seen import SeatView
from overtrick.games.spades.house import SpadesRules
from overtrick.games.spades.rules import SIDES, bags_before


def facts(view: SeatView) -> dict[str, Any]:
    """Bids, bags of each side, whether spades are broken, and house rules."""
    record = view.record
    bids = [int(record.bids[seat]) for seat in range(view.players)]
    return {
        "bids": [None if bid == NO_BID else bid for bid in bids],
        "bags": [int(bags_before(record, side)) for side in range(SIDES)],
        "broken": bool(record.broken),
        "rules": SpadesRules.described(record),
    }
