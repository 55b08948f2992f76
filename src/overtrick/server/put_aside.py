"""Tables that cannot be read: refused one by one, while every other table goes on.

Nothing of this is kept on the disk. A server of a newer version, or one that finds the log mended, reads the table
again and has it back.
"""

from __future__ import annotations

import logging
import time

from overtrick.server.refusal import Refusal, unreadable
from overtrick.server.table_log import UnreadableLog

AGAIN_SECONDS = 60.0
"""A table that could not be read is not tried again before this, however often it is asked for."""

log = logging.getLogger("overtrick.server")


class PutAside:
    """Which tables could not be read, and when that was found."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[str, float]] = {}

    def __len__(self) -> int:
        return len(self._found)

    def check(self, table_id: str) -> None:
        """Refuse a table that could not be read a moment ago."""
        found = self._found.get(table_id)
        if found is not None and time.monotonic() - found[1] < AGAIN_SECONDS:
            raise unreadable()

    def add(self, table_id: str, error: UnreadableLog) -> Refusal:
        """Put a table aside and log it, once for each reason; the refusal for whoever asked for it."""
        known = self._found.get(table_id)
        self._found[table_id] = str(error), time.monotonic()
        if known is None or known[0] != str(error):
            fault = "written by a newer version" if error.is_newer else type(error.__cause__ or error).__name__
            facts = {"table": table_id[:6], "entry": error.seq, "kind": error.kind, "fault": fault}
            log.error("a table cannot be read and is put aside; see overtrick db check", extra={"facts": facts})
        return unreadable()

    def remove(self, table_id: str) -> None:
        """The table could be read after all."""
        self._found.pop(table_id, None)
