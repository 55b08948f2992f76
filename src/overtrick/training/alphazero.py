"""Learning from one's own search, as AlphaZero does (Silver et al., 2018), for games with hidden cards.

An iteration plays rounds in which every seat searches with the best network so far, adds the positions to a replay
buffer, and fits the network to it: its policy to the search's visits, its values to the results.

    L = -mean(sum visits log pi) + value_weight mean((value - result)²)

Now and then the network meets the best one on duplicate deals and takes its place if it wins.
"""

from __future__ import annotations

import copy
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from overtrick.arena.plan import Plan
from overtrick.arena.statistics import differences, elo_difference, interval, win_rates
from overtrick.core.randomness import make_rng
from overtrick.engine.catalogue import game
from overtrick.nets.network import Network, masked_log_softmax
from overtrick.nets.torch_evaluator import TorchEvaluator
from overtrick.observe.questions import Question, ask
from overtrick.training.evaluation import play_plan
from overtrick.training.fitting import begin_network, descend, lower_rate, mean_entropy, mean_figures
from overtrick.training.learner import LearnerConfig, LearnerState
from overtrick.training.replay import Replay
from overtrick.training.searching import Positions, Searching, play_searching
from overtrick.training.states import Parts, part_of, restore_parts, tensors_of
from overtrick.training.tables import TableMix, deal_rounds

Numbers = np.ndarray[Any, Any]

GATE_SEED = 0x6A7E_0000_0000
"""Deals of the gate: apart from those of training and of evaluations."""
GATE_CARDS = (3, 5, 7)
"""Hand sizes at the gate, where they can be chosen and all sizes are played."""


@dataclass(frozen=True)
class AlphaZeroConfig(LearnerConfig):
    """How to learn from search."""

    threads: int = 1
    """Threads: as many groups of tables play beside each other, and torch uses as many to learn."""
    players: tuple[int, ...] = (4,)
    """Numbers of players, in games for several; one named more often is dealt more often."""
    cards: tuple[int, ...] | None = (3, 4, 5, 6, 7)
    """Hand sizes, where they can be chosen; none for all that fit."""
    rounds: int = 256
    """Rounds played in an iteration."""
    tables: int = 128
    """Tables of each thread that play at once."""
    trees: int = 3
    """Worlds, each with a tree, for every decision."""
    simulations: int = 20
    """Simulations in each tree, in the first iteration."""
    last_simulations: int = 50
    """Simulations once the schedule is through."""
    temperature: float = 1.0
    """Actions are drawn by visits^(1/temperature), in the first iteration."""
    last_temperature: float = 0.3
    """Temperature once the schedule is through."""
    schedule: int = 50
    """Iterations over which simulations and temperature change, step by step."""
    exploration: float = 1.5
    """The constant c of PUCT."""
    noise: float = 0.25
    """The share of Dirichlet noise in the roots' priors."""
    noise_spread: float = 0.5
    """The parameter of the Dirichlet distribution: the smaller, the fewer actions get the noise."""
    replay: int = 50_000
    """Positions in the replay buffer."""
    fits: int = 60
    """Minibatches in an iteration."""
    minibatch: int = 1024
    """Positions in one step of the optimizer."""
    weight_decay: float = 1e-4
    """Pull of the weights towards zero."""
    value_weight: float = 1.0
    """Weight of the values."""
    gate_every: int = 3
    """Iterations between two meetings with the best network; 0 takes every network as the best."""
    gate_deals: int = 200
    """Duplicate deals at the gate, each both ways round."""
    gate: float = 0.5
    """Share of the meetings, ties half, that the network has to exceed."""


