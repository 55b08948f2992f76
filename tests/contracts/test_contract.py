"""Both contracts of a game, kept by every game of the catalogue: kernels for dispatch, and parts for Python."""

from __future__ import annotations

import inspect
import random
import runpy
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overtrick.cards.masks import NO_SUIT
from overtrick.core import contract
from overtrick.core import game as parts
from overtrick.core.house import Rule
from overtrick.core.marks import Row
from overtrick.core.policies import EASY, HARD, NORMAL, PLAYOUT
from overtrick.core.randomness import make_rng
from overtrick.core.record import MAX_HOUSE, MAX_SEATS, NOBODY, OVER, empty_rounds
from overtrick.engine.catalogue import GAME_KEYS, game, game_key
from overtrick.engine.dispatch import rules as dispatched
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.round import Round
from overtrick.errors import OvertrickError, RulesError, UnknownGame
from overtrick.server.reading import read
from tests.games.tables import turns

ROOT = Path(__file__).parents[2]
PARTS = {
    "words": parts.Words,
    "terminal": parts.Terminal,
    "table": parts.Table,
    "external": parts.External,
    "arena": parts.Arena,
    "training": parts.Training,
    "tactics": parts.Tactics,
}
HOOKS = [
    (module, name) for module, kernels in contract.MODULES.items() for name in vars(kernels) if not name.startswith("_")
]


@pytest.fixture(params=GAME_KEYS)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def positions(key: str, size: int = 40) -> list[Round]:
    """Rounds of the game before every kind of action and at their end."""
    found = [table.copy() for table in turns(key, random.Random(key), size)]
    assert any(table.is_over for table in found)
    return found


def finished(key: str) -> list[Round]:
    return [table for table in positions(key) if table.is_over]


def test_a_game_is_what_its_folder_says(key: str) -> None:
    kind = game(key)
    package = import_module(f"overtrick.games.{key}")
    assert (kind.key, kind.number) == (package.KEY, package.NUMBER) == (key, GAME_KEYS.index(key))
    assert kind.rules.game == key
    assert kind.rules.version == kind.rules_version
    assert kind.least_players <= kind.default_players <= kind.most_players <= MAX_SEATS
    assert {schema.game for schema in kind.schemas} == {key}
    assert kind.environment_schema in {schema.name for schema in kind.schemas}
    assert kind.styles[0].key == "plain"


def test_dispatch_is_what_the_contract_makes_of_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["make_dispatch.py", "--check"])
    with pytest.raises(SystemExit) as done:
        runpy.run_path(str(ROOT / "tools" / "make_dispatch.py"), run_name="__main__")
    assert done.value.code == 0


@pytest.mark.parametrize(("module", "name"), HOOKS)
def test_every_kernel_of_the_contract_is_there(key: str, module: str, name: str) -> None:
    wanted = inspect.signature(getattr(contract.MODULES[module], name))
    kernel = getattr(import_module(f"overtrick.games.{key}.{module}"), name)
    assert list(inspect.signature(getattr(kernel, "py_func", kernel)).parameters) == list(wanted.parameters)


def test_rules_kernels(key: str) -> None:
    for table in positions(key):
        record = table.record
        assert dispatched.sign(record) in (1, -1)
        assert 2 <= dispatched.sides(record) == game(key).sides(table.players)
        assert dispatched.can_end_match(record) in (True, False)
        held = np.zeros(MAX_SEATS, np.int64)
        if not table.is_over:
            dispatched.add_known(table.observe(table.turn).record, held)
            assert all(int(cards) & ~int(record.hands[seat]) == 0 for seat, cards in enumerate(held))
    for table in finished(key):
        record, sides = table.record, game(key).sides(table.players)
        assert dispatched.has_ended_match(record) in (True, False)
        assert all(table.score(seat) == table.score(seat % sides) for seat in range(table.players))
        assert sum(table.gain(side) for side in range(sides)) == pytest.approx(0, abs=1e-9)
        assert all(dispatched.is_made(record, seat) in (True, False) for seat in range(table.players))


def test_values_kernels(key: str) -> None:
    values = import_module("overtrick.engine.dispatch.values")
    for table in finished(key):
        record = table.record
        for seat in range(table.players):
            assert -1.0 <= values.value_of_result(record, seat) <= 1.0
            assert 0 <= values.tally(record, seat) < 32
        assert values.gain_per_value(record) > 0
        assert values.utility_scale(record) > 0
        assert 0 <= values.lone_cards(record) < 1 << 52


def test_observation_kernels(key: str) -> None:
    observations = import_module("overtrick.engine.dispatch.observations")
    for table in positions(key, 10):
        if table.is_over:
            continue
        for schema in game(key).schemas:
            row: Row = np.full(schema.size, np.nan, np.float32)
            observations.encode_seat(schema.version, table.record, table.turn, row)
            assert np.isfinite(row).all()
        order = np.zeros(4, np.int64)
        observations.write_order(table.record, table.turn, order)
        assert sorted(order) == [0, 1, 2, 3]


def test_policy_and_evidence_kernels(key: str) -> None:
    act = import_module("overtrick.engine.dispatch.policies").act
    likelihood = import_module("overtrick.engine.dispatch.evidence").likelihood
    for table in positions(key, 10):
        if table.is_over:
            continue
        for policy in (EASY, NORMAL, HARD, PLAYOUT):
            for style in range(len(game(key).styles)):
                assert act(table.record, policy, style, make_rng(1)) in table.legal_actions()
        assert 0.0 < likelihood(table.record, table.turn) <= 1.0


