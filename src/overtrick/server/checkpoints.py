"""SQLite's write-ahead log is carried over into the database beside play, so that no commit has to stop for it."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable

SECONDS = 1.0


class Checkpoints:
    """A thread that copies committed pages while the writer goes on; an idle database is left alone.

    The copy never waits for the writer or a reader, so pages committed meanwhile stay for the next time. Only the
    writer begins the log anew, at a length set in `database`, and by then nearly all of it has been copied.
    """

    def __init__(self, file: str, commits: Callable[[], int]) -> None:
        self._commits = commits
        self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        # Once it has read, the log stays the same file until this connection is closed, whatever becomes of others.
        self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store checkpoints", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End before the database is closed."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        copied = self._commits()
        with contextlib.closing(self._connection) as connection:
            while not self._stopped.wait(SECONDS):
                if (commits := self._commits()) != copied:
                    copied = commits
                    # A checkpoint that fails has harmed nothing: the writer makes one when its log is long.
                    with contextlib.suppress(sqlite3.Error):
                        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
