"""The exact solver against plain recursion over every card."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.cards.masks import lowest
from overtrick.core.randomness import make_rng, pick
from overtrick.core.record import MAX_SEATS, OVER, Rounds, empty_rounds
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.round import Round, new_round
from overtrick.engine.rules import apply, gain, legal_actions
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.spades.house import SpadesRules
from overtrick.kernel import JIT_IS_ON, kernel
from overtrick.search.exact import Numbers, Solver, ending_gains, is_ending

ENDINGS = 1000 if JIT_IS_ON else 15


def ending(game: str, number: int, cards_left: int) -> Round:
    """A random round played at random until the seat on lead holds `cards_left` cards."""
    rng = make_rng(7, number)
    table = new_round()
    if game == "blob":
        players = 3 + number % 6
        cards = min(52 // players, cards_left + number % 5)
        BlobRules(hook=number % 2 == 0).set_up_round(table.record, players, cards, number % 5 - 1, number % players)
    elif game == "spades":
        rules = SpadesRules(failed_nil_counts=number % 2 == 0)
        rules.set_up_deal(table.record, 4, number, ())
        if number % 3 == 0:
            rules.set_up(table.record, 4, number, [number % 480, -number % 100] * 2)
    else:
        rules = HeartsRules(
            jack_of_diamonds=number % 3 == 0, queen_breaks_hearts=number % 2 == 0, moon=("add", "subtract")[number % 2]
        )
        rules.set_up_round(table.record, ("left", "hold")[number % 2])
    table.deal_random(rng)
    while table.legal_mask() and int(table.record.plays) < table.players * (table.cards - cards_left):
        table.apply(pick(rng, table.legal_mask()))
    while table.phase != 3:
        table.apply(pick(rng, table.legal_mask()))
    for _ in range(number % table.players):
        table.apply(pick(rng, table.legal_mask()))
    return table


@kernel
def brute_force(stack: Rounds, depth: int, gains: Numbers) -> None:
    """Everybody's gain when each seat takes its best, the lowest card among equals, to `gains[depth]`."""
    state = stack[depth]
    if state.phase == OVER:
        for seat in range(state.players):
            gains[depth, seat] = gain(state, seat)
        return
    mover = state.turn
    is_first = True
    cards = legal_actions(state)
    while cards != 0:
        stack[depth + 1] = stack[depth]
        apply(stack[depth + 1], lowest(cards))
        cards &= cards - 1
        brute_force(stack, depth + 1, gains)
        if is_first or gains[depth + 1, mover] > gains[depth, mover] + 1e-9:
            gains[depth] = gains[depth + 1]
            is_first = False


@pytest.mark.parametrize("game", GAME_KEYS)
def test_solver_equals_brute_force(game: str) -> None:
    solver, stack, gains = Solver(), empty_rounds(40), np.zeros((40, MAX_SEATS))
    for number in range(ENDINGS // 2):
        many_seats = game == "blob" and 3 + number % 6 > 5
        table = ending(game, number, 2 if many_seats or number % 4 else 3)
        solved = solver.solve(table.data)
        assert list(solved) == table.legal_actions()
        for card, found in solved.items():
            stack[0] = table.data[0]
            apply(stack[0], card)
            brute_force(stack, 0, gains)
            assert found == pytest.approx(gains[0, : table.players]), (game, number, card)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_the_gains_of_an_ending_are_those_of_the_best_card(game: str) -> None:
    solver, gains = Solver(), np.zeros(MAX_SEATS)
    for number in range(ENDINGS // 5):
        table = ending(game, number, 2)
        assert is_ending(table.record, 2)
        assert not is_ending(table.record, 1) or table.cards == 1
        solved = solver.solve(table.data)
        ending_gains(table.data, 0, solver.memory, gains)
        assert gains[table.turn] == pytest.approx(max(found[table.turn] for found in solved.values()))


def test_solving_leaves_the_position_alone() -> None:
    table = ending("hearts", 5, 4)
    before = table.copy()
    Solver().solve(table.data)
    assert table == before
