"""Distillation: a network learns what flat Monte Carlo search finds, as the start of everything else.

Each iteration labels some more rounds and fits the network to minibatches of all labels so far: its policy to
softmax(value of each candidate / temperature), its values to the results, its locations to where the cards lay.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from overtrick.core.marks import Floats
from overtrick.core.record import Rounds, empty_rounds
from overtrick.nets.mlp import PlainNet
from overtrick.nets.network import Network, masked_log_softmax
from overtrick.observe.locations import NOT_ASKED, write_locations
from overtrick.observe.masks import ACTIONS
from overtrick.observe.questions import ask
from overtrick.observe.values import write_values
from overtrick.training.fitting import begin_network, descend, lower_rate, mean_entropy, mean_figures
from overtrick.training.labels import Labels, Teacher, label_shards, load_labels, save_labels
from overtrick.training.learner import LearnerConfig, LearnerState
from overtrick.training.states import Parts, restore_parts, tensors_of
from overtrick.training.tables import TableMix

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True)
class DistillConfig(LearnerConfig):
    """How to learn from a teacher."""

    worlds: int = 64
    """Worlds in which the teacher plays each candidate out."""
    slip: float = 0.1
    """How often the teacher takes a random action."""
    label_seed: int = 11
    """Decides the teacher's rounds."""
    shards: int = 4
    """Shards of a hundred rounds labelled in an iteration."""
    most_shards: int = 400
    """After so many, the old labels are learned from again."""
    workers: int = 2
    """Processes that label."""
    labels: str = ""
    """Folder to keep labels in and to take them from; none to keep them in memory only."""
    temperature: float = 0.5
    """Points by which a candidate has to be better to be about three times as likely."""
    fits: int = 50
    """Minibatches in an iteration."""
    minibatch: int = 2048
    """Positions in one step of the optimizer."""
    value_weight: float = 0.5
    """Weight of the values."""
    location_weight: float = 0.1
    """Weight of the locations."""


