"""Records by the names under which golden files keep them, whatever the layout of the record is now."""

from __future__ import annotations

from typing import Any

from overtrick.core.record import Record, Rounds, empty_rounds
from overtrick.engine.catalogue import game, game_key

HOUSE = ("hook", "scoring", "queen_breaks", "moon_subtracts", "jack_scores", "first_trick_points")
"""House rules that golden files name one by one, of every game; newer ones are in `house`."""


def fields_of(record: Record) -> dict[str, Any]:
    """Every field by name."""
    fields = {name: record[name].tolist() for name in record.dtype.names if name != "house"}
    return fields | dict.fromkeys(HOUSE, 0) | _codes(record)


def rounds_of(fields: dict[str, Any]) -> Rounds:
    """The record that such fields describe."""
    rounds = empty_rounds(1)
    rules = game(game_key(fields["game"])).rules.in_record()
    for name, value in fields.items():
        if name in rounds.dtype.names:
            rounds[0][name] = value
    for place, rule in enumerate(rules):
        rounds[0]["house"][place] = fields[str(rule.code)]
    return rounds


def _codes(record: Record) -> dict[str, int]:
    rules = game(game_key(int(record.game))).rules.in_record()
    return {str(rule.code): int(record.house[place]) for place, rule in enumerate(rules)}
