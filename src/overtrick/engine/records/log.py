"""The record of a match: JSON Lines, one event a line, that replays to the same result.

    {"event": "match", "format": "overtrick-record", "version": 1, "game": KEY, "rules_version": 1,
     "rules": {…}, "players": ["Ann", "Bob", "Cem"], "seed": 7}         seed is null when nobody knows one
    {"event": "deal", "round": 0, "deck": "AS2H…"}                       all 52 cards, seat 0's first
    {"event": "bid", "seat": 1, "bid": 2}
    {"event": "pass", "seat": 0, "cards": ["2S", "3S", "QD"]}            written when all three are chosen
    {"event": "play", "seat": 1, "card": "2C"}
    {"event": "round", "round": 0, "added": [12, 0, 11], "scores": [12, 0, 11]}
    {"event": "result", "winners": [0], "scores": [87, 70, 64]}

A record may end anywhere: then the match is not finished. A file may hold several, one after the other. Any event may
have a field `about` for whatever its writer wants to add; it plays no part in the replay.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from overtrick.cards.card import card_code
from overtrick.cards.masks import DECK_SIZE
from overtrick.core.house import HouseRules
from overtrick.core.record import MAX_SEATS, PASSED_CARDS
from overtrick.core.seen import PHASE_NAMES
from overtrick.engine.catalogue import GAME_KEYS, game
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.records.checked import Fields, card, card_list
from overtrick.errors import NewerFormat, OvertrickError, RecordError, RulesError

FORMAT = "overtrick-record"
VERSION = 1
EVENTS = ("match", "deal", "bid", "pass", "play", "round", "result")

Event = dict[str, Any]


@dataclass(frozen=True)
class Recorded:
    """A match from a record, and who played it."""

    match: Match
    names: list[str]
    """The players' names, seat by seat."""
    seed: int | None
    """What decided the deals, where it is known."""


class RecordWriter:
    """Writes a match while it is played: `update` after every action adds what is new."""

    def __init__(self, stream: TextIO, match: Match, names: Sequence[str], seed: int | None = None) -> None:
        self._stream, self._match, self._names, self._seed = stream, match, names, seed
        self._written = 0
        self.update()

    def update(self) -> None:
        """Add the events since the last time."""
        lines = list(match_lines(self._match, self._names, self._seed))
        for line in lines[self._written :]:
            self._stream.write(line + "\n")
        self._written = len(lines)


def match_lines(match: Match, names: Sequence[str] | None = None, seed: int | None = None) -> Iterator[str]:
    """The record of a match as far as it has come, line by line."""
    for event in match_events(match, names, seed):
        yield json.dumps(event, ensure_ascii=False)


def match_events(match: Match, names: Sequence[str] | None = None, seed: int | None = None) -> Iterator[Event]:
    """The same as objects."""
    yield {
        "event": "match",
        "format": FORMAT,
        "version": VERSION,
        "game": match.rules.game,
        "rules_version": match.rules.version,
        "rules": match.rules.as_json(),
        "players": list(names) if names else [f"seat {seat}" for seat in range(match.players)],
        "seed": seed,
    }
    totals = [0] * match.players
    for number, deck in enumerate(match.deals):
        yield {"event": "deal", "round": number, "deck": "".join(map(card_code, deck))}
        yield from _action_events(match, number)
        if number < len(match.round_scores):
            added = match.round_scores[number]
            totals = [total + score for total, score in zip(totals, added, strict=True)]
            yield {"event": "round", "round": number, "added": added, "scores": totals}
    if match.is_finished:
        yield {"event": "result", "winners": match.winners(), "scores": match.scores}


def replay(lines: Iterable[str]) -> Match:
    """The match of a record that holds exactly one; every line is checked against the rules."""
    return replay_one(lines).match


def replay_one(lines: Iterable[str]) -> Recorded:
    """The same with the names of the players."""
    found = replay_all(lines)
    if len(found) != 1:
        raise RecordError(f"the file holds {len(found)} matches where one is expected")
    return found[0]


def replay_all(lines: Iterable[str]) -> list[Recorded]:
    """Every match of a file, in order; RecordError names the line that is damaged."""
    replays: list[_Replay] = []
    number = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            event = _parse(line)
            kind = event.one_of("event", EVENTS)
            if kind == "match":
                replays.append(_Replay(event))
            elif not replays:
                raise RecordError(f"a record begins with a 'match' event, not with {kind!r}")
            else:
                replays[-1].add(kind, event)
        except NewerFormat as error:
            raise NewerFormat(f"line {number}: {error}") from None
        except OvertrickError as error:
            raise RecordError(f"line {number}: {error}") from error
    if not replays:
        raise RecordError(f"line {number + 1}: the record is empty; it should begin with a 'match' event")
    return [found.recorded(number) for found in replays]


