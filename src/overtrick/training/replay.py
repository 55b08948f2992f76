"""The memory of self-play: the latest positions, from which minibatches are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from overtrick.cards.masks import DECK_SIZE
from overtrick.core.record import MAX_SEATS, ROUND, Rounds, empty_rounds
from overtrick.training.searching import Positions

Numbers = np.ndarray[Any, Any]


class Replay:
    """A ring of positions: when it is full, the newest take the place of the oldest.

    Positions are kept as views, a fifth of the size of what a network reads, and with half precision.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.added = 0
        """Positions ever added."""
        self._views: Rounds = empty_rounds(capacity)
        self._visits = np.zeros((capacity, DECK_SIZE), np.float16)
        self._values = np.zeros((capacity, MAX_SEATS), np.float16)

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, positions: Positions) -> None:
        """Take in positions, of more than fit the last ones."""
        positions = Positions(*(part[-self.capacity :] for part in positions))
        places = (self.added + np.arange(len(positions.views))) % self.capacity
        self._views[places], self._visits[places], self._values[places] = positions
        self.added += len(places)

    def draw(self, size: int, chance: np.random.Generator) -> Positions:
        """A minibatch, every position alike."""
        places = chance.integers(0, len(self), size)
        return Positions(
            self._views[places], self._visits[places].astype(np.float32), self._values[places].astype(np.float32)
        )

    def tensors(self) -> dict[str, Tensor]:
        """What is kept, for a checkpoint."""
        size = len(self)
        raw = np.frombuffer(self._views[:size].tobytes(), np.uint8).reshape(size, ROUND.itemsize)
        parts: dict[str, Numbers] = {"views": raw, "visits": self._visits[:size], "values": self._values[:size]}
        return {name: torch.from_numpy(part.copy()) for name, part in parts.items()}

    def restore(self, tensors: dict[str, Tensor], added: int) -> None:
        """Go back to what a checkpoint kept."""
        self.added = added
        size = len(self)
        self._views[:size] = np.frombuffer(tensors["views"].numpy().tobytes(), ROUND)
        self._visits[:size] = tensors["visits"].numpy()
        self._values[:size] = tensors["values"].numpy()
