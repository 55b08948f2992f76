"""What every way to fit a network needs: where to begin, steps down the loss, and figures of them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import torch
from torch import Tensor, nn

from overtrick.nets.build import build
from overtrick.nets.network import Network
from overtrick.training.learner import LearnerConfig

Figures = dict[str, float]


def begin_network(config: LearnerConfig, start: Network | None, *, locations: bool = False) -> Network:
    """A copy of the network to start with, or a new one with the config's layers."""
    if start is not None:
        return copy.deepcopy(start)
    settings = {"game": config.game, "layers": list(config.layers), "locations": locations, "version": 3}
    return build("plain", settings, config.seed)


def lower_rate(optimizer: torch.optim.Optimizer, config: LearnerConfig, iteration: int) -> float:
    """Set the learning rate of an iteration, which halves every so often."""
    rate = float(config.learning_rate * 0.5 ** (iteration / config.half_life))
    optimizer.param_groups[0]["lr"] = rate
    return rate


def fit_shuffled(
    step: Callable[..., Figures],
    arrays: Sequence[np.ndarray],
    *,
    epochs: int,
    minibatch: int,
    chance: np.random.Generator,
) -> Figures:
    """Take a step on every minibatch of the rows, in a new order each time over; the mean of what the steps tell."""
    tensors = [torch.from_numpy(array) for array in arrays]
    size = len(tensors[0])
    orders = (torch.from_numpy(chance.permutation(size)) for _ in range(epochs))
    parts = (torch.split(order, minibatch) for order in orders)
    return mean_figures(step(*(tensor[rows] for tensor in tensors)) for part in parts for rows in part)


def mean_figures(steps: Iterable[Figures]) -> Figures:
    """The mean of each figure over steps that all have the same ones."""
    told = list(steps)
    return {name: float(np.mean([figures[name] for figures in told])) for name in told[0]}


def descend(optimizer: torch.optim.Optimizer, loss: Tensor, largest_gradient: float = float("inf")) -> None:
    """One step down the loss, with gradients scaled down to that length."""
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    if largest_gradient < float("inf"):
        nn.utils.clip_grad_norm_(optimizer.param_groups[0]["params"], largest_gradient)
    optimizer.step()


@torch.no_grad()
def follow(slow: nn.Module, fast: nn.Module, pace: float) -> None:
    """Move the weights of one module a share of the way towards another's."""
    for behind, ahead in zip(slow.parameters(), fast.parameters(), strict=True):
        behind.lerp_(ahead, pace)


def mean_entropy(logs: Tensor) -> Tensor:
    """Of choices given by their log-chances, in nats."""
    return -(logs.exp() * logs.clamp(min=-50)).sum(dim=1).mean()
