"""Tree search over given worlds: one tree for all of them, or a tree for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from overtrick.cards.masks import DECK_SIZE
from overtrick.core.policies import PLAYOUT
from overtrick.core.randomness import Rng
from overtrick.core.record import Rounds, empty_rounds
from overtrick.engine.dispatch.values import utility_scale
from overtrick.observe.evaluator import Evaluator, judge
from overtrick.search.flat import make_room
from overtrick.search.grow import absorb_leaves, add_root_noise, blank_leaves, gather_leaves, grow_by_playouts
from overtrick.search.tree import MAX_PATH, NO_NODE, Descent, Numbers, make_forest, plant, root_results


@dataclass(frozen=True)
class Growth:
    """How trees grow."""

    exploration: float = 1.0
    """The constant c of PUCT."""
    bias: float = 0.4
    """The share of the prior that goes to the rule policy's choice, when playouts judge the leaves."""
    policy: int = PLAYOUT
    """The rule policy of priors and playouts."""
    endings: int = 0
    """Leaves with this many cards in a hand or fewer are solved, when playouts judge the others; 0 for none."""
    batch: int = 16
    """Leaves judged at once, when an evaluator does."""
    noise: float = 0.0
    """The share of Dirichlet noise in the roots' priors, when an evaluator gives them."""
    noise_spread: float = 0.3
    """The parameter of the Dirichlet distribution: the smaller, the fewer actions get the noise."""
    nodes: int = 50_000
    """Nodes a search may grow; when they are used up it goes on from the leaves it has."""


class TreeSearch:
    """Trees in memory that is used for one search after another. Not to be shared between threads."""

    def __init__(self, growth: Growth, evaluator: Evaluator | None = None) -> None:
        self.growth = growth
        self.evaluator = evaluator
        """Judges leaves; None for rule playouts."""
        self.forest = make_forest(growth.nodes)
        self.simulations = 0
        self._room = make_room()
        self._leaves = empty_rounds(growth.batch)
        self._paths = np.empty((growth.batch, MAX_PATH), np.int64)
        self._lengths = np.empty(growth.batch, np.int64)

    def begin(self, trees: int) -> None:
        """Forget everything and plant bare roots."""
        if trees > len(self.forest.visits):
            raise ValueError(f"{trees} trees do not fit in {len(self.forest.visits)} nodes")
        plant(self.forest, trees)
        self.roots: Numbers = np.arange(trees)
        self.simulations = 0

    def grow(self, worlds: Rounds, simulations: int, rng: Rng) -> None:
        """Run so many simulations, in one world after the other; with one root all of them grow the same tree."""
        if self.evaluator is not None:
            self._grow_by_evaluator(self.evaluator, worlds, simulations, rng)
            return
        growth = self.growth
        grow_by_playouts(
            self.forest,
            self.roots,
            worlds,
            self.simulations,
            simulations,
            self._room,
            Descent(growth.exploration, growth.bias, growth.policy),
            growth.endings,
            rng,
        )
        self.simulations += simulations

    def advance(self, action: int) -> bool:
        """Make the node behind an action the root of each tree and keep what is below; whether every tree had one."""
        children = self.forest.child[self.roots, action]
        if np.any(children == NO_NODE):
            return False
        self.roots = children.astype(np.int64)
        self.simulations = 0
        return True

    @property
    def fullness(self) -> float:
        """The share of the nodes that are in use."""
        return float(self.forest.used[0]) / len(self.forest.visits)

    def results(self, seat: int) -> tuple[Numbers, Numbers]:
        """Visits of each of the 52 actions and the expected utility of `seat` after it, over all trees."""
        visits, values = np.zeros(DECK_SIZE, np.int64), np.zeros(DECK_SIZE)
        root_results(self.forest, self.roots, seat, visits, values)
        return visits, values

    def _grow_by_evaluator(self, evaluator: Evaluator, worlds: Rounds, simulations: int, rng: Rng) -> None:
        growth = self.growth
        while simulations > 0:
            leaves = self._leaves[: min(growth.batch, simulations)]
            waiting = gather_leaves(
                self.forest,
                self.roots,
                worlds,
                self.simulations,
                leaves,
                self._paths,
                self._lengths,
                Descent(growth.exploration, 0.0, growth.policy),
                rng,
            )
            blank_leaves(leaves, waiting)
            if waiting:
                judged = judge(evaluator, leaves[:waiting])
                absorb_leaves(
                    self.forest, leaves, waiting, self._paths, self._lengths, judged.probabilities, judged.gains
                )
            if self.simulations < len(self.roots):
                self._add_noise(self.simulations, len(leaves), rng)
            self.simulations += len(leaves)
            simulations -= len(leaves)

    def _add_noise(self, first: int, trees: int, rng: Rng) -> None:
        """Noise for the roots that this batch judged."""
        if self.growth.noise <= 0.0:
            return
        generator = np.random.default_rng(int(rng[0]))
        for root in self.roots[first : first + trees]:
            legal = int(np.count_nonzero(self.forest.prior[root]))
            if legal > 1:
                noise = generator.dirichlet(np.full(legal, self.growth.noise_spread))
                add_root_noise(self.forest, root, noise, self.growth.noise)


def gains_from(utilities: Numbers, worlds: Rounds) -> Numbers:
    """Points from utilities, for the game the worlds are rounds of."""
    gains: Numbers = utilities * utility_scale(worlds[0])
    return gains
