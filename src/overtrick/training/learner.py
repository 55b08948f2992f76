"""What every way of learning has in common: one iteration after another, and a state from which it goes on exactly."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from torch import Tensor

from overtrick.nets.network import Network


class LearnerState(NamedTuple):
    """Everything an algorithm needs to go on as if it had never stopped."""

    tensors: dict[str, Tensor]
    """Weights, moments of the optimizer, snapshots, a replay buffer: by flat names, kept as safetensors."""
    numbers: dict[str, Any]
    """Counters, seeds and generators, as JSON can hold them."""


class Learner(Protocol):
    """An algorithm that learns, one iteration after another."""

    @property
    def network(self) -> Network:
        """The network that is trained."""
        ...

    def iterate(self) -> dict[str, float]:
        """Do one iteration; figures by name: "loss/policy", "entropy", "kl", "steps", "steps_per_s" …"""
        ...

    def state(self) -> LearnerState:
        """All that the next iteration depends on."""
        ...

    def restore(self, state: LearnerState) -> None:
        """Go back to a state of a learner with the same config."""
        ...
