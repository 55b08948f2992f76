"""Kernel entry points for one round, called from Python: arrays instead of records, which Numba takes ten times faster."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.games import rules
from overtrick.games.state import Rounds
from overtrick.kernel import kernel

_deal, _apply, _legal_actions, _score, _gain = rules.deal, rules.apply, rules.legal_actions, rules.score, rules.gain


@kernel
def deal_round(rounds: Rounds, index: int, deck: np.ndarray[Any, Any]) -> None:
    _deal(rounds[index], deck)


@kernel
def legal_in_round(rounds: Rounds, index: int) -> int:
    return _legal_actions(rounds[index])


@kernel
def step_round(rounds: Rounds, index: int, action: int) -> int:
    """Apply a legal action and say what is legal next; 0 when the round is over."""
    _apply(rounds[index], action)
    return _legal_actions(rounds[index])


@kernel
def score_of_seat(rounds: Rounds, index: int, seat: int) -> int:
    return _score(rounds[index], seat)


@kernel
def gain_of_seat(rounds: Rounds, index: int, seat: int) -> float:
    return _gain(rounds[index], seat)
