"""A network in kernels: the same answers as the evaluator's, and a policy that plays whole rounds."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.core.policies import NETWORK, PLAYOUT
from overtrick.core.randomness import make_rng
from overtrick.engine.policies import act
from overtrick.engine.round import Round
from overtrick.errors import ModelError
from overtrick.kernel import JIT_IS_ON
from overtrick.nets.loading import load_evaluator
from overtrick.nets.plain import PlainEvaluator
from overtrick.observe.evaluator import judge
from overtrick.policies.instinct import act_by, chance_of, dot, first_thought
from tests.nets.models import SMALL, small_bundle
from tests.search.positions import some_round

POSITIONS = 40 if JIT_IS_ON else 2


def plain_evaluator(name: str) -> PlainEvaluator:
    """A network of the package, or a small one with random weights."""
    path = str(small_bundle(name)) if name in SMALL else name
    evaluator = load_evaluator(path, "plain")
    assert isinstance(evaluator, PlainEvaluator)
    return evaluator


def positions(game: str) -> list[Round]:
    """Rounds somewhere between the deal and the end."""
    tables = []
    for number in range(POSITIONS):
        table, rng = some_round(game, number), make_rng(2, number)
        for _ in range(number % 20):
            if len(table.legal_actions()) > 0:
                table.apply(int(act(table.record, PLAYOUT, 0, rng)))
        if not table.is_over:
            tables.append(table)
    return tables


@pytest.mark.parametrize("name", ["blob", "hearts", "blob-plain", "hearts-plain", "blob-plain-3", "hearts-plain-3"])
def test_kernels_give_the_evaluators_answers(name: str) -> None:
    evaluator = plain_evaluator(name)
    instinct = evaluator.instinct()
    tables = positions(evaluator.schema.game)
    assert len({table.phase for table in tables}) == 2 or not JIT_IS_ON
    for table in tables:
        chances = judge(evaluator, table.observe(table.turn).data).probabilities[0]
        legal = table.legal_actions()
        found = np.array([chance_of(instinct, table.record, action) for action in legal])
        np.testing.assert_allclose(found, chances[legal], atol=1e-4)
        best = first_thought(instinct, table.record)
        assert chances[best] == pytest.approx(chances.max(), abs=1e-4)
        assert act_by(table.record, NETWORK, instinct, make_rng(1)) == best


@pytest.mark.parametrize("game", ["blob", "hearts"])
def test_it_plays_whole_rounds_by_the_rules(game: str) -> None:
    instinct, table = plain_evaluator(game).instinct(), some_round(game, 3)
    while not table.is_over:
        action = int(first_thought(instinct, table.record))
        assert action in table.legal_actions()
        table.apply(action)


def test_sums_of_any_length_are_whole() -> None:
    for size in (1, 3, 4, 7, 32):
        one, other = np.arange(size, dtype=np.float32), np.full(size, 2, np.float32)
        assert dot(one, other) == size * (size - 1)


def test_networks_that_kernels_cannot_run_are_refused() -> None:
    with pytest.raises(ModelError, match="two layers"):
        plain_evaluator("hearts-mlp").instinct()
