"""PPO learns, does so again from the same seed, and goes on from where it was."""

import dataclasses

import numpy as np
import pytest
import torch

from overtrick.core.policies import HARD
from overtrick.core.randomness import make_rng
from overtrick.core.record import NOBODY
from overtrick.engine.batch import apply_all
from overtrick.games.blob.observations.schemas import BLOB_3
from overtrick.kernel import JIT_IS_ON
from overtrick.nets.build import build
from overtrick.nets.checkpoint import load_checkpoint, save_checkpoint
from overtrick.observe.questions import ask
from overtrick.training.ppo import PPO, PPOConfig
from overtrick.training.rollout import RELATIVE, REWARD_SCALE, RuleOpponent, write_rewards
from overtrick.training.tables import TableMix, deal_rounds
from tests.training.states import assert_same_state, kept

TINY = PPOConfig(
    layers=(16,),
    critic_layers=(16,),
    rounds=48 if JIT_IS_ON else 12,
    players=(3, 4),
    cards=(2,),
    minibatch=128,
    average_weight=0.05,
    critic_first=0,
    snapshot_share=0.4,
    rule_share=0.2,
    snapshot_every=1,
    snapshots=2,
)
HEARTS = dataclasses.replace(TINY, game="hearts", rounds=16 if JIT_IS_ON else 3)


def after(config, iterations, learner=None):
    learner = learner or PPO(config)
    for _ in range(iterations):
        learner.iterate()
    return learner


@pytest.mark.parametrize("config", [TINY, HEARTS], ids=["blob", "hearts"])
def test_two_runs_with_one_seed_are_equal(config):
    one, other = after(config, 2), after(config, 2)
    assert_same_state(one, other)
    third = after(dataclasses.replace(config, seed=2), 2)
    assert not torch.equal(one.network.trunk[0].weight, third.network.trunk[0].weight)


@pytest.mark.parametrize("config", [TINY, HEARTS], ids=["blob", "hearts"])
def test_a_restored_learner_goes_on_as_if_it_had_never_stopped(config):
    unbroken = after(config, 2)
    state = kept(unbroken.state())
    live = unbroken.state()
    after(config, 2, unbroken)
    for source in (state, live):
        resumed = PPO(config)
        resumed.restore(source)
        assert_same_state(unbroken, after(config, 2, resumed))


def test_figures_are_numbers_whoever_sits_at_the_tables():
    for shares in ({"snapshot_share": 0.0, "rule_share": 1.0}, {"snapshot_share": 0.0, "rule_share": 0.0}):
        figures = PPO(dataclasses.replace(TINY, **shares)).iterate()
        assert np.isfinite(list(figures.values())).all()
        assert figures["steps"] > 0


def test_the_critic_stays_at_home(tmp_path):
    learner = after(TINY, 1)
    fresh = build("plain", learner.network.settings)
    assert learner.network.state_dict().keys() == fresh.state_dict().keys()
    judges = {id(parameter) for parameter in learner.critic.parameters()}
    players = {id(parameter) for group in learner.optimizer.param_groups for parameter in group["params"]}
    assert players == {id(parameter) for parameter in learner.fitted.parameters()}
    assert not judges & players
    save_checkpoint(tmp_path / "network.safetensors", learner.network, {})
    saved, _ = load_checkpoint(tmp_path / "network.safetensors")
    assert saved.count_parameters() == learner.network.count_parameters() == fresh.count_parameters()


def test_the_network_it_starts_from_is_left_alone():
    start = build("plain", {"game": "blob", "layers": [16], "version": 3}, seed=4)
    before = {name: tensor.clone() for name, tensor in start.state_dict().items()}
    learner = after(TINY, 1, PPO(TINY, start))
    assert all(torch.equal(before[name], tensor) for name, tensor in start.state_dict().items())
    assert not torch.equal(before["trunk.0.weight"], learner.network.trunk[0].weight)


