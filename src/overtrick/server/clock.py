"""The time people have for a decision that others wait for. When it is up, the AI makes that one decision for them."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeAlias

from overtrick.core.record import PASS
from overtrick.server.reading import read_field

if TYPE_CHECKING:
    from overtrick.server.room import Room

Decision: TypeAlias = tuple[int, int | None]
"""What time is given for: the position of the table, and the seat to act if everybody may know it."""


class TurnClock:
    """The clock of one table. It goes while somebody is there who waits, and is set anew for each decision.

    It stands still, and is not set anew, while nobody waits: coming and going gains nobody time. In a pass it is the
    same whoever has chosen already, for that is nobody's business.
    """

    def __init__(self, room: Room) -> None:
        self.is_up = False
        """Whether the time for the decision that is asked for has passed."""
        self._room = room
        self._decision: Decision | None = None
        self._left = 0.0
        """Seconds that were left when the clock last stood still."""
        self._timer: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Set the clock, let it go or stop it, as table and presence ask for; called after every change of them."""
        presence, seconds = self._room.presence, self._room.table.turn_seconds
        if not seconds:
            return
        decision = self._asked_for()
        if decision != self._decision:
            self._decision, self._left, self.is_up = decision, seconds, False
            presence.deadline = None
        if self.is_up:
            return
        is_going = decision is not None and self._is_somebody_waiting(decision)
        if is_going and presence.deadline is None:
            presence.deadline = time.monotonic() + self._left
            self._wake(presence.deadline)
        elif not is_going and presence.deadline is not None:
            self._left = max(0.0, presence.deadline - time.monotonic())
            presence.deadline = None

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _asked_for(self) -> Decision | None:
        """The decision that people are asked for, or None. A round's result has time from the first who goes on."""
        table = self._room.table
        if table.match is None or table.status != "playing":
            return None
        if table.is_between_rounds():
            return (table.position, None) if table.ready else None
        if read_field(table.match.round, "phase") == PASS:
            return table.position, None
        turn = table.seats_to_act()[0]
        return (table.position, turn) if table.seats[turn].kind == "human" else None

    def _is_somebody_waiting(self, decision: Decision) -> bool:
        connected = self._room.presence.connected
        if self._room.table.is_between_rounds():
            return bool(connected & self._room.table.ready)
        if decision[1] is None:
            return len(connected) > 1
        return bool(connected - {decision[1]})

    def _wake(self, deadline: float) -> None:
        """Look again at the deadline. A later deadline of a later decision needs no timer of its own."""
        if self._timer is None:
            left = deadline - time.monotonic()
            self._timer = asyncio.get_running_loop().call_later(max(0.0, left), self._woken)

    def _woken(self) -> None:
        self._timer = None
        deadline = self._room.presence.deadline
        if deadline is None:
            return
        if time.monotonic() < deadline:
            self._wake(deadline)
            return
        self.is_up = True
        self._room.turns.go_on()
