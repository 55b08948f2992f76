"""Plots of a run from its CSV files, drawn without a display."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from overtrick.training.metrics import EVALUATIONS, ITERATION, METRICS, read_table

COLOURS = ("#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2", "#4b5563", "#be185d")
GREY = "#6b7280"
PANELS = ("loss", "entropy", "kl", "points", "elo", "steps_per_s")
TITLES = {
    "loss": "Loss",
    "entropy": "Entropy of the policy, nats",
    "kl": "KL divergence, nats",
    "points": "Points per deal against fixed opponents, 95 %",
    "elo": "Elo, 95 %",
    "steps_per_s": "Steps per second",
}

Row = dict[str, str]
Curve = tuple[str, list[int], list[float]]


def plot_run(folder: Path, path: Path) -> None:
    """Loss, entropy, KL, points with error bars, Elo and speed over the iterations of a run, as one PNG."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    metrics, evaluations = read_table(folder / METRICS), read_table(folder / EVALUATIONS)
    figure = Figure(figsize=(15.0, 8.0), layout="constrained")
    FigureCanvasAgg(figure)
    for name, axes in zip(PANELS, figure.subplots(2, 3).flat, strict=True):
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title(TITLES[name])
        axes.set_xlabel("iteration")
        axes.grid(alpha=0.25)
        count = _draw_curves(axes, curves(metrics, name))
        if name in ("points", "elo"):
            count += _draw_bars(axes, evaluations, name, first=count)
            axes.axhline(0.0, color=GREY, lw=1)
        if count:
            axes.legend(frameon=False, fontsize="small")
        else:
            axes.text(0.5, 0.5, "no figures", transform=axes.transAxes, ha="center", color=GREY)
    figure.suptitle(folder.name)
    figure.savefig(path, dpi=100, format="png")


def curves(metrics: list[Row], panel: str) -> Iterator[Curve]:
    """The figures of a panel: those of its name and those below it, `loss/policy` in `loss`."""
    names = dict.fromkeys(name for row in metrics for name in row)
    for name in names:
        if name == panel or name.startswith(f"{panel}/"):
            rows = [row for row in metrics if name in row]
            yield name, [int(row[ITERATION]) for row in rows], [float(row[name]) for row in rows]


def _draw_curves(axes: Any, drawn: Iterator[Curve]) -> int:
    count = 0
    for name, iterations, values in drawn:
        colour = COLOURS[count % len(COLOURS)]
        axes.plot(iterations, values, color=colour, lw=1.5, marker="." if len(values) < 30 else None, label=name)
        count += 1
    return count


def _draw_bars(axes: Any, evaluations: list[Row], name: str, first: int) -> int:
    """A line with error bars for each opponent."""
    opponents = list(dict.fromkeys(row["opponent"] for row in evaluations))
    for place, opponent in enumerate(opponents):
        rows = [row for row in evaluations if row["opponent"] == opponent]
        middle, low, high = (np.array([float(row[f"{name}{end}"]) for row in rows]) for end in ("", "_low", "_high"))
        axes.errorbar(
            [int(row[ITERATION]) for row in rows],
            middle,
            yerr=[middle - low, high - middle],
            color=COLOURS[(first + place) % len(COLOURS)],
            marker="o",
            ms=3,
            lw=1.2,
            capsize=2,
            label=f"against {opponent}",
        )
    return len(opponents)
