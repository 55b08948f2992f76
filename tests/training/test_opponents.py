"""Company for the learner: old selves that trouble it most, rule players, and always a seat of its own."""

import numpy as np
import pytest
import torch

from overtrick.nets.mlp import PlainNet
from overtrick.training.opponents import Company, Pool, Snapshot, seat_company
from overtrick.training.rollout import Batch


def tiny_network(weight):
    network = PlainNet("blob", layers=(2,), locations=False, version=3)
    for parameter in network.parameters():
        torch.nn.init.constant_(parameter, weight)
    return network


def weight_of(snapshot):
    return float(snapshot.weights["trunk.0.bias"][0])


def pool_with(*rewards):
    pool = Pool(most=len(rewards))
    for number, reward in enumerate(rewards):
        pool.add(tiny_network(float(number)))
        pool.snapshots[-1].reward = reward
    return pool


def test_snapshots_stay_as_they_were():
    network, pool = tiny_network(1.0), Pool(most=3)
    pool.add(network)
    network.trunk[0].bias.data += 5.0
    assert weight_of(pool.snapshots[0]) == 1.0


def test_the_pool_prefers_snapshots_it_loses_to():
    pool, chance = pool_with(0.5, -0.5, 0.0), np.random.default_rng(1)
    drawn = [weight_of(pool.choose(chance)) for _ in range(500)]
    shares = [drawn.count(float(number)) / 500 for number in range(3)]
    weights = np.exp([-2.0, 2.0, 0.0])
    assert shares == pytest.approx((weights / weights.sum()).tolist(), abs=0.06)
    assert Pool(most=1).choose(chance) is None


def test_the_snapshot_beaten_most_clearly_makes_room():
    pool = pool_with(-0.2, 0.1, 0.4, 0.3)
    pool.add(tiny_network(9.0))
    assert [weight_of(snapshot) for snapshot in pool.snapshots] == [0.0, 1.0, 3.0, 9.0]


@pytest.mark.parametrize("has_snapshot", [False, True])
def test_nobody_is_alone_and_the_learner_is_everywhere(has_snapshot):
    players = np.random.default_rng(2).integers(3, 9, 4000)
    pool = pool_with(0.0) if has_snapshot else Pool(most=1)
    company = seat_company(tiny_network(2.0), pool, players, (0.3, 0.2), np.random.default_rng(3))
    in_play = np.arange(8) < players[:, None]
    mine = ((company.seating == 0) & in_play).any(axis=1)
    assert mine.all()
    old, rules = (((company.seating == 1) & in_play).any(axis=1), ((company.seating >= 2) & in_play).any(axis=1))
    assert not (old & rules).any()
    assert old.mean() == pytest.approx(0.3 if has_snapshot else 0.0, abs=0.03)
    assert rules.mean() == pytest.approx(0.2, abs=0.03)
    theirs = ((company.seating > 0) & in_play).sum(axis=1)[old | rules] / players[old | rules]
    assert theirs.mean() == pytest.approx(0.5, abs=0.06)
    assert company.seating.max() < len(company.opponents) + 1


def test_the_old_self_plays_with_its_old_weights():
    pool = pool_with(0.0)
    company = seat_company(tiny_network(7.0), pool, np.array([4]), (1.0, 0.0), np.random.default_rng(1))
    assert float(company.opponents[0].network.state_dict()["trunk.0.bias"][0]) == 0.0


def test_results_against_a_snapshot_are_remembered():
    snapshot = Snapshot({}, reward=1.0)
    seating = np.zeros((3, 8), np.int64)
    seating[1, 2] = 1
    empty = np.empty(0)
    rounds, rewards = np.array([0, 1, 1, 2]), np.array([9.0, -1.0, -3.0, 9.0])
    batch = Batch(empty, empty, empty, empty, empty, rounds, np.zeros(4, np.int64), rewards, empty)
    Company(seating, [], snapshot).learn_from(batch)
    assert snapshot.reward == pytest.approx(0.9 * 1.0 + 0.1 * -2.0)
    Company(np.zeros((3, 8), np.int64), [], snapshot).learn_from(batch)
    assert snapshot.reward == pytest.approx(0.7)
