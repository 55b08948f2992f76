"""Event logs replay to the same match; what is damaged names its line."""

from __future__ import annotations

import io
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.record import PASS
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.records.log import RecordWriter, match_lines, replay, replay_all, replay_one
from overtrick.errors import NewerFormat, RecordError
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from tests.games.tables import GAMES, any_rules, scaled


def played(game: str, seed: int, actions: int = 10**6) -> Match:
    """A random match, as far as so many actions go; passes in any order of seats."""
    chance = random.Random(f"{game} {seed}")
    rules, players = any_rules(game, chance)
    match = Match(rules, players, seeded_decks(seed))
    for _ in range(actions):
        if match.is_finished:
            break
        if match.round.is_over:
            match.next_round()
            continue
        act(match, chance)
    return match


def act(match: Match, chance: random.Random) -> None:
    if match.round.phase != PASS:
        match.act(match.round.turn, chance.choice(match.round.legal_actions()))
        return
    seats = [seat for seat in range(match.players) if match.observe(seat).legal_actions()]
    seat = chance.choice(seats)
    match.pass_cards(seat, chance.sample(match.observe(seat).legal_actions(), 3))


@settings(deadline=None, max_examples=scaled(60))
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.sampled_from([0, 1, 7, 60, 10**6]))
def test_a_record_replays_to_the_same_match(game: str, seed: int, actions: int) -> None:
    match = played(game, seed, actions)
    lines = list(match_lines(match, seed=seed))
    again = replay(lines)
    assert again.round == match.round
    assert (again.scores, again.round_scores, again.deals) == (match.scores, match.round_scores, match.deals)
    assert (again.actions, again.rules, again.is_finished) == (match.actions, match.rules, match.is_finished)
    assert list(match_lines(again, seed=seed)) == lines


def test_cards_passed_one_by_one_are_one_event() -> None:
    match, chance = Match(HeartsRules(), 4, seeded_decks(1)), random.Random(1)
    for seat in (0, 2, 0, 1, 3, 2, 1, 0, 3, 3, 2, 1):
        match.act(seat, chance.choice(match.observe(seat).legal_actions()))
    events = [json.loads(line) for line in match_lines(match)]
    assert [(event["event"], event.get("seat")) for event in events[2:]] == [("pass", seat) for seat in (0, 3, 2, 1)]
    assert replay(match_lines(match)).round == match.round


@pytest.mark.parametrize("game", GAMES)
def test_a_writer_adds_what_is_new(game: str) -> None:
    chance, stream = random.Random(2), io.StringIO()
    rules, players = any_rules(game, chance)
    match = Match(rules, players, seeded_decks(3))
    names = [f"Ann {seat}" for seat in range(players)]
    writer = RecordWriter(stream, match, names, 3)
    while not match.is_finished:
        if match.round.is_over:
            match.next_round()
        else:
            act(match, chance)
        if chance.random() < 0.1:
            writer.update()
    writer.update()
    assert stream.getvalue().splitlines() == list(match_lines(match, names, 3))
    recorded = replay_one(stream.getvalue().splitlines())
    assert (recorded.names, recorded.seed) == (names, 3)


def test_a_file_may_hold_several_matches() -> None:
    matches = [played("blob", 1), played("hearts", 2), played("blob", 3, 5)]
    lines = [line for match in matches for line in [*match_lines(match), ""]]
    assert [found.match.round == match.round for found, match in zip(replay_all(lines), matches, strict=True)] == [
        True
    ] * 3
    with pytest.raises(RecordError, match="3 matches"):
        replay(lines)


def small_record() -> list[str]:
    """A finished match of one one-card round: header, deal, three bids, three plays, round, result."""
    match, chance = Match(BlobRules(round_cards=(1,)), 3, seeded_decks(5)), random.Random(5)
    while not match.is_finished:
        act(match, chance)
    return list(match_lines(match, ["Ann", "Bob", "Cem"], 5))


def changed(line: int, **fields: object) -> list[str]:
    lines = small_record()
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | fields)
    return lines


