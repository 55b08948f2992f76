"""The store: `append` returns only when the disk has it.

Each table has one writer, its room; a second one would collide on (game_id, seq) and be refused.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from overtrick.errors import DatabaseError
from overtrick.server.checkpoints import Checkpoints
from overtrick.server.database import database_url
from overtrick.server.house_rules import rules_of_house
from overtrick.server.opened import OpenedDatabase
from overtrick.server.projection import Rows
from overtrick.server.refusal import Refusal
from overtrick.server.requests import GameSummary
from overtrick.server.schema import events, games, players
from overtrick.server.table import Entry, Table
from overtrick.server.table_log import LogRow, read_entries, read_table
from overtrick.server.writer import Done, Writer

READERS = 4
"""Threads that read, so that a few long logs do not keep the others waiting."""
SECONDS = 5.0

Result = TypeVar("Result")

_STATUS = {"waiting": "waiting", "in_progress": "playing", "completed": "finished", "expired": "expired"}


class Store:
    """A database in use, which `database.upgrade` has brought up to date; no other server may use it."""

    def __init__(self, url: str, seconds: float = SECONDS) -> None:
        """A database that has not answered after `seconds` is taken for gone, until it answers again."""
        self._patience = 2 * seconds  # a new connection, and what is asked of it
        self._database = OpenedDatabase(database_url(url), seconds)
        self._writer = Writer(self._database, self._patience)
        self._readers = ThreadPoolExecutor(READERS, "store reader")
        file = self._database.file
        self._checkpoints = None if file is None else Checkpoints(str(file), lambda: self._writer.commits)

    @property
    def commits(self) -> int:
        """Transactions so far, for the metrics."""
        return self._writer.commits

    def append_soon(self, rows: Rows, done: Done) -> None:
        """Store the entries for good, then call `done` on this loop; with a refusal when that fails."""
        self._writer.put(rows, done)

    async def append(self, rows: Rows) -> None:
        """Store the entries for good; refused with `storage` when that fails."""
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

    async def probe(self) -> None:
        """Find out whether something can be stored now, by a commit that leaves nothing; refused when not."""
        now = datetime.now(UTC).replace(tzinfo=None)
        entry = {"game_id": "", "seq": 0, "at": now, "kind": "probe", "body": "{}", "version": 1}
        await self.append(Rows("", before=[insert(events).values(entry), delete(events).where(events.c.game_id == "")]))

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await asyncio.to_thread(self._writer.stop)
        if self._checkpoints is not None:
            await asyncio.to_thread(self._checkpoints.stop)
        self._readers.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self._database.close)

    async def _read(self, question: Callable[[Connection], Result]) -> Result:
        def ask() -> Result:
            with self._database.reading() as connection:
                return question(connection)

        def ask_again() -> Result:
            try:
                return ask()
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                # The database was restarted since the connection was used last; now all of them are new.
                return ask()

        try:
            async with asyncio.timeout(self._patience):
                return await asyncio.get_running_loop().run_in_executor(self._readers, ask_again)
        except (SQLAlchemyError, DatabaseError, TimeoutError) as error:
            raise Refusal("storage", "the database cannot be read just now; try again", retry_after=2) from error


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
        "rounds": rules_of_house(row.game, house).rounds(row.num_players),
    }
