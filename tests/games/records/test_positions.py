"""Snapshots and position strings: every state and view comes back byte by byte; what is damaged is refused."""

from __future__ import annotations

import json
import random
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.cards.card import card_code
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.records.document import describe, restore
from overtrick.engine.records.position import dump_position, load_position
from overtrick.engine.records.snapshot import dump_snapshot, load_snapshot
from overtrick.engine.round import Round, View, new_round
from overtrick.errors import NewerFormat, RecordError
from tests.games.tables import GAMES, any_rules, any_table, scaled


def some_position(game: str, seed: int) -> Round:
    """A random moment of a random round of a random match; passes in any order."""
    chance = random.Random(f"{game} {seed}")
    rules, players = any_rules(game, chance)
    match = Match(rules, players, seeded_decks(seed))
    for _ in range(chance.randrange(150)):
        if match.is_finished:
            break
        if match.round.is_over:
            match.next_round()
            continue
        seats = [seat for seat in range(players) if match.round.observe(seat).legal_actions()]
        seat = chance.choice(seats) if describe(match.round)["phase"] == "pass" else match.round.turn
        match.act(seat, chance.choice(match.round.observe(seat).legal_actions()))
    return match.round


def seen_by(table: Round, seat: int) -> Round | View:
    return table if seat >= table.players else table.observe(seat)


positions = st.builds(some_position, st.sampled_from(GAMES), st.integers(0, 10_000))
seats = st.integers(0, 8)


@settings(deadline=None, max_examples=scaled(120))
@given(positions, seats)
def test_everything_comes_back(table: Round, seat: int) -> None:
    seen = seen_by(table, seat)
    before = seen.data.tobytes()
    line = dump_position(seen)
    assert quote(line, safe="") == line
    for back in (load_position(line), load_snapshot(dump_snapshot(seen))):
        assert type(back) is type(seen)
        assert back == seen
    assert seen.data.tobytes() == before


@settings(deadline=None, max_examples=scaled(60))
@given(positions, st.integers(0, 7))
def test_the_text_of_a_view_names_no_hidden_card(table: Round, seat: int) -> None:
    seat %= table.players
    world = table.observe(seat).sample_world(random_rng(seat))
    assert dump_position(world.observe(seat)) == dump_position(table.observe(seat))
    assert dump_snapshot(world.observe(seat)) == dump_snapshot(table.observe(seat))


def random_rng(seed: int) -> object:
    from overtrick.core.randomness import make_rng

    return make_rng(seed)


@settings(deadline=None, max_examples=scaled(150))
@given(positions, seats, st.data())
def test_a_damaged_line_is_refused_or_means_something(table: Round, seat: int, data: st.DataObject) -> None:
    """One letter changed, lost or doubled: RecordError, or a position that is written just like that."""
    line = dump_position(seen_by(table, seat))
    place = data.draw(st.integers(0, len(line) - 1))
    letter = data.draw(st.sampled_from(["", "~", ".", "-", "x", "A", "S", "9", "0", "é", line[place] * 2]))
    damaged = line[:place] + letter + line[place + 1 :]
    try:
        restored = load_position(damaged)
    except RecordError:
        return
    assert load_position(dump_position(restored)) == restored


@settings(deadline=None, max_examples=scaled(150))
@given(positions, seats, st.data())
def test_a_damaged_snapshot_is_refused_or_means_something(table: Round, seat: int, data: st.DataObject) -> None:
    """Any field replaced by nonsense, a letter lost or the end cut off: RecordError or a position, nothing else."""
    document = describe(seen_by(table, seat))
    name = data.draw(st.sampled_from(sorted(document)))
    nonsense = st.sampled_from([None, True, -1, 99, 2**70, "x", [], [None], [["AS", "AS"]], {}, {"hook": 1}, 1.5])
    document[name] = data.draw(nonsense)
    text = json.dumps(document)
    if data.draw(st.booleans()):
        text = text[: data.draw(st.integers(0, len(text)))]
    try:
        restored = load_snapshot(text)
    except RecordError:
        return
    assert load_snapshot(dump_snapshot(restored)) == restored


def hearts_play() -> Round:
    """A deal of Hearts without a pass, six tricks in."""
    from tests.games.tables import hearts_table

    chance = random.Random(3)
    table, _ = hearts_table(chance, "hold")
    for _ in range(24):
        table.apply(table.legal_actions()[0])
    return table


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("format", "chess", "should be one of overtrick-position"),
        ("game", "bridge", "should be one of blob, hearts"),
        ("players", 2, "Hearts is for 4 players, not 2"),
        ("cards", 12, "13 cards each, not 12"),
        ("phase", "bid", "'phase' of the position should be play"),
        ("phase", "over", "'phase' of the position should be play"),
        ("leader", None, "who led first"),
        ("plays", ["2C", "2C"], "names a card twice"),
        ("plays", ["1C"], "'1C' is not a card"),
        ("seat", 5, "from 0 to 3"),
        ("hands", [[], [], []], "a list of 4"),
        ("hands", [None, [], [], []], "hand of seat 0 should be a list"),
        ("house", {"hook": 0}, "has no 'pass_to'"),
    ],
)
def test_what_is_wrong_is_said(field: str, value: object, message: str) -> None:
    document = describe(hearts_play())
    with pytest.raises(RecordError, match=message):
        restore(document | {field: value})


def test_impossible_play_is_refused() -> None:
    table = hearts_play()
    document = describe(table)
    plays = document["plays"]
    with pytest.raises(RecordError):
        restore(document | {"plays": plays[::-1]})
    void = next(seat for seat in range(4) if table.record.lacks[seat])
    lacked = [card for card in range(52) if int(table.record.lacks[void]) >> card & 1]
    holder, card = next(
        (seat, card) for seat in range(4) for card in lacked if int(table.record.hands[seat]) >> card & 1
    )
    document["hands"][holder].remove(card_code(card))
    document["hands"][holder].append(document["hands"][void].pop())
    document["hands"][void].append(card_code(card))
    with pytest.raises(RecordError, match=f"seat {void} cannot have played"):
        restore(document)


def test_newer_formats_are_named() -> None:
    document = describe(hearts_play())
    for field in ("version", "rules_version"):
        with pytest.raises(NewerFormat, match="update Overtrick"):
            restore(document | {field: 2})
    with pytest.raises(NewerFormat, match="format 2"):
        load_position(dump_position(hearts_play()).replace("ot1", "ot2", 1))


def test_unknown_and_missing_fields_are_named() -> None:
    document = describe(hearts_play())
    with pytest.raises(RecordError, match="unknown fields: colour"):
        restore(document | {"colour": 1})
    del document["plays"]
    with pytest.raises(RecordError, match="no 'plays'"):
        restore(document)
    with pytest.raises(RecordError, match="object of fields"):
        load_snapshot("[]")
    with pytest.raises(RecordError, match="line 2: not JSON"):
        load_snapshot("{\n")


@pytest.mark.parametrize("text", ["", "~", "ot1", "ot1~~~~~~~~~", "ot1~blob1~all~p3.c1.tN.d0~-~-~bid~-.-.-~x.x.x~-"])
def test_lines_that_are_no_positions(text: str) -> None:
    with pytest.raises(RecordError):
        load_position(text)


def test_nothing_dealt_is_no_position() -> None:
    with pytest.raises(RecordError, match="nothing is dealt"):
        describe(new_round())


def test_cards_may_be_written_either_way() -> None:
    table, _ = any_table("blob", random.Random(1))
    document = describe(table)
    document["hands"] = [[card.lower() for card in reversed(hand)] for hand in document["hands"]]
    assert restore(document) == table
