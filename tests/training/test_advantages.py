"""Advantages by hand."""

import numpy as np
import pytest

from overtrick.training.advantages import estimate_advantages

# Two seats of round 0 and one of round 1 take turns; the rewards of a seat are the same in all of its rows.
ROUNDS = np.array([0, 0, 1, 0, 0, 1])
SEATS = np.array([0, 1, 0, 0, 1, 0])
VALUES = np.array([0.5, -0.5, 0.2, 1.0, 0.25, 0.4], np.float32)
REWARDS = np.array([2.0, -1.0, 3.0, 2.0, -1.0, 3.0], np.float32)


def advantages_of(rounds, seats, values, rewards, decay):
    advantages = np.empty(len(rounds), np.float32)
    estimate_advantages(rounds, seats, values, rewards, decay, advantages)
    return advantages


@pytest.mark.parametrize(
    ("decay", "expected"),
    [
        (0.0, [0.5, 0.75, 0.2, 1.0, -1.25, 2.6]),
        (0.95, [0.5 + 0.95 * 1.0, 0.75 - 0.95 * 1.25, 0.2 + 0.95 * 2.6, 1.0, -1.25, 2.6]),
        (1.0, [1.5, -0.5, 2.8, 1.0, -1.25, 2.6]),
    ],
)
def test_seats_have_lines_of_their_own(decay, expected):
    advantages = advantages_of(ROUNDS, SEATS, VALUES, REWARDS, decay)
    assert advantages.tolist() == pytest.approx(expected, abs=1e-6)


def test_waiting_for_results_ignores_the_critic_in_between():
    chance = np.random.default_rng(2)
    rounds, seats = chance.integers(0, 20, 500), chance.integers(0, 4, 500)
    results, values = chance.normal(size=(20, 4)).astype(np.float32), chance.normal(size=500).astype(np.float32)
    rewards = results[rounds, seats]
    np.testing.assert_allclose(advantages_of(rounds, seats, values, rewards, 1.0), rewards - values, atol=1e-4)


def test_nothing_to_judge():
    assert len(advantages_of(ROUNDS[:0], SEATS[:0], VALUES[:0], REWARDS[:0], 0.95)) == 0
