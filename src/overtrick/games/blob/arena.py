"""What evaluations count in Blob: bids made exactly."""

from __future__ import annotations

from typing import Any

from overtrick.core.game import Counts
from overtrick.core.seen import Seen

COUNTS = ("exact",)
KEYS = ("exact_bids", "exact_bids_by_cards")

FORFEIT_BONUS = 10
"""What the others get for the round of a failed player, who gets nothing."""


def count(table: Seen) -> list[list[int]]:
    """Which seats made their bid."""
    record = table.record
    return [[int(record.bids[seat] == record.tricks[seat]) for seat in range(table.players)]]


def forfeit_scores(players: int, seat: int) -> list[int]:
    """As if everybody else had made a bid of nothing."""
    return [0 if other == seat else FORFEIT_BONUS for other in range(players)]


def report(counts: Counts) -> dict[str, Any]:
    """The share of bids made exactly, of all and by hand size."""
    by_cards = {side: counts.by_cards("exact", side) for side in counts.sides}
    sizes = by_cards[counts.sides[0]]
    return {
        "exact_bids": {side: counts.per_deal("exact", side) for side in counts.sides},
        "exact_bids_by_cards": {str(cards): {side: by_cards[side][cards] for side in counts.sides} for cards in sizes},
    }


def lines(report: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Shares in per cent; by hand size where there are several."""
    sizes = report["exact_bids_by_cards"]
    rows = [_row("exact bids", report["exact_bids"])]
    return rows + [_row(f"  with {cards} cards", shares) for cards, shares in sizes.items() if len(sizes) > 1]


def _row(label: str, shares: dict[str, float]) -> tuple[str, str, str]:
    return label, f"{100 * shares['player']:.1f} %", f"{100 * shares['opponent']:.1f} %"
