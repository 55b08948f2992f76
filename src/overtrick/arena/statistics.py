"""From outcomes to figures: differences with paired intervals, win rates, places, Elo, and what the game counts.

The unit is the deal: the replays of one deal are averaged first, because they share their luck. Intervals are 95 %.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from overtrick.arena.outcomes import Outcomes
from overtrick.arena.plan import OPPONENT, PLAYER, Plan
from overtrick.engine.catalogue import game

Numbers = np.ndarray[Any, Any]

SIDES = {"player": PLAYER, "opponent": OPPONENT}
_Z = 1.959964
_STUDENT = (12.70620, 4.30265, 3.18245, 2.77645, 2.57058)
ELO_SCALE = 400.0


@dataclass(frozen=True)
class Interval:
    """A mean and where it lies with 95 % confidence."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether zero lies outside."""
        return self.low > 0 or self.high < 0

    def as_json(self) -> dict[str, float]:
        return {"mean": _rounded(self.mean), "low": _rounded(self.low), "high": _rounded(self.high)}


def interval(values: Numbers) -> Interval:
    """The mean of independent values with its Student interval; at least two of them."""
    mean = math.fsum(values) / len(values)
    squares = math.fsum((value - mean) ** 2 for value in values)
    half = student(len(values) - 1) * math.sqrt(squares / (len(values) - 1) / len(values))
    return Interval(mean, mean - half, mean + half)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, within 0.1 %: a table for few degrees of freedom, then the series.

    Abramowitz and Stegun, 26.7.5.
    """
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z, v = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def table_points(plan: Plan, outcomes: Outcomes) -> Numbers:
    """Points per deal of each seat, more is better: [deals, tables, seats]."""
    sign = -1.0 if game(plan.game).is_less_better else 1.0
    points: Numbers = sign * outcomes["scores"][:, :, : plan.players] / outcomes["rounds"][:, :, None]
    return points


def seats_of(plan: Plan, side: int) -> Numbers:
    """Which seats the side holds: [tables, seats]."""
    return np.asarray(plan.seatings, np.int64) == side  # type: ignore[no-any-return]


def side_means(plan: Plan, points: Numbers, side: int) -> Numbers:
    """The mean over a side's seats: [deals, tables]."""
    seats = seats_of(plan, side)
    means: Numbers = np.where(seats, points, 0.0).sum(axis=2) / seats.sum(axis=1)
    return means


def differences(plan: Plan, outcomes: Outcomes) -> Numbers:
    """Player minus opponent in points per deal, one number for each deal; thirds that cancel leave exactly zero."""
    points = table_points(plan, outcomes)
    ahead: Numbers = (side_means(plan, points, PLAYER) - side_means(plan, points, OPPONENT)).mean(axis=1)
    return np.round(ahead, 12) + 0.0


def standings(plan: Plan, outcomes: Outcomes) -> Numbers:
    """What seats are ranked by at each table: their points, and a failed player behind all others."""
    points = table_points(plan, outcomes)
    has_failed = outcomes["forfeit"][:, :, None] == np.arange(plan.players)
    ranked: Numbers = np.where(has_failed, -np.inf, points)
    return ranked


def win_rates(plan: Plan, outcomes: Outcomes) -> Numbers:
    """How often a player's seat is ahead of an opponent's at the same table, ties half: one number for each deal."""
    points = standings(plan, outcomes)
    own, other = points[:, :, :, None], points[:, :, None, :]
    wins = (own > other) + 0.5 * (own == other)
    pairs = seats_of(plan, PLAYER)[:, :, None] & seats_of(plan, OPPONENT)[:, None, :]
    rates: Numbers = (np.where(pairs, wins, 0.0).sum(axis=(2, 3)) / pairs.sum(axis=(1, 2))).mean(axis=1)
    return rates


def placements(plan: Plan, outcomes: Outcomes, side: int) -> list[float]:
    """How often a seat of the side came first, second and so on; seats that tie share their places."""
    points = standings(plan, outcomes)
    above = (points[:, :, None, :] > points[:, :, :, None]).sum(axis=3)
    level = (points[:, :, None, :] == points[:, :, :, None]).sum(axis=3)
    seats = np.broadcast_to(seats_of(plan, side), above.shape)
    shares = []
    for place in range(plan.players):
        is_shared = (above <= place) & (place < above + level)
        shares.append(float((is_shared / level)[seats].mean()))
    return shares


def elo_difference(win_rate: float, games: int) -> float:
    """The rating difference a win rate stands for; half a game is added each way, so it stays finite."""
    rate = (win_rate * games + 0.5) / (games + 1)
    return ELO_SCALE * math.log10(rate / (1 - rate))


class GameCounts:
    """What the game counted in an evaluation, for `core.game.Arena.report`."""

    sides = tuple(SIDES)

    def __init__(self, plan: Plan, outcomes: Outcomes) -> None:
        self._plan, self._outcomes = plan, outcomes
        self._names = game(plan.game).arena.COUNTS

    def per_deal(self, name: str, side: str) -> float:
        """How often a seat of the side did it, per deal."""
        seats = seats_of(self._plan, SIDES[side])
        rounds = (self._outcomes["dealt"].sum(axis=(0, 2)) * seats.sum(axis=1)).sum()
        return _rounded(float(self._counted(name)[seats].sum() / rounds)) if rounds else 0.0

    def by_cards(self, name: str, side: str) -> dict[int, float]:
        """The same for each hand size."""
        seats = seats_of(self._plan, SIDES[side])
        done = self._counted(name)[seats].sum(axis=0)
        rounds = (self._outcomes["dealt"].sum(axis=0) * seats.sum(axis=1)[:, None]).sum(axis=0)
        return {cards: _rounded(float(done[cards] / rounds[cards])) for cards in range(len(rounds)) if rounds[cards]}

    def _counted(self, name: str) -> Numbers:
        """[tables, seats, hand sizes]"""
        which = self._names.index(name)
        counted: Numbers = self._outcomes["counts"][:, :, which, : self._plan.players].sum(axis=0)
        return counted


def milliseconds(outcomes: Outcomes, side: int) -> float | None:
    """Mean time of a decision of the side, where decisions were timed."""
    decisions = int(outcomes["decisions"][:, :, side].sum())
    return float(outcomes["nanoseconds"][:, :, side].sum()) / decisions / 1e6 if decisions else None


def _rounded(value: float) -> float:
    return round(value, 6) + 0.0
