"""A table in use: one action at a time, in the order commit, acknowledge, tell.

The room is the only writer of its table's log. Writes wait in a queue of their own and go on whether or not whoever
asked for them is still there: storing and applying are never torn apart.
"""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from overtrick.errors import OvertrickError
from overtrick.server.clock import TurnClock
from overtrick.server.encoding import encode
from overtrick.server.messages import Ack, Action, EventView, MoveNow, Rematch
from overtrick.server.metrics import Metrics
from overtrick.server.planning import check_rematch, is_everybody_ready, plan, plan_deal
from overtrick.server.projection import Rows, rows_of
from overtrick.server.refusal import Refusal, refusal_of
from overtrick.server.settings import Settings
from overtrick.server.store import Store
from overtrick.server.table import By, Entry, Table
from overtrick.server.thinkers import Thinkers
from overtrick.server.turns import AiTurns
from overtrick.server.viewer import Presence, own_view, public_view, view_of
from overtrick.server.views import View

SEAT_GIVEN_UP = 4001
"""Close code for a socket whose token opens no seat any more."""

PRESENCE_SECONDS = 0.05
"""Comings and goings within this time are told together."""

ATTENDED_SECONDS = 30.0
"""Whoever plays by requests alone counts as present for so long after each action."""

log = logging.getLogger("overtrick.server")

Answer = Callable[[Ack], None]


class Client(Protocol):
    """An open socket, as a room sees it."""

    seat: int | None

    def send(self, text: bytes) -> None:
        """Send a message; never waits."""

    def close(self, code: int) -> None:
        """End the connection soon."""