@pytest.mark.parametrize(
    ("line", "fields", "message"),
    [
        (1, {"format": "pgn"}, "should be one of overtrick-record"),
        (1, {"players": ["Ann", "Bob"]}, "3 to 8 players, not 2"),
        (1, {"players": "Ann"}, "should be a list"),
        (1, {"players": [1, 2, 3]}, "list of up to 8 names"),
        (1, {"rules": {"hook": 1}}, "'hook' should be yes or no"),
        (1, {"rules": {"joker": True}}, "no house rule"),
        (1, {"rules": []}, "object of house rules"),
        (1, {"rules": {"trumps": [7]}}, "'trumps' should be a list of"),
        (1, {"rules": {"round_cards": [1] * 101}}, "at most 100 rounds"),
        (1, {"seed": "x"}, "whole number or null"),
        (2, {"deck": "AS"}, "52 cards"),
        (2, {"deck": "AS" * 52}, "names a card twice"),
        (2, {"round": 1}, "from 0 to 0"),
        (3, {"bid": 2}, "from 0 to 1"),
        (3, {"seat": 0}, "turn"),
        (3, {"seat": 9}, "from 0 to 2"),
        (3, {"event": "shuffle"}, "should be one of match"),
        (3, {"extra": 1}, "unknown fields: extra"),
        (6, {"card": "1X"}, "not a card"),
        (6, {"event": "bid", "bid": 0}, "a 'bid' event in the phase 'play'"),
        (9, {"added": [0, 0, 0]}, "by the rules"),
        (10, {"winners": []}, "by the rules"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(line: int, fields: dict[str, object], message: str) -> None:
    with pytest.raises(RecordError, match=rf"^line {line}: .*{message}"):
        replay(changed(line, **fields))


def test_what_a_writer_adds_about_an_event_changes_nothing() -> None:
    assert replay(changed(3, about={"by": "ai"})).actions == replay(changed(3)).actions


def test_the_deck_must_be_the_seeds() -> None:
    with pytest.raises(RecordError, match="line 2: the deck is not the one that seed 6 gives"):
        replay(changed(1, seed=6))


def test_newer_records_are_named() -> None:
    for field in ("version", "rules_version"):
        with pytest.raises(NewerFormat, match=r"line 1: .*update Overtrick"):
            replay(changed(1, **{field: 9}))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "line 1: the record is empty"),
        (["{"], "line 1: not JSON"),
        (["[1]"], "line 1: the event should be an object"),
        (small_record()[1:], "line 1: a record begins with a 'match' event"),
        (small_record()[:1], "line 2: nothing was dealt"),
        ([small_record()[0], small_record()[2]], "line 2: a 'bid' event before the deal"),
        ([*small_record(), small_record()[-1]], "line 11: a 'result' event after the result"),
        (small_record()[:8] + small_record()[1:2], "line 9: "),
        (small_record()[:4] + small_record()[8:], "line 5: the round is not over"),
        (small_record()[:9] + small_record()[8:], "line 10: the round was ended before"),
    ],
)
def test_lines_out_of_place(lines: list[str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        replay(lines)


@settings(deadline=None, max_examples=scaled(150))
@given(st.data())
def test_random_damage_is_refused_or_means_something(data: st.DataObject) -> None:
    """Letters changed, lines lost, doubled or swapped: RecordError or a match, never anything else."""
    lines = small_record()
    line = data.draw(st.integers(0, len(lines) - 1))
    kind = data.draw(st.sampled_from(["letter", "lose", "double", "swap"]))
    if kind == "letter":
        place = data.draw(st.integers(0, len(lines[line]) - 1))
        letter = data.draw(st.sampled_from(["", '"', "9", "-", "}", "[", "A", "é", "\x00"]))
        lines[line] = lines[line][:place] + letter + lines[line][place + 1 :]
    elif kind == "lose":
        del lines[line]
    elif kind == "double":
        lines.insert(line, lines[line])
    else:
        lines[line], lines[line - 1] = lines[line - 1], lines[line]
    try:
        match = replay(lines)
    except RecordError:
        return
    assert replay(match_lines(match)).round == match.round
