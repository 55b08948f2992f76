"""Batch Bradley-Terry: one strength for each player that explains all results at once.

Player i beats player j with probability 1 / (1 + exp(r_j - r_i)). Strengths maximise the likelihood, found by Newton's
method, which is safe here because the likelihood is concave; a small prior, as if every pair had also drawn one game,
keeps them finite when somebody wins everything. Hunter: MM algorithms for generalized Bradley-Terry models (2004).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from overtrick.arena.statistics import ELO_SCALE

Numbers = np.ndarray[Any, Any]

ELO_PER_NAT = ELO_SCALE / math.log(10)
PRIOR_DRAWS = 1.0
_STEPS = 100
_TOLERANCE = 1e-10


@dataclass(frozen=True)
class Rating:
    """A player's strength in Elo against the anchor, who is at 0."""

    player: str
    elo: float
    low: float
    high: float


def strengths(wins: Numbers) -> Numbers:
    """Strengths in nats with mean 0; `wins[i, j]` is how often i beat j, draws half."""
    size = len(wins)
    games = wins + wins.T + PRIOR_DRAWS * (1 - np.eye(size))
    won = wins.sum(axis=1) + PRIOR_DRAWS * (size - 1) / 2
    strength = np.zeros(size)
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(strength[None, :] - strength[:, None]))
        gradient = won - (games * chance).sum(axis=1)
        weight = games * chance * (1 - chance)
        hessian = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.solve(hessian + np.ones((size, size)) / size, gradient)
        # Far from the maximum a full step may overshoot; two nats are a factor of seven in odds.
        step *= min(1.0, 2.0 / max(np.abs(step).max(), 1e-300))
        strength += step
        if np.abs(step).max() < _TOLERANCE:
            break
    centred: Numbers = strength - strength.mean()
    return centred


def rate(
    names: Sequence[str], scores: Numbers, *, anchor: int = 0, resamples: int = 500, seed: int = 0
) -> list[Rating]:
    """Ratings with 95 % intervals from resampled deals.

    `scores[i, j, deal]` is the share of games of a deal that i won against j. Every pair played the same deals, so a
    resample draws deals, not results.
    """
    deals = scores.shape[2]

    def elos(weights: Numbers) -> Numbers:
        strength = strengths(scores @ weights) * ELO_PER_NAT
        relative: Numbers = strength - strength[anchor]
        return relative

    best = elos(np.ones(deals))
    draw = np.random.default_rng(seed)
    drawn = np.array([elos(np.bincount(draw.integers(deals, size=deals), minlength=deals)) for _ in range(resamples)])
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return [
        Rating(name, float(best[i]), float(min(low[i], best[i])), float(max(high[i], best[i])))
        for i, name in enumerate(names)
    ]
