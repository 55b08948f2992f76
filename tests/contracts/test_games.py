"""What every game promises, whatever its rules: a new game only joins the list."""

from __future__ import annotations

import random

import pytest

from overtrick.core.randomness import make_rng
from overtrick.core.record import NOBODY, OVER
from overtrick.engine import catalogue
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.round import Round
from overtrick.errors import IllegalAction, OvertrickError
from tests.games.tables import GAMES, any_rules, any_table, scaled, turns


def test_every_game_is_tested() -> None:
    assert set(GAMES) == set(GAME_KEYS)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def chance(game: str) -> random.Random:
    return random.Random(game)


def test_somebody_can_act_until_the_round_is_over(game: str, chance: random.Random) -> None:
    for table in turns(game, chance, scaled(100)):
        legal = table.legal_actions()
        assert table.game == game
        assert legal == sorted(set(legal))
        assert bool(legal) == (table.turn != NOBODY) == (table.phase != OVER) == (not table.is_over)


def test_an_action_is_one_step_of_one_seat(game: str, chance: random.Random) -> None:
    for table in turns(game, chance, scaled(20)):
        for action in table.legal_actions():
            copy = table.copy()
            copy.act(copy.turn, action)
            assert copy != table


def test_everything_else_is_refused_and_changes_nothing(game: str, chance: random.Random) -> None:
    for table in turns(game, chance, scaled(12)):
        before, legal = table.copy(), table.legal_actions()
        for action in (number for number in range(-1, 53) if number not in legal):
            with pytest.raises(OvertrickError):
                table.act(table.turn, action)
        if table.phase != OVER:
            for seat in (-1, table.players, NOBODY):
                with pytest.raises(IllegalAction):
                    table.act(seat, legal[0])
        assert table == before


def test_the_same_actions_give_the_same_round(game: str, chance: random.Random) -> None:
    for _ in range(scaled(100)):
        table, _ = any_table(game, chance)
        twin = table.copy()
        while not table.is_over:
            action = chance.choice(table.legal_actions())
            table.act(table.turn, action)
            twin.apply(action)
        assert table == twin


def test_gains_cancel_and_agree_with_the_scores(game: str, chance: random.Random) -> None:
    for table in turns(game, chance, scaled(100)):
        if table.is_over:
            gains, scores = [table.gain(seat) for seat in range(table.players)], table.scores()
            assert sum(gains) == pytest.approx(0)
            better = min if catalogue.game(game).is_less_better else max
            assert scores[gains.index(max(gains))] == better(scores)


def test_a_world_continues_like_a_round(game: str, chance: random.Random) -> None:
    """A sampled world can be played to the end, and the viewer's next action is as legal there as at the table."""
    rng = make_rng(3)
    for table in turns(game, chance, scaled(20)):
        if not table.is_over:
            view = table.observe(table.turn)
            world = view.sample_world(rng)
            assert world.legal_actions() == view.legal_actions()
            finish(world, chance)


def finish(table: Round, chance: random.Random) -> None:
    while not table.is_over:
        table.act(table.turn, chance.choice(table.legal_actions()))


def test_a_seed_decides_a_match(game: str, chance: random.Random) -> None:
    rules, players = any_rules(game, chance)
    first, second, third = (Match(rules, players, seeded_decks(seed)) for seed in (1, 1, 2))
    assert first.round == second.round
    assert first.round != third.round


def test_a_match_goes_on_only_when_it_may(game: str, chance: random.Random) -> None:
    rules, players = any_rules(game, chance)
    match = Match(rules, players, seeded_decks(4))
    with pytest.raises(IllegalAction, match="not over"):
        match.next_round()
    with pytest.raises(IllegalAction, match="not finished"):
        match.winners()
    while True:
        while not match.round.is_over:
            match.act(match.round.turn, chance.choice(match.round.legal_actions()))
        if match.is_finished:
            break
        match.next_round()
    with pytest.raises(IllegalAction, match="finished"):
        match.next_round()
    assert match.winners()


def test_rules_carry_a_version(game: str, chance: random.Random) -> None:
    rules, players = any_rules(game, chance)
    assert rules.game == game
    assert rules.version >= 1
    rules.check_players(players)
    for wrong in (2, 9):
        with pytest.raises(OvertrickError):
            rules.check_players(wrong)
