"""`HeartsEnv`: the source's interface, and both kinds of reward."""

from __future__ import annotations

import random

import numpy as np
import pytest

from overtrick import HeartsEnv
from overtrick.cards.card import Card
from overtrick.compat.hearts_env import EnvConfig, Passing, Playing, Step
from overtrick.compat.hearts_rewards import rank_rewards, relative_rewards, shared_places
from overtrick.engine.round import Round, new_round
from overtrick.errors import BadPass, IllegalAction, RulesError, WrongPhase
from overtrick.games.hearts.house import HeartsRules
from tests.games.tables import hearts_table, scaled


def finish(env: HeartsEnv, chance: random.Random) -> Step:
    """Random play to the end of the round; the last step."""
    while isinstance(env.phase(), Passing):
        step = env.step_pass(chance.sample(env.legal_moves(), 3))
    while not env.is_done:
        step = env.step_play(chance.choice(env.legal_moves()))
    return step


def test_a_round_from_pass_to_points() -> None:
    env, chance = HeartsEnv(seed=1), random.Random(1)
    assert env.reset().shape == (270,)
    assert env.phase() == Passing("left", 0)
    for submitted in (1, 2, 3):
        assert env.current_seat == submitted - 1
        step = env.step_pass(chance.sample(env.legal_moves(), 3))
        assert (step.reward, step.done, step.info.phase) == (0.0, False, Passing("left", submitted))
    step = env.step_pass(chance.sample(env.legal_moves(), 3))
    leader = env.current_seat
    assert step.info.phase == Playing(leader, 0)
    assert env.legal_moves() == [26]
    assert np.array_equal(step.obs, env.observe(leader))
    assert env.step_play("2c").info.phase == Playing(leader, 1)
    last = finish(env, chance)
    assert last.done
    assert last.info.round_complete
    assert sum(last.info.final_points or ()) == 26
    assert last.reward in env.rewards()
    assert env.legal_moves() == []


def test_the_pass_goes_round_and_a_seed_decides_all() -> None:
    first, second = HeartsEnv(seed=5), HeartsEnv(seed=5)
    directions = []
    for number in range(4):
        assert np.array_equal(first.reset(), second.reset())
        phase = first.phase()
        directions.append(phase.direction if isinstance(phase, Passing) else "hold")
        finish(first, random.Random(number))
        finish(second, random.Random(number))
    assert directions == ["left", "right", "across", "hold"]
    assert first.match.scores == second.match.scores


def test_a_new_match_follows_a_finished_one_and_one_given_up() -> None:
    env = HeartsEnv(seed=2, config=EnvConfig(rules=HeartsRules(target=1)))
    env.reset()
    deal = env.match.deals
    finish(env, random.Random(1))
    env.reset()
    assert env.match.number == 0
    assert env.match.deals != deal
    given_up = env.match
    env.reset()
    assert env.match is not given_up


def test_cards_by_number_text_or_object() -> None:
    env = HeartsEnv(seed=1)
    env.reset()
    cards = env.legal_moves()[:3]
    step = env.step_pass([cards[0], str(Card.from_index(cards[1])), Card.from_index(cards[2])])
    assert step.info.phase == Passing("left", 1)


def test_what_is_not_allowed_is_refused() -> None:
    env = HeartsEnv()
    with pytest.raises(WrongPhase, match="reset"):
        env.legal_moves()
    env.reset()
    before = env.match.round.copy()
    with pytest.raises(WrongPhase, match="pass three cards first"):
        env.step_play(env.legal_moves()[0])
    with pytest.raises(BadPass):
        env.step_pass(env.legal_moves()[:2])
    assert env.match.round == before
    chance = random.Random(1)
    for _ in range(4):
        env.step_pass(chance.sample(env.legal_moves(), 3))
    with pytest.raises(WrongPhase):
        env.step_pass([0, 1, 2])
    with pytest.raises(IllegalAction):
        env.step_play("AS")
    with pytest.raises(RulesError, match="unknown reward mode"):
        EnvConfig(reward_mode="most")  # type: ignore[arg-type]


def test_both_rewards_sum_to_zero() -> None:
    chance = random.Random(3)
    for _ in range(scaled(300)):
        table, _ = hearts_table(chance)
        while not table.is_over:
            table.apply(chance.choice(table.legal_actions()))
        assert sum(relative_rewards(table)) == pytest.approx(0)
        assert sum(rank_rewards(table)) == pytest.approx(0)


def moon() -> Round:
    """Seat 2 holds all clubs and takes every trick."""
    table = new_round()
    HeartsRules().set_up_round(table.record, "hold")
    table.deal(range(52))
    while not table.is_over:
        table.apply(table.legal_actions()[0])
    return table


def test_the_moon() -> None:
    assert relative_rewards(moon()) == [-26.0, -26.0, 78.0, -26.0]
    assert rank_rewards(moon()) == [-1.0, -1.0, 3.0, -1.0]


def test_a_relative_reward_is_the_mean_of_the_others_less_ones_own() -> None:
    env = HeartsEnv(seed=9)
    env.reset()
    points = finish(env, random.Random(9)).info.final_points
    assert points is not None
    assert 26 not in points
    assert env.rewards() == pytest.approx([(26 - own) / 3 - own for own in points])


@pytest.mark.parametrize(
    ("scores", "rewards"),
    [
        ([0, 5, 8, 13], [3, 1, -1, -3]),
        ([13, 0, 0, 13], [-2, 2, 2, -2]),
        ([1, 1, 1, 23], [1, 1, 1, -3]),
        ([5, 8, 8, 5], [2, -2, -2, 2]),
        ([0, 13, 13, 0], [2, -2, -2, 2]),
        ([4, 4, 9, 9], [2, 2, -2, -2]),
        ([2, 7, 7, 10], [3, 0, 0, -3]),
        ([6, 6, 6, 6], [0, 0, 0, 0]),
    ],
)
def test_tied_seats_share_their_places(scores: list[int], rewards: list[float]) -> None:
    assert shared_places(scores) == pytest.approx(rewards)


def test_rank_mode() -> None:
    env = HeartsEnv(seed=4, config=EnvConfig(reward_mode="rank"))
    env.reset()
    assert env.rewards() == [0.0] * 4
    finish(env, random.Random(4))
    assert sorted(env.rewards()) == sorted(shared_places(env.match.round.scores()))
