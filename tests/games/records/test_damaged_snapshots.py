"""Snapshots damaged in hundreds of ways: each is refused in plain words, or is a position that can be played on."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from overtrick.core.randomness import make_rng
from overtrick.engine.records.snapshot import dump_snapshot, load_snapshot
from overtrick.engine.round import Round, View
from overtrick.errors import OvertrickError
from tests.games.records.test_positions import some_position
from tests.games.tables import GAMES

PER_WAY = 20
"""Times each way of damaging is tried, half of them on full states and half on views."""
CPU_SECONDS = 2.0
LONGEST_MESSAGE = 500

Document = dict[str, Any]
STRANGE = [None, True, -1, 0, 7, 10**30, -(10**30), 0.5, 1e308, "", "AS", "x" * 10_000, [], [[]], {}, {"a": []}]


def flipped_bit(text: str, chance: random.Random) -> bytes:
    data = bytearray(text.encode())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def cut_short(text: str, chance: random.Random) -> bytes:
    return text.encode()[: chance.randrange(len(text))]


def cut_out(text: str, chance: random.Random) -> bytes:
    first, last = sorted(chance.sample(range(len(text)), 2))
    return (text[:first] + text[last:]).encode()


def doubled_line(text: str, chance: random.Random) -> bytes:
    """A key that is there twice."""
    lines = text.splitlines()
    place = chance.randrange(1, len(lines) - 1)
    return "\n".join([*lines[: place + 1], lines[place].rstrip(",") + ",", *lines[place + 1 :]]).encode()


def deep(text: str, chance: random.Random) -> bytes:
    """Nesting from harmless to beyond what Python can read."""
    opening, closing = chance.choice([("[", "]"), ('{"a":', "}")])
    depth = chance.choice([50, 300, 450, 900, 950, 990, 2_000, 100_000])
    return _with_text(text, chance, opening * depth + "1" + closing * depth)


@pytest.mark.parametrize("field", ["version", "players", "match"])
def test_nesting_of_every_depth_is_refused(field: str) -> None:
    """Also where reading it takes all the stack there is, and saying what was read would take more."""
    document = {**json.loads(dump_snapshot(some_position(GAMES[0], 1))), field: "@here@"}
    for depth in range(500, 1_100):
        text = json.dumps(document).replace('"@here@"', "[" * depth + "1" + "]" * depth)
        with pytest.raises(OvertrickError):
            load_snapshot(text)


def huge_number(text: str, chance: random.Random) -> bytes:
    number = chance.choice(["9" * 5_000, "-" + "9" * 4_000, "1e999", "-1e999", "NaN", "Infinity", "9" * 200_000])
    return _with_text(text, chance, number)


def _with_text(text: str, chance: random.Random, value: str) -> bytes:
    document = json.loads(text)
    *_, (holder, key) = _a_place(document, chance)
    holder[key] = "@here@"
    return json.dumps(document).replace('"@here@"', value).encode()


def _a_place(document: Document, chance: random.Random) -> Iterator[tuple[Any, Any]]:
    """The way to a random place in the document: each step is a holder and its key."""
    here: Any = document
    while isinstance(here, dict | list) and here:
        key = chance.choice(list(here)) if isinstance(here, dict) else chance.randrange(len(here))
        yield here, key
        if chance.random() < 0.3:
            return
        here = here[key]


def in_document(change: Callable[[Document, random.Random], None]) -> Callable[[str, random.Random], bytes]:
    def damage(text: str, chance: random.Random) -> bytes:
        document = json.loads(text)
        change(document, chance)
        return json.dumps(document).encode()

    return damage


def other_type(document: Document, chance: random.Random) -> None:
    *_, (holder, key) = _a_place(document, chance)
    holder[key] = chance.choice(STRANGE)


def missing(document: Document, chance: random.Random) -> None:
    *_, (holder, key) = _a_place(document, chance)
    del holder[key]


def unknown_key(document: Document, chance: random.Random) -> None:
    holder = chance.choice([document, document["house"], document["match"]])
    holder[chance.choice(["", "seed", "x" * 100_000, "\ud800", "\n\n"])] = 1


def other_number(document: Document, chance: random.Random) -> None:
    holder = chance.choice([document, document["house"], document["match"]])
    key = chance.choice([key for key, value in holder.items() if isinstance(value, int)])
    holder[key] = chance.choice([-1, holder[key] + 1, -holder[key], 2**15, 2**31, 2**63, 2**64, -(2**63)])


def negative_in_a_list(document: Document, chance: random.Random) -> None:
    numbers = chance.choice([document["bids"], document["match"]["scores"]])
    numbers[chance.randrange(len(numbers))] = chance.choice([-1, -(2**15), -(2**40)])


def _card_lists(document: Document) -> list[list[str]]:
    lists = [*document["hands"], *document["passed"], document["plays"]]
    return [cards for cards in lists if cards]


def swapped_cards(document: Document, chance: random.Random) -> None:
    one, other = chance.choice(_card_lists(document)), chance.choice(_card_lists(document))
    here, there = chance.randrange(len(one)), chance.randrange(len(other))
    one[here], other[there] = other[there], one[here]


def doubled_card(document: Document, chance: random.Random) -> None:
    one, other = chance.choice(_card_lists(document)), chance.choice(_card_lists(document))
    other.append(chance.choice(one))


def other_card(document: Document, chance: random.Random) -> None:
    cards = chance.choice(_card_lists(document))
    cards[chance.randrange(len(cards))] = chance.choice(["AS", "2C", "TH", "1S", "as", " AS", "🂡", ""])


WAYS: dict[str, Callable[[str, random.Random], bytes]] = {
    "flipped_bit": flipped_bit,
    "cut_short": cut_short,
    "cut_out": cut_out,
    "doubled_line": doubled_line,
    "deep": deep,
    "huge_number": huge_number,
    **{
        change.__name__: in_document(change)
        for change in (
            other_type,
            missing,
            unknown_key,
            other_number,
            negative_in_a_list,
            swapped_cards,
            doubled_card,
            other_card,
        )
    },
}


def test_there_are_two_hundred_damages() -> None:
    assert len(WAYS) * PER_WAY * len(GAMES) >= 200


@contextmanager
def at_most(cpu_seconds: float) -> Iterator[None]:
    """Break off what computes for longer."""

    def stop(*_: object) -> None:
        raise AssertionError(f"reading took more than {cpu_seconds:g} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, cpu_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_a_damaged_snapshot_is_refused_or_can_be_played(way: str, game: str) -> None:
    refused = 0
    for number in range(PER_WAY):
        chance = random.Random(f"{way} {game} {number}")
        position: Round | View = some_position(game, chance.randrange(10_000))
        if number % 2:
            position = position.observe(chance.randrange(position.players))
        damaged = WAYS[way](dump_snapshot(position), chance)
        with at_most(CPU_SECONDS):
            try:
                restored = load_snapshot(damaged.decode("utf-8", "surrogateescape"))
            except OvertrickError as error:
                assert_plain(str(error))
                refused += 1
                continue
        assert load_snapshot(dump_snapshot(restored)) == restored
        play_on(restored, number)
    if way not in ("other_number", "swapped_cards", "doubled_line", "negative_in_a_list"):
        assert refused, "nothing was damaged"


def assert_plain(message: str) -> None:
    """Something a person can read and a terminal can print."""
    assert 10 <= len(message) <= LONGEST_MESSAGE
    message.encode()


def play_on(restored: Round | View, seed: int) -> None:
    """A legal position: the round goes on to its end, with cards that nobody holds twice."""
    table = restored.sample_world(make_rng(seed)) if isinstance(restored, View) else restored.copy()
    held = [card for seat in range(table.players) for card in range(52) if int(table.record.hands[seat]) >> card & 1]
    assert len(held) == len(set(held))
    for _ in range(200):
        if table.is_over or not table.legal_actions():
            break
        table.act(table.turn, table.legal_actions()[0])
    assert table.is_over or table.turn < 0
