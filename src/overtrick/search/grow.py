"""Growing a forest: by rule playouts inside one kernel, or by an evaluator called in batches."""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import DECK_SIZE
from overtrick.core.randomness import Rng
from overtrick.core.record import MAX_SEATS, OVER, Rounds
from overtrick.engine.dispatch.values import utility_scale
from overtrick.engine.views import blank_hidden
from overtrick.kernel import kernel
from overtrick.search.exact import ending_gains, is_ending
from overtrick.search.flat import Room, play_out
from overtrick.search.tree import MAX_PATH, Descent, Forest, Numbers, back_up, descend, utilities


@kernel
def grow_by_playouts(
    forest: Forest,
    roots: Numbers,
    worlds: Rounds,
    first: int,
    simulations: int,
    room: Room,
    descent: Descent,
    endings: int,
    rng: Rng,
) -> None:
    """Run simulations number `first` and on, each in the next world and in the tree of the next root."""
    table = room.table
    path = np.empty(MAX_PATH, np.int64)
    values = np.zeros(MAX_SEATS)
    for number in range(first, first + simulations):
        world = number % len(worlds)
        table[0] = worlds[world]
        root = roots[number % len(roots)]
        length = descend(forest, root, table, 0, path, descent, rng)
        if is_ending(table[0], endings):
            ending_gains(table, 0, room.memory, values)
            values /= utility_scale(table[0])
        else:
            play_out(table[0], descent.policy, rng)
            utilities(table[0], values)
        back_up(forest, path, length, values)


@kernel
def gather_leaves(
    forest: Forest,
    roots: Numbers,
    worlds: Rounds,
    first: int,
    leaves: Rounds,
    paths: Numbers,
    lengths: Numbers,
    descent: Descent,
    rng: Rng,
) -> int:
    """Descend once for every place of `leaves`; finished rounds are backed up, the others wait there for an evaluator.

    Waiting leaves stand first; their number comes back. Each is counted as a loss until `absorb_leaves`, so that the
    descents of one batch spread out.
    """
    values = np.zeros(MAX_SEATS)
    waiting = 0
    for number in range(first, first + len(leaves)):
        world = number % len(worlds)
        leaves[waiting] = worlds[world]
        root = roots[number % len(roots)]
        length = descend(forest, root, leaves, waiting, paths[waiting], descent, rng)
        if leaves[waiting].phase == OVER:
            utilities(leaves[waiting], values)
            back_up(forest, paths[waiting], length, values)
        else:
            lengths[waiting] = length
            for place in range(length):
                forest.pending[paths[waiting, place]] += 1
            waiting += 1
    return waiting


@kernel
def blank_leaves(leaves: Rounds, waiting: int) -> None:
    """Turn the waiting leaves into what their movers see, all that an evaluator may get."""
    for place in range(waiting):
        blank_hidden(leaves[place], leaves[place].turn)


@kernel
def absorb_leaves(
    forest: Forest,
    leaves: Rounds,
    waiting: int,
    paths: Numbers,
    lengths: Numbers,
    probabilities: Numbers,
    gains: Numbers,
) -> None:
    """Store the evaluator's probabilities as priors of the leaves and back its gains, in points, up."""
    worth = np.zeros(MAX_SEATS)
    for place in range(waiting):
        node = paths[place, lengths[place] - 1]
        for action in range(DECK_SIZE):
            forest.prior[node, action] = probabilities[place, action]
        scale = utility_scale(leaves[place])
        for seat in range(leaves[place].players):
            worth[seat] = gains[place, seat] / scale
        back_up(forest, paths[place], lengths[place], worth)
        for step in range(lengths[place]):
            forest.pending[paths[place, step]] -= 1


@kernel
def add_root_noise(forest: Forest, root: int, noise: Numbers, share: float) -> None:
    """Mix noise over the legal actions, in their order, into the priors of a root, for self-play that explores."""
    place = 0
    for action in range(DECK_SIZE):
        if forest.prior[root, action] > 0.0:
            forest.prior[root, action] = (1.0 - share) * forest.prior[root, action] + share * noise[place]
            place += 1
