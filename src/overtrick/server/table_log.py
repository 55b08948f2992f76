"""Reads a table from its log, or says at which entry that stops and why.

A log may have been written by another version or been damaged on the disk. Whatever goes wrong while it is read comes
out as one error, so that the table can be put aside and every other goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import TypeAdapter
from pydantic_core import from_json

from overtrick.errors import RecordError
from overtrick.server.table import KINDS, Entry, Table
from overtrick.server.viewer import Presence, view_of
from overtrick.server.views import View

ENTRY_VERSION = 1
"""The format in which entries are written. Raise it when a program of the version before would misread an entry; what
older versions wrote must be read for ever."""

_views = TypeAdapter(View)


class LogRow(NamedTuple):
    """One entry as it lies in the database."""

    seq: int
    version: int
    kind: str
    seat: int | None
    body: str
    action_id: str | None


class UnreadableLog(RecordError):
    """A log that gives no table; `seq` is the entry it stops at, from which on nothing can be read."""

    def __init__(self, reason: str, seq: int, kind: str | None = None, *, is_newer: bool = False) -> None:
        super().__init__(f"entry {seq}{f' ({kind})' if kind else ''}: {reason}")
        self.reason = reason
        """What is wrong. It may name cards, so it is for the operator alone and not for the server's log."""
        self.seq = seq
        self.kind = kind
        self.is_newer = is_newer
        """Whether a newer Overtrick wrote it."""


def read_entries(rows: Iterable[LogRow]) -> list[Entry]:
    """The entries of a log, complete and in order; raises `UnreadableLog`."""
    entries = []
    for seq, row in enumerate(rows):
        try:
            entries.append(_entry(row, seq))
        except UnreadableLog:
            raise
        except Exception as error:
            raise UnreadableLog(_reason(error), seq) from error
    return entries


def read_table(table_id: str, rows: Sequence[LogRow]) -> Table:
    """The table a log tells of, fit to be shown to everybody at it; raises `UnreadableLog`."""
    if not rows:
        raise UnreadableLog("the log is empty", 0)
    table = Table(table_id)
    for seq, entry in enumerate(read_entries(rows)):
        try:
            table.apply(entry)
        except Exception as error:
            # A damaged body can fail in any way; a wrong guess at which would end the whole server.
            raise UnreadableLog(_reason(error), seq, entry.kind) from error
    try:
        for seat in (None, *range(table.players)):
            _views.validate_python(view_of(table, Presence(), seat), strict=True)
    except Exception as error:
        raise UnreadableLog(f"the table it leads to cannot be shown: {_reason(error)}", len(rows) - 1) from error
    return table


def _entry(row: LogRow, seq: int) -> Entry:
    if row.seq != seq:
        raise UnreadableLog(f"it is missing; entry {row.seq} comes next", seq)
    if row.version > ENTRY_VERSION:
        reason = f"written by a newer Overtrick, in format {row.version}; this one reads up to {ENTRY_VERSION}"
        raise UnreadableLog(reason, seq, row.kind, is_newer=True)
    if row.kind not in KINDS:
        raise UnreadableLog(f"{row.kind!r} is no kind of entry that this Overtrick knows", seq, row.kind)
    try:
        body = from_json(row.body, allow_inf_nan=False)
    except ValueError as error:
        raise UnreadableLog(f"its body is not JSON: {error}", seq, row.kind) from error
    if not isinstance(body, dict):
        raise UnreadableLog(f"its body should be an object, not {row.body[:40]!r}", seq, row.kind)
    return Entry(row.kind, row.seat, body, row.action_id)


def _reason(error: Exception) -> str:
    """What an error says, in one line, with its type where the words alone say little."""
    words = (str(error).strip().splitlines() or [""])[0]
    return words if isinstance(error, RecordError) else f"{type(error).__name__}: {words}"
