"""What programs of others are told of a Blob round, beside what every game has."""

from __future__ import annotations

from typing import Any

from overtrick.cards.card import SUIT_LETTERS
from overtrick.cards.masks import NO_SUIT
from overtrick.core.record import NO_BID
from overtrick.core.seen import SeatView
from overtrick.games.blob.house import BlobRules


def facts(view: SeatView) -> dict[str, Any]:
    """Trump, bids and house rules."""
    record = view.record
    bids = [int(record.bids[seat]) for seat in range(view.players)]
    return {
        "trump": None if record.trump == NO_SUIT else SUIT_LETTERS[record.trump],
        "bids": [None if bid == NO_BID else bid for bid in bids],
        "rules": BlobRules.described(record),
    }
