"""The search classes of the Blob source on real tables."""

from __future__ import annotations

import pytest

from overtrick.cards.card import Card
from overtrick.compat.blob import BlobGame
from overtrick.compat.mcts import MCTS, BeliefState, Determinizer, ImperfectMCTS, ImperfectMCTSConfig


def dealt_game(cards: int = 4) -> BlobGame:
    game = BlobGame(3)
    game.setup_round(cards)
    return game


def test_search_returns_probabilities_of_legal_actions() -> None:
    game = dealt_game()
    while (player := game.get_current_player()) is not None and game.game_phase in ("bidding", "playing"):
        chances = MCTS(num_simulations=40).search(game, player)
        legal = [action.index if isinstance(action, Card) else action for action in game.get_legal_actions(player)]
        assert set(chances) <= set(legal)
        assert sum(chances.values()) == pytest.approx(1)
        game.apply_action(max(chances, key=lambda action: chances[action]), player)


def test_temperature_zero_is_greedy() -> None:
    game = dealt_game()
    player = game.get_current_player()
    assert player is not None
    chances = MCTS(num_simulations=60, temperature=0).search(game, player)
    assert max(chances.values()) == 1


def test_tree_reuse_keeps_visits() -> None:
    game = dealt_game()
    player = game.get_current_player()
    assert player is not None
    mcts = MCTS(num_simulations=80)
    chances = mcts.search(game, player)
    best = max(chances, key=lambda action: chances[action])
    assert mcts.root is not None
    kept = mcts.root.children[best].visit_count
    game.apply_action(best, player)
    following = game.get_current_player()
    assert following is not None
    mcts.search_with_tree_reuse(game, following, best)
    assert mcts.root.visit_count == kept + 80
    mcts.reset_tree()
    assert mcts.root is None


def test_node_statistics_add_up() -> None:
    game = dealt_game()
    player = game.get_current_player()
    assert player is not None
    mcts = MCTS(num_simulations=50)
    mcts.search(game, player)
    root = mcts.root
    assert root is not None
    assert root.visit_count == 50
    assert root.is_expanded
    assert not root.is_leaf()
    assert sum(child.visit_count for child in root.children.values()) == 49
    assert root.select_action(temperature=0) in root.children
    assert -1.5 <= root.mean_value <= 1.5


def test_belief_state_and_determinizer() -> None:
    game = dealt_game(6)
    player = game.players[1]
    belief = BeliefState(game, player)
    assert belief.get_possible_cards(1) == set(player.hand)
    assert not belief.get_possible_cards(0) & set(player.hand)
    assert not belief.cannot_have_suit(0, "♠")
    hands = Determinizer(3).sample_determinization(game, belief)
    assert set(hands[1]) == set(player.hand)
    assert all(belief.is_consistent_hand(seat, hand) for seat, hand in hands.items())
    assert not belief.is_consistent_hand(0, hands[0][1:])


def test_imperfect_search_sees_no_hidden_card() -> None:
    game = dealt_game(5)
    player = game.get_current_player()
    assert player is not None
    others = [other for other in game.players if other is not player]
    config = ImperfectMCTSConfig(num_determinizations=3, simulations_per_determinization=30)
    before = ImperfectMCTS(config=config, seed=4).search(game, player)
    others[0].hand, others[1].hand = others[1].hand, others[0].hand
    assert ImperfectMCTS(config=config, seed=4).search(game, player) == before
    assert sum(before.values()) == pytest.approx(1)
