"""Proximal policy optimisation (Schulman et al., 2017) by self-play, for both games.

An iteration deals some thousand rounds, plays them with the current network, old selves and rule players, estimates
advantages with a critic that sees all cards, and improves the network on them a few times over:

    L = -mean(min(r A, clip(r, 1 - e, 1 + e) A)) - entropy_weight H + value_weight L_value + average_weight KL

with r the ratio of the new to the old chance of the action taken, and KL the divergence from a slowly moving average of
the network: it keeps self-play from chasing its own tail (as in R-NaD, Perolat et al., 2022). The average is what is
measured and kept, because it plays better than the network of any single iteration.
"""

from __future__ import annotations

import copy
import time
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import torch
from torch import Tensor, nn

from overtrick.core.marks import Floats
from overtrick.core.randomness import make_rng
from overtrick.core.record import Rounds, empty_rounds
from overtrick.nets.network import Network, masked_log_softmax
from overtrick.training.advantages import estimate_advantages
from overtrick.training.critic import OUTLOOK, Critic, write_outlooks
from overtrick.training.fitting import begin_network, descend, fit_shuffled, follow, lower_rate, mean_entropy
from overtrick.training.learner import LearnerConfig, LearnerState
from overtrick.training.opponents import Company, Pool, Snapshot, seat_company
from overtrick.training.rollout import Batch, Notes, most_decisions, play_rounds
from overtrick.training.states import Parts, part_of, restore_parts, tensors_of
from overtrick.training.tables import TableMix, deal_rounds

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True)
class PPOConfig(LearnerConfig):
    """How to learn by proximal policy optimisation."""

    critic_layers: tuple[int, ...] = (128, 64)
    """Widths of the critic's layers."""
    rounds: int = 2048
    """Rounds played in an iteration."""
    reward: Literal["relative", "rank", "score"] = "relative"
    """Points against the mean of the others, places, or the own score alone."""
    epochs: int = 2
    """Times each decision is learned from."""
    learning_rate: float = 3e-4
    """Of Adam, at the start."""
    half_life: float = 400.0
    """Iterations after which the learning rate is halved."""
    critic_rate: float = 1e-3
    """Learning rate of the critic."""
    clip: float = 0.2
    """How far a chance may move in one iteration, as a ratio."""
    outlook_playouts: int = 4
    """Times each position is played out by rule players, as it lies, for the critic to know; 0 for none."""
    gae_decay: float = 0.95
    """Lambda of the advantages: 1 waits for results, 0 trusts the critic."""
    entropy_weight: float = 0.01
    """How much variety is worth."""
    value_weight: float = 0.5
    """Weight of the network's own values, which search uses."""
    average_weight: float = 0.0
    """Pull towards the slow average; 0 for none."""
    average_pace: float = 0.05
    """Share of the way the average moves towards the network in an iteration."""
    critic_first: int = 3
    """Iterations in which only the critic learns, so that a good start is not spoilt by bad advice."""
    snapshot_share: float = 0.2
    """Tables with an old self."""
    rule_share: float = 0.1
    """Tables with rule players."""
    snapshot_every: int = 25
    """Iterations between two snapshots."""
    snapshots: int = 10
    """Snapshots kept."""
    largest_gradient: float = 0.5
    """Gradients are scaled down to this length."""


