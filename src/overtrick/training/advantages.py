"""Generalised advantage estimation in rounds of several seats, each with a line of decisions of its own.

Nothing is paid before the round is over and nothing is discounted, so with V for a critic's values along one seat's
decisions and R for what it gets in the end (Schulman et al., 2016, equation 16):

    delta_t = V_{t+1} - V_t,  or R - V_t at the seat's last decision
    A_t     = delta_t + lambda * A_{t+1}
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.core.record import MAX_SEATS
from overtrick.kernel import kernel

Numbers = np.ndarray[Any, Any]


@kernel
def estimate_advantages(
    rounds: Numbers, seats: Numbers, values: Numbers, rewards: Numbers, decay: float, advantages: Numbers
) -> None:
    """Fill `advantages` for decisions in the order of time; `decay` is lambda."""
    size = 0
    for row in range(len(rounds)):
        size = max(size, rounds[row] + 1)
    later = np.full((size, MAX_SEATS), -1)
    for back in range(len(rounds)):
        row = len(rounds) - 1 - back
        after = later[rounds[row], seats[row]]
        if after < 0:
            advantages[row] = rewards[row] - values[row]
        else:
            advantages[row] = values[after] - values[row] + decay * advantages[after]
        later[rounds[row], seats[row]] = row
