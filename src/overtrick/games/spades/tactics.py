"""How a position of the Spades tactics is set up: rules, dealer and, within a match, the scores of the two sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from overtrick.core.record import Record
from overtrick.games.spades.house import SpadesRules
from overtrick.games.spades.rules import SEATS


def set_up(record: Record, setup: Mapping[str, Any]) -> None:
    """Prepare the record for what was dealt; without scores it is a round of its own."""
    rules = SpadesRules(**setup.get("rules", {}))
    dealer = setup.get("dealer", 0)
    if "scores" in setup:
        rules.set_up(record, SEATS, dealer, [*setup["scores"], *setup["scores"]])
    else:
        rules.set_up_round(record, dealer)
