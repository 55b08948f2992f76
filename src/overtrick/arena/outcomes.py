"""What is kept of every table: enough for all statistics, and nothing else travels between processes."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.games.hearts.rules import ALL_POINTS, points_in
from overtrick.games.round import Round
from overtrick.games.state import BLOB, MAX_CARDS, MAX_SEATS, NOBODY, Record, Rounds
from overtrick.kernel import kernel

MOON_THREAT = ALL_POINTS // 2
"""Who alone has taken this many points is on the way to the moon; who then takes a point from them has stopped it."""

FORFEIT_POINTS = 26
"""Hearts: what the seat of a failed player gets for that round; the others get nothing."""
FORFEIT_BONUS = 10
"""Blob: what the others get for that round; the seat of the failed player gets nothing."""

OUTCOME = np.dtype(
    [
        ("scores", "i4", MAX_SEATS),  # of all rounds at this table
        ("rounds", "i4"),
        ("exact", "i4", (MAX_SEATS, MAX_CARDS + 1)),  # Blob: bids made exactly, by seat and hand size
        ("dealt", "i4", MAX_CARDS + 1),  # Blob: rounds by hand size
        ("moons", "i4", MAX_SEATS),  # Hearts: all 26 points taken
        ("stopped", "i4", MAX_SEATS),  # Hearts: moons of others stopped
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
    record, seats = table.record, range(table.players)
    outcome["rounds"] += 1
    for seat, score in enumerate(table.scores()):
        outcome["scores"][seat] += score
    if record.game == BLOB:
        outcome["dealt"][table.cards] += 1
        for seat in seats:
            outcome["exact"][seat, table.cards] += record.bids[seat] == record.tricks[seat]
    else:
        for seat in seats:
            outcome["moons"][seat] += record.points[seat] == ALL_POINTS
        stopper = moon_stopper(table.data, 0)
        if stopper != NOBODY:
            outcome["stopped"][stopper] += 1


def note_forfeit(outcome: Any, table: Round, seat: int) -> None:
    """End a table because the player in `seat` failed: that seat loses the round and comes last."""
    outcome["rounds"] += 1
    outcome["forfeit"] = seat
    for other in range(table.players):
        if table.record.game == BLOB:
            outcome["scores"][other] += 0 if other == seat else FORFEIT_BONUS
        else:
            outcome["scores"][other] += FORFEIT_POINTS if other == seat else 0


@kernel
def moon_stopper(rounds: Rounds, index: int) -> int:
    """Who took the trick that ended another seat's way to the moon, in a finished Hearts round; or NOBODY."""
    state = rounds[index]
    taker, taken = NOBODY, 0
    for trick in range(state.cards):
        points = points_in(trick_cards(state, trick))
        winner = state.leaders[trick + 1]
        if points > 0:
            if taken > 0 and taker != winner:
                return winner if taken >= MOON_THREAT else NOBODY
            taker = winner
            taken += points
    return NOBODY


@kernel
def trick_cards(state: Record, trick: int) -> int:
    """The cards of a finished trick, as a set."""
    cards = 0
    for play in range(trick * state.players, (trick + 1) * state.players):
        cards |= 1 << state.history[play]
    return cards
