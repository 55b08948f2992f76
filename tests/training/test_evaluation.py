"""Evaluations in batches give what the arena gives decision by decision."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from overtrick.arena.plan import Plan
from overtrick.arena.runner import run_plan
from overtrick.arena.statistics import GameCounts, differences, interval
from overtrick.errors import TrainingError
from overtrick.export.bundle import export_bundle
from overtrick.kernel import JIT_IS_ON
from overtrick.nets.build import build
from overtrick.nets.torch_evaluator import TorchEvaluator
from overtrick.players.catalogue import make_player
from overtrick.training.evaluation import evaluate, make_plan, play_plan, sum_up

DEALS = 6 if JIT_IS_ON else 2


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[TorchEvaluator, str]]:
    """For each game a network as torch runs it and as a model file."""
    folder, found = tmp_path_factory.mktemp("models"), {}
    for game in ("blob", "hearts"):
        network = build("plain", {"game": game, "layers": [16], "locations": False, "version": 3}, seed=1)
        path = Path(folder, f"{game}.overtrick")
        export_bundle(network, path)
        found[game] = TorchEvaluator(network), f"net:{path}"
    return found


@pytest.mark.parametrize("opponent", ["hard", "montecarlo:worlds=2"])
@pytest.mark.parametrize("game", ["blob", "hearts"])
def test_batches_equal_the_arena(networks: dict[str, tuple[TorchEvaluator, str]], game: str, opponent: str) -> None:
    if game == "hearts" and opponent != "hard" and not JIT_IS_ON:
        pytest.skip("takes minutes without compiled kernels")
    evaluator, name = networks[game]
    plan = make_plan(game, opponent, DEALS, 5, "3x4" if game == "blob" else None)
    batched = play_plan(plan, evaluator, make_player(opponent))
    single = run_plan(Plan(plan.game, name, opponent, DEALS, 5, plan.players, plan.cards)).outcomes
    for field in ("scores", "rounds", "dealt", "counts"):
        np.testing.assert_array_equal(batched[field], single[field])
    evaluation = sum_up(plan, batched, opponent)
    assert evaluation.difference == interval(differences(plan, single))
    assert evaluation.exact_bids == (GameCounts(plan, single).per_deal("exact", "player") if game == "blob" else None)
    assert f"against {opponent}" in str(evaluation)


def test_two_networks_can_meet(networks: dict[str, tuple[TorchEvaluator, str]]) -> None:
    evaluator, _ = networks["blob"]
    plan = Plan("blob", "one", "other", DEALS, 1, cards=(3, 4), tables="both")
    assert (differences(plan, play_plan(plan, evaluator, evaluator)) == 0).all(), "equals come out even"


def test_evaluations_tell_their_table(networks: dict[str, tuple[TorchEvaluator, str]]) -> None:
    evaluator, _ = networks["blob"]
    evaluation = evaluate(evaluator, "random", deals=2, table="5x2")
    assert evaluation.opponent == "random 5x2"
    assert evaluation.as_row().keys() >= {"points", "points_low", "points_high", "elo", "exact_bids"}
    with pytest.raises(TrainingError, match="write players x cards"):
        evaluate(evaluator, "random", deals=2, table="five")
