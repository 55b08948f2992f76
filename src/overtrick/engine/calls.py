"""Kernel entry points for one round, called from Python: Numba takes arrays ten times faster than records."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.cards.masks import lowest
from overtrick.core.record import Record, Rounds
from overtrick.engine.dispatch.rules import begin
from overtrick.engine.rules import apply, deal, gain, legal_actions, score
from overtrick.kernel import kernel


@kernel
def deal_round(rounds: Rounds, index: int, deck: np.ndarray[Any, Any]) -> None:
    deal(rounds[index], deck)


@kernel
def begin_round(rounds: Rounds, index: int) -> None:
    """Ask for the first action of a round whose cards lie in their hands."""
    begin(rounds[index])


@kernel
def legal_in_round(rounds: Rounds, index: int) -> int:
    return legal_actions(rounds[index])


@kernel
def step_round(rounds: Rounds, index: int, action: int) -> int:
    """Apply a legal action and say what is legal next; 0 when the round is over."""
    apply(rounds[index], action)
    return legal_actions(rounds[index])


@kernel
def step_listed(rounds: Rounds, index: int, action: int, actions: np.ndarray[Any, Any]) -> int:
    """`step_round` that lists the legal actions in `actions`, which needs 52 places, and returns how many there are."""
    apply(rounds[index], action)
    return list_actions(rounds[index], actions)


@kernel
def legal_listed(rounds: Rounds, index: int, actions: np.ndarray[Any, Any]) -> int:
    """List the legal actions in `actions`, which needs 52 places, and return how many there are."""
    return list_actions(rounds[index], actions)


@kernel
def list_actions(state: Record, actions: np.ndarray[Any, Any]) -> int:
    """The legal actions, lowest first; returns how many."""
    legal = legal_actions(state)
    size = 0
    while legal != 0:
        actions[size] = lowest(legal)
        legal &= legal - 1
        size += 1
    return size


@kernel
def score_of_seat(rounds: Rounds, index: int, seat: int) -> int:
    return score(rounds[index], seat)


@kernel
def gain_of_seat(rounds: Rounds, index: int, seat: int) -> float:
    return gain(rounds[index], seat)
