"""The scale of values: how a seat's result is put to a network, and read back as points.

A value lies in [-1, 1]; what it stands for is the game's to say, in its `values.py`.
"""

from __future__ import annotations

import numpy as np

from overtrick.core.marks import Floats
from overtrick.core.record import MAX_SEATS, Record, Rounds
from overtrick.engine.dispatch.rules import sides
from overtrick.engine.dispatch.values import gain_per_value, value_of_result
from overtrick.kernel import kernel


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
        count, scale = sides(state), gain_per_value(state)
        total = 0.0
        for step in range(count):
            total += side_value(state, values[index], step, count)
        for step in range(state.players):
            own = side_value(state, values[index], step % count, count)
            ahead = own - (total - own) / (count - 1)
            gains[index, (state.seat + step) % state.players] = scale * ahead


@kernel
def side_value(state: Record, values: Floats, step: int, count: int) -> float:
    """The mean value of a side's seats, the first of which sits `step` places to the left of the viewer."""
    total = 0.0
    seats = 0
    for other in range(step, state.players, count):
        total += values[other]
        seats += 1
    return total / seats
