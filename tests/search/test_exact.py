"""The exact solver against plain recursion over every card."""

from __future__ import annotations

import pytest

from overtrick.games.house import BlobRules, HeartsRules
from overtrick.games.randomness import make_rng, pick
from overtrick.games.round import Round, new_round
from overtrick.kernel import JIT_IS_ON
from overtrick.search.exact import Solver

ENDINGS = 1000 if JIT_IS_ON else 15


def ending(game: str, number: int, cards_left: int) -> Round:
    """A random round played at random until the seat on lead holds `cards_left` cards."""
    rng = make_rng(7, number)
    table = new_round()
    if game == "blob":
        players = 3 + number % 6
        cards = min(52 // players, cards_left + number % 5)
        BlobRules(hook=number % 2 == 0).set_up_round(table.record, players, cards, number % 5 - 1, number % players)
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


def brute_force(table: Round) -> list[float]:
    """Everybody's gain when each seat takes what is best for itself, the lowest card among equals."""
    if table.is_over:
        return [table.gain(seat) for seat in range(table.players)]
    best: list[float] = []
    for card in table.legal_actions():
        after = table.copy()
        after.apply(card)
        gains = brute_force(after)
        if not best or gains[table.turn] > best[table.turn] + 1e-9:
            best = gains
    return best


@pytest.mark.parametrize("game", ["blob", "hearts"])
def test_solver_equals_brute_force(game: str) -> None:
    solver = Solver()
    for number in range(ENDINGS // 2):
        many_seats = game == "blob" and 3 + number % 6 > 5
        table = ending(game, number, 2 if many_seats or number % 4 else 3)
        solved = solver.solve(table.data)
        assert list(solved) == table.legal_actions()
        for card, gains in solved.items():
            after = table.copy()
            after.apply(card)
            assert gains == pytest.approx(brute_force(after)), (game, number, card)


def test_solving_leaves_the_position_alone() -> None:
    table = ending("hearts", 5, 4)
    before = table.copy()
    Solver().solve(table.data)
    assert table == before
