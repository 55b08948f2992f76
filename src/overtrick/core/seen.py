"""Readings of a record that everybody may have, full state or view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from overtrick.core.record import OVER, Record, Rounds

PHASE_NAMES = ("undealt", "bid", "pass", "play", "over")
SUIT_NAMES = ("spades", "hearts", "clubs", "diamonds")


class Seen:
    """What a full state and a view have in common: one record, and readings of it that everybody may have."""

    def __init__(self, data: Rounds) -> None:
        self.data = data
        """An array of exactly one `ROUND` record, the form kernels take."""

    @property
    def record(self) -> Record:
        """The record by name; `data["phase"][0]` is ten times as fast for a single field."""
        return self.data[0]

    @property
    def players(self) -> int:
        return int(self.data["players"][0])

    @property
    def cards(self) -> int:
        """Cards dealt to each seat."""
        return int(self.data["cards"][0])

    @property
    def phase(self) -> int:
        return int(self.data["phase"][0])

    @property
    def turn(self) -> int:
        """The seat to act, or NOBODY."""
        return int(self.data["turn"][0])

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    def trick(self) -> list[tuple[int, int]]:
        """Seat and card of every card of the trick in progress, in the order played."""
        tricks = list(self.tricks())
        return tricks[-1] if tricks and len(tricks[-1]) < self.players else []

    def tricks(self) -> Iterator[list[tuple[int, int]]]:
        """Seat and card of every card played, trick by trick; the last one may be in progress."""
        record, players = self.record, self.players
        for first in range(0, int(record.plays), players):
            leader = int(record.leaders[first // players])
            last = min(first + players, int(record.plays))
            yield [((leader + place) % players, int(record.history[first + place])) for place in range(last - first)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.data.tobytes() == other.data.tobytes()

    __hash__ = None  # type: ignore[assignment]


class SeatView(Protocol):
    """What one seat knows of a round, as a game's folder sees it; `overtrick.engine.round.View` is one."""

    @property
    def record(self) -> Record: ...
    @property
    def players(self) -> int: ...
    @property
    def cards(self) -> int: ...
    @property
    def phase(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def hand(self) -> int: ...
    def trick(self) -> list[tuple[int, int]]: ...
    def tricks(self) -> Iterator[list[tuple[int, int]]]: ...
    def legal_mask(self) -> int: ...
    def legal_actions(self) -> list[int]: ...


def cards_of(mask: int) -> list[int]:
    """The members of a set of cards or bids, lowest first."""
    mask, numbers = int(mask), []
    while mask:
        numbers.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return numbers
