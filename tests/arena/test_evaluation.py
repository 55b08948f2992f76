"""Whole evaluations: the same on one worker and two, even among equals, and what they say."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from overtrick.arena import evaluation, runner, tables
from overtrick.arena.evaluation import check_even, evaluate, summary
from overtrick.arena.plan import Plan, Tables
from overtrick.arena.runner import Run, run_plan
from overtrick.arena.statistics import differences
from overtrick.core.randomness import Rng
from overtrick.engine.round import View
from overtrick.errors import PlayerError
from overtrick.players.protocol import Decision, Player

BAD = Path(__file__).parents[1] / "players" / "bad_player.py"


def result_text(plan: Plan, workers: int) -> str:
    return json.dumps(evaluate(plan, workers=workers, is_timed=False))


@pytest.mark.parametrize("plan", [Plan("hearts", "hard", "random", deals=60), Plan("blob", "easy", "random", deals=60)])
def test_one_worker_and_two_give_the_same_bytes(plan: Plan) -> None:
    assert result_text(plan, 1) == result_text(plan, 2)


def test_one_process_and_two_give_the_same_bytes() -> None:
    plan = Plan("blob", "montecarlo:worlds=3", "random", deals=4, cards=(2,))
    one, two = run_plan(plan, workers=1), run_plan(plan, workers=2)
    assert one.outcomes["decisions"].any()
    assert json.dumps(summary(one, [], is_timed=False)) == json.dumps(summary(two, [], is_timed=False))


def test_another_seed_gives_another_result() -> None:
    plan = Plan("blob", "easy", "random", deals=20)
    assert result_text(plan, 1) != result_text(replace(plan, seed=1), 1)


@pytest.mark.parametrize("game", ["blob", "hearts"])
@pytest.mark.parametrize("name", ["random", "easy", "normal", "hard", "montecarlo:worlds=2"])
def test_four_copies_come_out_even(game: str, name: str) -> None:
    plan = Plan(game, name, name, deals=3, cards=(3,))  # type: ignore[arg-type]
    result = evaluate(plan, has_check=False, is_timed=False)
    assert result["difference"] == {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert result["win_rate"] == 0.5
    assert result["elo"] == 0.0
    assert result["placements"]["player"] == result["placements"]["opponent"]
    assert check_even(plan, name).is_exact


@pytest.mark.parametrize("tables", ["both", "halves"])
def test_swapped_sides_turn_the_sign(tables: Tables) -> None:
    plan = Plan("hearts", "normal", "random", deals=10, tables=tables)
    there = evaluate(plan, has_check=False)["difference"]
    back = evaluate(replace(plan, player="random", opponent="normal"), has_check=False)["difference"]
    assert there["mean"] == -back["mean"] > 0


class Drifter:
    """Keeps something between decisions, so it plays the same hand in another way at the next table."""

    name = "drifter"
    asked = 0

    def decide(self, view: View, rng: Rng) -> Decision:
        Drifter.asked += 1
        return Decision(view.legal_actions()[Drifter.asked**2 // 7 % len(view.legal_actions())])


def test_player_with_a_memory_is_not_exactly_even(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(name: str) -> Player:
        return Drifter()

    monkeypatch.setattr(tables, "make_player", make)
    run = run_plan(Plan("blob", "drifter", "drifter", cards=(5,), deals=5))
    assert differences(run.plan, run.outcomes).any()


def test_check_refuses_one_side_ahead_of_its_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    def crooked(plan: Plan) -> Run:
        run = run_plan(plan)
        run.outcomes["scores"][:, 0, 0] += 40
        return run

    monkeypatch.setattr(evaluation, "run_plan", crooked)
    with pytest.raises(PlayerError, match="copies of hard did not come out even"):
        check_even(Plan("blob", "hard", "hard"), "hard")


def test_without_rotation_luck_remains() -> None:
    class Seated(Plan):
        @property
        def seatings(self) -> tuple[tuple[int, ...], ...]:  # type: ignore[override]
            return ((0, 1, 1, 1),) * 4

    plan = Seated("blob", "normal", "normal", deals=5)
    assert differences(plan, run_plan(plan).outcomes).any()


def test_result_says_what_was_asked_for() -> None:
    result = evaluate(Plan("blob", "normal", "random", deals=12, cards=(2, 4)))
    assert result["deals"] == 12
    assert result["games"] == 48
    assert result["difference"]["low"] <= result["difference"]["mean"] <= result["difference"]["high"]
    assert set(result["exact_bids"]) == {"player", "opponent"}
    assert list(result["exact_bids_by_cards"]) == ["2", "4"]
    assert result["ms_per_decision"]["player"] > 0
    assert result["moons_per_deal"] is None
    assert result["ending"] == "finished"
    json.dumps(result, allow_nan=False)


def test_hearts_result_counts_moons() -> None:
    result = evaluate(Plan("hearts", "random", "random", deals=10), has_check=False, is_timed=False)
    assert result["exact_bids"] is None
    assert result["ms_per_decision"] is None
    assert set(result["moons_per_deal"]["player"]) == {"made", "stopped"}
    total = result["points"]["player"] + 3 * result["points"]["opponent"]
    assert 26 <= total <= 78


def test_stops_when_clear_at_the_same_deal_with_any_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("blob", "normal", "random", deals=400)
    one = run_plan(plan, workers=1, until_clear=True)
    two = run_plan(plan, workers=2, until_clear=True)
    assert one.ending == two.ending == "clear"
    assert 100 <= one.deals < 400
    assert one.outcomes.tobytes() == two.outcomes.tobytes()


def test_interruption_keeps_what_is_done() -> None:
    plan = Plan("blob", "normal", "random", deals=200)

    def stop(done: int, running: object) -> None:
        if done >= 50:
            raise KeyboardInterrupt

    run = run_plan(plan, report=stop)
    assert run.ending == "interrupted"
    assert run.deals == 50
    assert summary(run, [], is_timed=False)["deals"] == 50
    whole = run_plan(replace(plan, deals=50))
    assert run.outcomes.tobytes() == whole.outcomes.tobytes()


def test_nothing_done_is_nothing_to_report() -> None:
    plan = Plan("blob", "normal", "random")
    with pytest.raises(PlayerError, match="nothing to report"):
        summary(Run(plan, np.zeros((0, 4), runner.empty_outcomes(0, 4).dtype)), [])


@pytest.mark.parametrize("workers", [1, 2])
def test_broken_program_loses_and_the_evaluation_ends(workers: int) -> None:
    name = "external:" + shlex.join([sys.executable, str(BAD), "dies"])
    plan = Plan("blob", name, "easy", deals=10, cards=(2,))
    run = run_plan(plan, workers=workers)
    assert run.ending == "forfeits"
    assert all("out of memory, sorry" in forfeit.report for forfeit in run.forfeits)
    result = summary(run, [], is_timed=False)
    assert result["difference"]["mean"] < 0
    assert result["win_rate"] == 0.0


def test_program_that_does_not_start_is_refused_at_once() -> None:
    with pytest.raises(PlayerError, match="does not start"):
        run_plan(Plan("blob", "external:/no/such/program", "easy"))
