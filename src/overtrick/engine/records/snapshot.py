"""Snapshots: one position as JSON, a full state or a view, that imports to an equal one."""

from __future__ import annotations

import json

from overtrick.engine.records.document import describe, restore
from overtrick.engine.round import Position, Round, View
from overtrick.errors import RecordError


def dump_snapshot(seen: Position) -> str:
    """The position as JSON text."""
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in describe(seen).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def load_snapshot(text: str) -> Round | View:
    """The state or view of a snapshot; RecordError, with the line where JSON breaks off, if it is damaged."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"line {error.lineno}: not JSON: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise RecordError(f"not a snapshot: {error}") from None
    return restore(document)
