"""What the server tells of a Blob round beside what every game has."""

from __future__ import annotations

from typing import Any

from overtrick.core.record import Record
from overtrick.games.blob.rules import DIFFERENCE, SCORING


def facts(record: Record) -> dict[str, int | list[int] | None]:
    """Bids, tricks and scores say it all."""
    return {}


def are_scores_settled(known: Any) -> bool:
    """Whether everybody has missed their bid for good, and it does not matter by how much."""
    if known.house[SCORING] == DIFFERENCE:
        return False
    players = known.players
    left = known.cards - known.plays // players
    return all(
        tricks > bid or tricks + left < bid
        for bid, tricks in zip(known.bids[:players], known.tricks[:players], strict=True)
    )
