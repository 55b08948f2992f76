"""The store: one thread that writes, and `append` returns only when the disk has it.

Entries of many tables that arrive while a commit is under way share the next one, so that statements and the sync cost
their milliseconds once for all of them. Each table has one writer, its room; a second one would collide on
(game_id, seq) and be refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from overtrick.server.checkpoints import Checkpoints
from overtrick.server.database import bulk_insert, database_url, open_engine
from overtrick.server.encoding import encode
from overtrick.server.projection import Rows
from overtrick.server.refusal import Refusal
from overtrick.server.requests import GameSummary
from overtrick.server.schema import events, games, moves, players
from overtrick.server.table import Entry, Table
from overtrick.server.table_log import LogRow, read_entries, read_table

log = logging.getLogger("overtrick.server")

MAX_BATCH = 256
"""Tables that share one commit."""

Result = TypeVar("Result")

Done = Callable[[Refusal | None], None]
"""Is told that the entries are on disk, or why not."""

_STATUS = {"waiting": "waiting", "in_progress": "playing", "completed": "finished", "expired": "expired"}


@dataclass
class _Job:
    rows: Rows
    done: Done
    loop: asyncio.AbstractEventLoop


class Store:
    """A database in use, which `database.upgrade` has brought up to date."""

    def __init__(self, url: str) -> None:
        self._url = database_url(url)
        self._writer = open_engine(self._url, is_writer=True)
        self._reader = open_engine(self._url, is_writer=False)
        self._connection: Connection | None = None
        backend = self._url.get_backend_name()
        self._insert_events, self._insert_moves = bulk_insert(events, backend), bulk_insert(moves, backend)
        self.commits = 0
        """Transactions so far, for the metrics."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store writer", daemon=True)
        self._thread.start()
        file = self._url.database if backend == "sqlite" else None
        self._checkpoints = Checkpoints(file, lambda: self.commits) if file and file != ":memory:" else None

    def append_soon(self, rows: Rows, done: Done) -> None:
        """Store the entries for good, then call `done` on this loop; with a refusal when nothing was stored."""
        self._jobs.put(_Job(rows, done, asyncio.get_running_loop()))

    async def append(self, rows: Rows) -> None:
        """Store the entries for good; refused with `storage`, and nothing stored, when that fails."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(refusal: Refusal | None) -> None:
            if stored.done():
                return
            if refusal is None:
                stored.set_result(None)
            else:
                stored.set_exception(refusal)

        self.append_soon(rows, done)
        await stored

    async def entries(self, game_id: str) -> list[Entry]:
        """The log of a table, empty when there is none; raises `UnreadableLog`."""
        return read_entries(await self._read(lambda connection: log_rows(connection, game_id)))

    async def table(self, game_id: str) -> Table | None:
        """The table as its log tells it, None when there is none; raises `UnreadableLog`."""

        def read(connection: Connection) -> Table | None:
            rows = log_rows(connection, game_id)
            return read_table(game_id, rows) if rows else None

        return await self._read(read)

    async def idle(self, status: str, seconds: float, after: str = "", limit: int = 100) -> list[str]:
        """Tables in `status` that nothing has happened at for so long, by their ids, from the one after `after` on."""
        before = datetime.now(UTC).replace(tzinfo=None) - timedelta(seconds=seconds)
        is_idle = (games.c.status == status, games.c.updated_at < before, games.c.id > after)
        query = select(games.c.id).where(*is_idle).order_by(games.c.id).limit(limit)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def summaries(self, ids: Sequence[str]) -> list[GameSummary]:
        """One line for each of these tables that exists, newest first."""
        return await self._read(lambda connection: _summaries(connection, ids))

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        if self._checkpoints is not None:
            await asyncio.to_thread(self._checkpoints.stop)
        if self._connection is not None:
            self._connection.close()
        self._writer.dispose()
        self._reader.dispose()

    async def _read(self, question: Callable[[Connection], Result]) -> Result:
        def ask() -> Result:
            with self._reader.connect() as connection:
                return question(connection)

        try:
            return await asyncio.to_thread(ask)
        except SQLAlchemyError as error:
            raise Refusal("storage", "the database cannot be read just now; try again", retry_after=2) from error

    def _write_all(self) -> None:
        is_open = True
        while is_open:
            job = self._jobs.get()
            batch: list[_Job] = []
            while job is not None and len(batch) < MAX_BATCH:
                batch.append(job)
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            else:
                if job is None:
                    is_open = False
                else:
                    self._jobs.put(job)
            if batch:
                self._write(batch)

    def _write(self, batch: list[_Job]) -> None:
        """One transaction for all; when it fails, one for each, so that only the guilty one is refused."""
        try:
            if self._connection is None:
                self._connection = self._writer.connect()
            with self._connection.begin():
                self._insert(self._connection, [job.rows for job in batch])
            self.commits += 1
        except SQLAlchemyError as error:
            self._drop_connection()
            if len(batch) > 1:
                for job in batch:
                    self._write([job])
                return
            _tell(batch, error)
            return
        _tell(batch, None)

    def _insert(self, connection: Connection, batch: list[Rows]) -> None:
        for rows in batch:
            for statement in rows.before:
                connection.execute(statement)
        told = [event for rows in batch for event in rows.events]
        connection.exec_driver_sql(self._insert_events, (encode(told).decode(),))
        if played := [move for rows in batch for move in rows.moves]:
            connection.exec_driver_sql(self._insert_moves, (encode(played).decode(),))
        for rows in batch:
            for statement in rows.after:
                connection.execute(statement)

    def _drop_connection(self) -> None:
        """After a failure begin anew: the database may have been restarted."""
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.invalidate()
            with contextlib.suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None


def _tell(batch: list[_Job], error: Exception | None) -> None:
    """Wake up those who wait, on their own loop."""

    def wake() -> None:
        for job in batch:
            refusal = None
            if error is not None:
                refusal = Refusal("storage", "the database could not store this; nothing was done", retry_after=2)
                refusal.__cause__ = error
            try:
                job.done(refusal)
            except Exception:
                # Tables that share a commit share nothing else: a fault at one is not the others' trouble.
                log.exception("a table could not go on", extra={"facts": {"table": job.rows.game_id[:6]}})

    # A loop that is closed has nobody left who waits.
    with contextlib.suppress(RuntimeError):
        batch[0].loop.call_soon_threadsafe(wake)


def log_rows(connection: Connection, game_id: str) -> list[LogRow]:
    """The log of a table as it lies in the database."""
    columns = (events.c.seq, events.c.version, events.c.kind, events.c.seat, events.c.body, events.c.action_id)
    query = select(*columns).where(events.c.game_id == game_id).order_by(events.c.seq)
    return [LogRow(*row) for row in connection.execute(query)]


def _summaries(connection: Connection, ids: Sequence[str]) -> list[GameSummary]:
    seated = connection.execute(
        select(players.c.game_id, players.c.name).where(players.c.game_id.in_(ids)).order_by(players.c.position)
    )
    names: dict[str, list[str]] = {}
    for game_id, name in seated:
        names.setdefault(game_id, []).append(name)
    found = connection.execute(select(games).where(games.c.id.in_(ids)).order_by(games.c.updated_at.desc()))
    return [_summary(row, names.get(row.id, [])) for row in found]


def _summary(row: Any, names: list[str]) -> GameSummary:
    house = json.loads(row.house)
    return {
        "id": row.id,
        "game": row.game,
        "status": _STATUS[row.status],  # type: ignore[typeddict-item]
        "created_at": f"{row.created_at.isoformat(timespec='seconds')}Z",
        "updated_at": f"{row.updated_at.isoformat(timespec='seconds')}Z",
        "names": names,
        "scores": json.loads(row.scores),
        "winners": json.loads(row.winners),
        "round": row.round_number,
        "rounds": len(house["round_cards"]) if row.game == "blob" else None,
    }
