"""Plots of evaluations and leagues, drawn without a display."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from overtrick.arena.runner import Run
from overtrick.arena.statistics import differences, interval

if TYPE_CHECKING:
    from overtrick.arena.ratings import Rating

BLUE, GREY = "#2563eb", "#6b7280"
_POINTS = 200
"""Steps of the running interval that are drawn."""


def plot_difference(run: Run, path: Path) -> None:
    """The running difference and its interval, and how the deals are spread around it."""
    ahead = differences(run.plan, run.outcomes)
    steps = np.unique(np.linspace(2, len(ahead), min(_POINTS, len(ahead) - 1)).astype(int))
    running = [interval(ahead[:step]) for step in steps]
    with _figure(path, (9.0, 4.0), columns=2) as (figure, (left, right)):
        left.fill_between(steps, [r.low for r in running], [r.high for r in running], color=BLUE, alpha=0.2, lw=0)
        left.plot(steps, [r.mean for r in running], color=BLUE)
        left.axhline(0.0, color=GREY, lw=1)
        spread = np.percentile(np.abs(ahead), 98) or 1.0
        left.set_ylim(-spread / 2, spread / 2)
        left.set_xlabel("deals")
        left.set_ylabel("points per deal, player minus opponent")
        left.set_title("Running difference with its 95 % interval")
        right.hist(ahead, bins=40, color=BLUE, alpha=0.8)
        right.axvline(running[-1].mean, color=GREY, lw=1)
        right.set_xlabel("difference of one deal, all seats together")
        right.set_ylabel("deals")
        right.set_title("Deal by deal")
        final = running[-1]
        figure.suptitle(
            f"{run.plan.game.capitalize()}: {run.plan.player} against {run.plan.opponent}, "
            f"{final.mean:+.2f} ({final.low:+.2f} to {final.high:+.2f})"
        )


def plot_ratings(ratings: Sequence[Rating], title: str, path: Path) -> None:
    """Ratings with their error bars, the strongest on top."""
    ordered = sorted(ratings, key=lambda rating: rating.elo)
    places = range(len(ordered))
    with _figure(path, (7.5, 1.2 + 0.45 * len(ordered)), columns=1) as (_, (axes,)):
        errors = [[r.elo - r.low for r in ordered], [r.high - r.elo for r in ordered]]
        axes.barh(places, [r.elo for r in ordered], color=BLUE, alpha=0.25, height=0.6)
        axes.errorbar([r.elo for r in ordered], places, xerr=errors, fmt="o", color=BLUE, capsize=4)
        axes.set_yticks(places, [r.player for r in ordered])
        axes.set_xlabel("Elo, with 95 % intervals")
        axes.set_title(title)
        axes.axvline(0.0, color=GREY, lw=1)
        axes.grid(axis="x", alpha=0.3)


@contextmanager
def _figure(path: Path, size: tuple[float, float], columns: int) -> Iterator[tuple[Any, list[Any]]]:
    """A figure that is saved at the end. Made without pyplot, which keeps global state and looks for a display."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(1, columns, squeeze=False)[0]
    for part in axes:
        part.spines[["top", "right"]].set_visible(False)
    yield figure, list(axes)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)
