"""The watch over a run: numbers that are none, and learning that has left the road."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import median

import torch

from overtrick.nets.network import Network

MEMORY = 20
"""Iterations whose losses say what is usual."""
FEWEST = 5
"""Before so many iterations nothing is usual."""


class Guard:
    """Finds out whether the iteration just done may be kept."""

    def __init__(self, loss_jump: float, highest_kl: float) -> None:
        self.loss_jump = loss_jump
        self.highest_kl = highest_kl
        self.usual: dict[str, list[float]] = {}
        """The last losses by name; part of what a run remembers."""

    def problem(self, metrics: Mapping[str, float], network: Network) -> str | None:
        """What is wrong, in plain words; None when all is well, and the losses are remembered."""
        for name, value in metrics.items():
            if not math.isfinite(value):
                return f"{name} is {value}"
        for name, weights in network.named_parameters():
            if not bool(torch.isfinite(weights.detach()).all()):
                return f"the weights {name} are no longer numbers"
        moved = metrics.get("kl", 0.0)
        if moved > self.highest_kl:
            return f"kl is {moved:.3g}, above {self.highest_kl:g}: the policy changes too fast"
        losses = {name: abs(value) for name, value in metrics.items() if name.startswith("loss")}
        for name, value in losses.items():
            past = self.usual.get(name, [])
            if len(past) >= FEWEST and value > self.loss_jump * (median(past) + 1.0):
                return f"{name} is {value:.3g}, where {median(past):.3g} was usual"
        for name, value in losses.items():
            self.usual[name] = [*self.usual.get(name, []), value][-MEMORY:]
        return None