class Distiller:
    """Learns from labels, and has them made."""

    def __init__(self, config: DistillConfig, start: Network | None = None) -> None:
        torch.set_num_threads(config.threads)
        self.config = config
        self.network = begin_network(config, start, locations=True)
        self.optimizer = torch.optim.Adam(self.network.parameters(), config.learning_rate)
        self._parts: Parts = {"network": self.network, "optimizer": self.optimizer}
        mix = TableMix(config.game, players=config.players, cards=config.cards)
        self.teacher = Teacher(mix, config.worlds, config.slip, config.label_seed)
        self.labels: list[Labels] = []
        self.iteration = 0
        self.steps = 0

    def iterate(self) -> dict[str, float]:
        """Label some rounds more, then fit."""
        start = time.perf_counter()
        config = self.config
        self._label(min((self.iteration + 1) * config.shards, config.most_shards))
        labelled = time.perf_counter()
        chance = np.random.default_rng([config.seed, self.iteration])
        rate = lower_rate(self.optimizer, config, self.iteration)
        ends = np.cumsum([len(labels.states) for labels in self.labels])
        drawn = (chance.integers(0, ends[-1], config.minibatch) for _ in range(config.fits))
        figures = mean_figures(self._step(self._gather(rows, ends)) for rows in drawn)
        self.iteration += 1
        self.steps += config.fits * config.minibatch
        return figures | {
            "learning_rate": rate,
            "labels": float(ends[-1]),
            "steps": float(self.steps),
            "steps_per_s": config.fits * config.minibatch / (time.perf_counter() - labelled),
            "label_share": (labelled - start) / (time.perf_counter() - start),
        }

    def _label(self, wanted: int) -> None:
        """Have shards labelled, or read them, until there are as many as wanted."""
        shards = range(len(self.labels), wanted)
        files = {shard: self._file(shard) for shard in shards} if self.config.labels else {}
        kept = {shard: load_labels(path) for shard, path in files.items() if path.is_file()}
        missing = [shard for shard in shards if shard not in kept]
        fresh = dict(zip(missing, label_shards(self.teacher, missing, self.config.workers), strict=True))
        for shard, labels in fresh.items():
            if shard in files:
                files[shard].parent.mkdir(parents=True, exist_ok=True)
                save_labels(files[shard], labels)
        self.labels += [kept[shard] if shard in kept else fresh[shard] for shard in shards]

    def _file(self, shard: int) -> Path:
        return Path(self.config.labels) / f"{self.config.game}-{shard:05d}.npz"

    def _gather(self, rows: Numbers, ends: Numbers) -> Labels:
        """The labels of these numbers."""
        shards = np.searchsorted(ends, rows, side="right")
        places = rows - np.where(shards > 0, ends[shards - 1], 0)
        batch = Labels(empty_rounds(len(rows)), np.empty((len(rows), ACTIONS), np.float32), empty_rounds(len(rows)))
        for shard in np.unique(shards):
            mine = shards == shard
            for target, source in zip(batch, self.labels[shard], strict=True):
                target[mine] = source[places[mine]]
        return batch

    def _step(self, batch: Labels) -> dict[str, float]:
        """One step of the optimizer."""
        config = self.config
        schema = self.network.schema
        question = ask(schema, batch.states)
        masks = torch.from_numpy(question.masks)
        wanted = torch.from_numpy(in_network_order(batch.values, question.places))
        seats = batch.states["turn"].astype(np.int64)
        results = np.empty((len(seats), 8), np.float32)
        write_values(batch.ends, seats, results)
        observations = torch.from_numpy(question.observations)
        outputs = (
            self.network.judge_with_locations(observations)
            if isinstance(self.network, PlainNet)
            else self.network.judge(observations)
        )
        target = masked_log_softmax(wanted / config.temperature, masks).exp()
        logs = masked_log_softmax(outputs.logits, masks)
        policy_loss = -(target * logs.clamp(min=-50)).sum(dim=1).mean()
        value_loss = nn.functional.mse_loss(outputs.values, torch.from_numpy(results))
        location_loss = torch.zeros(())
        if outputs.locations is not None:
            location_loss = self._location_loss(outputs.locations, batch.states)
        loss = policy_loss + config.value_weight * value_loss + config.location_weight * location_loss
        descend(self.optimizer, loss)
        with torch.no_grad():
            best = wanted.masked_fill(masks == 0, -torch.inf).max(dim=1).values
            choice = logs.argmax(dim=1, keepdim=True)
            regret = (best - wanted.gather(1, choice).squeeze(1)).mean()
            entropy = mean_entropy(logs)
        return {
            "loss/policy": policy_loss.item(),
            "loss/value": value_loss.item(),
            "loss/location": location_loss.item(),
            "entropy": entropy.item(),
            "regret": regret.item(),
        }

    def _location_loss(self, locations: Tensor, states: Rounds) -> Tensor:
        lie = np.empty((len(states), ACTIONS), np.int64)
        write_locations(states, np.arange(len(states)), self.network.schema.by_role, lie)
        flat = locations.reshape(-1, locations.shape[-1])
        return nn.functional.cross_entropy(flat, torch.from_numpy(lie).reshape(-1), ignore_index=NOT_ASKED)

    def state(self) -> LearnerState:
        """All that the next iteration depends on; labels are made again or read from their folder."""
        numbers = {"iteration": self.iteration, "steps": self.steps, "shards": len(self.labels)}
        return LearnerState(tensors_of(self._parts), numbers)

    def restore(self, state: LearnerState) -> None:
        """Go back to a state of a learner with the same config."""
        restore_parts(self._parts, state.tensors)
        self.iteration, self.steps = state.numbers["iteration"], state.numbers["steps"]
        self.labels = []
        self._label(state.numbers["shards"])


def in_network_order(values: Floats, places: Numbers) -> Floats:
    """Numbers by action as numbers by the network's outputs; 0 for actions without one."""
    ordered = np.zeros_like(values)
    np.put_along_axis(ordered, places, np.nan_to_num(values), axis=1)
    return ordered
