"""A record in plain Python numbers, read in one go: NumPy takes as long for a single field."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from overtrick.games.round import Seen

Reading: TypeAlias = Any
"""The fields of `ROUND` as numbers and lists."""


def read(seen: Seen) -> Reading:
    """What a state or view holds now; later changes do not show."""
    fields = zip(seen.data.dtype.names, seen.data[0].item(), strict=True)
    return SimpleNamespace(
        **{name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in fields}
    )


def read_field(seen: Seen, name: str) -> int:
    """One field that is a number."""
    return int(seen.data[name][0])
