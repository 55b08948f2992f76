"""What evaluations count in Hearts: moons, and who stopped one."""

from __future__ import annotations

from typing import Any

from overtrick.core.game import Counts
from overtrick.core.record import NOBODY, Record, Rounds
from overtrick.core.seen import Seen
from overtrick.games.hearts.rules import ALL_POINTS, points_in
from overtrick.kernel import kernel

COUNTS = ("moons", "stopped")
KEYS = ("moons_per_deal",)

MOON_THREAT = ALL_POINTS // 2
"""Who alone has taken this many points is on the way to the moon; who then takes a point from them has stopped it."""


def count(table: Seen) -> list[list[int]]:
    """Who took all points, and who kept somebody from it."""
    stopper = moon_stopper(table.data, 0)
    points = table.record.points
    seats = range(table.players)
    return [[int(points[seat] == ALL_POINTS) for seat in seats], [int(seat == stopper) for seat in seats]]


def forfeit_scores(players: int, seat: int) -> list[int]:
    """All points of the round for the seat of the failed player."""
    return [ALL_POINTS if other == seat else 0 for other in range(players)]


def report(counts: Counts) -> dict[str, Any]:
    """Moons made and moons of others stopped, per deal."""
    moons = {
        side: {"made": counts.per_deal("moons", side), "stopped": counts.per_deal("stopped", side)}
        for side in counts.sides
    }
    return {"moons_per_deal": moons}


def lines(report: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Moons in a hundred deals."""
    moons = report["moons_per_deal"]
    return [
        (
            f"moons {what} in 100 deals",
            f"{100 * moons['player'][what]:.2f}",
            f"{100 * moons['opponent'][what]:.2f}",
        )
        for what in ("made", "stopped")
    ]


@kernel
def moon_stopper(rounds: Rounds, index: int) -> int:
    """Who took the trick that ended another seat's way to the moon, in a finished round; or NOBODY."""
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