def test_a_good_start_waits_for_the_critic():
    start = build("plain", {"game": "blob", "layers": [16], "version": 3}, seed=4)
    learner = PPO(dataclasses.replace(TINY, critic_first=2), start)
    for is_first in (True, True, False):
        critic = learner.critic.state_dict()["trunk.0.weight"].clone()
        learner.iterate()
        assert torch.equal(start.trunk[0].weight, learner.fitted.trunk[0].weight) == is_first
        assert not torch.equal(critic, learner.critic.state_dict()["trunk.0.weight"])


def test_what_is_kept_is_the_slow_average():
    learner = after(dataclasses.replace(TINY, average_pace=0.25), 0)
    before = learner.network.trunk[0].weight.detach().clone()
    learner.iterate()
    expected = 0.75 * before + 0.25 * learner.fitted.trunk[0].weight.detach()
    torch.testing.assert_close(learner.network.trunk[0].weight.detach(), expected)


ITERATIONS = 20
ONE_CARD = TableMix("blob", players=(3,), cards=(1,), in_match=0.0)


def gains_of_bids(size, seed):
    """What one seat sees at one-card tables of hard players, and what either bid brings it; NaN for a forbidden one."""
    rounds, rng = deal_rounds(ONE_CARD, size, seed), make_rng(seed, 1)
    seats, hard = np.arange(size) % 3, RuleOpponent(HARD)
    while (others := np.flatnonzero(rounds["turn"] != seats)).size:
        hard.act(rounds, others, rng)
    question, gains = ask(BLOB_3, rounds), np.full((size, 2), np.nan)
    for bid in range(2):
        allowed = np.flatnonzero(question.masks[:, bid])
        tables, rewards = rounds[allowed], np.empty((len(allowed), 8), np.float32)
        apply_all(tables, np.full(len(allowed), bid))
        while (live := np.flatnonzero(tables["turn"] != NOBODY)).size:
            hard.act(tables, live, rng)
        write_rewards(tables, RELATIVE, rewards)
        gains[allowed, bid] = REWARD_SCALE * rewards[np.arange(len(allowed)), seats[allowed]]
    return question.observations, gains


def best_response(size, seed):
    """Bids by what they brought on average to a seat that saw the same: a function from observations to [B, 2]."""
    observations, gains = gains_of_bids(size, seed)
    table = {}
    for row, pair in zip(observations, gains, strict=True):
        table.setdefault(row.tobytes(), []).append(pair)
    means = {seen: np.mean(pairs, axis=0) for seen, pairs in table.items()}
    return lambda rows: np.array([means.get(row.tobytes(), [0.0, 0.0]) for row in rows])


def mean_gain(scores, gains):
    """Points a deal of the bid with the higher score."""
    choices = np.where(np.isnan(gains), -np.inf, scores).argmax(axis=1)
    return float(gains[np.arange(len(gains)), choices].mean())


def scores_by(network):
    def scores(observations):
        with torch.no_grad():
            return network.judge(torch.from_numpy(observations)).logits[:, :2].numpy()

    return scores


@pytest.mark.skipif(not JIT_IS_ON, reason="plays a hundred thousand rounds")
def test_ppo_finds_the_best_response_where_it_can_be_counted():
    config = PPOConfig(
        layers=(64,),
        critic_layers=(32,),
        rounds=1024,
        players=(3,),
        cards=(1,),
        minibatch=1024,
        learning_rate=3e-3,
        critic_rate=3e-3,
        half_life=15.0,
        entropy_weight=0.003,
        snapshot_share=0.0,
        rule_share=1.0,
    )
    learner = PPO(config)
    observations, gains = gains_of_bids(6000, 2)
    start = mean_gain(scores_by(learner.network)(observations), gains)
    after(config, ITERATIONS, learner)
    learned = mean_gain(scores_by(learner.network)(observations), gains)
    best = mean_gain(best_response(60_000, 3)(observations), gains)
    assert start < best - 2.0
    assert learned > best - 0.4