class AlphaZero:
    """Learns from its own search."""

    def __init__(self, config: AlphaZeroConfig, start: Network | None = None) -> None:
        self.config = config
        self.network = begin_network(config, start)
        self.best = copy.deepcopy(self.network).eval()
        self.mix = TableMix(config.game, players=config.players, cards=config.cards)
        self.replay = Replay(config.replay)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), config.learning_rate, weight_decay=config.weight_decay
        )
        self._parts: Parts = {"network": self.network, "best": self.best, "optimizer": self.optimizer}
        self.iteration = 0
        self.elo = 0.0
        """Of the best network, against the one the run began with."""

    def iterate(self) -> dict[str, float]:
        """Play, learn, and every so often pass the gate."""
        start = time.perf_counter()
        positions, rounds = self._play(), self.config.rounds
        played = time.perf_counter()
        self.replay.add(positions)
        figures = self._fit()
        fitted = time.perf_counter()
        self.iteration += 1
        figures |= self._pass_gate()
        return figures | {
            "elo": self.elo,
            "replay": float(len(self.replay)),
            "simulations": float(self.searching().simulations),
            "temperature": self.searching().temperature,
            "steps": float(self.replay.added),
            "steps_per_s": len(positions.views) / (played - start),
            "rounds_per_s": rounds / (played - start),
            "samples_per_s": self.config.fits * self.config.minibatch / (fitted - played),
        }

    def searching(self) -> Searching:
        """How seats search in this iteration."""
        config = self.config
        share = min(1.0, self.iteration / max(1, config.schedule))
        return Searching(
            tables=config.tables,
            trees=config.trees,
            simulations=round(config.simulations + share * (config.last_simulations - config.simulations)),
            temperature=config.temperature + share * (config.last_temperature - config.temperature),
            exploration=config.exploration,
            noise=config.noise,
            noise_spread=config.noise_spread,
        )

    def _play(self) -> Positions:
        """Rounds of the best network against itself, a group of tables on every thread."""
        config = self.config
        evaluator, searching = TorchEvaluator(self.best), self.searching()
        dealt = deal_rounds(self.mix, config.rounds, config.seed, 0, self.iteration)

        def play(group: int) -> Positions:
            torch.set_num_threads(1)
            rng = make_rng(config.seed, 1, self.iteration, group)
            return play_searching(dealt[group :: config.threads].copy(), evaluator, searching, rng)

        with ThreadPoolExecutor(config.threads) as pool:
            groups = list(pool.map(play, range(config.threads)))
        torch.set_num_threads(config.threads)
        return Positions(*(np.concatenate(parts) for parts in zip(*groups, strict=True)))

    def _fit(self) -> dict[str, float]:
        config = self.config
        chance = np.random.default_rng([config.seed, 2, self.iteration])
        rate = lower_rate(self.optimizer, config, self.iteration)
        sample = ask(self.network.schema, self.replay.draw(config.minibatch, chance).views)
        before = self._log_chances(sample)
        figures = mean_figures(self._step(self.replay.draw(config.minibatch, chance)) for _ in range(config.fits))
        after = self._log_chances(sample)
        moved = (before.exp() * (before - after)).sum(dim=1).mean().item()
        return figures | {"kl": moved, "learning_rate": rate}

    def _log_chances(self, question: Question) -> Tensor:
        with torch.inference_mode():
            logits = self.network.judge(torch.from_numpy(question.observations)).logits
            return masked_log_softmax(logits, torch.from_numpy(question.masks)).clamp(min=-50)

    def _step(self, positions: Positions) -> dict[str, float]:
        """One step of the optimizer on a minibatch."""
        question = ask(self.network.schema, positions.views)
        visits = np.zeros_like(positions.visits)
        np.put_along_axis(visits, question.places, positions.visits, axis=1)
        outputs = self.network.judge(torch.from_numpy(question.observations))
        logs = masked_log_softmax(outputs.logits, torch.from_numpy(question.masks)).clamp(min=-50)
        targets = torch.from_numpy(visits)
        policy_loss = -(targets * logs).sum(dim=1).mean()
        value_loss = nn.functional.mse_loss(outputs.values, torch.from_numpy(positions.values))
        loss: Tensor = policy_loss + self.config.value_weight * value_loss
        descend(self.optimizer, loss)
        with torch.no_grad():
            entropy = mean_entropy(logs)
            kl = (targets * (targets.clamp(min=1e-12).log() - logs)).sum(dim=1).mean()
        return {
            "loss/policy": policy_loss.item(),
            "loss/value": value_loss.item(),
            "entropy": entropy.item(),
            "kl/search": kl.item(),
        }

    def _pass_gate(self) -> dict[str, float]:
        """Let the network meet the best one, where it is time to; the better of the two plays on."""
        config = self.config
        if config.gate_every and self.iteration % config.gate_every:
            return {}
        figures = {}
        if config.gate_every:
            figures = self._meet_best()
        if not config.gate_every or figures["gate/win_rate"] > config.gate:
            self.best.load_state_dict(self.network.state_dict())
            self.elo += figures.get("gate/elo", 0.0)
        return figures

    def _meet_best(self) -> dict[str, float]:
        config, kind = self.config, game(self.config.game)
        plan = Plan(
            config.game,
            "network",
            "best",
            config.gate_deals,
            GATE_SEED + self.iteration,
            players=config.players[0] if kind.has_stock else kind.default_players,
            cards=config.cards or GATE_CARDS,
            tables="both",
        )
        outcomes = play_plan(plan, TorchEvaluator(self.network), TorchEvaluator(self.best))
        rate = float(win_rates(plan, outcomes).mean())
        return {
            "gate/win_rate": rate,
            "gate/points": interval(differences(plan, outcomes)).mean,
            "gate/elo": elo_difference(rate, config.gate_deals),
        }

    def state(self) -> LearnerState:
        """All that the next iteration depends on."""
        tensors = {f"replay.{name}": tensor for name, tensor in self.replay.tensors().items()}
        tensors |= tensors_of(self._parts)
        return LearnerState(tensors, {"iteration": self.iteration, "added": self.replay.added, "elo": self.elo})

    def restore(self, state: LearnerState) -> None:
        """Go back to a state of a learner with the same config."""
        restore_parts(self._parts, state.tensors)
        self.replay.restore(part_of(state.tensors, "replay"), state.numbers["added"])
        self.iteration, self.elo = state.numbers["iteration"], state.numbers["elo"]
