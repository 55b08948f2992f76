"""Who sits with the learner: mostly itself, sometimes an old self it does badly against, sometimes a rule player."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from torch import Tensor

from overtrick.core.policies import HARD, NORMAL
from overtrick.core.record import MAX_SEATS
from overtrick.nets.network import Network
from overtrick.training.rollout import LEARNER, Batch, NetworkOpponent, Opponent, RuleOpponent

Numbers = np.ndarray[Any, Any]

MEMORY = 0.9
"""Share of the old figure that stays when a new result against a snapshot comes in."""
EAGERNESS = 4.0
"""How strongly snapshots that do well against the learner are preferred, per unit of reward."""


@dataclass(eq=False)
class Snapshot:
    """An old self, and how the learner has done against it."""

    weights: dict[str, Tensor]
    reward: float = 0.0
    """The learner's mean reward at tables with it."""


@dataclass
class Pool:
    """The snapshots there are."""

    most: int
    """How many are kept; the one the learner beats most clearly makes room."""
    snapshots: list[Snapshot] = field(default_factory=list)

    def add(self, network: Network) -> None:
        """Keep the network as it is now."""
        if len(self.snapshots) >= self.most:
            self.snapshots.remove(max(self.snapshots, key=lambda snapshot: snapshot.reward))
        weights = {name: tensor.detach().clone() for name, tensor in network.state_dict().items()}
        self.snapshots.append(Snapshot(weights))

    def choose(self, chance: np.random.Generator) -> Snapshot | None:
        """A snapshot, the likelier the worse the learner does against it."""
        if not self.snapshots:
            return None
        weights = np.exp(-EAGERNESS * np.array([snapshot.reward for snapshot in self.snapshots]))
        return self.snapshots[int(chance.choice(len(self.snapshots), p=weights / weights.sum()))]


@dataclass
class Company:
    """The seating of one iteration's rounds."""

    seating: Numbers
    """[rounds, 8], see `play_rounds`."""
    opponents: list[Opponent]
    snapshot: Snapshot | None

    def learn_from(self, batch: Batch) -> None:
        """Remember how the learner did against the snapshot."""
        if self.snapshot is not None:
            mine = (self.seating == 1).any(axis=1)[batch.rounds]
            if mine.any():
                reward = float(batch.rewards[mine].mean())
                self.snapshot.reward = MEMORY * self.snapshot.reward + (1 - MEMORY) * reward


def seat_company(
    network: Network, pool: Pool, players: Numbers, shares: tuple[float, float], chance: np.random.Generator
) -> Company:
    """Put opponents into the given shares of tables, snapshots first, rule players second, at about half the seats."""
    size = len(players)
    snapshot = pool.choose(chance)
    kind = chance.random(size)
    theirs = chance.random((size, MAX_SEATS)) < 0.5
    theirs[np.arange(size), chance.integers(0, players)] = True
    keeper = (theirs.argmax(axis=1) + 1) % players
    theirs[np.arange(size), keeper] = False
    seating = np.full((size, MAX_SEATS), LEARNER)
    is_snapshot = (kind < shares[0]) & (snapshot is not None)
    is_rule = (kind >= shares[0]) & (kind < shares[0] + shares[1])
    seating[is_snapshot[:, None] & theirs] = 1
    rule_place = np.where(chance.random(size) < 0.8, 2, 3)
    seating = np.where(is_rule[:, None] & theirs, rule_place[:, None], seating)
    old = copy.deepcopy(network)
    if snapshot is not None:
        old.load_state_dict(snapshot.weights)
    return Company(seating, [NetworkOpponent(old), RuleOpponent(HARD), RuleOpponent(NORMAL)], snapshot)
