"""Learning in hindsight: every candidate's result, where the network answers for it."""

import dataclasses

import numpy as np
import pytest

from overtrick.core.randomness import make_rng
from overtrick.core.record import empty_rounds
from overtrick.engine.round import Round
from overtrick.games.blob.observations.schemas import BLOB_3
from overtrick.games.hearts.observations.schemas import HEARTS_3
from overtrick.kernel import JIT_IS_ON
from overtrick.observe.questions import ask
from overtrick.training.hindsight import Hindsight, HindsightConfig, write_results
from tests.observe.positions import random_views, stacked
from tests.training.states import assert_same_state, kept

TINY = HindsightConfig(layers=(16,), rounds=24 if JIT_IS_ON else 4, players=(3, 4), cards=(2,), minibatch=64)


@pytest.mark.parametrize("kind", [BLOB_3, HEARTS_3])
def test_results_stand_where_the_network_answers(kind):
    views = random_views(kind.game, 400, seed=4, only_turns=True)
    worlds = stacked([view.sample_world(make_rng(2)) for view in views])
    worlds["turn"] = [view.seat for view in views]
    results, before = np.empty((len(views), 52), np.float32), worlds.tobytes()
    write_results(worlds, np.arange(len(views)), True, 1, make_rng(3), empty_rounds(1), results)
    assert worlds.tobytes() == before
    question = ask(kind, worlds)
    assert not results[question.masks == 0].any()
    assert not results[question.masks.sum(axis=1) == 1].any()
    checked = 0
    for row, view in enumerate(views):
        legal = view.legal_actions()
        if len(legal) > 1 and is_last_choice(worlds[row : row + 1]):
            for action in legal:
                table = Round(worlds[row : row + 1].copy())
                table.apply(action)
                while not table.is_over:
                    table.apply(table.legal_actions()[0])
                assert question.by_action(results)[row, action] == pytest.approx(table.gain(view.seat), abs=1e-4)
            checked += 1
    assert checked > 0


def is_last_choice(data):
    """Whether whatever is played now, everything after it is forced."""
    for action in Round(data.copy()).legal_actions():
        table = Round(data.copy())
        table.apply(action)
        while not table.is_over:
            if len(table.legal_actions()) > 1:
                return False
            table.apply(table.legal_actions()[0])
    return True


@pytest.mark.parametrize("game", ["blob", "hearts"])
def test_one_seed_one_result_also_after_a_restart(game):
    config = dataclasses.replace(TINY, game=game, rounds=TINY.rounds if game == "blob" else TINY.rounds // 4)
    unbroken, resumed = Hindsight(config), Hindsight(config)
    unbroken.iterate()
    resumed.restore(kept(unbroken.state()))
    figures = unbroken.iterate()
    resumed.iterate()
    assert_same_state(unbroken, resumed)
    assert np.isfinite(list(figures.values())).all()