class PPO:
    """Learns by playing against itself."""

    def __init__(self, config: PPOConfig, start: Network | None = None) -> None:
        torch.set_num_threads(config.threads)
        self.config = config
        self.network = begin_network(config, start)
        self.fitted = copy.deepcopy(self.network)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed + 1)
            self.critic = Critic(self.network.schema, config.critic_layers)
        self.pool = Pool(config.snapshots)
        self._notes = Notes(self.network.schema)
        self.mix = TableMix(config.game, players=config.players, cards=config.cards)
        self.iteration = 0
        self.steps = 0
        self.optimizer = torch.optim.Adam(self.fitted.parameters(), config.learning_rate, eps=1e-5)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), config.critic_rate, eps=1e-5)
        self._parts: Parts = {
            "network": self.network,
            "fitted": self.fitted,
            "critic": self.critic,
            "optimizer": self.optimizer,
            "critic_optimizer": self.critic_optimizer,
        }

    def iterate(self) -> dict[str, float]:
        """Play, judge, improve."""
        start = time.perf_counter()
        chance = np.random.default_rng([self.config.seed, self.iteration])
        if self.iteration % self.config.snapshot_every == 0:
            self.pool.add(self.fitted)
        batch, outlooks, company = self._play(chance)
        company.learn_from(batch)
        played = time.perf_counter()
        figures = self._improve(batch, outlooks, chance)
        follow(self.network, self.fitted, self.config.average_pace)
        self.iteration += 1
        self.steps += len(batch.choices)
        seconds = time.perf_counter() - start
        seating = company.seating[batch.rounds]
        return figures | {
            "reward/self_play": _mean(batch.rewards[(seating == 0).all(axis=1)]),
            "reward/rules": _mean(batch.rewards[(seating >= 2).any(axis=1)]),
            "reward/snapshots": _mean(batch.rewards[(seating == 1).any(axis=1)]),
            "steps": float(self.steps),
            "steps_per_s": len(batch.choices) / seconds,
            "rollout_share": (played - start) / seconds,
        }

    def _play(self, chance: np.random.Generator) -> tuple[Batch, Floats, Company]:
        """The rounds of an iteration: decisions, their outlooks, and who sat with the learner."""
        config = self.config
        rng = make_rng(config.seed, 1, self.iteration)
        tables = deal_rounds(self.mix, config.rounds, config.seed, 2, self.iteration)
        shares = (config.snapshot_share, config.rule_share)
        company = seat_company(self.fitted, self.pool, tables["players"].astype(np.int64), shares, chance)
        outlooks = np.zeros((most_decisions(tables), OUTLOOK), np.float32)
        scratch = empty_rounds(1)

        def look_ahead(rounds: Rounds, chosen: Numbers, rows: slice) -> None:
            write_outlooks(rounds, chosen, config.outlook_playouts, rng, scratch, outlooks[rows])

        batch = play_rounds(
            self.fitted,
            tables,
            rng,
            seating=company.seating,
            opponents=company.opponents,
            reward=config.reward,
            watch=look_ahead if config.outlook_playouts > 0 else None,
            notes=self._notes,
        )
        return batch, outlooks[: len(batch.choices)], company

    def _improve(self, batch: Batch, outlooks: Floats, chance: np.random.Generator) -> dict[str, float]:
        config = self.config
        size = len(batch.choices)
        rate = lower_rate(self.optimizer, config, self.iteration)
        judged = self._judge(batch, outlooks)
        advantages = np.empty(size, np.float32)
        estimate_advantages(batch.rounds, batch.seats, judged, batch.rewards, config.gae_decay, advantages)
        returns = advantages + judged
        explained = 1.0 - float(np.var(batch.rewards - judged) / max(float(np.var(batch.rewards)), 1e-9))
        spread = float(advantages.std())
        advantages = (advantages - advantages.mean()) / (spread + 1e-8)
        figures = fit_shuffled(
            self._step,
            (*batch[:5], batch.values, outlooks, advantages, returns),
            epochs=config.epochs,
            minibatch=config.minibatch,
            chance=chance,
        )
        return figures | {"learning_rate": rate, "critic/explained": explained, "advantage/spread": spread}

    def _judge(self, batch: Batch, outlooks: Floats) -> Numbers:
        """The critic's value of every decision."""
        parts = []
        with torch.inference_mode():
            for begin in range(0, len(batch.choices), self.config.minibatch):
                rows = slice(begin, begin + self.config.minibatch)
                seen = (torch.from_numpy(array[rows]) for array in (batch.observations, batch.hidden, outlooks))
                parts.append(self.critic(*seen).numpy())
        return np.concatenate(parts)

    def _step(
        self,
        observations: Tensor,
        masks: Tensor,
        hidden: Tensor,
        choices: Tensor,
        log_chances: Tensor,
        values: Tensor,
        outlooks: Tensor,
        advantages: Tensor,
        returns: Tensor,
    ) -> dict[str, float]:
        """One step of both optimizers on a minibatch."""
        config = self.config
        outputs = self.fitted.judge(observations)
        logs = masked_log_softmax(outputs.logits, masks)
        chosen = logs.gather(1, choices[:, None]).squeeze(1)
        ratio = torch.exp(chosen - log_chances)
        gains = torch.minimum(ratio * advantages, ratio.clamp(1 - config.clip, 1 + config.clip) * advantages)
        entropy = mean_entropy(logs)
        value_loss = nn.functional.mse_loss(outputs.values, values)
        average_kl = self._distance_to_average(observations, masks, logs)
        loss = -gains.mean() - config.entropy_weight * entropy + config.value_weight * value_loss
        if self.iteration >= config.critic_first:
            descend(self.optimizer, loss + config.average_weight * average_kl, config.largest_gradient)
        critic_loss = nn.functional.mse_loss(self.critic(observations, hidden, outlooks), returns)
        descend(self.critic_optimizer, critic_loss, config.largest_gradient)
        with torch.no_grad():
            kl = (ratio - 1 - (chosen - log_chances)).mean()
            clipped = ((ratio - 1).abs() > config.clip).float().mean()
        return {
            "loss/policy": -gains.mean().item(),
            "loss/value": value_loss.item(),
            "loss/critic": critic_loss.item(),
            "entropy": entropy.item(),
            "kl": kl.item(),
            "kl/average": average_kl.item(),
            "clipped": clipped.item(),
        }

    def _distance_to_average(self, observations: Tensor, masks: Tensor, logs: Tensor) -> Tensor:
        """The mean divergence of the network's chances from the average's; 0 when there is no pull."""
        if self.config.average_weight == 0:
            return torch.zeros(())
        with torch.no_grad():
            pull = masked_log_softmax(self.network.judge(observations).logits, masks)
        return (logs.exp() * (logs - pull).clamp(-50, 50)).sum(dim=1).mean()

    def state(self) -> LearnerState:
        """All that the next iteration depends on."""
        tensors = tensors_of(self._parts)
        for place, snapshot in enumerate(self.pool.snapshots):
            tensors |= {f"snapshot.{place}.{key}": value for key, value in snapshot.weights.items()}
        rewards = [snapshot.reward for snapshot in self.pool.snapshots]
        return LearnerState(tensors, {"iteration": self.iteration, "steps": self.steps, "snapshots": rewards})

    def restore(self, state: LearnerState) -> None:
        """Go back to a state of a learner with the same config."""
        restore_parts(self._parts, state.tensors)
        self.pool.snapshots = [
            Snapshot(part_of(state.tensors, f"snapshot.{place}"), reward)
            for place, reward in enumerate(state.numbers["snapshots"])
        ]
        self.iteration, self.steps = state.numbers["iteration"], state.numbers["steps"]


def _mean(rewards: Numbers) -> float:
    return float(rewards.mean()) if len(rewards) else 0.0
