"""Self-play by tree search at many tables at once: the leaves of all their trees are judged in one forward pass.

Every seat to act draws worlds that fit what it sees, and each world has a tree of its own; their visits are added. All
tables search in step, so that each simulation adds one leaf from every tree to the batch and no tree waits for another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from overtrick.cards.masks import DECK_SIZE, lowest
from overtrick.core.marks import Floats
from overtrick.core.randomness import Rng, uniform
from overtrick.core.record import MAX_SEATS, OVER, Rounds, empty_rounds
from overtrick.engine.dispatch.values import value_of_result
from overtrick.engine.rules import apply, legal_actions
from overtrick.engine.views import observe_into
from overtrick.engine.worlds import NO_LEANINGS, sample_worlds
from overtrick.errors import TrainingError
from overtrick.kernel import kernel
from overtrick.observe.evaluator import Evaluator
from overtrick.search.tree import NO_NODE, Forest
from overtrick.search.woods import Growth, TreeSearch

Numbers = np.ndarray[Any, Any]

NODES_FOR_EACH = 3
"""Room for so many nodes for every simulation: forced actions on the way have nodes, too."""


@dataclass(frozen=True)
class Searching:
    """How seats search in self-play."""

    tables: int = 64
    """Tables that play at once."""
    trees: int = 3
    """Worlds, and so trees, for each decision."""
    simulations: int = 30
    """Simulations in each tree."""
    temperature: float = 1.0
    """Actions are drawn by visits^(1/temperature); 0 takes the most visited."""
    exploration: float = 1.5
    """The constant c of PUCT."""
    noise: float = 0.25
    """The share of Dirichlet noise in the roots' priors."""
    noise_spread: float = 0.5
    """The parameter of the Dirichlet distribution."""

    def __post_init__(self) -> None:
        if min(self.tables, self.trees) < 1 or self.simulations < 2:
            raise TrainingError(
                f"a search needs a table, a tree and two simulations, the first of which judges the root, not "
                f"{self.tables}, {self.trees} and {self.simulations}"
            )


class Positions(NamedTuple):
    """What self-play leaves to learn from."""

    views: Rounds
    """What the seat to act saw."""
    visits: Floats
    """[N, 52], the share of the visits that each action had."""
    values: Floats
    """[N, 8], how the round ended, from the viewing seat leftwards, as networks put it."""


def play_searching(rounds: Rounds, evaluator: Evaluator, searching: Searching, rng: Rng) -> Positions:
    """Play dealt rounds to their end, in place, with a search at every seat."""
    woods = _Woods(evaluator, searching, min(searching.tables, len(rounds)))
    live = np.arange(woods.tables)
    waiting = woods.tables
    skip_forced(rounds, live)
    seen, shares, places = [], [], []
    while len(live):
        views, visits = woods.search(rounds, live, rng)
        seen.append(views)
        shares.append(visits)
        places.append(live)
        play_visited(rounds, live, visits, searching.temperature, rng)
        skip_forced(rounds, live)
        is_over = rounds["phase"][live] == OVER
        fresh = np.arange(waiting, min(waiting + int(is_over.sum()), len(rounds)))
        waiting += len(fresh)
        skip_forced(rounds, fresh)
        live = np.concatenate([live[~is_over], fresh])
        live = live[rounds["phase"][live] != OVER]
    if not seen:
        return Positions(empty_rounds(0), np.zeros((0, DECK_SIZE), np.float32), np.zeros((0, MAX_SEATS), np.float32))
    values = np.zeros((sum(map(len, places)), MAX_SEATS), np.float32)
    views = np.concatenate(seen)
    write_results(rounds, np.concatenate(places), views, values)
    return Positions(views, np.concatenate(shares), values)


