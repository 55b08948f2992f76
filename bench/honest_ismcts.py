"""OpenSpiel's ISMCTSBot once more, in kernels, with worlds drawn from what the seat knows.

The shipped bot does not do that: for `oh_hell`, `resample_from_infostate` deals the cards in play anew among the other
seats, and a card left out of the deal never appears in a world. So the bot knows what nobody at the table can know:
with 4 players and 7 cards, which 24 of the 45 cards it does not hold are out of play. See `stock_cards_in_resamples`.

This copy searches the same way: nodes keyed by the mover's information state, every action tried once, then UCT on the
mover's own return, one random playout from each new node, the most visited action in the end. Given the shipped bot's
worlds (`knows_stock`) it should be even with the original; docs/strength.md says how far that was measured.
"""

from __future__ import annotations

import random
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from overtrick.cards.masks import DECK_SIZE, count, lowest
from overtrick.core.randomness import Rng, pick, shuffle
from overtrick.core.record import MAX_SEATS, OVER, Record, Rounds, empty_rounds
from overtrick.engine.round import Round, View
from overtrick.engine.rules import apply, legal_actions
from overtrick.engine.worlds import NO_LEANINGS, sample_worlds
from overtrick.kernel import kernel

Numbers = np.ndarray[Any, Any]

SLOT_BITS = 15
"""The table of nodes has 2^15 slots, several times as many as there are simulations."""
LONGEST = 64
"""Decisions of a round, at most."""
MADE_BID = 10.0


class Tree(NamedTuple):
    """Nodes by the hash of an information state; N nodes."""

    keys: Numbers  # [2^15] hash, 0 for a free slot
    nodes: Numbers  # [2^15] node in that slot
    visits: Numbers  # [N, 52]
    returns: Numbers  # [N, 52] sum of the mover's own returns
    passed: Numbers  # [N] simulations that went on through the node


class Path(NamedTuple):
    """The decisions of one simulation inside the tree."""

    nodes: Numbers
    actions: Numbers
    seats: Numbers


class HonestBot:
    """The copy; not to be shared between threads."""

    def __init__(self, simulations: int, exploration: float, *, knows_stock: bool = False) -> None:
        self.exploration = exploration
        self.knows_stock = knows_stock
        self._worlds = empty_rounds(simulations)
        self._table = empty_rounds(1)
        self._tree = Tree(
            np.zeros(1 << SLOT_BITS, np.uint64),
            np.zeros(1 << SLOT_BITS, np.int64),
            np.zeros((simulations, DECK_SIZE), np.int64),
            np.zeros((simulations, DECK_SIZE)),
            np.zeros(simulations, np.int64),
        )

    def choose(self, table: Round, rng: Rng) -> int:
        """The action of the seat to act; the hidden cards of the table are used only with `knows_stock`."""
        view: View = table.observe(table.turn)
        if self.knows_stock:
            for place in range(len(self._worlds)):
                self._worlds[place] = table.data[0]
            deal_anew(self._worlds, view.seat, rng)
        else:
            sample_worlds(view.data, 0, NO_LEANINGS, rng, self._worlds)
        return int(most_visited(self._worlds, self._tree, self._table, self.exploration, rng))


def stock_cards_in_resamples(state: pyspiel.State, samples: int, seed: int) -> int:
    """How many cards that were not dealt OpenSpiel puts into hands over so many resamples: 0 if it knows the stock."""
    generator = random.Random(seed)
    dealt = _dealt(state)
    met = set()
    for _ in range(samples):
        met |= _dealt(state.resample_from_infostate(state.current_player(), generator.random))
    return len(met - dealt)


def _dealt(state: pyspiel.State) -> set[int]:
    """The cards of all hands: after two chance actions come the deal and the trump card, then bids and plays."""
    game = state.get_game()
    cards = game.num_players() * game.get_parameters()["num_tricks_fixed"]
    return {step.action for step in state.full_history()[2 : 2 + cards]}