@dataclass
class _Write:
    """Something to be stored: planned when its turn comes, acknowledged when it is on disk."""

    plan: Callable[[], list[Entry]]
    seat: int | None = None
    action_id: str | None = None
    acknowledge: Callable[[bool], None] = lambda is_repeated: None
    others: Rows | None = None
    """What the plan wants stored of another table in the same transaction."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def finish(self) -> None:
        if not self.done.done():
            self.done.set_result(None)

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Room:
    """One table with everybody who looks at it."""

    def __init__(self, table: Table, store: Store, thinkers: Thinkers, settings: Settings, metrics: Metrics) -> None:
        self.table = table
        self.settings = settings
        self.thinkers = thinkers
        self.presence = Presence()
        self.clients: set[Client] = set()
        self.owner = ""
        """The address the AI's time is counted to: that set the table up, or came back first after a restart."""
        self.left_at = time.monotonic()
        """When the last client went, or somebody without a socket looked."""
        self.acted_at = float("-inf")
        """When a person last acted."""
        self._store = store
        self.metrics = metrics
        self._writes: deque[_Write] = deque()
        self._is_writing = False
        self._is_torn = False
        self._is_stopped = False
        self._untold: list[EventView] = []
        """Events that are acknowledged and about to be told."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._holds: dict[int, asyncio.TimerHandle] = {}
        self._presence_timer: asyncio.TimerHandle | None = None
        # They know the room and the room knows them: were both ties strong, a room that is put away would stay in
        # memory until the collector of garbage takes its long look, which the server puts off.
        self.turns = AiTurns(weakref.proxy(self))
        self.clock = TurnClock(weakref.proxy(self))

    def view(self, seat: int | None) -> View:
        """What the seat, or a spectator, may know now."""
        return view_of(self.table, self.presence, seat)

    async def act(self, seat: int, message: Action, answer: Answer) -> None:
        """Carry an action out once: store it, call `answer`, tell everybody. Refused with nothing changed."""
        self.acted_at = time.monotonic()
        if isinstance(message, MoveNow):
            self.turns.hurry()
            answer(self._ack(message.id, is_repeated=False))
            return

        def entries() -> list[Entry]:
            return plan(self.table, seat, message, self.presence.connected)

        await self._store_in_turn(self._write_of(seat, message, answer, entries))

    async def rematch(self, seat: int, message: Rematch, answer: Answer, found: Callable[[], Rows]) -> None:
        """Name the table that follows this one; the first to ask has it made by `found`, and both are stored as one."""

        def entries() -> list[Entry]:
            check_rematch(self.table)
            if self.table.rematch is not None:
                return []
            write.others = found()
            return [Entry("rematch", seat, {"table": write.others.game_id}, message.id)]

        write = self._write_of(seat, message, answer, entries)
        await self._store_in_turn(write)

    async def write(self, plan_entries: Callable[[], list[Entry]]) -> None:
        """Store and tell what the server itself does: an AI's move, the next deal, somebody sitting down."""
        await self._store_in_turn(_Write(plan_entries))

    def attach(self, client: Client) -> None:
        """Somebody looks in."""
        self._tell_events()
        self.clients.add(client)
        if client.seat is None:
            self.presence.spectators += 1
        else:
            self.presence.connected.add(client.seat)
            self.presence.held.discard(client.seat)
            self._cancel_hold(client.seat)
            self._watch_absent()
        self.clock.look()
        self._tell_presence_soon()
        self.turns.go_on()

    def detach(self, client: Client) -> None:
        """Somebody is gone; after a while the AI plays for them, as long as others are there."""
        if client not in self.clients:
            return
        self.clients.discard(client)
        self.left_at = time.monotonic()
        if client.seat is None:
            self.presence.spectators -= 1
        elif not any(other.seat == client.seat for other in self.clients):
            self.presence.connected.discard(client.seat)
            if self.presence.connected:
                self._watch_absent()
            else:
                self.presence.held.clear()
        self.clock.look()
        self._tell_presence_soon()

    def tell(self, text: bytes) -> None:
        """Send the same message to everybody."""
        for client in self.clients:
            client.send(text)

    def look(self) -> None:
        """Somebody without a socket looks in: where only the AI plays, it goes on for a while."""
        self.left_at = time.monotonic()
        self.turns.go_on()

    @property
    def is_attended(self) -> bool:
        """Whether somebody sits here and waits: with an open socket, or acting by requests."""
        return bool(self.presence.connected) or time.monotonic() - self.acted_at < ATTENDED_SECONDS

    @property
    def is_busy(self) -> bool:
        """Whether the AI is thinking or something is being stored."""
        return self._is_writing or self.turns.is_busy

    def is_ai(self, seat: int) -> bool:
        """Whether the AI acts for the seat now, if it is to act."""
        return self.clock.is_up or self.acts_as(seat) == "ai"

    def acts_as(self, seat: int) -> By:
        """What an action by the AI is told as: it has the seat, or its owner's time is up."""
        return "ai" if self.table.seats[seat].kind != "human" or seat in self.presence.held else "clock"

    async def stop(self) -> None:
        """Let nothing new begin; the store finishes what it has been given."""
        self._is_stopped = True
        self.turns.stop()
        self.clock.stop()
        while self._writes:
            self._writes.popleft().fail(Refusal("busy", "the server is stopping", retry_after=5))
        for timer in (*self._holds.values(), self._presence_timer):
            if timer is not None:
                timer.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks))

    def spawn(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        """Run something to its end, whoever waits for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _write_of(self, seat: int, message: Action, answer: Answer, entries: Callable[[], list[Entry]]) -> _Write:
        arrived = time.perf_counter()

        def acknowledge(is_repeated: bool) -> None:
            if is_repeated:
                self.metrics.count("actions_repeated_total")
            else:
                self.metrics.acknowledged(time.perf_counter() - arrived)
            answer(self._ack(message.id, is_repeated, self.table.rematch if isinstance(message, Rematch) else None))

        return _Write(entries, seat, message.id, acknowledge)

    async def _store_in_turn(self, write: _Write) -> None:
        self._writes.append(write)
        if not self._is_writing:
            self._begin_next()
        await write.done

    def _begin_next(self) -> None:
        """Plan the next write and give it to the store; what needs no storing is answered at once."""
        self._is_writing = False
        while self._writes and not self._is_stopped and not self._is_writing:
            if self._is_torn:
                self._is_writing = True
                self.spawn(self._mend())
                return
            write = self._writes.popleft()
            try:
                self._begin(write)
            except OvertrickError as error:
                self.metrics.count("refusals_total")
                write.fail(refusal_of(error))
            except Exception as error:  # noqa: BLE001
                # A fault in one action must not stop those that wait behind it.
                write.fail(error)

    def _begin(self, write: _Write) -> None:
        if write.seat is not None and (write.seat, write.action_id) in self.table.used:
            write.acknowledge(True)
            write.finish()
            return
        entries = write.plan()
        if not entries:
            write.acknowledge(False)
            write.finish()
            return
        rows = rows_of(self.table, entries)
        if write.others is not None:
            rows.add(write.others)
        self._store.append_soon(rows, partial(self._stored, write, entries))
        self._is_writing = True

    def _stored(self, write: _Write, entries: Sequence[Entry], refusal: Refusal | None) -> None:
        """The disk has it: apply, acknowledge, and tell everybody once all of the same commit are acknowledged."""
        if refusal is None:
            events = self._apply(entries)
            self._untold += events
            write.acknowledge(False)
            write.finish()
            self._see_off({entry.seat for entry in entries if entry.kind == "left"})
            is_secret = not events and all(entry.kind == "pass" for entry in entries)
            asyncio.get_running_loop().call_soon(self._told, entries[0].seat if is_secret else None)
        else:
            self._is_torn = True
            write.fail(refusal)
        self._begin_next()

    def _told(self, only: int | None) -> None:
        """Tell everybody; a pass before the exchange is told to the seat that passed, so that nobody sees who has."""
        if self._untold:
            self._tell_events()
        else:
            self._tell_views(b'{"type":"view","view":', only)
        self.turns.go_on()

    async def _mend(self) -> None:
        """After a failed commit the log alone knows whether it happened: read the table from it again."""
        try:
            table = await self._store.table(self.table.id)
        except Exception as error:  # noqa: BLE001
            # Whatever it is, the write that waited for it is refused, or it would be tried for ever.
            self._writes.popleft().fail(error)
        else:
            if table is None:
                self._writes.popleft().fail(Refusal("storage", "the database has lost this table; nothing was done"))
            else:
                self.table, self._is_torn = table, False
                self.clock.look()
                self._tell_views(b'{"type":"view","view":')
        self._begin_next()

    def _apply(self, entries: Sequence[Entry]) -> list[EventView]:
        events = [event for entry in entries if (event := self.table.apply(entry)) is not None]
        self.clock.look()
        return events

    def _see_off(self, left: Collection[int | None]) -> None:
        """Seats that were given up: what waits to be done for them is refused, and their sockets open nothing more."""
        if not left:
            return
        for write in [write for write in self._writes if write.seat in left]:
            self._writes.remove(write)
            write.fail(Refusal("no_seat", "this seat was given up"))
        for client in [client for client in self.clients if client.seat in left]:
            self.detach(client)
            client.seat = None
            client.close(SEAT_GIVEN_UP)

    def _ack(self, action_id: str, is_repeated: bool, table: str | None = None) -> Ack:
        return {"type": "ack", "id": action_id, "version": self.table.version, "repeated": is_repeated, "table": table}

    def _tell_events(self) -> None:
        """What happened and the new view, to everybody."""
        if self._untold:
            events, self._untold = self._untold, []
            self._tell_views(b'{"type":"event","events":%b,"view":' % encode(events))

    def _tell_views(self, head: bytes, only: int | None = None) -> None:
        """The public part is written once for all, the own part once for each seat; `only` leaves the others out."""
        clients = [client for client in self.clients if only is None or client.seat == only]
        if not clients:
            return
        public = encode(public_view(self.table, self.presence))
        texts: dict[int | None, bytes] = {}
        for client in clients:
            seat = client.seat
            if seat not in texts:
                own = b"null" if seat is None else encode(own_view(self.table, self.presence, seat))
                texts[seat] = b'%b{"version":%d,"table":%b,"own":%b}}' % (head, self.table.version, public, own)
            client.send(texts[seat])

    def _tell_presence_soon(self) -> None:
        if self._presence_timer is None:
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(PRESENCE_SECONDS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_timer = None
        self._tell_views(b'{"type":"view","view":')

    def _watch_absent(self) -> None:
        """While somebody is there, whoever is gone for long is played for by the AI."""
        loop = asyncio.get_running_loop()
        for seat in self.table.people():
            if seat not in self.presence.connected and seat not in self._holds:
                self._holds[seat] = loop.call_later(self.settings.hold_seconds, self._hold, seat)

    def _hold(self, seat: int) -> None:
        self._holds.pop(seat, None)
        if seat in self.presence.connected or not self.presence.connected:
            return
        self.presence.held.add(seat)
        self._tell_presence_soon()
        self.turns.go_on()
        if self.table.is_between_rounds():
            self.spawn(self._deal_if_ready())

    async def _deal_if_ready(self) -> None:
        """Deal when those still here have all seen the result; the one they waited for is gone."""
        if is_everybody_ready(self.table, self.table.ready, self.presence.connected):
            try:
                await self.write(lambda: plan_deal(self.table))
            except Refusal:
                log.info("deal not needed any more")

    def _cancel_hold(self, seat: int) -> None:
        if timer := self._holds.pop(seat, None):
            timer.cancel()
