"""How a position of the Hearts tactics is set up: rules, scores, and `pass_to`: "hold", "left", "across" or "right"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from overtrick.core.record import Record
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.hearts.rules import SEATS


def set_up(record: Record, setup: Mapping[str, Any]) -> None:
    """Prepare the record for what was dealt."""
    rules = HeartsRules(**setup.get("rules", {}))
    rules.set_up(record, SEATS, 0, setup.get("scores", [0] * SEATS))
    rules.set_up_round(record, setup.get("pass_to", "hold"))
