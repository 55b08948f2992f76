"""Kernel entry points for one round, called from Python: Numba takes arrays ten times faster than records."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.games.rules import apply, deal, gain, legal_actions, score
from overtrick.games.state import Rounds
from overtrick.kernel import kernel


@kernel
def deal_round(rounds: Rounds, index: int, deck: np.ndarray[Any, Any]) -> None:
    deal(rounds[index], deck)


@kernel
def legal_in_round(rounds: Rounds, index: int) -> int:
    return legal_actions(rounds[index])


@kernel
def step_round(rounds: Rounds, index: int, action: int) -> int:
    """Apply a legal action and say what is legal next; 0 when the round is over."""
    apply(rounds[index], action)
    return legal_actions(rounds[index])


@kernel
def score_of_seat(rounds: Rounds, index: int, seat: int) -> int:
    return score(rounds[index], seat)


@kernel
def gain_of_seat(rounds: Rounds, index: int, seat: int) -> float:
    return gain(rounds[index], seat)