class _Woods:
    """The trees of all tables, in memory that is used for one decision after another."""

    def __init__(self, evaluator: Evaluator, searching: Searching, tables: int) -> None:
        self.tables = tables
        self.searching = searching
        trees = tables * searching.trees
        nodes = trees * (1 + NODES_FOR_EACH * searching.simulations)
        self._search = TreeSearch(Growth(searching.exploration, batch=trees, nodes=nodes), evaluator)
        self._worlds = empty_rounds(trees)

    def search(self, rounds: Rounds, live: Numbers, rng: Rng) -> tuple[Rounds, Floats]:
        """What the seats to act in the live rounds see, and the share of visits each action got."""
        searching, search = self.searching, self._search
        views, trees = empty_rounds(len(live)), len(live) * searching.trees
        worlds = self._worlds[:trees]
        draw_worlds(rounds, live, searching.trees, views, worlds, rng)
        search.begin(trees)
        for number in range(searching.simulations):
            search.grow(worlds, trees, rng)
            if number == 0 and searching.noise > 0:
                chance = np.random.default_rng(int(rng[0]))
                gammas = chance.standard_gamma(searching.noise_spread, (trees, DECK_SIZE))
                mix_noise(search.forest, gammas, searching.noise)
        visits = np.zeros((len(live), DECK_SIZE), np.float32)
        share_visits(search.forest, searching.trees, visits)
        return views, visits


@kernel
def skip_forced(rounds: Rounds, live: Numbers) -> None:
    """Play on while there is only one thing to do."""
    for index in live:
        state = rounds[index]
        legal = legal_actions(state)
        while legal != 0 and legal & (legal - 1) == 0:
            apply(state, lowest(legal))
            legal = legal_actions(state)


@kernel
def draw_worlds(rounds: Rounds, live: Numbers, trees: int, views: Rounds, worlds: Rounds, rng: Rng) -> None:
    """For every live round the view of the seat to act, and worlds that fit it."""
    for place in range(len(live)):
        observe_into(rounds, live[place], rounds[live[place]].turn, views, place)
        sample_worlds(views, place, NO_LEANINGS, rng, worlds[place * trees : (place + 1) * trees])


@kernel
def mix_noise(forest: Forest, gammas: Numbers, share: float) -> None:
    """Mix Dirichlet noise, made of gamma variates, into the priors of the roots, which are the first nodes."""
    for root in range(len(gammas)):
        total = 0.0
        for action in range(DECK_SIZE):
            if forest.prior[root, action] > 0.0:
                total += gammas[root, action]
        if total > 0.0:
            for action in range(DECK_SIZE):
                if forest.prior[root, action] > 0.0:
                    noise = share * gammas[root, action] / total
                    forest.prior[root, action] = (1.0 - share) * forest.prior[root, action] + noise


@kernel
def share_visits(forest: Forest, trees: int, visits: Floats) -> None:
    """The visits of each action at the roots of a table, added over its trees, as shares."""
    for table in range(len(visits)):
        total = 0.0
        for root in range(table * trees, (table + 1) * trees):
            for action in range(DECK_SIZE):
                child = forest.child[root, action]
                if child != NO_NODE:
                    visits[table, action] += forest.visits[child]
                    total += forest.visits[child]
        for action in range(DECK_SIZE):
            visits[table, action] /= total


@kernel
def play_visited(rounds: Rounds, live: Numbers, visits: Floats, temperature: float, rng: Rng) -> None:
    """Carry out one action in each live round, by its visits."""
    weights = np.empty(DECK_SIZE)
    for place in range(len(live)):
        most = visits[place].max()
        total = 0.0
        for action in range(DECK_SIZE):
            share = visits[place, action] / most
            if temperature > 0.0:
                weights[action] = share ** (1.0 / temperature) if share > 0.0 else 0.0
            else:
                weights[action] = 1.0 if share == 1.0 and total == 0.0 else 0.0
            total += weights[action]
        point = uniform(rng) * total
        chosen = -1
        for action in range(DECK_SIZE):
            if weights[action] > 0.0:
                chosen = action
                point -= weights[action]
                if point < 0.0:
                    break
        apply(rounds[live[place]], chosen)


@kernel
def write_results(rounds: Rounds, places: Numbers, views: Rounds, values: Floats) -> None:
    """For each view how its round ended for every seat, from the viewer leftwards."""
    for index in range(len(places)):
        state = rounds[places[index]]
        for step in range(state.players):
            values[index, step] = value_of_result(state, (views[index].seat + step) % state.players)
