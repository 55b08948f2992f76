"""Rewards for a finished round of Hearts; both kinds sum to zero over the table."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.engine.round import Round
from overtrick.games.hearts.rules import ALL_POINTS

MOON_SHOOTER, MOON_VICTIM = 78.0, -26.0
PLACES = (3.0, 1.0, -1.0, -3.0)


def relative_rewards(table: Round) -> list[float]:
    """The mean of the others' score less one's own; a moon is +78 for its shooter and -26 for each other seat."""
    points = [int(taken) for taken in table.record.points[: table.players]]
    if ALL_POINTS in points:
        shooter = points.index(ALL_POINTS)
        return [MOON_SHOOTER if seat == shooter else MOON_VICTIM for seat in range(table.players)]
    return [table.gain(seat) for seat in range(table.players)]


def rank_rewards(table: Round) -> list[float]:
    """+3, +1, -1, -3 by the score of the round, fewest points first; tied seats share the mean of their places."""
    return shared_places(table.scores())


def shared_places(scores: Sequence[int]) -> list[float]:
    """The reward of each score's place, the lowest first."""
    order = sorted(scores)
    rewards = []
    for score in scores:
        places = [PLACES[place] for place, other in enumerate(order) if other == score]
        rewards.append(sum(places) / len(places))
    return rewards
