"""A learner that costs nothing, for tests of runs; as a program it runs in a folder of its own."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from overtrick.nets.mlp import PlainNet
from overtrick.nets.network import Network
from overtrick.training.display import LineDisplay
from overtrick.training.learner import LearnerState
from overtrick.training.runs import Recipe, Run, RunSettings


@dataclass(frozen=True)
class ToyConfig:
    """Settings of the toy."""

    game: Literal["blob", "hearts"]
    seed: int = 1
    threads: int = 1
    nap: float = 0.0
    """Seconds an iteration sleeps."""
    trouble: str = ""
    """What goes wrong, in iteration 8."""


class Toy:
    """Walks its weights about at random, with momentum and torch's own generator."""

    def __init__(self, config: ToyConfig) -> None:
        self.config = config
        torch.manual_seed(config.seed)
        self.network: Network = PlainNet(config.game, layers=(4,), version=3)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=0.01)
        self.count = 0

    def iterate(self) -> dict[str, float]:
        time.sleep(self.config.nap)
        self.count += 1
        rows = torch.rand(8, self.network.schema.size)
        loss = self.network.judge(rows).logits.square().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        metrics = {"loss/policy": float(loss.detach()), "entropy": 1.0 / self.count, "kl": 0.01, "steps_per_s": 1e6}
        if self.count == 8:
            self._make_trouble(metrics)
        if self.count > 3:
            metrics["late"] = self.count / 3
        return metrics

    def _make_trouble(self, metrics: dict[str, float]) -> None:
        if self.config.trouble == "loss":
            metrics["loss/policy"] = float("nan")
        elif self.config.trouble == "jump":
            metrics["loss/policy"] = 1e6
        elif self.config.trouble == "kl":
            metrics["kl"] = 50.0
        elif self.config.trouble == "weights":
            next(self.network.parameters()).data[0, 0] = torch.inf

    def state(self) -> LearnerState:
        tensors = {f"network/{name}": tensor for name, tensor in self.network.state_dict().items()}
        for place, moments in self.optimizer.state_dict()["state"].items():
            tensors |= {f"moments/{place}/{name}": tensor for name, tensor in moments.items()}
        return LearnerState(tensors, {"count": self.count})

    def restore(self, state: LearnerState) -> None:
        weights, moments = {}, dict[int, dict[str, Any]]()
        for name, tensor in state.tensors.items():
            kind, _, rest = name.partition("/")
            if kind == "network":
                weights[rest] = tensor
            else:
                place, _, moment = rest.partition("/")
                moments.setdefault(int(place), {})[moment] = tensor
        self.network.load_state_dict(weights)
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": moments})
        self.count = state.numbers["count"]


def make_run(folder: Path, *, iterations: int | None = 12, minutes: float | None = None, **config: Any) -> Run:
    """A run of the toy that is evaluated against random players, on few deals."""
    settings = RunSettings(
        iterations=iterations,
        minutes=minutes,
        evaluate_every=4,
        evaluation_deals=4,
        opponents=("random",),
        evaluation_tables=("3x2",),
        keep_every=5,
    )
    toy = ToyConfig("blob", **config)
    return Run(folder, Recipe("toy", toy, settings), Toy(toy), LineDisplay(sys.stderr, quiet=0.0))


if __name__ == "__main__":
    run = make_run(Path(sys.argv[1]), nap=0.02)
    if len(sys.argv) > 2:
        run.resume()
    else:
        run.begin()
    sys.exit(0 if run.train() == "finished" else 130)