def _action_events(match: Match, number: int) -> Iterator[Event]:
    """Bids, whole passes and plays of a round, in the order they were done."""
    opening = match.rules.opening(number)
    calls = {"bid": 1, "pass": PASSED_CARDS, "play": 0}[opening] * match.players
    chosen: dict[int, list[str]] = {}
    for place, (seat, action) in enumerate(match.actions[number]):
        if place >= calls:
            yield {"event": "play", "seat": seat, "card": card_code(action)}
        elif opening == "bid":
            yield {"event": "bid", "seat": seat, "bid": action}
        else:
            cards = chosen.setdefault(seat, [])
            cards.append(card_code(action))
            if len(cards) == PASSED_CARDS:
                yield {"event": "pass", "seat": seat, "cards": cards}


def _parse(line: str) -> Fields:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error.msg} at column {error.colno}") from None
    except (RecursionError, ValueError) as error:
        raise RecordError(f"not an event: {error}") from None
    event = Fields("the event", value)
    event.skip("about")
    return event


class _Replay:
    """A match as its events come in."""

    def __init__(self, event: Fields) -> None:
        event.one_of("format", (FORMAT,))
        event.version("version", VERSION)
        kind = game(event.one_of("game", GAME_KEYS)).rules
        event.version("rules_version", kind.version)
        self.rules = _read_rules(kind, event.take("rules"))
        self.names = _read_names(event)
        seed = event.take("seed")
        self.seed = None if seed is None else event_seed(seed)
        event.end()
        self.rules.check_players(len(self.names))
        self.match: Match | None = None
        self.deck: list[int] = []
        self.rounds_closed = 0
        self.has_result = False

    def recorded(self, last_line: int) -> Recorded:
        if self.match is None:
            raise RecordError(f"line {last_line + 1}: nothing was dealt; a 'deal' event should follow")
        return Recorded(self.match, self.names, self.seed)

    def add(self, kind: str, event: Fields) -> None:
        """Carry out one event."""
        if self.has_result:
            raise RecordError(f"a {kind!r} event after the result")
        if kind == "deal":
            self._deal(event)
        elif self.match is None:
            raise RecordError(f"a {kind!r} event before the deal")
        elif kind == "round":
            self._close_round(event, self.match)
        elif kind == "result":
            self._close_match(event, self.match)
        else:
            self._act(kind, event, self.match)
        event.end()

    def _deal(self, event: Fields) -> None:
        number = 0 if self.match is None else self.match.number + 1
        event.whole("round", number, number)
        self.deck = _read_deck(event.take("deck"))
        if self.seed is not None and self.deck != seeded_decks(self.seed)(number):
            raise RecordError(f"the deck is not the one that seed {self.seed} gives for round {number}")
        if self.match is None:
            self.match = Match(self.rules, len(self.names), lambda _: self.deck)
        elif self.rounds_closed != number:
            raise RecordError(f"a deal before the 'round' event that ends round {number - 1}")
        else:
            self.match.next_round()

    def _act(self, kind: str, event: Fields, match: Match) -> None:
        phase = PHASE_NAMES[match.round.phase]
        if kind != phase:
            raise RecordError(f"a {kind!r} event in the phase {phase!r}")
        seat = event.whole("seat", 0, match.players - 1)
        if kind == "pass":
            match.pass_cards(seat, card_list("the pass", event.take("cards")))
        elif kind == "bid":
            match.act(seat, event.whole("bid", 0, DECK_SIZE))
        else:
            match.act(seat, card("the card played", event.take("card")))

    def _close_round(self, event: Fields, match: Match) -> None:
        event.whole("round", match.number, match.number)
        if len(match.round_scores) <= match.number:
            raise RecordError("the round is not over")
        if self.rounds_closed > match.number:
            raise RecordError("the round was ended before")
        _expect(event, "added", match.round_scores[-1])
        _expect(event, "scores", match.scores)
        self.rounds_closed += 1

    def _close_match(self, event: Fields, match: Match) -> None:
        _expect(event, "winners", match.winners())
        _expect(event, "scores", match.scores)
        self.has_result = True


def event_seed(value: object) -> int:
    """A seed: any whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"'seed' should be a whole number or null, not {value!r}")
    return value


def _read_rules(kind: type[HouseRules], value: object) -> HouseRules:
    """House rules from their fields; missing ones keep their default, unknown ones are refused."""
    if not isinstance(value, dict):
        raise RecordError(f"'rules' should be an object of house rules, not {value!r}")
    try:
        return kind.from_json(value)
    except RulesError as error:
        raise RecordError(str(error)) from None


def _read_names(event: Fields) -> list[str]:
    names = event.items("players")
    if not 0 < len(names) <= MAX_SEATS or not all(isinstance(name, str) for name in names):
        raise RecordError(f"'players' should be a list of up to {MAX_SEATS} names, not {names!r}")
    return [str(name) for name in names]


def _read_deck(value: object) -> list[int]:
    if not isinstance(value, str) or len(value) != 2 * DECK_SIZE:
        raise RecordError(f"'deck' should be the {DECK_SIZE} cards in one text of two letters each, as in AS2H…")
    return card_list("'deck'", [value[place : place + 2] for place in range(0, len(value), 2)])


def _expect(event: Fields, name: str, value: list[int]) -> None:
    given = event.take(name)
    if given != value:
        raise RecordError(f"{name!r} should be {value} by the rules, not {given!r}")
