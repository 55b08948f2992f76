"""What evaluations count in Spades: contracts lost, nils made and failed, and bags."""

from __future__ import annotations

from typing import Any

from overtrick.core.game import Counts
from overtrick.core.seen import Seen
from overtrick.games.spades.rules import SIDES, bags_taken, contract_of, counted_tricks

COUNTS = ("set", "nils_made", "nils_failed", "bags")
KEYS = ("contracts_made", "nils_per_deal", "bags_per_deal")

FORFEIT = 130
"""What a failed player's side loses for the round: a contract of all tricks."""


def count(table: Seen) -> list[list[int]]:
    """Contracts and bags of a side stand at both of its seats, nils at the seat that bid them."""
    record, seats = table.record, range(table.players)
    is_nil = [int(record.bids[seat]) == 0 for seat in seats]
    has_none = [int(record.tricks[seat]) == 0 for seat in seats]
    return [
        [int(counted_tricks(record, seat) < contract_of(record, seat)) for seat in seats],
        [int(is_nil[seat] and has_none[seat]) for seat in seats],
        [int(is_nil[seat] and not has_none[seat]) for seat in seats],
        [int(bags_taken(record, seat)) for seat in seats],
    ]


def forfeit_scores(players: int, seat: int) -> list[int]:
    """A lost contract of all tricks for the side of the failed player."""
    return [-FORFEIT if other % SIDES == seat % SIDES else 0 for other in range(players)]


def report(counts: Counts) -> dict[str, Any]:
    """The share of contracts made; nils of a seat and bags of a side per deal."""
    nils = {
        side: {"made": counts.per_deal("nils_made", side), "failed": counts.per_deal("nils_failed", side)}
        for side in counts.sides
    }
    return {
        "contracts_made": {side: 1.0 - counts.per_deal("set", side) for side in counts.sides},
        "nils_per_deal": nils,
        "bags_per_deal": {side: counts.per_deal("bags", side) for side in counts.sides},
    }


def lines(report: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Contracts in per cent, nils in a hundred hands, bags per deal."""
    made, nils, bags = report["contracts_made"], report["nils_per_deal"], report["bags_per_deal"]
    rows = [("contracts made", f"{100 * made['player']:.1f} %", f"{100 * made['opponent']:.1f} %")]
    rows += [
        (
            f"nils {what} in 100 hands",
            f"{100 * nils['player'][what]:.2f}",
            f"{100 * nils['opponent'][what]:.2f}",
        )
        for what in ("made", "failed")
    ]
    return [*rows, ("bags per deal", f"{bags['player']:.2f}", f"{bags['opponent']:.2f}")]
