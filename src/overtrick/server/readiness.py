"""Whether the server can do its work now: it is ready when its database has just stored something."""

from __future__ import annotations

import asyncio
import logging
import time

from overtrick.errors import DatabaseInUse, DatabaseTooSlow, LostDatabase
from overtrick.server.refusal import Refusal
from overtrick.server.store import Store

FRESH_SECONDS = 1.0
"""An answer counts for so long, so that asking often costs no more than one commit a second."""
ANSWER_SECONDS = 3.0
"""A database that takes longer is not ready, even if it stores what it was given in the end."""

log = logging.getLogger("overtrick.server")


class Readiness:
    """Tries the store when somebody asks; all who ask at once share the trial."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._trial: asyncio.Task[Refusal | None] | None = None
        self._begun = 0.0
        self._was_ready = True

    async def check(self) -> None:
        """Refuse when nothing can be stored."""
        now = time.monotonic()
        if self._trial is None or (self._trial.done() and now - self._begun > FRESH_SECONDS):
            self._begun = now
            self._trial = asyncio.create_task(self._try())
        try:
            refusal = await asyncio.wait_for(asyncio.shield(self._trial), ANSWER_SECONDS)
        except TimeoutError:
            refusal = _not_ready(DatabaseTooSlow)
        self._note(refusal)
        if refusal is not None:
            raise refusal

    async def _try(self) -> Refusal | None:
        try:
            await self._store.probe()
        except Refusal as refusal:
            return _not_ready(type(refusal.__cause__ or refusal))
        return None

    def _note(self, refusal: Refusal | None) -> None:
        """Log when the server becomes ready or stops being so."""
        if self._was_ready != (refusal is None):
            self._was_ready = refusal is None
            if refusal is None:
                log.info("ready again")
            else:
                log.error(refusal.message)


def _not_ready(cause: type[BaseException]) -> Refusal:
    """For everybody who may ask, so without the address of the database or what it said."""
    words: dict[type[BaseException], str] = {
        DatabaseTooSlow: "the database does not answer",
        LostDatabase: "the database file is not the one that was opened",
        DatabaseInUse: "another server has taken the database over",
    }
    return Refusal("storage", f"not ready: {words.get(cause, 'the database stores nothing')}", retry_after=2)
