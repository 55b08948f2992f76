"""What the server tells of a Hearts round beside what every game has."""

from __future__ import annotations

from typing import Any

from overtrick.core.record import NOBODY, OVER, Record
from overtrick.games.hearts.rules import ALL_POINTS, JACK_SCORES, SEATS, moon_shooter


def facts(record: Record) -> dict[str, int | list[int] | None]:
    """Who shot the moon, once the round is over."""
    shooter = int(moon_shooter(record)) if record.phase == OVER else NOBODY
    return {"moon": None if shooter == NOBODY else shooter}


def are_scores_settled(known: Any) -> bool:
    """Whether all points are taken, and the jack of diamonds if it counts."""
    is_jack_out = known.house[JACK_SCORES] and known.jack == NOBODY
    return not is_jack_out and sum(known.points[:SEATS]) == ALL_POINTS
