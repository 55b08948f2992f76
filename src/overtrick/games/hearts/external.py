"""What programs of others are told of a Hearts round, beside what every game has."""

from __future__ import annotations

from typing import Any

from overtrick.cards.card import card_code
from overtrick.core.passing import giver
from overtrick.core.record import PLAY
from overtrick.core.seen import SeatView, cards_of
from overtrick.games.hearts.house import PASSES, HeartsRules
from overtrick.games.hearts.rules import HOLD

_PASS_NAMES = {number: name for name, number in PASSES.items()}


def facts(view: SeatView) -> dict[str, Any]:
    """Points, passes and house rules."""
    record, seat = view.record, view.seat
    has_exchanged = view.phase >= PLAY and record.pass_to != HOLD
    return {
        "points": [int(record.points[other]) for other in range(view.players)],
        "broken": bool(record.broken),
        "pass": _PASS_NAMES[int(record.pass_to)],
        "passed": _codes(int(record.passed[seat])),
        "received": _codes(int(record.passed[giver(record, seat)])) if has_exchanged else [],
        "rules": HeartsRules.described(record),
    }


def _codes(mask: int) -> list[str]:
    return [card_code(card) for card in cards_of(mask)]
