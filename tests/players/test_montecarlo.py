"""The player `montecarlo`."""

from __future__ import annotations

import pytest

from overtrick.core.randomness import make_rng
from overtrick.engine.round import new_round
from overtrick.errors import PlayerError
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.kernel import JIT_IS_ON
from overtrick.players.montecarlo import MonteCarloPlayer
from overtrick.players.protocol import Player
from tests.policies.blob.tables import random_walk

WORLDS = 24 if JIT_IS_ON else 2


def test_is_a_player_whose_name_carries_the_budget():
    assert isinstance(MonteCarloPlayer(), Player)
    assert MonteCarloPlayer().name == "montecarlo:ms=5"
    assert MonteCarloPlayer(ms=2.5).name == "montecarlo:ms=2.5"
    assert MonteCarloPlayer(worlds=300).name == "montecarlo:worlds=300"


@pytest.mark.parametrize("options", [{"ms": 0}, {"worlds": 0}, {"ms": 5, "worlds": 5}, {"playouts": "nobody"}])
def test_refuses_budgets_that_make_no_sense(options):
    with pytest.raises(PlayerError):
        MonteCarloPlayer(**options)


def test_decides_legally_with_values_and_reasons():
    player = MonteCarloPlayer(worlds=WORLDS)
    for seed in range(4):
        for table in random_walk(seed):
            view = table.observe(table.turn)
            decision = player.decide(view, make_rng(seed))
            assert decision.action in view.legal_actions()
            assert decision.reasons
            assert sum(decision.probabilities.values()) == pytest.approx(1.0)
            if len(view.legal_actions()) > 1:
                assert list(decision.values) == view.legal_actions()


def test_passes_three_cards_one_by_one():
    table = new_round()
    HeartsRules().set_up_round(table.record, "across")
    table.deal_random(make_rng(3))
    player = MonteCarloPlayer(worlds=WORLDS)
    for _ in range(3):
        decision = player.decide(table.observe(0), make_rng(1))
        assert "passing" in decision.reasons[0]
        table.act(0, decision.action)


def test_same_seed_same_decision_and_a_deadline_gives_one_too():
    table = new_round()
    BlobRules().set_up_round(table.record, 4, 5, 2, 0)
    table.deal_random(make_rng(8))
    view = table.observe(table.turn)
    decisions = [MonteCarloPlayer(worlds=WORLDS).decide(view, make_rng(2)) for _ in range(2)]
    assert decisions[0] == decisions[1]
    assert MonteCarloPlayer(ms=1).decide(view, make_rng(2)).action in view.legal_actions()


def test_takes_the_sure_trick_it_needs():
    table = new_round()
    BlobRules().set_up_round(table.record, 3, 1, 0, 2)
    table.deal([12, 20, 33, *(card for card in range(52) if card not in (12, 20, 33))])
    decision = MonteCarloPlayer(worlds=WORLDS).decide(table.observe(0), make_rng(1))
    assert decision.action == 1
    assert decision.values[1] > decision.values[0]
