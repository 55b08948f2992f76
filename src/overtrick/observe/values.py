"""The scale of values: how a seat's result is put to a network, and read back as points.

A value lies in [-1, 1]. Blob: `2 * score / best - 1`, where `best` is what a bid of all tricks would earn, 10 + cards
in the source's scoring. Hearts: the seat's gain (points against the mean of the others) / 26, in which the moon, +26
for the shooter and -26/3 for the others, needs no scale of its own. House rules that pass these
bounds are cut off there.
"""

from __future__ import annotations

import numpy as np

from overtrick.games.blob.rules import bid_score
from overtrick.games.hearts.rules import ALL_POINTS
from overtrick.games.rules import gain, score
from overtrick.games.state import BLOB, MAX_SEATS, Record, Rounds
from overtrick.kernel import kernel
from overtrick.observe.marks import Floats


@kernel
def value_of_result(state: Record, seat: int) -> float:
    """The finished round's value for the seat: what a network learns to predict."""
    if state.game == BLOB:
        value = 2.0 * score(state, seat) / best_score(state) - 1.0
    else:
        value = gain(state, seat) / ALL_POINTS
    return min(max(value, -1.0), 1.0)


@kernel
def best_score(state: Record) -> int:
    """The most that a Blob round can bring."""
    return bid_score(state.scoring, state.cards, state.cards)


@kernel
def write_values(rounds: Rounds, seats: np.ndarray[tuple[int], np.dtype[np.int64]], values: Floats) -> None:
    """For each finished round the values of all seats, `seats[i]` first and on leftwards, as networks put them out."""
    for index in range(len(rounds)):
        state = rounds[index]
        values[index] = 0.0
        for step in range(state.players):
            values[index, step] = value_of_result(state, (seats[index] + step) % state.players)


def gains_of(views: Rounds, values: Floats) -> Floats:
    """Values as networks put them out, from each view's seat leftwards, as expected gains of seat 0, 1, 2 …"""
    gains = np.zeros((len(views), MAX_SEATS), np.float32)
    write_gains(views, values, gains)
    return gains


@kernel
def write_gains(views: Rounds, values: Floats, gains: Floats) -> None:
    """Fill `gains` by absolute seat; they sum to zero over the table."""
    for index in range(len(views)):
        state = views[index]
        total = 0.0
        for step in range(state.players):
            total += values[index, step]
        scale = best_score(state) / 2.0 if state.game == BLOB else ALL_POINTS * (state.players - 1) / state.players
        for step in range(state.players):
            ahead = values[index, step] - (total - values[index, step]) / (state.players - 1)
            gains[index, (state.seat + step) % state.players] = scale * ahead
