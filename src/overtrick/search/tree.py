"""Search trees in flat arrays: selection by PUCT, growth and backup, with a value for every seat.

Many trees share one `Forest`; node t is the root of tree t. A node stands for the actions that lead to it, so one tree
may serve many worlds (information-set search, Cowling, Powley and Whitehouse 2012): what is legal comes from the world
of each descent, and an action's exploration term grows only when the action was on offer. With one world per tree the
same code is ordinary perfect-information search.

    U(a) = Q(a) + c P(a) sqrt(offered(a)) / (1 + N(a))          (PUCT; Silver et al. 2017)

Q is the mean utility of the seat that moves: every seat maximises its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from overtrick.cards.masks import DECK_SIZE, count, lowest
from overtrick.core.randomness import Rng
from overtrick.core.record import MAX_SEATS, OVER, Record, Rounds
from overtrick.engine.dispatch.values import utility_scale
from overtrick.engine.policies import act
from overtrick.engine.rules import apply, gain, legal_actions
from overtrick.kernel import kernel

Numbers = np.ndarray[Any, Any]

MAX_PATH = 80
"""Longest way from a root to the end of a round: 12 passes and 52 cards, or 8 bids and 51 cards."""

NO_NODE = -1
FIRST_PLAY_PENALTY = 0.1
"""How far below its parent an action that was never tried is assumed to be."""


class Forest(NamedTuple):
    """The arrays of all trees of a search; N nodes."""

    child: Numbers  # [N, 52] node reached by an action, or NO_NODE
    prior: Numbers  # [N, 52] of the evaluator; 0 where it said nothing
    visits: Numbers  # [N]
    offered: Numbers  # [N] how often the action into the node was legal when its parent was passed
    total: Numbers  # [N, 8] sum of utilities by seat
    pending: Numbers  # [N] descents that wait for their leaf's evaluation
    used: Numbers  # [1] nodes in use


class Descent(NamedTuple):
    """How actions are chosen on the way down."""

    exploration: float
    """The constant c of PUCT."""
    bias: float
    """The share of the prior that goes to the rule policy's choice in the world at hand."""
    policy: int


def make_forest(nodes: int) -> Forest:
    """Room for `nodes` nodes, to be used for one search after another: `plant` begins the next."""
    return Forest(
        child=np.empty((nodes, DECK_SIZE), np.int32),
        prior=np.empty((nodes, DECK_SIZE), np.float32),
        visits=np.empty(nodes, np.int32),
        offered=np.empty(nodes, np.int32),
        total=np.empty((nodes, MAX_SEATS)),
        pending=np.empty(nodes, np.int32),
        used=np.zeros(1, np.int64),
    )


@kernel
def plant(forest: Forest, trees: int) -> None:
    """Begin anew with `trees` bare roots."""
    for tree in range(trees):
        clear_node(forest, tree)
    forest.used[0] = trees


@kernel
def clear_node(forest: Forest, node: int) -> None:
    for action in range(DECK_SIZE):
        forest.child[node, action] = NO_NODE
        forest.prior[node, action] = 0.0
    for seat in range(MAX_SEATS):
        forest.total[node, seat] = 0.0
    forest.visits[node] = 0
    forest.offered[node] = 0
    forest.pending[node] = 0


@kernel
def utilities(state: Record, values: Numbers) -> None:
    """What the finished round is worth to every seat: its gain, scaled to about -1 to 1."""
    scale = utility_scale(state)
    for seat in range(state.players):
        values[seat] = gain(state, seat) / scale


@kernel
def descend(
    forest: Forest,
    root: int,
    rounds: Rounds,
    place: int,
    path: Numbers,
    descent: Descent,
    rng: Rng,
) -> int:
    """Walk `rounds[place]` from the root to a leaf or the end of the round; the nodes passed go to `path`.

    Forced actions are walked through. The number of nodes on the path comes back.
    """
    node = root
    path[0] = root
    length = 1
    while True:
        state = rounds[place]
        if state.phase == OVER:
            return length
        legal = legal_actions(state)
        if legal & (legal - 1) == 0:
            action = lowest(legal)
        else:
            if forest.visits[node] == 0:
                return length
            action = select(forest, node, state, legal, descent, rng)
        node = enter(forest, node, action)
        if node == NO_NODE:
            return length
        apply(state, action)
        path[length] = node
        length += 1


@kernel
def select(forest: Forest, node: int, state: Record, legal: int, descent: Descent, rng: Rng) -> int:
    """The action with the highest U for the seat to act."""
    bias = descent.bias
    favourite = act(state, descent.policy, 0, rng) if bias > 0.0 else -1
    seat = state.turn
    share = (1.0 - bias) / count(legal)
    untried = forest.total[node, seat] / forest.visits[node] - FIRST_PLAY_PENALTY
    best = -1
    highest = -1e30
    rest = legal
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        prior = forest.prior[node, action] if forest.prior[node, action] > 0.0 else share
        if action == favourite:
            prior += bias
        child = forest.child[node, action]
        tried = 0
        offered = forest.visits[node]
        mean = untried
        if child != NO_NODE:
            forest.offered[child] += 1
            offered = forest.offered[child]
            tried = forest.visits[child] + forest.pending[child]
            if tried > 0:
                mean = (forest.total[child, seat] - forest.pending[child]) / tried
        worth = mean + descent.exploration * prior * np.sqrt(offered) / (1 + tried)
        if worth > highest:
            highest = worth
            best = action
    return best


@kernel
def enter(forest: Forest, node: int, action: int) -> int:
    """The child of the node by that action, made if need be; NO_NODE when the forest is full."""
    child = forest.child[node, action]
    if child == NO_NODE and forest.used[0] < len(forest.visits):
        child = forest.used[0]
        forest.used[0] += 1
        clear_node(forest, child)
        forest.child[node, action] = child
        forest.offered[child] = forest.visits[node]
    return child  # type: ignore[no-any-return]


@kernel
def back_up(forest: Forest, path: Numbers, length: int, values: Numbers) -> None:
    """Add one visit with these utilities to every node on the path."""
    for place in range(length):
        node = path[place]
        forest.visits[node] += 1
        for seat in range(MAX_SEATS):
            forest.total[node, seat] += values[seat]


@kernel
def root_results(forest: Forest, roots: Numbers, seat: int, visits: Numbers, values: Numbers) -> None:
    """Visits of each action at the roots, and the mean utility of `seat` after it, over all trees."""
    visits[:] = 0
    values[:] = 0.0
    for root in roots:
        for action in range(DECK_SIZE):
            child = forest.child[root, action]
            if child != NO_NODE:
                visits[action] += forest.visits[child]
                values[action] += forest.total[child, seat]
    for action in range(DECK_SIZE):
        if visits[action] > 0:
            values[action] /= visits[action]
