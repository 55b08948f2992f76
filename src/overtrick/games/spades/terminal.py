"""What a Spades table in the terminal shows."""

from __future__ import annotations

from overtrick.core.record import FULL, NO_BID, PLAY, Record
from overtrick.core.seen import Seen
from overtrick.games.spades.rules import SIDES, bags_before, contract_of, counted_tricks

COLUMN = "bid"


def facts(table: Seen, dealer: str) -> list[str]:
    """Who deals, bags of both sides and, in play, what each has of its contract."""
    record = table.record
    found = [dealer]
    for side in range(SIDES):
        bags = int(bags_before(record, side))
        said = f"{_name_of(record, side)}: {bags} bag{'' if bags == 1 else 's'}"
        if table.phase >= PLAY:
            said += f", {int(counted_tricks(record, side))} of {int(contract_of(record, side))} tricks"
        found.append(said)
    if table.phase == PLAY:
        found.append("spades are broken" if record.broken else "spades are not broken")
    return found


def _name_of(record: Record, side: int) -> str:
    """A side as the seat that looks calls it."""
    if record.seat == FULL:
        return f"seats {side} and {side + SIDES}"
    return "your side" if record.seat % SIDES == side else "the others"


def figure(record: Record, seat: int) -> str:
    """The bid, once it is made."""
    bid = int(record.bids[seat])
    return "–" if bid == NO_BID else "nil" if bid == 0 else str(bid)
