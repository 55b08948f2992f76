"""JSON as it goes over the wire and into the log: compact UTF-8, several times faster than the standard library's."""

from __future__ import annotations

from typing import Any

from pydantic_core import to_json


def encode(value: Any) -> bytes:
    """The JSON text of plain data."""
    return to_json(value)
