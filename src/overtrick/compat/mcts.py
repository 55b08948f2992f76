"""The search classes of the Blob source, for `BlobGame` tables, on the kernels.

Where the source backs one number up for everybody, these keep a value for every seat, and each node maximises that of
its mover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from overtrick.cards.card import Card
from overtrick.cards.masks import DECK, of_suit
from overtrick.compat.blob import BlobGame, Player
from overtrick.compat.blob.suits import cards_in, suit_number
from overtrick.core.randomness import Rng, make_rng
from overtrick.core.record import MAX_SEATS, Rounds
from overtrick.engine.round import View
from overtrick.observe.evaluator import Evaluator
from overtrick.search.tree import NO_NODE
from overtrick.search.woods import Growth, TreeSearch


class MCTSNode:
    """A node of a finished or growing search, read from its arrays."""

    def __init__(self, search: TreeSearch, index: int, seat: int, action_taken: int | None = None) -> None:
        self._search = search
        self._index = index
        self.seat = seat
        """Whose values are read."""
        self.action_taken = action_taken

    @property
    def visit_count(self) -> int:
        return int(self._search.forest.visits[self._index])

    @property
    def total_value(self) -> float:
        return float(self._search.forest.total[self._index, self.seat])

    @property
    def mean_value(self) -> float:
        """Utility of the seat per visit; 0 before the first."""
        return self.total_value / self.visit_count if self.visit_count else 0.0

    @property
    def children(self) -> dict[int, MCTSNode]:
        """The nodes behind the actions tried so far."""
        row = self._search.forest.child[self._index]
        return {
            int(action): MCTSNode(self._search, int(row[action]), self.seat, int(action))
            for action in np.flatnonzero(row != NO_NODE)
        }

    @property
    def is_expanded(self) -> bool:
        return bool(self.children)

    def is_leaf(self) -> bool:
        return not self.is_expanded

    def prior_prob(self, action: int) -> float:
        """What the evaluator gave the action here; 0 if it was not asked."""
        return float(self._search.forest.prior[self._index, action])

    def get_action_probabilities(self, temperature: float = 1.0) -> dict[int, float]:
        """Visit shares of the children, sharpened by a temperature below 1; at 0 all goes to the most visited."""
        children = self.children
        if not children:
            return {}
        return visit_shares({action: child.visit_count for action, child in children.items()}, temperature)

    def select_action(self, temperature: float = 1.0, rng: np.random.Generator | None = None) -> int:
        """An action drawn with those probabilities."""
        chances = self.get_action_probabilities(temperature)
        generator = np.random.default_rng() if rng is None else rng
        return int(generator.choice(list(chances), p=list(chances.values())))


class MCTS:
    """Tree search on a table whose cards are all known."""

    def __init__(
        self,
        evaluator: Evaluator | None = None,
        *,
        num_simulations: int = 100,
        c_puct: float = 1.5,
        temperature: float = 1.0,
        batch_size: int = 8,
        seed: int = 0,
    ) -> None:
        self.num_simulations = num_simulations
        self.temperature = temperature
        self._search = TreeSearch(Growth(exploration=c_puct, batch=batch_size), evaluator)
        self._rng = make_rng(seed)
        self.root: MCTSNode | None = None

    def search(self, game_state: BlobGame, player: Player) -> dict[int, float]:
        """Action probabilities from visit counts, for `player`, who is to act."""
        return self.search_round(game_state.to_round().data, player.position)

    def search_with_tree_reuse(
        self, game_state: BlobGame, player: Player, previous_action: int | None = None
    ) -> dict[int, float]:
        """The same, keeping what the last search found below `previous_action`."""
        keep = self.root is not None and previous_action is not None and self._search.advance(previous_action)
        return self.search_round(game_state.to_round().data, player.position, keep=keep)

    def reset_tree(self) -> None:
        """Forget the last search."""
        self.root = None

    def search_round(self, worlds: Rounds, seat: int, *, keep: bool = False) -> dict[int, float]:
        """Search one tree for every world; their visits are added by `ImperfectMCTS`."""
        if not keep:
            self._search.begin(len(worlds))
        self._search.grow(worlds, self.num_simulations * len(worlds), self._rng)
        self.root = MCTSNode(self._search, int(self._search.roots[0]), seat)
        return self.root.get_action_probabilities(self.temperature)

    def visits(self, seat: int) -> dict[int, int]:
        """Visits of each action at all roots of the last search."""
        visits, _ = self._search.results(seat)
        return {int(action): int(visits[action]) for action in np.flatnonzero(visits)}


class BeliefState:
    """What one player of a `BlobGame` knows of the others' cards."""

    def __init__(self, game: BlobGame, player: Player) -> None:
        self.observer = player.position
        self.view: View = game.to_round().observe(player.position)

    def get_possible_cards(self, position: int) -> set[Card]:
        """Cards that the player at `position` may hold."""
        if position == self.observer:
            return set(cards_in(self.view.hand))
        return set(cards_in(self._unseen() & ~int(self.view.record.lacks[position])))

    def cannot_have_suit(self, position: int, suit: str) -> bool:
        """Whether the player has shown to be void in the suit."""
        cards = of_suit(DECK, suit_number(suit))
        return int(self.view.record.lacks[position]) & cards == cards

    def is_consistent_hand(self, position: int, hand: Sequence[Card]) -> bool:
        """Whether the player may hold exactly these cards."""
        held = self.view.record
        size = self.view.cards - int(held.played[position]).bit_count()
        return len(hand) == size and set(hand) <= self.get_possible_cards(position)

    def _unseen(self) -> int:
        seen = self.view.hand
        for seat in range(MAX_SEATS):
            seen |= int(self.view.record.played[seat])
        return DECK & ~seen


