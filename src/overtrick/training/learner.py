"""What every way of learning has in common: one iteration after another, and a state from which it goes on exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from torch import Tensor

from overtrick.engine.catalogue import GAME_KEYS
from overtrick.nets.network import Network


@dataclass(frozen=True)
class LearnerConfig:
    """What every way of learning can be told."""

    game: str = GAME_KEYS[0]
    """What is played."""
    seed: int = 1
    """Decides everything that is left to chance."""
    threads: int = 1
    """Threads of torch."""
    layers: tuple[int, ...] = (256, 256)
    """Widths of the network's layers, unless it starts from a checkpoint."""
    players: tuple[int, ...] = (4, 4, 4, 3, 5, 6, 7, 8)
    """Numbers of players, in games for several; one named more often is dealt more often."""
    cards: tuple[int, ...] | None = None
    """Hand sizes, where they can be chosen; none for all that fit."""
    minibatch: int = 4096
    """Decisions in one step of the optimizer."""
    learning_rate: float = 1e-3
    """Of Adam, at the start."""
    half_life: float = 100.0
    """Iterations after which the learning rate is halved."""


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
