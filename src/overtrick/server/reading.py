"""A record in plain Python numbers, read in one go: NumPy takes as long for a single field."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, TypeAlias

from overtrick.games.round import Seen
from overtrick.games.state import ROUND

Reading: TypeAlias = Any
"""The fields of `ROUND` as numbers and lists."""


_NAMES = ROUND.names or ()
_LISTS = tuple(name for name in _NAMES if ROUND[name].shape)


def read(seen: Seen) -> Reading:
    """What a state or view holds now; later changes do not show."""
    fields = dict(zip(_NAMES, seen.data[0].item(), strict=True))
    for name in _LISTS:
        fields[name] = fields[name].tolist()
    return SimpleNamespace(**fields)


def read_field(seen: Seen, name: str) -> int:
    """One field that is a number."""
    return int(seen.data[name][0])