@kernel
def most_visited(worlds: Rounds, tree: Tree, table: Rounds, exploration: float, rng: Rng) -> int:
    """Search with one simulation in each world."""
    tree.keys[:] = 0
    used = 0
    path = Path(np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64))
    for place in range(len(worlds)):
        table[0] = worlds[place]
        length, used = simulate(table, tree, used, path, exploration, rng)
        for step in range(length):
            node, action = path.nodes[step], path.actions[step]
            tree.passed[node] += 1
            tree.visits[node, action] += 1
            tree.returns[node, action] += own_return(table[0], path.seats[step])
    return tree.visits[0].argmax()  # type: ignore[no-any-return]


@kernel
def simulate(table: Rounds, tree: Tree, used: int, path: Path, exploration: float, rng: Rng) -> tuple[int, int]:
    """Walk down the tree to a new node and play out from there; the length of the path and the nodes in use."""
    state = table[0]
    public = np.uint64(1)
    length = 0
    while state.phase != OVER:
        key = mix(public, state.hands[state.turn])
        slot = find_slot(tree, key)
        if tree.keys[slot] == 0:
            tree.keys[slot] = key
            tree.nodes[slot] = used
            tree.visits[used] = 0
            tree.returns[used] = 0.0
            tree.passed[used] = 0
            while state.phase != OVER:
                apply(state, pick(rng, legal_actions(state)))
            return length, used + 1
        node = tree.nodes[slot]
        action = select(tree, node, legal_actions(state), exploration, rng)
        path.nodes[length], path.actions[length], path.seats[length] = node, action, state.turn
        length += 1
        public = mix(public, action + 1)
        apply(state, action)
    return length, used


@kernel
def select(tree: Tree, node: int, legal: int, exploration: float, rng: Rng) -> int:
    """An action never tried, or the one with the highest upper confidence bound."""
    untried = 0
    best, highest = -1, -1e30
    rest = legal
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        visits = tree.visits[node, action]
        if visits == 0:
            untried |= 1 << action
        elif untried == 0:
            bound = tree.returns[node, action] / visits + exploration * sqrt(log(tree.passed[node]) / visits)
            if bound > highest:
                best, highest = action, bound
    return pick(rng, untried) if untried != 0 else best


@kernel
def own_return(state: Record, seat: int) -> float:
    """OpenSpiel's return with its penalty: 10 + bid, or minus the tricks one is off."""
    off = abs(state.bids[seat] - state.tricks[seat])
    return MADE_BID + state.bids[seat] if off == 0 else -float(off)


@kernel
def mix(one: np.uint64, other: int) -> np.uint64:
    """A hash of two numbers (the finaliser of SplitMix64); never 0."""
    bits = one ^ (np.uint64(other) * np.uint64(0x9E3779B97F4A7C15))
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31)) | np.uint64(1)


@kernel
def find_slot(tree: Tree, key: np.uint64) -> int:
    """Where the key stands, or the free slot it would go to."""
    slot = np.int64(key >> np.uint64(64 - SLOT_BITS))
    while tree.keys[slot] != 0 and tree.keys[slot] != key:
        slot = (slot + 1) & ((1 << SLOT_BITS) - 1)
    return int(slot)


@kernel
def deal_anew(worlds: Rounds, viewer: int, rng: Rng) -> None:
    """Shuffle the cards that the seats other than `viewer` hold among them, whatever voids they have shown."""
    cards = np.empty(DECK_SIZE, np.int64)
    sizes = np.zeros(MAX_SEATS, np.int64)
    for place in range(len(worlds)):
        world = worlds[place]
        held = 0
        for seat in range(world.players):
            if seat != viewer:
                held |= world.hands[seat]
                sizes[seat] = count(world.hands[seat])
        size = 0
        while held != 0:
            cards[size] = lowest(held)
            held &= held - 1
            size += 1
        shuffle(rng, cards[:size])
        for seat in range(world.players):
            if seat != viewer:
                hand = 0
                for _ in range(sizes[seat]):
                    size -= 1
                    hand |= 1 << cards[size]
                world.hands[seat] = hand
