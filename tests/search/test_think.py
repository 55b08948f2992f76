"""Every way to think: right answers where they are known, the same answer for the same seed, budgets kept."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from overtrick.core.randomness import make_rng
from overtrick.core.record import BID
from overtrick.core.seen import cards_of
from overtrick.engine.round import Round
from overtrick.errors import PlayerError
from overtrick.kernel import JIT_IS_ON
from overtrick.search.exact import Solver
from overtrick.search.reuse import actions_between
from overtrick.search.think import MODES, Budget, Settings, Thinker, Thought
from overtrick.search.woods import Growth, TreeSearch
from tests.search.positions import played_round, some_round
from tests.search.test_exact import ending

GAMES = ("blob", "hearts")
SIMULATIONS = 300 if JIT_IS_ON else 20


def small(mode: str) -> Settings:
    return Settings(mode=mode, worlds=16, growth=Growth(nodes=4000, endings=2))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES)
def test_same_seed_same_thought(mode: str, game: str) -> None:
    for number in range(3):
        table = (played_round if number else some_round)(game, number)
        view = table.observe(table.turn)
        thoughts = [
            Thinker(small(mode)).think(view, Budget(simulations=SIMULATIONS), make_rng(4, number)) for _ in range(2)
        ]
        assert thoughts[0] == thoughts[1]
        assert thoughts[0].best in view.legal_actions()


@pytest.mark.parametrize("mode", MODES)
def test_a_thinker_starts_every_decision_afresh(mode: str) -> None:
    thinker = Thinker(small(mode))
    views = [played_round("blob", number) for number in range(2)]
    first, second = (table.observe(table.turn) for table in views)
    budget = Budget(simulations=SIMULATIONS)
    thinker.think(first, budget, make_rng(1))
    assert thinker.think(second, budget, make_rng(2)) == Thinker(small(mode)).think(second, budget, make_rng(2))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_nothing(mode: str, game: str) -> None:
    for number in range(3):
        table = played_round(game, number)
        seat = table.turn
        view = table.observe(seat)
        other = view.sample_world(make_rng(9, number))
        budget = Budget(simulations=SIMULATIONS)
        true, swapped = (
            Thinker(small(mode)).think(world.observe(seat), budget, make_rng(3)) for world in (table, other)
        )
        assert true == swapped


def test_last_bid_of_a_one_card_round_agrees_with_enumeration() -> None:
    for number in range(12 if JIT_IS_ON else 1):
        table = some_round("blob", number, players=3, cards=1)
        while table.turn != table.record.dealer:
            table.apply(table.legal_actions()[number % 2 and -1])
        view = table.observe(table.turn)
        exact = enumerate_bids(table)
        settings = Settings(evidence=None)
        thought = Thinker(settings).think(view, Budget(simulations=20_000 if JIT_IS_ON else 60), make_rng(number))
        if JIT_IS_ON:
            assert exact[thought.best] > max(exact.values()) - 0.3


def enumerate_bids(table: Round) -> dict[int, float]:
    """The exact expected gain of each bid of the dealer, over all cards the others may hold; all plays are forced."""
    assert table.phase == BID
    seat = table.turn
    others = [other for other in range(3) if other != seat]
    unseen = [card for card in range(52) if card not in cards_of(int(table.record.hands[seat]))]
    gains: dict[int, list[float]] = {bid: [] for bid in table.legal_actions()}
    for pair in combinations(unseen, 2):
        for held in (pair, pair[::-1]):
            for bid, found in gains.items():
                world = table.copy()
                for other, card in zip(others, held, strict=True):
                    world.record.hands[other] = 1 << card
                world.apply(bid)
                while not world.is_over:
                    world.apply(world.legal_actions()[0])
                found.append(world.gain(seat))
    return {bid: float(np.mean(found)) for bid, found in gains.items()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.skipif(not JIT_IS_ON, reason="needs thousands of simulations")
def test_a_tree_in_a_known_world_finds_what_the_solver_finds(game: str) -> None:
    solver, search = Solver(), TreeSearch(Growth())
    agreed = tried = 0
    for number in range(60):
        table = ending(game, number, 3)
        if len(table.legal_actions()) < 2:
            continue
        seat = table.turn
        solved = solver.solve(table.data)
        search.begin(1)
        search.grow(table.data, 4000, make_rng(number))
        visits, _ = search.results(seat)
        tried += 1
        agreed += solved[int(visits.argmax())][seat] == max(gains[seat] for gains in solved.values())
    assert agreed >= 0.93 * tried


@pytest.mark.parametrize("mode", MODES)
def test_move_now(mode: str) -> None:
    seen: list[Thought] = []

    def enough(thought: Thought) -> bool:
        seen.append(thought)
        return True

    table = some_round("blob", 2)
    thought = Thinker(small(mode)).think(table.observe(table.turn), Budget(ms=60_000), make_rng(1), report=enough)
    assert seen == [thought]


@pytest.mark.parametrize("mode", MODES)
def test_the_clock_stops_the_search(mode: str) -> None:
    """A clock that advances by a fixed step at each look: thinking ends once the next chunk would not fit."""
    ticks = iter(np.arange(0.0, 100.0, 0.01))
    table = some_round("blob", 2)
    thinker = Thinker(small(mode))
    thinker.think(table.observe(table.turn), Budget(ms=100), make_rng(1), clock=lambda: float(next(ticks)))
    assert next(ticks) <= 0.13


def test_advancing_keeps_the_subtree() -> None:
    table = some_round("blob", 4)
    search = TreeSearch(Growth(nodes=5000))
    search.begin(1)
    search.grow(table.data, SIMULATIONS, make_rng(1))
    visits, _ = search.results(table.turn)
    best = int(visits.argmax())
    assert search.advance(best)
    assert int(search.forest.visits[search.roots[0]]) == visits[best]


def test_a_tree_goes_on_from_the_last_decision_of_the_seat() -> None:
    settings = Settings(mode="tree", worlds=16, reuse=True, growth=Growth(nodes=20_000))
    thinker, table = Thinker(settings), some_round("blob", 3, cards=3)
    budget = Budget(simulations=SIMULATIONS)
    seat = table.turn
    first = thinker.think(table.observe(seat), budget, make_rng(1))
    table.apply(first.best)
    while table.turn != seat:
        table.apply(table.legal_actions()[0])
    again = thinker.think(table.observe(seat), budget, make_rng(2))
    fresh = Thinker(settings).think(table.observe(seat), budget, make_rng(2))
    assert sum(again.visits.values()) > sum(fresh.visits.values())
    elsewhere = some_round("blob", 4)
    view = elsewhere.observe(elsewhere.turn)
    assert thinker.think(view, budget, make_rng(3)) == Thinker(settings).think(view, budget, make_rng(3))


@pytest.mark.parametrize("game", GAMES)
def test_actions_between_two_views_lead_from_one_to_the_other(game: str) -> None:
    for number in range(4):
        table = played_round(game, number)
        seat, before = table.turn, table.observe(table.turn)
        done = []
        while not table.is_over:
            done.append(table.legal_actions()[-1])
            table.apply(done[-1])
            assert actions_between(before, table.observe(seat)) == (done if not table.is_over else None)
        assert actions_between(before, played_round(game, number + 10).observe(seat)) is None


def test_unknown_mode_is_refused() -> None:
    with pytest.raises(PlayerError, match="flat, tree, trees"):
        Settings(mode="forest")