class Determinizer:
    """Draws hands for everybody that fit a belief; it never fails."""

    def __init__(self, seed: int = 0) -> None:
        self._rng: Rng = make_rng(seed)

    def sample_determinization(self, game: BlobGame, belief: BeliefState) -> dict[int, list[Card]]:
        """A hand for every position, the observer's own included."""
        world = belief.view.sample_world(self._rng)
        return {seat: cards_in(int(world.record.hands[seat])) for seat in range(game.num_players)}

    def sample_worlds(self, belief: BeliefState, size: int) -> Rounds:
        """Many full states, for kernels."""
        return belief.view.sample_worlds(size, self._rng)


@dataclass(frozen=True)
class ImperfectMCTSConfig:
    """Settings of `ImperfectMCTS`."""

    num_determinizations: int = 3
    simulations_per_determinization: int = 50
    c_puct: float = 1.5
    temperature: float = 1.0


class ImperfectMCTS:
    """A perfect-information tree for each of a few sampled worlds; their visits are added."""

    def __init__(
        self, evaluator: Evaluator | None = None, config: ImperfectMCTSConfig | None = None, *, seed: int = 0
    ) -> None:
        self.config = config or ImperfectMCTSConfig()
        self.determinizer = Determinizer(seed)
        self._mcts = MCTS(
            evaluator,
            num_simulations=self.config.simulations_per_determinization,
            c_puct=self.config.c_puct,
            temperature=self.config.temperature,
            seed=seed + 1,
        )

    def search(self, game: BlobGame, player: Player, belief: BeliefState | None = None) -> dict[int, float]:
        """Action probabilities for `player`, who is to act."""
        known = BeliefState(game, player) if belief is None else belief
        worlds = self.determinizer.sample_worlds(known, self.config.num_determinizations)
        self._mcts.search_round(worlds, player.position)
        return visit_shares(self._mcts.visits(player.position), self.config.temperature)


def visit_shares(visits: dict[int, int], temperature: float) -> dict[int, float]:
    """Probabilities from visits, sharper the lower the temperature; at 0 all goes to the most visited action."""
    most = max(visits.values())
    if temperature == 0:
        best = max(visits, key=lambda action: (visits[action], -action))
        return {action: float(action == best) for action in visits}
    shares = {action: (count / most) ** (1.0 / temperature) for action, count in visits.items()}
    total = sum(shares.values())
    return {action: share / total for action, share in shares.items()}
