"""What a Blob table in the terminal shows."""

from __future__ import annotations

from overtrick.cards.card import SUITS
from overtrick.cards.masks import NO_SUIT
from overtrick.core.record import NO_BID, Record
from overtrick.core.seen import SUIT_NAMES, Seen

COLUMN = "bid"


def facts(table: Seen, dealer: str) -> list[str]:
    """Hand size, trump and dealer."""
    trump = int(table.record.trump)
    return [
        "1 card" if table.cards == 1 else f"{table.cards} cards",
        "no trump" if trump == NO_SUIT else f"trump {SUITS[trump]} {SUIT_NAMES[trump]}",
        dealer,
    ]


def figure(record: Record, seat: int) -> str:
    """The bid, once it is made."""
    bid = int(record.bids[seat])
    return "–" if bid == NO_BID else str(bid)
