"""A view shows what a seat may know and nothing else."""

from __future__ import annotations

import random

import numpy as np
import pytest

from overtrick.core.randomness import make_rng
from overtrick.core.record import NOBODY, PASS, PLAY, Rounds, empty_rounds
from overtrick.kernel import JIT_IS_ON
from tests.games.property_kernels import views_changed_by_sampling, views_changed_by_swapping
from tests.games.tables import GAMES, any_table, hearts_table, scaled, turns


def some_rounds(game: str, size: int) -> Rounds:
    """Dealt rounds of all sorts of tables."""
    chance, rounds = random.Random(game), empty_rounds(size)
    for index in range(size):
        rounds[index] = any_table(game, chance)[0].data[0]
    return rounds


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("check", [views_changed_by_sampling, views_changed_by_swapping])
def test_views_hold_at_every_turn(game: str, check: object) -> None:
    rounds = some_rounds(game, 3_000 if JIT_IS_ON else 6)
    view, other, again = empty_rounds(1), empty_rounds(1), empty_rounds(1)
    raw = view.view(np.uint8), again.view(np.uint8)
    faults, checks = check(rounds, view, other, again, *raw, make_rng(1))  # type: ignore[operator]
    assert checks > 40 * len(rounds)
    assert faults == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_view_has_the_own_hand_and_no_other(game: str) -> None:
    for table in turns(game, random.Random(game), scaled(20)):
        for seat in range(table.players):
            view = table.observe(seat)
            assert view.seat == seat
            assert view.hand == int(table.record.hands[seat])
            assert [other for other in range(table.players) if view.record.hands[other]] in ([], [seat])


def test_the_seat_to_act_sees_the_same_legal_actions() -> None:
    for game in GAMES:
        for table in turns(game, random.Random(game), scaled(20)):
            if table.turn != NOBODY:
                assert table.observe(table.turn).legal_actions() == table.legal_actions()


def test_nobody_sees_a_pass_before_all_have_passed() -> None:
    table, _ = hearts_table(random.Random(1), "left")
    hands = [[card for card in range(52) if int(table.record.hands[seat]) >> card & 1] for seat in range(4)]
    before = [table.observe(seat) for seat in range(4)]
    table.pass_cards(2, hands[2][:3])
    assert [table.observe(seat) == before[seat] for seat in range(4)] == [True, True, False, True]
    assert table.observe(2).turn == NOBODY
    assert [table.observe(seat).turn for seat in (0, 1, 3)] == [0, 1, 3]
    for seat in (3, 0, 1):
        assert table.phase == PASS
        table.pass_cards(seat, hands[seat][:3])
    assert table.phase == PLAY
    known = [[other for other in range(4) if table.observe(seat).record.passed[other]] for seat in range(4)]
    assert known == [[0, 3], [0, 1], [1, 2], [2, 3]]  # one's own, and what came from the right
