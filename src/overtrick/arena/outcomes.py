"""What is kept of every table: enough for all statistics, and nothing else travels between processes."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.core.record import MAX_CARDS, MAX_SEATS, NOBODY
from overtrick.engine.catalogue import game
from overtrick.engine.round import Round

MAX_COUNTS = 4
"""Things a game may count, see `core.game.Arena`."""

OUTCOME = np.dtype(
    [
        ("scores", "i4", MAX_SEATS),  # of all rounds at this table
        ("rounds", "i4"),
        ("dealt", "i4", MAX_CARDS + 1),  # rounds by hand size
        ("counts", "i4", (MAX_COUNTS, MAX_SEATS, MAX_CARDS + 1)),  # what the game counts, by seat and hand size
        ("decisions", "i8", 2),  # by side
        ("nanoseconds", "i8", 2),  # by side
        ("forfeit", "i4"),  # the seat whose player failed, or NOBODY
    ]
)

Outcomes = np.ndarray[Any, np.dtype[np.void]]
"""An array of `OUTCOME`, [deals, tables]."""


def empty_outcomes(deals: int, tables: int) -> Outcomes:
    outcomes = np.zeros((deals, tables), OUTCOME)
    outcomes["forfeit"] = NOBODY
    return outcomes


def note_round(outcome: Any, table: Round) -> None:
    """Add a finished round to what is known of its table."""
    outcome["rounds"] += 1
    outcome["dealt"][table.cards] += 1
    for seat, score in enumerate(table.scores()):
        outcome["scores"][seat] += score
    for which, counted in enumerate(game(table.game).arena.count(table)):
        for seat, times in enumerate(counted):
            outcome["counts"][which, seat, table.cards] += times


def note_forfeit(outcome: Any, table: Round, seat: int) -> None:
    """End a table because the player in `seat` failed: that seat loses the round and comes last."""
    outcome["rounds"] += 1
    outcome["forfeit"] = seat
    for other, score in enumerate(game(table.game).arena.forfeit_scores(table.players, seat)):
        outcome["scores"][other] += score
