"""What all networks have in common: a schema they read, and logits and values in its order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, NamedTuple

import torch
from torch import Tensor, nn

from overtrick.core.schema import Schema

ACTIONS = 52
BIDS = 18
SEATS = 8

_BARRED = -1e9
"""Added to the logits of illegal actions: so low that they get no probability at all, finite so that nothing is NaN."""


class Outputs(NamedTuple):
    """What a network says of a batch, before masks."""

    logits: Tensor
    """[B, 52], bids at their number, cards in the schema's order: the engine's, or by slots of suits."""
    values: Tensor
    """[B, 8], from the viewer leftwards, as `observe.values` scales them."""
    locations: Tensor | None = None
    """[B, 52, places], logits of where each unseen card lies: the seats from the left neighbour on, then the stock.

    Only in training, and only where the network has that head.
    """


class Network(nn.Module, ABC):
    """A network that plays: all of them can be trained, exported and seated the same way."""

    architecture: ClassVar[str]
    """The name in checkpoints and manifests."""

    schema: Schema
    """What the network reads."""
    settings: dict[str, Any]
    """The arguments it was built with, as JSON can hold them."""

    @abstractmethod
    def judge(self, observations: Tensor) -> Outputs:
        """Logits and values for [B, schema.size] observations; this is what is exported."""

    def locate(self, observations: Tensor) -> Tensor | None:
        """[B, 52, places] log-chances of where each unseen card lies, if the network has learned that."""
        return None

    def count_parameters(self) -> int:
        """Numbers that training changes."""
        return sum(parameter.numel() for parameter in self.parameters())


def masked_log_softmax(logits: Tensor, masks: Tensor) -> Tensor:
    """Log-probabilities over what the masks allow; illegal actions get about -1e9, whose probability is exactly 0."""
    return torch.log_softmax(logits + (masks.to(logits.dtype) - 1.0) * -_BARRED, dim=-1)


def masked_softmax(logits: Tensor, masks: Tensor) -> Tensor:
    """Probabilities over what the masks allow."""
    return torch.softmax(logits + (masks.to(logits.dtype) - 1.0) * -_BARRED, dim=-1)


def padded(values: Tensor, size: int) -> Tensor:
    """Zeros on the right up to `size` columns."""
    return nn.functional.pad(values, (0, size - values.shape[-1]))
