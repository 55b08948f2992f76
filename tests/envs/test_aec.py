"""The PettingZoo environments pass its tests, and are the engine in other clothes."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from overtrick.engine.catalogue import GAME_KEYS  # noqa: E402
from overtrick.envs import blob_match, blob_round, hearts_match, hearts_round, register_envs, spades_match, spades_round  # noqa: E402
from overtrick.errors import IllegalAction, ModelError, RulesError  # noqa: E402
from overtrick.games.blob.house import BlobRules  # noqa: E402
from overtrick.games.hearts.house import HeartsRules  # noqa: E402
from overtrick.games.spades.house import SpadesRules  # noqa: E402
from overtrick.kernel import JIT_IS_ON  # noqa: E402

MAKERS = {
    "blob_round": lambda: blob_round(players=5),
    "blob_match": lambda: blob_match(players=3, rules=BlobRules(start_cards=2)),
    "hearts_round": lambda: hearts_round(),
    "hearts_match": lambda: hearts_match(rules=HeartsRules(target=20)),
    "spades_round": lambda: spades_round(),
    "spades_match": lambda: spades_match(rules=SpadesRules(target=50, losing_score=-200)),
}
CYCLES = 300 if JIT_IS_ON else 30


@pytest.fixture(params=MAKERS)
def make(request: pytest.FixtureRequest):
    return MAKERS[request.param]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_is_content(make, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(make(), num_cycles=CYCLES)
    seed_test(make, num_cycles=CYCLES // 3)
    assert "Passed" in capsys.readouterr().out


def play(env, chance: random.Random) -> dict[str, float]:
    """Random play to the end of the episode; what each agent earned."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, is_over, is_cut, info = env.last()
        assert not is_cut
        totals[agent] += reward
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert bool(legal) != is_over
        env.step(None if is_over else chance.choice(legal))
    return totals


def test_rewards_cancel_and_only_the_seat_to_act_may(make) -> None:
    env, chance, was_paid = make(), random.Random(1), False
    for seed in range(5 if JIT_IS_ON else 2):
        env.reset(seed=seed)
        idle = [agent for agent in env.agents if agent != env.agent_selection]
        assert not any(env.observe(agent)["action_mask"].any() for agent in idle)
        totals = play(env, chance)
        assert sum(totals.values()) == pytest.approx(0)
        was_paid |= any(totals.values())  # in a small round all may score the same
    assert was_paid


def test_a_round_pays_the_gain() -> None:
    env, chance = hearts_round(), random.Random(2)
    env.reset(seed=1)
    totals = play(env, chance)
    assert list(totals.values()) == pytest.approx([env.unwrapped.table.gain(seat) for seat in range(4)])


def test_observations_are_the_schemas() -> None:
    env = blob_round(schema="blob-2")
    env.reset(seed=1)
    space = env.observation_space("seat_0")
    assert space.contains(env.observe("seat_0"))
    assert blob_round().observation_space("seat_0")["observation"].shape == (256,)
    assert hearts_round().observation_space("seat_0")["observation"].shape == (270,)


@pytest.mark.parametrize(
    ("make_env", "schema", "message"),
    [
        (blob_round, "blob-3", "blob-3 orders suits anew in every position.*choose blob-1 or blob-2"),
        (hearts_match, "hearts-3", "choose hearts-1 or hearts-2"),
        (blob_match, "hearts-2", "hearts-2 describes hearts, not blob"),
    ],
)
def test_schemas_that_do_not_fit_are_refused(make_env, schema: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make_env(schema=schema)


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    env = blob_round(players=4, cards=3)
    env.reset(seed=3)
    before = env.unwrapped.table.copy()
    with pytest.raises(IllegalAction):
        env.step(17)
    assert env.unwrapped.table == before


def test_tables_that_cannot_be() -> None:
    with pytest.raises(RulesError, match="3 to 8 players"):
        blob_round(players=9)
    with pytest.raises(RulesError, match="cannot deal 7 cards to 8 players"):
        blob_round(players=8, cards=7, rules=BlobRules(start_cards=2))


def test_rendering() -> None:
    env = hearts_round(render_mode="ansi")
    env.reset(seed=1)
    assert "hearts, " in env.render()
    assert hearts_match().unwrapped.render() is None


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_they_can_be_made_by_name() -> None:
    names = register_envs()
    assert names == register_envs()
    assert len(names) == 2 * len(GAME_KEYS)
    env = pettingzoo.make("aec", names[0])
    env.reset(seed=1)
    assert env.agents == [f"seat_{seat}" for seat in range(4)]


def test_without_the_extra_it_says_so() -> None:
    program = (
        "import importlib.util, sys\n"
        "real = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *rest: None if name == 'pettingzoo' else real(name, *rest)\n"
        "import overtrick.envs\n"
        "try:\n    overtrick.envs.blob_round\n"
        "except ImportError as error:\n    print(error)\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "this environment needs pettingzoo: pip install 'overtrick[rl]'"
