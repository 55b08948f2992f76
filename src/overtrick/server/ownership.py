"""One server owns a database: it is locked, and the file is still the one that was opened.

Two servers with the same tables would each play them on from what they have in memory. A lock ends with the process
that holds it, however that ends: of SQLite it is the lock of a file beside the database, of PostgreSQL that of the
connection which writes.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from sqlalchemy import URL, Connection, text

from overtrick.errors import DatabaseError, DatabaseInUse, LostDatabase

WAIT_SECONDS = 5.0
"""A server that was killed a moment ago may still hold its lock for so long."""
PAUSE_SECONDS = 0.05

POSTGRES_LOCK = 0x6F76_6572_7472_6963
"""The advisory lock of whoever owns all tables of a PostgreSQL database; locks count for one database each."""


class FileLock:
    """The lock of a SQLite database: a file beside it, which a server that was killed leaves there unlocked."""

    def __init__(self, database: Path, wait_seconds: float = WAIT_SECONDS) -> None:
        self._database = database
        self._path = database.with_name(f"{database.name}.lock")
        self._file: IO[bytes] | None = None
        if not _wait(self._take, wait_seconds):
            raise DatabaseInUse(_in_use(str(database), self._holder()))

    def release(self) -> None:
        """Let others have the database."""
        # Deleted while it is locked: whoever has opened it by now finds that it is not the file at this name.
        with contextlib.suppress(OSError):
            self._path.unlink()
        if self._file is not None:
            self._file.close()

    def _take(self) -> bool:
        try:
            file = self._path.open("a+b")
        except OSError as error:
            raise DatabaseError(f"the database {self._database} cannot be locked: {error}") from error
        if not _try_lock(file) or _identity(self._path) != _identity(file.fileno()):
            file.close()
            return False
        file.truncate(0)
        file.write(str(os.getpid()).encode())
        file.flush()
        self._file = file
        return True

    def _holder(self) -> str:
        try:
            return self._path.read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""


class OpenedFile:
    """The files of an open SQLite database: itself and its write-ahead log, which has what was committed last."""

    def __init__(self, database: Path) -> None:
        self._known = {path: _identity(path) for path in (database, database.with_name(f"{database.name}-wal"))}

    def check(self) -> None:
        """Raise `LostDatabase` when one of the files was deleted, moved or replaced."""
        for path, known in self._known.items():
            if _identity(path) != known:
                raise LostDatabase(f"{path} was deleted or replaced while the server was using it")


def own_postgres(connection: Connection, server: str) -> bool:
    """Try to take the lock for as long as the connection lives; `server` is the application name of its owner.

    A connection of ours that was lost may hold the lock until the database notices: it is ended.
    """
    is_ours = bool(connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": POSTGRES_LOCK}).scalar())
    if not is_ours:
        connection.execute(_END_LOST, {"server": server})
    connection.commit()
    return is_ours


def own_for_transaction(connection: Connection) -> bool:
    """Try to take PostgreSQL's lock until the end of this transaction."""
    return bool(connection.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": POSTGRES_LOCK}).scalar())


_END_LOST = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = :server AND pid <> pg_backend_pid()"
)


def must_own(url: URL, try_to_own: Callable[[], bool], seconds: float = WAIT_SECONDS) -> None:
    """Wait a while for PostgreSQL's lock; raise `DatabaseInUse` when another server keeps it."""
    if not _wait(try_to_own, seconds):
        raise DatabaseInUse(_in_use(url.render_as_string()))


def _in_use(where: str, holder: str = "") -> str:
    who = f"another Overtrick server{f' (process {holder})' if holder else ''}"
    return f"the database {where} is in use by {who}; stop that one, or name another database"


def _wait(is_done: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not is_done():
        if time.monotonic() >= until:
            return False
        time.sleep(PAUSE_SECONDS)
    return True


def _identity(path: Path | int) -> tuple[int, int] | None:
    try:
        found = path.stat() if isinstance(path, Path) else os.fstat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30
    """A byte that nobody reads: on Windows a lock keeps others from reading what it covers."""

    def _try_lock(file: IO[bytes]) -> bool:
        file.seek(_FAR)
        with contextlib.suppress(OSError):
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
            return True
        return False
else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False
