"""Bradley-Terry: strengths that explain all results at once."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.arena.ratings import ELO_PER_NAT, PRIOR_DRAWS, rate, strengths


def test_two_players_get_the_elo_of_their_win_rate() -> None:
    found = strengths(np.array([[0.0, 75e6], [25e6, 0.0]])) * ELO_PER_NAT
    assert found[0] - found[1] == pytest.approx(190.85, abs=0.01)


def test_maximum_of_the_likelihood() -> None:
    """At the maximum everybody has won as often as the strengths expect."""
    wins = np.array([[0, 7, 9, 4.5], [3, 0, 6, 10], [1, 4, 0, 5], [5.5, 0, 5, 0]])
    found = strengths(wins)
    assert found.sum() == pytest.approx(0.0, abs=1e-9)
    games = wins + wins.T + PRIOR_DRAWS * (1 - np.eye(4))
    expected = (games / (1 + np.exp(found[None, :] - found[:, None]))).sum(axis=1)
    assert expected == pytest.approx(wins.sum(axis=1) + PRIOR_DRAWS * 1.5)


def test_strengths_that_made_the_results_come_back() -> None:
    true = np.array([1.5, 0.5, 0.0, -2.0])
    chances = 1 / (1 + np.exp(true[None, :] - true[:, None]))
    found = strengths(1e9 * chances * (1 - np.eye(4)))
    assert found == pytest.approx(true, abs=1e-6)


def test_winner_of_everything_stays_finite() -> None:
    found = strengths(np.array([[0.0, 50, 50], [0, 0, 25], [0, 25, 0]]))
    assert np.isfinite(found).all()
    assert found[0] > found[1] == pytest.approx(found[2])


def test_intervals_hold_the_rating_and_shrink_with_deals() -> None:
    draw = np.random.default_rng(1)

    def league(deals: int) -> list[float]:
        scores = np.zeros((3, 3, deals))
        for one, other, chance in ((0, 1, 0.6), (0, 2, 0.8), (1, 2, 0.7)):
            scores[one, other] = draw.random(deals) < chance
            scores[other, one] = 1 - scores[one, other]
        ratings = rate(["a", "b", "c"], scores, anchor=1, resamples=100)
        assert ratings[1].elo == ratings[1].low == ratings[1].high == 0.0
        assert [r.player for r in sorted(ratings, key=lambda r: -r.elo)] == ["a", "b", "c"]
        assert all(r.low <= r.elo <= r.high for r in ratings)
        return [r.high - r.low for r in ratings]

    few, many = league(200), league(3200)
    assert many[0] < few[0]
    assert many[2] < few[2]
