"""Reads the log of every table in a database and reports those that the server has to put aside."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError
from typing_extensions import TypedDict

from overtrick.errors import DatabaseError
from overtrick.server.database import database_url, open_engine, reason_of, version_of
from overtrick.server.schema import VERSION, events, games
from overtrick.server.store import log_rows
from overtrick.server.table_log import UnreadableLog, read_table

AT_ONCE = 500
"""Ids of tables that are fetched together."""

UPDATE = "Update Overtrick: a version that knows this entry has the table back by itself."
RESTORE = (
    "The table is left as it is and harms no other. To have it back, stop the server and put its entries from a backup "
    "in place of these: the table is read again at the next start."
)
DISK = "The database itself is damaged: check the disk, then restore a backup."


class BadTable(TypedDict):
    """A table that cannot be read: where its log stops, why, and what can be done."""

    id: str
    status: str | None
    """What `games` says of it, or null when it is not there."""
    seq: int | None
    """The entry at which reading stops; null when the database does not give the log."""
    kind: str | None
    entries: int | None
    reason: str
    advice: str


class DatabaseReport(TypedDict):
    """How many tables there are, and which of them cannot be read."""

    tables: int
    unreadable: list[BadTable]


def check_database(address: str, on_progress: Callable[[int, int, int], None]) -> DatabaseReport:
    """Read all tables. `on_progress` is told after each how many are done, how many there are, and how many are bad."""
    url = database_url(address)
    engine = open_engine(url, is_writer=False, must_exist=True)
    try:
        with engine.connect() as connection:
            if (version := version_of(connection)) != VERSION:
                advice = "run `overtrick db upgrade` first" if (version or "") < VERSION else "update Overtrick first"
                raise DatabaseError(f"the database has version {version}, this program needs {VERSION}: {advice}")
            total = connection.execute(select(func.count()).select_from(games)).scalar_one()
            bad: list[BadTable] = []
            done = 0
            for done, table_id in enumerate(_table_ids(connection), start=1):
                if found := _check_table(connection, table_id):
                    bad.append(found)
                on_progress(done, max(total, done), len(bad))
            return {"tables": done, "unreadable": bad}
    except SQLAlchemyError as error:
        raise DatabaseError(f"the database {url.render_as_string()} cannot be read: {reason_of(error)}") from error
    finally:
        engine.dispose()


def _table_ids(connection: Connection) -> Iterator[str]:
    """Every table that has a log, or should have one, in the order of their ids."""
    last = ""
    while True:
        connection.rollback()  # a reader that stays in one transaction keeps a running server's write-ahead log growing
        logs = select(events.c.game_id).where(events.c.game_id > last).distinct().order_by(events.c.game_id)
        rows = select(games.c.id).where(games.c.id > last).order_by(games.c.id)
        found = {table_id for query in (logs, rows) for table_id in connection.execute(query.limit(AT_ONCE)).scalars()}
        if not found:
            return
        yield from (page := sorted(found)[:AT_ONCE])
        last = page[-1]


def _check_table(connection: Connection, table_id: str) -> BadTable | None:
    bad: BadTable = {
        "id": table_id,
        "status": None,
        "seq": None,
        "kind": None,
        "entries": None,
        "reason": "",
        "advice": "",
    }
    try:
        bad["status"] = connection.execute(select(games.c.status).where(games.c.id == table_id)).scalar()
        rows = log_rows(connection, table_id)
        bad["entries"] = len(rows)
        read_table(table_id, rows)
    except SQLAlchemyError as error:
        connection.rollback()
        return {**bad, "reason": reason_of(error), "advice": DISK}
    except UnreadableLog as error:
        advice = UPDATE if error.is_newer else RESTORE
        return {**bad, "seq": error.seq, "kind": error.kind, "reason": error.reason, "advice": advice}
    return None
