"""Checks a record without the server: actions and scores against the rules, deals against the server's commitments."""

from __future__ import annotations

import json
from typing import Any

from typing_extensions import TypedDict

from overtrick.cards.card import card_code
from overtrick.engine.records.log import replay_all
from overtrick.errors import RecordError
from overtrick.server.deals import SEED_BYTES, commitment_of, deck_of


class Report(TypedDict):
    """What a good record holds. `is_open`: seeds were given and every deal follows from its own."""

    id: str | None
    game: str
    rounds: int
    actions: int
    scores: list[int]
    is_open: bool


def check_record(text: str) -> list[Report]:
    """A report on each match of a good record; the first fault raises, with the number of its line."""
    lines = text.splitlines()
    reports: list[Report] = []
    for recorded in replay_all(lines):
        match = recorded.match
        reports.append(
            {
                "id": None,
                "game": match.rules.game,
                "rounds": len(match.round_scores),
                "actions": sum(map(len, match.actions)),
                "scores": match.scores,
                "is_open": True,
            }
        )
    _check_deals(lines, reports)
    return reports


def _check_deals(lines: list[str], reports: list[Report]) -> None:
    """Compare every deal with its commitment where the seed is open; the lines are known to be sound otherwise."""
    place = -1
    for number, line in enumerate(lines, start=1):
        event: dict[str, Any] = json.loads(line) if line.strip() else {"event": None}
        about = event.get("about", {})
        try:
            if event["event"] == "match":
                place += 1
                reports[place]["id"] = _text(about, "table")
            elif event["event"] == "deal":
                is_open = _check_deal(reports[place]["id"], event, about)
                reports[place]["is_open"] = reports[place]["is_open"] and is_open
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None


def _check_deal(table: str | None, event: dict[str, Any], about: Any) -> bool:
    """Whether the deal was committed to and is opened; refused where it is not what the commitment says."""
    commitment, seed = _text(about, "commitment"), _text(about, "seed")
    if table is None or commitment is None or seed is None:
        return False
    if len(seed) != 2 * SEED_BYTES or any(letter not in "0123456789abcdef" for letter in seed):
        raise RecordError(f"a seed is {2 * SEED_BYTES} hexadecimal digits, not {seed!r}")
    _compare("commitment", commitment, commitment_of(table, event["round"] + 1, seed))
    _compare("deck", event["deck"], "".join(map(card_code, deck_of(seed))))
    return True


def _text(about: Any, name: str) -> str | None:
    value = about.get(name) if isinstance(about, dict) else None
    if value is not None and not isinstance(value, str):
        raise RecordError(f"{name!r} should be a text, not {value!r}")
    return value


def _compare(what: str, told: str, found: str) -> None:
    if told != found:
        raise RecordError(f"the {what} should be {found} by the seed, the record says {told}")