def test_a_number_that_is_no_game_is_an_error() -> None:
    rounds = empty_rounds(1)
    rounds["game"], rounds["players"], rounds["cards"] = len(GAME_KEYS), 4, 5
    with pytest.raises(ValueError, match="stands for no game"):
        dispatched.legal_actions(rounds[0])
    with pytest.raises(ValueError, match="stands for no game"):
        dispatched.begin(rounds[0])
    with pytest.raises(UnknownGame, match="no game has the number"):
        game_key(len(GAME_KEYS))
    with pytest.raises(UnknownGame, match="there is no game 'poker'; there are "):
        game("poker")


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_there(key: str, part: str) -> None:
    wanted = PARTS[part]
    given = getattr(game(key), part)
    for name in wanted.__annotations__:
        assert hasattr(given, name), name
    for name, value in vars(wanted).items():
        if isinstance(value, staticmethod):
            parameters = list(inspect.signature(getattr(given, name)).parameters)
            assert parameters == list(inspect.signature(getattr(wanted, name)).parameters), name


def test_parts_say_something_of_every_position(key: str) -> None:
    kind = game(key)
    for table in positions(key):
        assert all(kind.terminal.facts(table, "seat 0 deals"))
        assert all(kind.terminal.figure(table.record, seat) for seat in range(table.players))
        assert isinstance(kind.table.facts(table.record), dict)
        if table.is_over:
            counted = kind.arena.count(table)
            assert [len(by_seat) for by_seat in counted] == [table.players] * len(kind.arena.COUNTS)
            continue
        view = table.observe(table.turn)
        assert kind.external.facts(view)
        assert isinstance(kind.table.are_scores_settled(read(view)), bool)
        assert all(all(kind.words.reasons(view, action)) for action in view.legal_actions())
    assert len(kind.arena.forfeit_scores(kind.default_players, 1)) == kind.default_players


def test_house_rules_say_what_they_are(key: str) -> None:
    rules = game(key).rules
    declared = rules.declared()
    assert len(rules.in_record()) <= MAX_HOUSE
    assert len({rule.name for rule in declared}) == len(declared)
    for rule in declared:
        assert rule.label
        assert rule.help.endswith(".")
        assert getattr(rules(), rule.name) == rule.default
        assert rule.from_wire(rule.on_the_wire(rule.default)) == rule.default
        for value in other_values(rule):
            changed = rules(**{rule.name: value})
            assert rules.from_json(changed.as_json()) == changed
            assert rules().with_wire(changed.on_the_wire()) == changed
            assert rules().with_options(f"{rule.name}={as_option(rule, value)}") == changed
            check_record(rules, rule, changed)


def other_values(rule: Rule) -> list[Any]:
    """Values of the rule beside the default."""
    if rule.kind == "flag":
        return [not rule.default]
    if rule.kind == "choice":
        return [value for value in rule.values if value != rule.default]
    if rule.kind == "series":
        return [(rule.values[-1],), tuple(rule.values[::-1])]
    if rule.kind == "numbers":
        return [(rule.low, rule.low + 1)]
    return [value for value in (rule.low, rule.high) if (value != rule.default and value % 10 == 0) or value == 1]


def as_option(rule: Rule, value: Any) -> str:
    given = rule.on_the_wire(value)
    return "+".join(map(str, given)) if isinstance(given, list) else str(given)


def check_record(rules: Any, rule: Rule, changed: Any) -> None:
    """A rule with a code stands at its place in the record, and nowhere else."""
    places = [one.name for one in rules.in_record()]
    players = game(rules.game).default_players
    plain, other = empty_rounds(1), empty_rounds(1)
    rules().set_up(plain[0], players, 0, [0] * players)
    changed.set_up(other[0], players, 0, [0] * players)
    differing = [places[place] for place in np.flatnonzero(plain[0].house != other[0].house)]
    assert differing == ([rule.name] if rule.code else [])
    assert {**rules.described(other[0])} == {name: getattr(changed, name) for name in places}


def test_what_house_rules_refuse(key: str) -> None:
    rules = game(key).rules
    with pytest.raises(RulesError, match=f"no house rule of {key}"):
        rules().with_options("colour=blue")
    with pytest.raises(RulesError, match=f"no house rule of {key}"):
        rules.from_json({"colour": "blue"})
    for rule in rules.declared():
        with pytest.raises(OvertrickError, match=rule.name):
            rules(**{rule.name: object()})


def test_a_match_of_every_opening_is_played(key: str) -> None:
    kind = game(key)
    match = Match(kind.rules(), kind.default_players, seeded_decks(5))
    chance = random.Random(5)
    for number in range(4):
        assert kind.rules().opening(number) == (
            "pass" if match.round.phase == 2 else "bid" if match.round.phase == 1 else "play"
        )
        while match.round.phase != OVER:
            match.act(match.round.turn, chance.choice(match.round.legal_actions()))
        assert match.round.turn == NOBODY
        if match.is_finished:
            break
        match.next_round()
    assert match.round.record.trump in kind.rules.trump_suits or match.round.record.trump == NO_SUIT
