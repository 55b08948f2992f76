"""All tables of the server: set up, found again, joined, set up once more, and closed when nobody comes back."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from overtrick.engine.catalogue import game
from overtrick.errors import OvertrickError
from overtrick.server.asking import Lines
from overtrick.server.guards import Rates
from overtrick.server.house_rules import house_of, rules_of_wish
from overtrick.server.levels import BOT_NAMES
from overtrick.server.messages import Action, Rematch
from overtrick.server.metrics import Metrics
from overtrick.server.names import clean_name
from overtrick.server.planning import CLOSED, plan_deal
from overtrick.server.projection import Rows, rows_of
from overtrick.server.put_aside import PutAside
from overtrick.server.refusal import Refusal, refusal_of
from overtrick.server.requests import CreateTable, JoinTable, SeatWish
from overtrick.server.room import Answer, Room
from overtrick.server.settings import Settings
from overtrick.server.store import Store
from overtrick.server.table import Entry, Seat, Table, table_of
from overtrick.server.table_log import UnreadableLog
from overtrick.server.thinkers import Thinkers

ID_BYTES = 16
TOKEN_BYTES = 24
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{22}")
IDLE_SECONDS = 600.0
"""A room nobody is in is put away after this, unless its AI is playing; the log has it all."""
SWEEP_SECONDS = 60.0
RETRY_SECONDS = 60
"""When to ask again for a table where only the AI plays."""
HOUR = 3600.0
TABLES_AT_ONCE = 30.0
SWEPT_AT_ONCE = 100
"""Idle tables of each status that one sweep looks at."""

log = logging.getLogger("overtrick.server")


class Hub:
    """Every room in memory, and the way to the others."""

    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers, metrics: Metrics) -> None:
        self.rooms: dict[str, Room] = {}
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics
        self.lines = Lines()
        """Who may put the next question of their own to the AI."""
        self.new_tables = Rates(settings.tables_per_hour / HOUR, burst=min(TABLES_AT_ONCE, settings.tables_per_hour))
        """How many tables each address may still set up, rematches included."""
        self.put_aside = PutAside()
        self._loading: dict[str, asyncio.Lock] = {}
        self._founding: list[Room] = []
        """Rooms where only the AI plays whose tables are being stored."""
        self._swept = {"waiting": "", "in_progress": ""}
        """The last table looked at of each status; the next sweep goes on from there."""
        self._sweeper: asyncio.Task[None] | None = None

    @property
    def ai_under_way(self) -> int:
        """Moves and opinions of the AI that somebody waits for, whether there is anything to think about or not."""
        return sum(room.turns.is_busy for room in self.rooms.values()) + self.thinkers.opinions

    def start(self) -> None:
        """Begin to sweep. No table is read yet: a match goes on when somebody comes to it."""
        self._sweeper = asyncio.create_task(self._sweep_for_ever())

    async def stop(self) -> None:
        """Finish what is being stored."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*(room.stop() for room in self.rooms.values()))

    async def room(self, table_id: str) -> Room:
        """The room of a table; if it is not in memory it is read from its log, and its AI goes on."""
        if room := self.rooms.get(table_id):
            return room
        room = await self._load(table_id)
        room.turns.go_on()
        return room

    async def _load(self, table_id: str) -> Room:
        if not TABLE_ID.fullmatch(table_id):
            raise Refusal("no_table", "there is no such table")
        self.put_aside.check(table_id)
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                if table_id not in self.rooms:
                    room = self._new_room(await self._read(table_id))
                    # Somebody who came after this lock was given back may have been faster; there is one room for all.
                    self.rooms.setdefault(table_id, room)
            finally:
                self._loading.pop(table_id, None)
        return self.rooms[table_id]

    async def _read(self, table_id: str) -> Table:
        try:
            table = await self.store.table(table_id)
        except UnreadableLog as error:
            raise self.put_aside.add(table_id, error) from error
        self.put_aside.remove(table_id)
        if table is None:
            raise Refusal("no_table", "there is no such table")
        return table

    async def create(self, wish: CreateTable, address: str) -> tuple[Room, int | None, str | None]:
        """A new table of the address: its room, and seat and token of whoever asked for it."""
        self.new_tables.take(address)
        name = clean_name(wish.name)
        wishes = _seat_wishes(wish)
        try:
            rules = rules_of_wish(wish, len(wishes))
        except OvertrickError as error:
            raise refusal_of(error) from error
        own = next((place for place, seat in enumerate(wishes) if seat.kind == "human"), None)
        table_id, token = new_table_id(), new_token()
        owner = Seat("human", name, token_hash=token_hash(token), device_hash=device_hash(table_id, wish.device))
        seats = [_seat_of(seat, place, owner) for place, seat in enumerate(wishes)]
        body = {
            "game": rules.game,
            "house": house_of(rules, len(seats)),
            "pace": wish.pace,
            "turn_seconds": self._turn_seconds(wish.turn_seconds, wishes),
        }
        table, rows = _founded(table_id, body, seats)
        room = self._new_room(table)
        room.owner = address
        with self._counted(room):
            await self.store.append(rows)
            self.rooms[table.id] = room
        self.metrics.count("tables_created_total")
        room.turns.go_on()
        return room, own, None if own is None else token

    async def join(self, room: Room, wish: JoinTable) -> tuple[int, str]:
        """Sit down in an open seat: its number and token. The match begins when it was the last."""
        name, token, taken = clean_name(wish.name), new_token(), [0]

        def entries() -> list[Entry]:
            device = device_hash(room.table.salt, wish.device)
            taken[0] = _open_seat(room.table, _wanted_seat(room.table, wish.seat, device))
            body = {"name": name, "token_hash": token_hash(token), "device_hash": device}
            joined = Entry("joined", taken[0], body)
            still_open = [seat for seat in room.table.seats if seat.kind == "open"]
            is_full = room.table.status == "waiting" and len(still_open) == 1
            return [joined, Entry("started"), *plan_deal(room.table)] if is_full else [joined]

        await room.write(entries)
        return taken[0], token

    async def act(self, room: Room, seat: int, message: Action, answer: Answer, address: str) -> None:
        """Carry out what a seat wants; `address` is whose new table it is if that takes one."""
        if isinstance(message, Rematch):
            await self._rematch(room, seat, message, answer, address)
        else:
            await room.act(seat, message, answer)

    async def _rematch(self, room: Room, seat: int, message: Rematch, answer: Answer, address: str) -> None:
        """The same people, AI and rules at a new table; whoever asks second is led to the same one."""

        def found() -> Rows:
            self.new_tables.take(address)
            old = room.table
            body = {
                "game": old.rules.game,
                "house": old.house,
                "pace": old.pace,
                "turn_seconds": old.turn_seconds,
                "salt": old.salt,
            }
            self.metrics.count("tables_created_total")
            return _founded(new_table_id(), body, [asdict(other) for other in old.seats])[1]

        await room.rematch(seat, message, answer, found)
        if room.table.rematch is not None:
            new = await self.room(room.table.rematch)
            new.owner = new.owner or address
            new.turns.go_on()

    @contextmanager
    def _counted(self, room: Room) -> Iterator[None]:
        """Refuse one more table where only the AI plays when there are enough, those included that are being stored."""
        if any(seat.kind != "ai" for seat in room.table.seats):
            yield
            return
        running = [one for one in self.rooms.values() if one.turns.is_busy and not one.table.people()] + self._founding
        own, limit = sum(one.owner == room.owner for one in running), self.settings.ai_tables_per_address
        told = ""
        if own >= limit:
            told = f"only the AI plays at {own} tables of yours, and {limit} at a time are allowed"
        elif len(running) >= self.settings.ai_tables:
            told = f"only the AI plays at {len(running)} tables here, which is the most this server allows"
        if told:
            raise Refusal("too_many", f"{told}; sit down yourself, or wait until one is over", RETRY_SECONDS)
        self._founding.append(room)
        try:
            yield
        finally:
            self._founding.remove(room)

    def _turn_seconds(self, wanted: int | None, seats: Sequence[SeatWish]) -> float:
        """The time for a decision: as wanted, else as usual in company and none for whoever plays alone."""
        if wanted is not None:
            return wanted
        return self.settings.turn_seconds if any(seat.kind == "open" for seat in seats) else 0.0

    def _new_room(self, table: Table) -> Room:
        return Room(table, self.store, self.thinkers, self.settings, self.metrics)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Exception:
                # Whatever it was, the next sweep comes: tables that are never put away fill the memory.
                log.exception("sweeping failed")

    async def sweep(self) -> None:
        """Put away rooms nobody is in, and close what nobody came back to."""
        now = time.monotonic()
        for table_id, room in list(self.rooms.items()):
            is_left = not room.clients and now - room.left_at > IDLE_SECONDS
            if is_left and not room.is_busy:
                del self.rooms[table_id]
        await self._close_idle("waiting", self.settings.waiting_hours * 3600)
        await self._close_idle("in_progress", self.settings.unfinished_days * 86400)

    async def _close_idle(self, status: str, seconds: float) -> None:
        """Close some tables; those that cannot be read are passed by, and the next sweep takes the ones after them."""
        found = await self.store.idle(status, seconds, self._swept[status], SWEPT_AT_ONCE)
        self._swept[status] = found[-1] if len(found) == SWEPT_AT_ONCE else ""
        for table_id in found:
            try:
                room = self.rooms.get(table_id) or await self._load(table_id)
                if not room.clients:
                    await room.write(lambda: [Entry("expired")])
            except Exception as error:
                # One table's fault is not the others' trouble; a table that cannot be read has been logged already.
                if not isinstance(error, Refusal) or error.code != "unreadable":
                    log.exception("a table could not be closed", extra={"facts": {"table": table_id[:6]}})


