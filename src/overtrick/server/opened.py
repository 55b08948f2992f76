"""A database that this server has opened, owns, and gives a time limit for everything it is asked."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator

from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from overtrick.server.database import open_engine, sqlite_file
from overtrick.server.deadlines import Deadlines
from overtrick.server.ownership import FileLock, OpenedFile, must_own, own_postgres


class OpenedDatabase:
    """One connection for the thread that writes, and some for those that read."""

    def __init__(self, url: URL, seconds: float) -> None:
        self.file = sqlite_file(url)
        self.backend = url.get_backend_name()
        self._url = url
        self._name = f"overtrick server {secrets.token_hex(4)}"
        self._writer = open_engine(url, is_writer=True, must_exist=True, seconds=seconds, name=self._name)
        self._reader = open_engine(url, is_writer=False, must_exist=True, seconds=seconds)
        self._connection: Connection | None = None
        self._opened: OpenedFile | None = None
        self._lock = None if self.file is None else FileLock(self.file, seconds)
        self._deadlines = Deadlines(seconds)
        try:
            self.writing()
        except BaseException:
            self.close()
            raise
        if self.file is not None:
            self._opened = OpenedFile(self.file)

    def check(self) -> None:
        """Raise `LostDatabase` when the file is not the one that was opened."""
        if self._opened is not None:
            self._opened.check()

    def limit(self, connection: Connection) -> contextlib.AbstractContextManager[None]:
        """Whatever the connection does inside takes a bounded time, or raises `DatabaseTooSlow`."""
        return self._deadlines.limit(connection)

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection to write with already, which may have died since it was used last."""
        return self._connection is not None

    def writing(self) -> Connection:
        """The connection to write with; the database is owned as long as it lives."""
        if self._connection is None:
            self._connection = self._writer.connect()
            try:
                self._own(self._connection)
            except BaseException:
                self.drop()
                raise
        return self._connection

    def drop(self) -> None:
        """Give the connection to write with up after a failure: the database may have been restarted."""
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.invalidate()
            with contextlib.suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with."""
        self.check()
        connection = self._reader.connect()
        with self.limit(connection):
            try:
                yield connection
            finally:
                connection.close()

    def close(self) -> None:
        """Let others have the database."""
        self.drop()
        self._deadlines.stop()
        self._writer.dispose()
        self._reader.dispose()
        if self._lock is not None:
            self._lock.release()

    def _own(self, connection: Connection) -> None:
        if self.backend == "postgresql":
            must_own(self._url, lambda: self._try_to_own(connection), self._deadlines.seconds)
            return
        with self.limit(connection), connection.begin():
            pass  # from the first transaction on there is a write-ahead log

    def _try_to_own(self, connection: Connection) -> bool:
        with self.limit(connection):
            return own_postgres(connection, self._name)
