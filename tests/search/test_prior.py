"""A network's opinion in flat search: points beside the playouts."""

import numpy as np
import pytest

from overtrick.core.randomness import make_rng
from overtrick.games.blob.observations.schemas import BLOB_2
from overtrick.observe.evaluator import Evaluation
from overtrick.search.think import Budget, Settings, Thinker
from tests.observe.positions import random_views


class Fond:
    """An evaluator that is sure of one legal action: the last it may answer for."""

    schema = BLOB_2

    def evaluate(self, observations, masks):
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        probabilities = np.where(np.arange(masks.shape[1]) == last[:, None], 0.99, 0.0).astype(np.float32)
        probabilities += np.float32(0.01) * masks / masks.sum(axis=1, keepdims=True)
        return Evaluation(probabilities, np.zeros((len(masks), 8), np.float32))


def views(phase, size=6):
    found = [view for view in random_views("blob", 300, seed=12, only_turns=True) if view.phase == phase]
    return [view for view in found if len(view.legal_actions()) > 2][:size]


def best(view, settings, evaluator=None):
    return Thinker(settings, evaluator).think(view, Budget(simulations=200), make_rng(5))


@pytest.mark.parametrize(("phase", "weights"), [(1, {"prior_before_play": 50.0}), (3, {"prior": 50.0})])
def test_a_heavy_prior_decides(phase, weights):
    for view in views(phase):
        assert best(view, Settings(**weights), Fond()).best == view.legal_actions()[-1]


@pytest.mark.parametrize("phase", [1, 3])
def test_no_weight_is_no_network(phase):
    settings = Settings(prior=0.0, prior_before_play=0.0)
    for view in views(phase):
        assert best(view, settings, Fond()) == best(view, settings)


def test_values_are_told_without_the_bonus():
    for view in views(3, 3):
        with_prior = best(view, Settings(prior=0.001), Fond())
        assert with_prior.gains == pytest.approx(best(view, Settings()).gains, abs=1e-9)
