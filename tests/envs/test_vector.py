"""The vector environment: many tables at once, opponents of any kind, the same rules."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode

from overtrick.engine import catalogue
from overtrick.engine.round import Round
from overtrick.envs import TrickVectorEnv
from overtrick.errors import IllegalAction, PlayerError, RulesError
from overtrick.games.blob.house import BlobRules
from overtrick.kernel import JIT_IS_ON
from overtrick.players.protocol import Decision
from overtrick.players.rule import RulePlayer

TABLES = 32 if JIT_IS_ON else 3
STEPS = 120 if JIT_IS_ON else 20


class Lowest:
    """A player without a policy in a kernel: the lowest legal action."""

    name = "lowest"

    def decide(self, view, rng) -> Decision:
        assert view.seat == view.turn
        return Decision(view.legal_actions()[0])


def make(game: str, opponents: object, **options: object) -> TrickVectorEnv:
    rules = BlobRules(start_cards=5) if game == "blob" else catalogue.game(game).rules()
    return TrickVectorEnv(rules, TABLES, opponents, **options)  # type: ignore[arg-type]


def chosen(masks: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """A random legal action at each table; 0 where the round is over."""
    return np.array([chance.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks])


@pytest.mark.parametrize("game", catalogue.GAME_KEYS)
@pytest.mark.parametrize("kind", ["rules", "python", "mixed"])
def test_rounds_are_played_paid_and_dealt_again(game: str, kind: str) -> None:
    opponents = {
        "rules": RulePlayer("normal"),
        "python": Lowest(),
        "mixed": [RulePlayer("easy"), Lowest(), RulePlayer("random")],
    }[kind]
    env = make(game, opponents)
    chance = np.random.default_rng(1)
    seen, info = env.reset(seed=1)
    rounds = 0
    for _ in range(STEPS):
        assert env.observation_space.contains(seen)
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        before = env._over.copy()
        seats = env.seats.copy()
        seen, rewards, over, cut, info = env.step(chosen(seen["action_mask"], chance))
        assert not cut.any()
        assert not (before & over).any()
        assert not rewards[~over].any()
        assert ((env.seats != seats) == before).all()
        assert (seen["action_mask"].any(axis=1) == ~over).all()
        for index in np.flatnonzero(over):
            table = Round(env.rounds[index : index + 1])
            assert rewards[index] == pytest.approx(table.gain(int(env.seats[index])))
        rounds += int(over.sum())
    assert rounds > 0


def test_the_observation_is_the_learners() -> None:
    from overtrick.envs.seeing import action_mask, numbers

    env = make("blob", RulePlayer("hard"), players=5, cards=3, schema="blob-2")
    seen, _ = env.reset(seed=2)
    assert set(env.rounds["cards"].tolist()) == {3}
    for index in range(TABLES):
        table, seat = Round(env.rounds[index : index + 1]), int(env.seats[index])
        assert np.array_equal(seen["observation"][index], numbers(table.observe(seat), env.schema))
        assert np.array_equal(seen["action_mask"][index], action_mask(table, seat))


def test_a_seed_decides_everything() -> None:
    results = []
    for _ in range(2):
        env, chance = make("hearts", RulePlayer("random")), np.random.default_rng(1)
        seen, _ = env.reset(seed=7)
        for _ in range(20):
            seen, *_ = env.step(chosen(seen["action_mask"], chance))
        results.append(seen["observation"])
    assert np.array_equal(*results)


def test_what_cannot_be() -> None:
    env = make("blob", RulePlayer("easy"))
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    env.reset(seed=1)
    before = env.rounds.tobytes()
    for wrong in (51, -1, 99):
        with pytest.raises(IllegalAction, match="table 0: action"):
            env.step(np.full(TABLES, wrong))
    with pytest.raises(IllegalAction, match="one action for each"):
        env.step(np.zeros(TABLES + 1))
    assert env.rounds.tobytes() == before
    with pytest.raises(PlayerError, match="3 opponents are needed"):
        make("blob", [RulePlayer("easy")])
    with pytest.raises(RulesError, match="Hearts is for 4 players"):
        make("hearts", RulePlayer("easy"), players=5)
    with pytest.raises(RulesError, match="the hand size cannot be chosen"):
        make("hearts", RulePlayer("easy"), cards=5)
