"""A schema: the list of features an observation is made of, from which sizes, offsets and the hash follow.

This module knows neither NumPy nor Numba, so that model files can be checked and described at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product, takewhile
from math import prod

DECK = 52


@dataclass(frozen=True)
class Axis:
    """One direction along which a feature has several numbers."""

    name: str
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class Feature:
    """One or more numbers that stand together in an observation."""

    name: str
    doc: str
    """What the numbers are, in table talk, with their scale."""
    axes: tuple[Axis, ...] = ()
    """None for a single number; the last axis runs fastest."""

    @property
    def size(self) -> int:
        return prod(len(axis) for axis in self.axes)

    @property
    def signature(self) -> str:
        """Name and shape, as they enter the hash: `played_by[8,52]`."""
        return f"{self.name}[{','.join(str(len(axis)) for axis in self.axes) or '1'}]"

    @property
    def is_per_card(self) -> bool:
        """Whether the last axis runs over the 52 cards."""
        return bool(self.axes) and len(self.axes[-1]) == DECK

    def labels(self) -> list[str]:
        """A name for each number, in order."""
        if not self.axes:
            return [self.name]
        return [f"{self.name}[{', '.join(labels)}]" for labels in product(*(axis.labels for axis in self.axes))]


@dataclass(frozen=True)
class Schema:
    """Everything an observation of one kind says, in order.

    A schema never changes: other features make a schema with a higher version.
    """

    game: str
    version: int
    features: tuple[Feature, ...]
    by_role: bool = False
    """Whether cards stand in slots of suits that each view orders for itself, see `core.slots`."""
    note: str = ""
    """What readers of the docs should know of it."""
    card_order: tuple[int, ...] | None = None
    """The card at each place of features and heads, where that is not the engine's order."""

    @property
    def name(self) -> str:
        """As in model files: the key of the game and the version."""
        return f"{self.game}-{self.version}"

    @cached_property
    def size(self) -> int:
        """Numbers in an observation."""
        return sum(feature.size for feature in self.features)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the name and of every feature's name and shape, in order."""
        text = ",".join([self.name, *(feature.signature for feature in self.features)])
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def offsets(self) -> dict[str, int]:
        """Where each feature begins."""
        return offsets_in(self.features)

    @cached_property
    def planes(self) -> int:
        """Numbers for each of the 52 cards that the observation opens with: a block of [planes, 52]."""
        return sum(feature.size // DECK for feature in takewhile(lambda feature: feature.is_per_card, self.features))

    @property
    def table_size(self) -> int:
        """How many numbers follow those of the cards."""
        return self.size - DECK * self.planes

    def labels(self) -> list[str]:
        """A name for every number of an observation."""
        return [label for feature in self.features for label in feature.labels()]


def offsets_in(features: Iterable[Feature]) -> dict[str, int]:
    """Where each of some features that stand together begins, counted from the first."""
    offsets, offset = {}, 0
    for feature in features:
        offsets[feature.name] = offset
        offset += feature.size
    return offsets
