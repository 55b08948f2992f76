"""Every policy of every game through the one call: legal, and blind to what the seat cannot see."""

from __future__ import annotations

import random

import numpy as np
import pytest

from overtrick.core.policies import EASY, HARD, NORMAL, PLAYOUT, RANDOM
from overtrick.core.randomness import make_rng
from overtrick.core.record import NOBODY
from overtrick.engine.round import Round, new_round
from overtrick.games.hearts.house import HeartsRules
from overtrick.kernel import JIT_IS_ON
from overtrick.players.rule import act_in_round
from tests.games.tables import any_table
from tests.policies.blob.tables import random_table

POLICIES = {"random": RANDOM, "easy": EASY, "normal": NORMAL, "hard": HARD, "playout": PLAYOUT}
ROUNDS = 150 if JIT_IS_ON else 4


def hearts_table(seed: int) -> Round:
    table = new_round()
    HeartsRules().set_up_round(table.record, ("left", "right", "across", "hold")[seed % 4])
    table.deal_random(make_rng(seed))
    return table


def spades_table(seed: int) -> Round:
    return any_table("spades", random.Random(seed))[0]


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
@pytest.mark.parametrize("make_table", [random_table, hearts_table, spades_table])
def test_plays_whole_rounds_by_the_rules(policy, make_table):
    for seed in range(ROUNDS):
        table, rng = make_table(seed), make_rng(seed)
        while not table.is_over:
            action = int(act_in_round(table.data, 0, policy, 0, rng))
            assert table.legal_mask() >> action & 1
            table.apply(action)


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
@pytest.mark.parametrize("make_table", [random_table, hearts_table, spades_table])
def test_decides_the_same_from_the_view_the_deal_and_any_other_world(policy, make_table):
    for seed in range(ROUNDS // 3 + 1):
        table, walk = make_table(seed), make_rng(seed, 3)
        while not table.is_over:
            view = table.observe(table.turn)
            assert view.turn != NOBODY
            world = view.sample_world(make_rng(seed, 4))
            chosen = {int(act_in_round(seen.data, 0, policy, 0, make_rng(seed, 5))) for seen in (table, view, world)}
            assert len(chosen) == 1
            table.apply(act_in_round(table.data, 0, RANDOM, 0, walk))


def test_never_changes_the_position():
    for policy in POLICIES.values():
        table = random_table(7)
        before = table.data.copy()
        act_in_round(table.data, 0, policy, 0, make_rng(1))
        assert np.array_equal(table.data, before)
