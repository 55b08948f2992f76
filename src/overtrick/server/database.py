"""Engines for SQLite and PostgreSQL, migrations, and backups."""

from __future__ import annotations

import math
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from overtrick.errors import DatabaseError
from overtrick.server.ownership import FileLock, must_own, own_for_transaction
from overtrick.server.schema import VERSION

MIGRATIONS = Path(__file__).parent / "migrations"
LONGEST_LOG = 8192
"""Pages of 4 KiB after which SQLite's writer begins its write-ahead log anew; `checkpoints` has copied most by then."""
VERSION_TABLE = "alembic_version"
CONNECT_SECONDS = 10.0
"""How long a database may take to let us in, where nothing else is said."""


def database_url(text: str) -> URL:
    """The address of the database; a plain file name is a SQLite file."""
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
    except ArgumentError as error:
        raise DatabaseError(
            f"{text!r} is no database; write a file name, sqlite:///FILE or postgresql://HOST/NAME"
        ) from error
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise DatabaseError(f"{url.get_backend_name()} is not supported; use sqlite or postgresql")
    return url


def open_engine(
    url: URL, *, is_writer: bool, must_exist: bool = False, seconds: float | None = None, name: str = "overtrick"
) -> Engine:
    """An engine whose statements take at most so many seconds; `name` is what PostgreSQL shows of its connections.

    A SQLite writer takes its lock at once, so that it never has to give up half-way.
    """
    if url.get_backend_name() != "sqlite":
        try:
            return create_engine(url, connect_args=_postgres_options(url, seconds, name))
        except (ModuleNotFoundError, NoSuchModuleError) as error:
            raise DatabaseError("PostgreSQL needs the driver psycopg: pip install 'overtrick[postgres]'") from error
    file = sqlite_file(url)
    if file is not None and must_exist:
        if not file.is_file():
            raise DatabaseError(f"there is no database {file}")
        url = url.set(database=f"file:{quote(str(file))}", query={"mode": "rw", "uri": "true"})
    elif file is not None:
        _make_folder(file.parent)
    engine = create_engine(url, connect_args={"check_same_thread": False})
    wait = CONNECT_SECONDS if seconds is None else seconds
    event.listen(engine, "connect", lambda connection, _: _prepare_sqlite(connection, wait))
    begin = "BEGIN IMMEDIATE" if is_writer else "BEGIN"
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def sqlite_file(url: URL) -> Path | None:
    """The file of a SQLite database; None for one in memory and for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database).expanduser().resolve()


def reason_of(error: SQLAlchemyError) -> str:
    """What the database itself said, in one line."""
    return (str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__])[0]


def bulk_insert(table: Table, backend: str) -> str:
    """SQL that inserts all rows of a JSON array of objects at once.

    One statement for any number of rows is prepared once, and the writer's thread gives the interpreter to the tables'
    thread once for all of them instead of once for each row.
    """
    names = [column.name for column in table.columns if column.autoincrement is not True]
    columns = ", ".join(f'"{name}"' for name in names)
    if backend == "sqlite":
        values = ", ".join(f"json_extract(value, '$.{name}')" for name in names)
        return f"INSERT INTO {table.name} ({columns}) SELECT {values} FROM json_each(?)"  # noqa: S608
    rows = f"json_populate_recordset(NULL::{table.name}, %s)"
    return f"INSERT INTO {table.name} ({columns}) SELECT {columns} FROM {rows}"  # noqa: S608


def upgrade(url: URL) -> str:
    """Create the database or bring it up to date; the version it has then. Refused while a server is using it."""
    engine = open_engine(url, is_writer=True)
    file = sqlite_file(url)
    lock = FileLock(file) if file is not None else None
    try:
        with engine.begin() as connection:
            if url.get_backend_name() == "postgresql":
                must_own(url, lambda: own_for_transaction(connection))
            if version_of(connection) != VERSION:
                _migrate(connection)
    except SQLAlchemyError as error:
        raise DatabaseError(f"the database {url.render_as_string()} cannot be used: {reason_of(error)}") from error
    finally:
        engine.dispose()
        if lock is not None:
            lock.release()
    return VERSION


def backup(url: URL, target: Path) -> None:
    """Copy the database to a new file while the server may be running."""
    if target.exists():
        raise DatabaseError(f"{target} exists already; name a new file")
    if url.get_backend_name() == "sqlite":
        if not url.database or not Path(url.database).is_file():
            raise DatabaseError(f"there is no database {url.database}")
        with sqlite3.connect(url.database) as source, sqlite3.connect(target) as copy:
            source.backup(copy)
        return
    dump = shutil.which("pg_dump")
    if dump is None:
        raise DatabaseError("a backup of PostgreSQL needs pg_dump, which is not installed here")
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    done = subprocess.run(  # noqa: S603
        [dump, "--format=custom", f"--file={target}", plain], check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise DatabaseError(f"pg_dump failed: {done.stderr.strip()}")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"there is no folder {folder} for the database, nor can it be made: {error}") from error


def _postgres_options(url: URL, seconds: float | None, name: str) -> dict[str, Any]:
    """Time limits for every way in which PostgreSQL or the network can fail; what the address says comes first.

    Both sides give up a connection whose other end is gone without a word after 25 s.
    """
    limits = ["tcp_keepalives_idle=10", "tcp_keepalives_interval=5", "tcp_keepalives_count=3"]
    if seconds is not None:
        limits.append(f"statement_timeout={int(seconds * 1000)}")
    ours = {
        "application_name": name,
        "connect_timeout": math.ceil(seconds or CONNECT_SECONDS),
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": int((seconds or CONNECT_SECONDS) * 1000),
    }
    theirs = url.query.get("options", "")
    options = " ".join([*(f"-c {limit}" for limit in limits), theirs if isinstance(theirs, str) else " ".join(theirs)])
    return {**{key: value for key, value in ours.items() if key not in url.query}, "options": options}


def _prepare_sqlite(connection: Any, seconds: float) -> None:
    """Every commit is on the disk before it returns (WAL, full sync); SQLAlchemy alone begins transactions."""
    connection.isolation_level = None
    # Bytes that are no UTF-8 are the fault of the entry that has them, and whoever reads it says so.
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    log, busy = f"wal_autocheckpoint={LONGEST_LOG}", f"busy_timeout={int(seconds * 1000)}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", busy, log):
        connection.execute(f"PRAGMA {pragma}")


def version_of(connection: Connection) -> str | None:
    """The version a database has, found out without Alembic, which takes longer to import than all else here."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()  # noqa: S608
    return None if found is None else str(found)


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    present = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if present is not None and present not in known:
        raise DatabaseError(f"the database has version {present}, which is newer than this program; update Overtrick")
    config.attributes["connection"] = connection
    command.upgrade(config, VERSION)
