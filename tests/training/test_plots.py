"""Plots of runs."""

from __future__ import annotations

from pathlib import Path

from overtrick.training.metrics import Table, read_table
from overtrick.training.plots import curves, plot_run


def test_a_run_is_drawn_with_all_panels(tmp_path: Path) -> None:
    metrics, evaluations = Table(tmp_path / "metrics.csv", after=0), Table(tmp_path / "evaluations.csv", after=0)
    for number in range(1, 6):
        figures = {"loss/policy": 1 / number, "loss/value": 0.5, "entropy": 1.0, "kl": 0.01, "steps_per_s": 1e5}
        metrics.add({"iteration": number, **figures, **({"elo": 5.0 * number} if number % 2 else {})})
        row = {"points": -1.0 + number, "points_low": -2.0, "points_high": 9.0, "elo": 1.0, "elo_low": 0, "elo_high": 2}
        evaluations.add({"iteration": number, "opponent": "hard", "deals": 10, **row})
    plot_run(tmp_path, tmp_path / "plots.png")
    assert (tmp_path / "plots.png").read_bytes().startswith(b"\x89PNG")
    drawn = {name: values for name, _, values in curves(read_table(tmp_path / "metrics.csv"), "loss")}
    assert drawn == {"loss/policy": [1.0, 0.5, 1 / 3, 0.25, 0.2], "loss/value": [0.5] * 5}
    assert [iterations for _, iterations, _ in curves(read_table(tmp_path / "metrics.csv"), "elo")] == [[1, 3, 5]]


def test_a_run_that_has_not_begun_is_drawn_empty(tmp_path: Path) -> None:
    plot_run(tmp_path, tmp_path / "plots.png")
    assert (tmp_path / "plots.png").stat().st_size > 1000
