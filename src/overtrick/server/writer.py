"""The one thread that writes: entries of many tables share a commit, and nobody waits for it for ever.

Entries that arrive while a commit is under way share the next one, so that statements and the sync cost their
milliseconds once for all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from overtrick.errors import DatabaseError, DatabaseTooSlow, LostDatabase
from overtrick.server.database import bulk_insert
from overtrick.server.encoding import encode
from overtrick.server.opened import OpenedDatabase
from overtrick.server.projection import Rows
from overtrick.server.refusal import Refusal
from overtrick.server.schema import events, moves

MAX_BATCH = 256
"""Tables that share one commit."""

Done = Callable[[Refusal | None], None]
"""Is told that the entries are on disk, or why not."""

log = logging.getLogger("overtrick.server")


@dataclass
class _Job:
    rows: Rows
    done: Done
    loop: asyncio.AbstractEventLoop
    is_told: bool = False
    """Whether somebody was told how it ended; a job that took too long is told so, and not begun any more."""
    patience: asyncio.TimerHandle | None = None

    def tell(self, error: Exception | None) -> None:
        """Say once how it ended."""
        if self.is_told:
            return
        self.is_told = True
        if self.patience is not None:
            self.patience.cancel()
        try:
            self.done(None if error is None else _refusal(error))
        except Exception:
            # Tables that share a commit share nothing else: a fault at one is not the others' trouble.
            log.exception("a table could not go on", extra={"facts": {"table": self.rows.game_id[:6]}})


class Writer:
    """Commits what it is given, in the order in which it came."""

    def __init__(self, database: OpenedDatabase, seconds: float) -> None:
        """After `seconds` whoever waits is told that it takes too long."""
        self.commits = 0
        self._database = database
        self._seconds = seconds
        self._insert_events = bulk_insert(events, database.backend)
        self._insert_moves = bulk_insert(moves, database.backend)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store writer", daemon=True)
        self._thread.start()

    def put(self, rows: Rows, done: Done) -> None:
        """Commit the rows, then call `done` on this loop."""
        loop = asyncio.get_running_loop()
        job = _Job(rows, done, loop)
        job.patience = loop.call_later(self._seconds, job.tell, DatabaseTooSlow())
        self._jobs.put(job)

    def stop(self) -> None:
        """Write what is waiting, then end; a database that hangs is left to itself."""
        self._jobs.put(None)
        self._thread.join(self._seconds)

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
            if batch := [job for job in batch if not job.is_told]:
                self._write(batch)

    def _write(self, batch: list[_Job]) -> None:
        """One transaction for all; when its rows are refused, one for each, so that only the guilty one is."""
        may_be_stale = self._database.is_connected
        try:
            self._commit([job.rows for job in batch])
        except (SQLAlchemyError, DatabaseError) as error:
            self._database.drop()
            if may_be_stale and _is_cut(error):
                # The database was restarted since the last commit. Had this one been made, the rows would collide now.
                self._write(batch)
            elif len(batch) > 1 and not isinstance(error, OperationalError | DatabaseError):
                for job in batch:
                    self._write([job])
            else:
                _tell(batch, error)
            return
        self.commits += 1
        _tell(batch, None)

    def _commit(self, batch: list[Rows]) -> None:
        self._database.check()
        connection = self._database.writing()
        with self._database.limit(connection), connection.begin():
            self._insert(connection, batch)
        # Deleted just now, the file has taken the commit with it: nobody is told that it was stored.
        self._database.check()

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


def _is_cut(error: Exception) -> bool:
    """Whether the connection turned out to be dead."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _tell(batch: list[_Job], error: Exception | None) -> None:
    """Wake up those who wait, on their own loop."""

    def wake() -> None:
        for job in batch:
            job.tell(error)

    # A loop that is closed has nobody left who waits.
    with contextlib.suppress(RuntimeError):
        batch[0].loop.call_soon_threadsafe(wake)


def _refusal(error: Exception) -> Refusal:
    """What whoever waits is told; where the outcome is not known, sending the same again finds it out."""
    words = "the database could not store this; nothing was done"
    if isinstance(error, DatabaseTooSlow):
        words = "the database has not answered in time; send it again to find out whether it was done"
    elif isinstance(error, LostDatabase):
        words = "the database is not where it was any more, so nothing is stored until that is mended"
    refusal = Refusal("storage", words, retry_after=2)
    refusal.__cause__ = error
    return refusal
