"""What a Hearts table in the terminal shows."""

from __future__ import annotations

from overtrick.core.record import Record
from overtrick.core.seen import Seen

COLUMN = "points"


def facts(table: Seen, dealer: str) -> list[str]:
    """Where cards are passed; nobody cares who deals."""
    return [("no passing", "pass left", "pass across", "pass right")[int(table.record.pass_to)]]


def figure(record: Record, seat: int) -> str:
    """The points taken."""
    return str(int(record.points[seat]))
