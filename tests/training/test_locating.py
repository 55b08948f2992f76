"""Learning where cards lie: it learns, it leaves alone what plays, and it goes on exactly where it was."""

import dataclasses

import numpy as np
import pytest
import torch

from overtrick.errors import TrainingError
from overtrick.kernel import JIT_IS_ON
from overtrick.nets.build import build
from overtrick.observe.locations import NOT_ASKED
from overtrick.training.locating import LocateConfig, Locating, guess_loss
from tests.nets.models import small_network
from tests.training.states import assert_same_state, kept

TINY = LocateConfig(locator=(24, 16), rounds=64 if JIT_IS_ON else 4, players=(3, 4), cards=(2, 3), minibatch=64)


def player(game="blob", **more):
    return build("plain", {"game": game, "layers": [16, 16], "locations": False, "version": 3, **more}, seed=3)


@pytest.mark.skipif(not JIT_IS_ON, reason="takes too long without kernels")
def test_it_learns_more_than_hand_sizes_tell():
    learner = Locating(
        dataclasses.replace(TINY, rounds=256, players=(4,), cards=(12,), locator=(64,), learning_rate=3e-3), player()
    )
    gains = [learner.iterate()["location/gain"] for _ in range(12)]
    assert gains[0] < 0 < gains[-1]


def test_what_plays_stays_as_it_is():
    start = player()
    before = {name: tensor.clone() for name, tensor in start.state_dict().items()}
    learner = Locating(TINY, start)
    first = {name: tensor.clone() for name, tensor in learner.network.state_dict().items()}
    learner.iterate()
    after = learner.network.state_dict()
    assert all(torch.equal(after[name], tensor) for name, tensor in before.items())
    assert not any(torch.equal(after[name], first[name]) for name in after if name.startswith("locator."))


def test_a_locator_of_the_same_size_is_learned_on():
    start = player(locator=[24, 16])
    assert torch.equal(Locating(TINY, start).network.locator[0].weight, start.locator[0].weight)
    other = player(locator=[8])
    assert Locating(TINY, other).network.settings["locator"] == [24, 16]


@pytest.mark.parametrize("game", ["blob", "hearts"])
def test_one_seed_one_result_also_after_a_restart(game):
    config = dataclasses.replace(TINY, game=game, rounds=TINY.rounds if game == "blob" else TINY.rounds // 4)
    unbroken, resumed = Locating(config, player(game)), Locating(config, player(game))
    unbroken.iterate()
    resumed.restore(kept(unbroken.state()))
    figures = unbroken.iterate()
    resumed.iterate()
    assert_same_state(unbroken, resumed)
    assert np.isfinite(list(figures.values())).all()


def test_it_needs_a_network_that_plays():
    with pytest.raises(TrainingError, match="--from"):
        Locating(TINY)
    with pytest.raises(TrainingError, match="plain"):
        Locating(TINY, small_network("blobnet"))


def test_guessing_by_hand_sizes():
    lie = torch.full((2, 52), NOT_ASKED)
    lie[0, :4] = torch.tensor([0, 0, 1, 7])
    assert guess_loss(lie) == pytest.approx(-(2 * np.log(0.5) + 2 * np.log(0.25)) / 4)
