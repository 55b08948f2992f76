"""Learning in hindsight: what would each candidate have brought, now that all cards are known?

The network plays thousands of rounds against itself. At each of its decisions every candidate is played out by a rule
policy in the very deal that was on the table, all with the same luck. One such result is worth little, but the deals
in which a seat sees the same thing are just as likely as they should be, given how everybody bids and plays: averaged
by the network over millions of decisions they are flat Monte Carlo search with exact beliefs, at a small part of its
cost.

The network's logits learn the advantages, in units of `temperature` points:

    L = mean over candidates of (logit(a) - mean logit - (result(a) - mean result) / temperature)²
"""

from __future__ import annotations

import copy
import time
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from overtrick.cards.masks import lowest
from overtrick.core.marks import Floats
from overtrick.core.policies import PLAYOUT
from overtrick.core.randomness import Rng, make_rng, uniform
from overtrick.core.record import BID, Rounds, empty_rounds
from overtrick.engine.rules import apply, gain, legal_actions
from overtrick.kernel import kernel
from overtrick.nets.network import Network, masked_log_softmax
from overtrick.observe.masks import ACTIONS
from overtrick.observe.places import write_places
from overtrick.search.flat import play_out
from overtrick.training.fitting import begin_network, descend, fit_shuffled, follow, lower_rate, mean_entropy
from overtrick.training.learner import LearnerConfig, LearnerState
from overtrick.training.rollout import Notes, Numbers, most_decisions, play_rounds
from overtrick.training.states import Parts, restore_parts, tensors_of
from overtrick.training.tables import TableMix, deal_rounds


@dataclass(frozen=True)
class HindsightConfig(LearnerConfig):
    """How to learn in hindsight."""

    rounds: int = 2048
    """Rounds played in an iteration."""
    playouts: int = 1
    """Times each candidate is played out."""
    temperature: float = 0.7
    """Points by which a candidate has to be better to be about three times as likely."""
    epochs: int = 1
    """Times each decision is learned from."""
    learning_rate: float = 7e-4
    """Of Adam, at the start."""
    average_pace: float = 0.004
    """Share of the way the network moves towards the one being fitted in each step: single results are mostly luck."""
    value_weight: float = 5.0
    """Weight of the network's values, which search uses."""
    largest_gradient: float = 5.0
    """Gradients are scaled down to this length."""


class Hindsight:
    """Learns from what every candidate would have brought; the network that plays is a running average."""

    def __init__(self, config: HindsightConfig, start: Network | None = None) -> None:
        torch.set_num_threads(config.threads)
        self.config = config
        self.network = begin_network(config, start)
        self.fitted = copy.deepcopy(self.network)
        self.optimizer = torch.optim.Adam(self.fitted.parameters(), config.learning_rate)
        self._parts: Parts = {"network": self.network, "fitted": self.fitted, "optimizer": self.optimizer}
        self.mix = TableMix(config.game, players=config.players, cards=config.cards)
        self._notes = Notes(self.network.schema)
        self.iteration = 0
        self.steps = 0

    def iterate(self) -> dict[str, float]:
        """Play, look back, learn."""
        start = time.perf_counter()
        config = self.config
        rng = make_rng(config.seed, 3, self.iteration)
        chance = np.random.default_rng([config.seed, 3, self.iteration])
        tables = deal_rounds(self.mix, config.rounds, config.seed, 4, self.iteration)
        results = np.empty((most_decisions(tables), ACTIONS), np.float32)
        scratch = empty_rounds(1)
        by_role = self.network.schema.by_role

        def look_back(rounds: Rounds, chosen: Numbers, rows: slice) -> None:
            write_results(rounds, chosen, by_role, config.playouts, rng, scratch, results[rows])

        batch = play_rounds(self.network, tables, rng, watch=look_back, notes=self._notes)
        size = len(batch.choices)
        rate = lower_rate(self.optimizer, config, self.iteration)
        figures = fit_shuffled(
            self._step,
            (batch.observations, batch.masks, results[:size], batch.values),
            epochs=config.epochs,
            minibatch=config.minibatch,
            chance=chance,
        )
        self.iteration += 1
        self.steps += size
        return figures | {
            "learning_rate": rate,
            "steps": float(self.steps),
            "steps_per_s": size / (time.perf_counter() - start),
        }

    def _step(self, observations: Tensor, masks: Tensor, results: Tensor, values: Tensor) -> dict[str, float]:
        """One step of the optimizer."""
        config = self.config
        outputs = self.fitted.judge(observations)
        choices = masks.sum(dim=1, keepdim=True)
        logits = outputs.logits * masks
        wanted = results * masks / config.temperature
        misses = (logits - logits.sum(dim=1, keepdim=True) / choices) - (
            wanted - wanted.sum(dim=1, keepdim=True) / choices
        )
        advantage_loss = (misses.square() * masks).sum() / masks.sum()
        value_loss = nn.functional.mse_loss(outputs.values, values)
        loss = advantage_loss + config.value_weight * value_loss
        descend(self.optimizer, loss, config.largest_gradient)
        follow(self.network, self.fitted, config.average_pace)
        entropy = mean_entropy(masked_log_softmax(outputs.logits.detach(), masks))
        return {"loss/advantage": advantage_loss.item(), "loss/value": value_loss.item(), "entropy": entropy.item()}

    def state(self) -> LearnerState:
        """All that the next iteration depends on."""
        return LearnerState(tensors_of(self._parts), {"iteration": self.iteration, "steps": self.steps})

    def restore(self, state: LearnerState) -> None:
        """Go back to a state of a learner with the same config."""
        restore_parts(self._parts, state.tensors)
        self.iteration, self.steps = state.numbers["iteration"], state.numbers["steps"]


@kernel
def write_results(
    rounds: Rounds, chosen: Numbers, by_role: bool, playouts: int, rng: Rng, scratch: Rounds, results: Floats
) -> None:
    """For each chosen round the gain of every candidate of the seat to act, played out as the cards lie.

    Results stand where the network answers for the action; 0 elsewhere.
    """
    places = np.arange(ACTIONS)
    bids = np.arange(ACTIONS)
    luck = np.empty(1, np.uint64)
    for row in range(len(chosen)):
        state = rounds[chosen[row]]
        seat = state.turn
        results[row] = 0.0
        if by_role:
            write_places(state, seat, places)
        where = bids if state.phase == BID else places
        everything = legal_actions(state)
        if everything & (everything - 1) == 0:
            continue
        for _ in range(playouts):
            uniform(rng)
            legal = everything
            while legal != 0:
                action = lowest(legal)
                legal &= legal - 1
                luck[0] = rng[0]
                scratch[0] = rounds[chosen[row]]
                apply(scratch[0], action)
                play_out(scratch[0], PLAYOUT, luck)
                results[row, where[action]] += gain(scratch[0], seat) / playouts
