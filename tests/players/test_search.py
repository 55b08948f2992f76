"""The player `search`."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick.core.randomness import make_rng
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.errors import PlayerError
from overtrick.kernel import JIT_IS_ON
from overtrick.nets.bundle import has_shipped_model
from overtrick.players.catalogue import make_player
from overtrick.players.protocol import Player
from overtrick.players.search import SearchPlayer
from overtrick.players.wording import sentences, table_talk
from overtrick.search.think import Thought
from tests.search.positions import played_round, some_round

SIMULATIONS = 200 if JIT_IS_ON else 4


def test_is_a_player_whose_name_carries_the_budget() -> None:
    assert isinstance(SearchPlayer(), Player)
    assert SearchPlayer().name == "search:ms=50"
    assert SearchPlayer(sims=300).name == "search:sims=300"


@pytest.mark.parametrize("options", [{"ms": 0}, {"sims": 0}, {"ms": 5, "sims": 5}])
def test_refuses_budgets_that_make_no_sense(options: dict[str, Any]) -> None:
    with pytest.raises(PlayerError):
        SearchPlayer(**options)


WAYS = (
    "",
    ",model=none",
    ",belief=off,endings=2",
    ",belief=rules,endings=2",
    ",belief=network,playouts=network",
    ",mode=tree,model=none,endings=2",
    ",mode=tree,reuse=true",
    ",mode=trees,worlds=4",
)
"""To search, as options."""
CASES = [(way, key) for way in WAYS for key in GAME_KEYS if "network" not in way or has_shipped_model(key)]
"""Each way in every game; networks act in kernels where the package has one."""


@pytest.mark.parametrize(("options", "game"), CASES)
def test_decides_legally_and_again_with_the_same_seed(game: str, options: str) -> None:
    for number in range(2):
        table = (played_round if number else some_round)(game, number)
        view = table.observe(table.turn)
        decisions = [
            make_player(f"search:sims={SIMULATIONS}{options}").decide(view, make_rng(5, number)) for _ in range(2)
        ]
        assert decisions[0] == decisions[1]
        assert decisions[0].action in view.legal_actions()
        assert sum(decisions[0].probabilities.values()) == pytest.approx(1.0)
        assert decisions[0].reasons


@pytest.mark.parametrize(("options", "game"), CASES)
def test_hidden_cards_change_no_decision(game: str, options: str) -> None:
    player = make_player(f"search:sims={SIMULATIONS}{options.replace(',reuse=true', '')}")
    for number in range(6 if JIT_IS_ON else 1):
        table = (played_round if number % 2 else some_round)(game, number)
        view = table.observe(table.turn)
        other = view.sample_world(make_rng(7, number))
        assert other.record.hands.tolist() != table.record.hands.tolist()
        decisions = [player.decide(seen.observe(table.turn), make_rng(5, number)) for seen in (table, other)]
        assert decisions[0] == decisions[1]


@pytest.mark.parametrize(
    "options",
    [
        "playouts=network,mode=tree",
        "playouts=network,model=none",
        "belief=network,model=none",
        "belief=learned,model=none",
    ],
)
def test_a_network_is_asked_only_where_one_can_answer(options: str) -> None:
    table = some_round("blob", 1)
    with pytest.raises(PlayerError, match="network"):
        make_player(f"search:sims=10,{options}").decide(table.observe(table.turn), make_rng(1))


def test_says_what_a_card_is_for_before_it_says_what_it_is_worth() -> None:
    table = played_round("blob", 4)
    view = table.observe(table.turn)
    decision = SearchPlayer(sims=SIMULATIONS).decide(view, make_rng(1))
    assert decision.reasons[:-2] == sentences(table_talk(view, decision.action))
    assert decision.reasons[-2].startswith("In ")
    assert decision.reasons[-2].endswith("the others' average.")
    assert decision.reasons[-1].endswith(("points worse.", "is about as good."))


def test_a_forced_action_costs_nothing() -> None:
    table = some_round("blob", 1, cards=1)
    while len(table.legal_actions()) > 1:
        table.apply(table.legal_actions()[0])
    player = SearchPlayer(sims=SIMULATIONS)
    player.report = lambda thought: pytest.fail("nothing to think about")
    decision = player.decide(table.observe(table.turn), make_rng(1))
    assert decision.action == table.legal_actions()[0]


def test_move_now() -> None:
    player = SearchPlayer(ms=60_000)
    seen: list[Thought] = []

    def enough(thought: Thought) -> bool:
        seen.append(thought)
        return True

    player.report = enough
    table = some_round("blob", 2)
    assert player.decide(table.observe(table.turn), make_rng(1)).action == seen[0].best
    assert len(seen) == 1
