"""A record in plain Python numbers, read in one go: NumPy takes as long for a single field."""

from __future__ import annotations

import struct
from math import prod
from types import SimpleNamespace
from typing import Any, TypeAlias

from overtrick.core.record import ROUND
from overtrick.engine.round import Position

Reading: TypeAlias = Any
"""The fields of `ROUND` as numbers and lists."""

_FIELDS = [(name, ROUND[name]) for name in ROUND.names or ()]
_LETTERS = {1: "b", 2: "h", 8: "q"}
_RECORD = struct.Struct("=" + "".join(f"{prod(kind.shape)}{_LETTERS[kind.base.itemsize]}" for _, kind in _FIELDS))
assert _RECORD.size == ROUND.itemsize, "the fields of a record lie side by side"


def _places() -> tuple[list[tuple[str, int]], list[tuple[str, slice]]]:
    """Where the numbers and the lists begin among all the numbers of a record."""
    numbers, lists, start = [], [], 0
    for name, kind in _FIELDS:
        if kind.shape:
            lists.append((name, slice(start, start + prod(kind.shape))))
        else:
            numbers.append((name, start))
        start += prod(kind.shape)
    return numbers, lists


_NUMBERS, _LISTS = _places()


def read(seen: Position) -> Reading:
    """What a state or view holds now; later changes do not show."""
    flat = _RECORD.unpack(seen.data.tobytes())
    fields: dict[str, Any] = {name: flat[place] for name, place in _NUMBERS}
    for name, places in _LISTS:
        fields[name] = list(flat[places])
    return SimpleNamespace(**fields)


def read_field(seen: Position, name: str) -> int:
    """One field that is a number."""
    return int(seen.data[name][0])