def new_table_id() -> str:
    """The id of a table, which is all one needs to watch it."""
    return secrets.token_urlsafe(ID_BYTES)


def new_token() -> str:
    """The key to a seat: 192 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """All that is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_hash(salt: str, device: str | None) -> str | None:
    """All that is kept of a device's secret: enough to know it again at this table, not at others."""
    return None if device is None else hashlib.sha256(f"{salt} {device}".encode()).hexdigest()


def _wanted_seat(table: Table, wanted: int | None, device: str | None) -> int | None:
    """Refuse a device what would show it a second hand of a round. One that does not say who it is cannot be told."""
    for seat in table.seats:
        if device is not None and seat.device_hash == device:
            raise Refusal("not_allowed", f"this device has a seat at this table already, as {seat.name}")
    seen = None if device is None or table.is_between_rounds() else table.looked.get(device)
    if seen is not None and wanted not in (None, seen):
        raise Refusal(
            "not_allowed", f"this device has seen the hand of seat {seen}; in this round it may sit there only"
        )
    return wanted if seen is None else seen


def _seat_wishes(wish: CreateTable) -> list[SeatWish]:
    if wish.seats is None:
        players = wish.players or game(wish.game).default_players
        return [SeatWish(kind="human"), *(SeatWish(kind="ai") for _ in range(players - 1))]
    if wish.players is not None and wish.players != len(wish.seats):
        raise Refusal("bad_rules", f"{wish.players} players, but {len(wish.seats)} seats; leave one of them out")
    if sum(seat.kind == "human" for seat in wish.seats) > 1:
        raise Refusal("bad_rules", "at most one seat is yours; for friends use kind 'open'")
    return wish.seats


