"""Checks a record from the server, without the server: deals against commitments, actions against the rules, scores."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from typing_extensions import TypedDict

from overtrick.cards.card import card_code, parse_card
from overtrick.cards.masks import DECK_SIZE
from overtrick.errors import NewerFormat, OvertrickError, RecordError
from overtrick.games.match import Match
from overtrick.games.round import cards_of
from overtrick.server.deals import commitment_of, deck_of
from overtrick.server.house_rules import rules_of_house
from overtrick.server.replays import RECORD_FORMAT


class Report(TypedDict):
    """What a good record holds. `is_open`: seeds were given and every deal follows from its own."""

    id: str
    game: str
    rounds: int
    actions: int
    scores: list[int]
    is_open: bool


def check_record(text: str) -> Report:
    """The report of a good record; the first fault raises, with the number of its line."""
    lines = list(_lines(text))
    if not lines or lines[0][1].get("type") != "match":
        raise RecordError("line 1: a record begins with a line of type 'match'")
    head = lines[0][1]
    if head.get("format", 0) > RECORD_FORMAT:
        raise NewerFormat(f"the record has format {head['format']}; this program reads up to {RECORD_FORMAT}")
    replayed = _Replayed(head)
    for number, line in lines[1:]:
        try:
            replayed.take(line)
        except (OvertrickError, KeyError, TypeError, ValueError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise RecordError(f"line {number}: {reason}") from error
    return replayed.report()


class _Replayed:
    """The match a record tells, played again."""

    def __init__(self, head: dict[str, Any]) -> None:
        self._head = head
        self._players = len(head["seats"])
        self._rules = rules_of_house(head["game"], head["house"])
        self._decks: list[list[int]] = []
        self._match: Match | None = None
        self._actions = 0
        self._is_open = True

    def take(self, line: dict[str, Any]) -> None:
        kind = line["type"]
        if kind == "deal":
            self._deal(line)
        elif self._match is None:
            raise RecordError(f"{kind!r} before the first deal")
        elif kind == "bid":
            self._match.act(line["seat"], line["bid"])
            self._actions += 1
        elif kind in ("pass", "play"):
            cards = [parse_card(card) for card in line["cards"]]
            self._actions += 1
            if kind == "pass":
                self._match.pass_cards(line["seat"], cards)
            else:
                self._match.act(line["seat"], cards[0])
        elif kind == "round_over":
            _compare("scores of the round", line["scores"], self._match.round_scores[-1])
            _compare("scores after it", line["totals"], self._match.scores)
        elif kind == "match_over":
            _compare("final scores", line["scores"], self._match.scores)
            _compare("winners", line["winners"], self._match.winners())
        else:
            raise RecordError(f"unknown type {kind!r}")

    def report(self) -> Report:
        return {
            "id": self._head["id"],
            "game": self._head["game"],
            "rounds": len(self._decks),
            "actions": self._actions,
            "scores": [] if self._match is None else self._match.scores,
            "is_open": self._is_open and bool(self._decks),
        }

    def _deal(self, line: dict[str, Any]) -> None:
        number = len(self._decks) + 1
        _compare("number of the round", line["round"], number)
        if "seed" in line:
            _compare("commitment", line["commitment"], commitment_of(self._head["id"], number, line["seed"]))
            deck = deck_of(line["seed"])
            _compare("deck", line["deck"], [card_code(card) for card in deck])
        else:
            self._is_open = False
            deck = _deck_of_hands(line["hands"])
        self._decks.append(deck)
        if self._match is None:
            self._match = Match(self._rules, self._players, lambda place: self._decks[place])
        else:
            self._match.next_round()
        hands = self._match.round.record.hands
        dealt = [sorted(parse_card(card) for card in hand) for hand in line["hands"]]
        _compare("hands", dealt, [cards_of(int(hand)) for hand in hands[: self._players]])


def _lines(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            value = json.loads(line)
        except ValueError as error:
            raise RecordError(f"line {number}: not JSON") from error
        if not isinstance(value, dict):
            raise RecordError(f"line {number}: not an object")
        yield number, value


def _deck_of_hands(hands: list[list[str]]) -> list[int]:
    """A deck that deals these hands; the cards left over lie in order."""
    dealt = [parse_card(card) for hand in hands for card in hand]
    return dealt + [card for card in range(DECK_SIZE) if card not in set(dealt)]


def _compare(what: str, told: Any, found: Any) -> None:
    if told != found:
        raise RecordError(f"the {what} should be {found}, the record says {told}")
