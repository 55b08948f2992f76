"""A database that hangs does not hang the server: calls that take too long are broken off.

Time limits that a database keeps itself help as long as it runs. One that is stopped or cut off keeps none, so a thread
of ours closes the connection under the call, which fails then.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from overtrick.errors import DatabaseTooSlow

log = logging.getLogger("overtrick.server")

LOOKS = 8
"""How often within the time limit the thread looks; a call may take one such pause longer."""


@dataclass(eq=False)
class _Call:
    connection: Any
    until: float
    is_broken: bool = False


class Deadlines:
    """A time limit for every call to a database."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._calls: set[_Call] = set()
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="store deadlines", daemon=True)
        self._thread.start()

    @contextlib.contextmanager
    def limit(self, connection: Connection) -> Iterator[None]:
        """Whatever the connection does inside raises `DatabaseTooSlow` when it takes too long."""
        call = _Call(connection.connection.driver_connection, time.monotonic() + self.seconds)
        with self._lock:
            self._calls.add(call)
        try:
            yield
        except SQLAlchemyError as error:
            if call.is_broken:
                raise DatabaseTooSlow(f"the database has not answered for {self.seconds:g} s") from error
            raise
        finally:
            with self._lock:
                self._calls.discard(call)

    def stop(self) -> None:
        """End when no call is made any more."""
        self._stopped.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stopped.wait(self.seconds / LOOKS):
            now = time.monotonic()
            # Under the lock no call can end, so that its connection is not yet another's.
            with self._lock:
                for call in self._calls:
                    if now >= call.until and not call.is_broken:
                        call.is_broken = True
                        _break_off(call.connection)


def _break_off(connection: Any) -> None:
    """Let the call that the connection is in fail: a query of SQLite is interrupted, a socket closed for both ways."""
    try:
        if isinstance(connection, sqlite3.Connection):
            connection.interrupt()
        else:
            with socket.socket(fileno=os.dup(connection.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)
    except Exception:  # noqa: BLE001
        # A connection that is closed already has no call to break off; the thread has others to watch.
        log.info("a call to the database ended by itself")