def _seat_of(wish: SeatWish, place: int, owner: Seat) -> dict[str, Any]:
    if wish.kind == "human":
        return asdict(owner)
    if wish.kind == "open":
        return asdict(Seat("open", BOT_NAMES[place]))
    return asdict(Seat("ai", BOT_NAMES[place], wish.level, wish.style))


def _open_seat(table: Table, wanted: int | None) -> int:
    if table.status not in ("waiting", "playing"):
        raise Refusal("not_allowed", CLOSED if table.status == "expired" else "the match at this table is over")
    if wanted is not None and wanted >= table.players:
        raise Refusal("table_full", f"there is no seat {wanted} at this table")
    for number, seat in enumerate(table.seats):
        if seat.kind == "open" and wanted in (None, number):
            return number
    raise Refusal("table_full", "no seat is open at this table" if wanted is None else f"seat {wanted} is taken")


def _founded(table_id: str, body: dict[str, Any], seats: Sequence[dict[str, Any]]) -> tuple[Table, Rows]:
    """A new table, dealt if no seat is open, and what has to be stored of it."""
    entries = [Entry("created", body={**body, "seats": list(seats)})]
    blank = table_of(table_id, entries)
    if all(seat["kind"] != "open" for seat in seats):
        entries += [Entry("started"), *plan_deal(blank)]
    blank.seq = 0
    return table_of(table_id, entries), rows_of(blank, entries)
