"""The figures by hand: signs, pairing, ties, places and intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from overtrick.arena.outcomes import Outcomes, empty_outcomes
from overtrick.arena.plan import OPPONENT, PLAYER, Plan
from overtrick.arena.statistics import (
    GameCounts,
    differences,
    elo_difference,
    interval,
    milliseconds,
    placements,
    student,
    win_rates,
)

HEARTS = Plan("hearts", "hard", "easy")
BLOB = Plan("blob", "hard", "easy", players=3, cards=(2,))


def hearts_outcomes(own: int, other: int) -> Outcomes:
    """Two deals: the player takes `own` points wherever it sits, everybody else `other`."""
    outcomes = empty_outcomes(2, 4)
    outcomes["rounds"] = 1
    for table in range(4):
        outcomes["scores"][:, table, :4] = other
        outcomes["scores"][:, table, table] = own
    return outcomes


def test_fewer_hearts_are_better() -> None:
    assert differences(HEARTS, hearts_outcomes(own=2, other=8)).tolist() == [6.0, 6.0]
    assert win_rates(HEARTS, hearts_outcomes(own=2, other=8)).tolist() == [1.0, 1.0]
    assert win_rates(HEARTS, hearts_outcomes(own=9, other=8)).tolist() == [0.0, 0.0]


def test_more_blob_points_are_better() -> None:
    outcomes = empty_outcomes(2, 3)
    outcomes["rounds"] = 1
    for table in range(3):
        outcomes["scores"][:, table, table] = 11
    assert differences(BLOB, outcomes).tolist() == [11.0, 11.0]
    assert win_rates(BLOB, outcomes).tolist() == [1.0, 1.0]


def test_luck_of_the_cards_cancels() -> None:
    """Seat 2 holds the queen of spades in every replay, whoever sits there."""
    outcomes = empty_outcomes(2, 4)
    outcomes["rounds"] = 1
    outcomes["scores"][:, :, :4] = [3, 4, 19, 0]
    assert differences(HEARTS, outcomes).tolist() == [0.0, 0.0]
    assert win_rates(HEARTS, outcomes).tolist() == [0.5, 0.5]
    assert placements(HEARTS, outcomes, PLAYER) == placements(HEARTS, outcomes, OPPONENT) == [0.25] * 4


def test_matches_count_points_per_deal() -> None:
    outcomes = hearts_outcomes(own=20, other=80)
    outcomes["rounds"] = 10
    assert differences(HEARTS, outcomes).tolist() == [6.0, 6.0]


def test_ties_share_places() -> None:
    outcomes = empty_outcomes(2, 3)
    outcomes["rounds"] = 1
    outcomes["scores"][:, :, :3] = 10
    assert placements(BLOB, outcomes, PLAYER) == pytest.approx([1 / 3] * 3)
    outcomes["scores"][:, 0, 1:3] = 0  # the player sits in seat 0 of the first table: first there, tied elsewhere
    assert placements(BLOB, outcomes, PLAYER) == pytest.approx([5 / 9, 2 / 9, 2 / 9])


def test_failed_player_comes_last_even_if_its_points_are_good() -> None:
    outcomes = hearts_outcomes(own=0, other=20)
    outcomes["forfeit"][:, 0] = 0
    assert win_rates(HEARTS, outcomes).tolist() == [0.75, 0.75]
    assert placements(HEARTS, outcomes, PLAYER) == [0.75, 0.0, 0.0, 0.25]


def test_interval_is_students() -> None:
    values = np.array([1.0, 4.0, 2.0, 7.0, -3.0])
    found = interval(values)
    low, high = stats.t.interval(0.95, 4, values.mean(), stats.sem(values))
    assert found.mean == pytest.approx(values.mean())
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-3)
    assert not found.is_clear
    assert interval(values + 10).is_clear


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 10, 30, 100, 2000])
def test_student_point(freedom: int) -> None:
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-3)


def test_elo() -> None:
    assert elo_difference(0.5, 100) == 0.0
    assert elo_difference(0.75, 10**9) == pytest.approx(400 * math.log10(3), abs=1e-3)
    assert elo_difference(0.3, 100) == pytest.approx(-elo_difference(0.7, 100))
    assert math.isfinite(elo_difference(1.0, 10))


def test_exact_bids_by_hand_size() -> None:
    outcomes = empty_outcomes(2, 3)
    outcomes["rounds"] = 1
    outcomes["dealt"][0, :, 2] = 1
    outcomes["dealt"][1, :, 5] = 1
    outcomes["counts"][0, :, 0, 0, 2] = 1  # whoever holds seat 0 makes the bid of the first deal
    outcomes["counts"][1, 0, 0, 1, 5] = 1  # an opponent's seat in the first table
    counts = GameCounts(BLOB, outcomes)
    assert counts.by_cards("exact", "player") == pytest.approx({2: 1 / 3, 5: 0.0}, abs=1e-6)
    assert counts.by_cards("exact", "opponent") == pytest.approx({2: 2 / 6, 5: 1 / 6}, abs=1e-6)
    assert counts.per_deal("exact", "opponent") == pytest.approx(3 / 12)


def test_counts_and_times_go_to_their_side() -> None:
    outcomes = hearts_outcomes(5, 7)
    outcomes["dealt"][:, :, 13] = 1
    outcomes["counts"][0, 1, 0, 1, 13] = 1  # table 1: the player sits in seat 1
    outcomes["counts"][1, 1, 0, 0, 13] = 1
    counts = GameCounts(HEARTS, outcomes)
    assert counts.per_deal("moons", "player") == pytest.approx(1 / 8)
    assert counts.per_deal("moons", "opponent") == pytest.approx(1 / 24, abs=1e-6)
    outcomes["decisions"][0, 0] = [2, 4]
    outcomes["nanoseconds"][0, 0] = [6_000_000, 4_000_000]
    assert milliseconds(outcomes, PLAYER) == 3.0
    assert milliseconds(outcomes, OPPONENT) == 1.0
    assert milliseconds(hearts_outcomes(5, 7), PLAYER) is None
