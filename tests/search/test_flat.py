"""Flat Monte Carlo: repeatable, honest about what it cannot see, on time."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.arena.tactics.positions import parse_cards
from overtrick.cards.card import card_name
from overtrick.core.policies import NORMAL
from overtrick.core.randomness import make_rng
from overtrick.core.record import PLAY
from overtrick.engine.round import Round, new_round
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.kernel import JIT_IS_ON
from overtrick.search.flat import (
    ENOUGH,
    FIRST_BATCH,
    FlatSearch,
    Sums,
    add_results,
    choose_likely,
    drop_worse,
    find_twins,
    paired_error,
)
from tests.policies.blob.tables import random_walk
from tests.search.positions import played_round

WORLDS = 60 if JIT_IS_ON else 3


def blob_table(seed: int = 1, cards: int = 5) -> Round:
    table = new_round()
    BlobRules().set_up_round(table.record, 4, cards, 0, 3)
    table.deal_random(make_rng(seed))
    return table


def hearts_table(seed: int = 1) -> Round:
    table = new_round()
    HeartsRules().set_up_round(table.record, "left")
    table.deal_random(make_rng(seed))
    return table


@pytest.mark.parametrize("make_table", [blob_table, hearts_table])
def test_a_seed_decides_everything(make_table):
    view = make_table().observe(0)
    answers = [FlatSearch().by_worlds(view, WORLDS, make_rng(4)) for _ in range(2)]
    assert answers[0] == answers[1]
    assert FlatSearch().by_worlds(view, WORLDS, make_rng(5)) != answers[0]


def test_hidden_cards_change_nothing():
    search = FlatSearch()
    for seed in range(6 if JIT_IS_ON else 1):
        for number, table in enumerate(random_walk(seed)):
            if number % 5:
                continue
            view = table.observe(table.turn)
            other = view.sample_world(make_rng(seed, 9)).observe(table.turn)
            assert search.by_worlds(view, 8, make_rng(1)) == search.by_worlds(other, 8, make_rng(1))


def test_candidates_are_the_legal_actions():
    search = FlatSearch(policy=NORMAL)
    for table in random_walk(3):
        view = table.observe(table.turn)
        estimates = search.by_worlds(view, 4, make_rng(1))
        assert estimates.candidates == view.legal_actions()
        assert estimates.best in estimates.candidates
        assert estimates.worlds == 4 or len(estimates.candidates) == 1


def test_own_score_of_a_lost_bid_is_zero():
    table = blob_table()
    for bid in (5, 5, 5, 5):
        table.apply(bid)
    table.apply(table.legal_actions()[0])
    estimates = FlatSearch(own_score=True).by_worlds(table.observe(table.turn), WORLDS, make_rng(1))
    assert all(0 <= mean <= 15 for mean in estimates.means)


class SteppingClock:
    """Every reading is `step` seconds after the last."""

    def __init__(self, step: float) -> None:
        self.now, self.step, self.readings = 0.0, step, 0

    def __call__(self) -> float:
        self.now += self.step
        self.readings += 1
        return self.now


def test_stops_before_a_batch_that_would_pass_the_deadline():
    clock = SteppingClock(1.0)
    estimates = FlatSearch().by_time(blob_table().observe(0), 0.5, make_rng(1), clock)
    assert clock.readings == 2
    assert estimates.worlds == FIRST_BATCH


def test_goes_on_while_there_is_time():
    clock = SteppingClock(0.001)
    estimates = FlatSearch().by_time(blob_table(cards=7).observe(0), 0.005, make_rng(1), clock)
    assert clock.readings > 2
    assert estimates.worlds > FIRST_BATCH


def empty_sums(size: int) -> Sums:
    return Sums(
        np.arange(size),
        np.ones(size, np.bool_),
        np.zeros(size, np.int64),
        np.zeros(size),
        np.zeros((size, size)),
        np.zeros(size),
        np.zeros(size),
        np.arange(size),
    )


def lead_of(hand: str, *, gone: str = "") -> Round:
    """A Hearts table where the seat to lead holds these cards among others, and those are played already."""
    table = hearts_table()
    record = table.record
    record.hands[:4] = 0
    record.phase, record.turn, record.broken, record.plays = PLAY, 0, 1, 4
    record.hands[0], record.played[1] = parse_cards(hand), parse_cards(gone)
    return table


def twins_of(table: Round, bonus: dict[str, float] | None = None) -> dict[str, str]:
    view = table.observe(0)
    legal = [card_name(card) for card in view.legal_actions()]
    points = np.array([(bonus or {}).get(name, 0.0) for name in legal])
    return {name: legal[place] for name, place in zip(legal, find_twins(view, points), strict=True)}


def test_one_card_is_played_out_for_all_that_do_the_same_work():
    table = lead_of("7♣ 8♣ 10♣ K♠ Q♠ J♠ 2♦")
    assert twins_of(table) == {
        "7♣": "7♣", "8♣": "7♣", "10♣": "10♣", "J♠": "J♠", "Q♠": "Q♠", "K♠": "K♠", "2♦": "2♦",
    }  # fmt: skip
    assert twins_of(lead_of("7♣ 8♣ 10♣", gone="9♣")) == {"7♣": "7♣", "8♣": "7♣", "10♣": "7♣"}


def test_of_equal_cards_the_one_the_network_likes_best_stands_for_all():
    table = lead_of("7♣ 8♣ 9♣ 2♦")
    assert set(twins_of(table, {"8♣": 1.0}).values()) == {"8♣", "2♦"}


def test_equal_cards_have_equal_estimates():
    table = played_round("hearts", 5)
    while len({*find_twins(table.observe(table.turn), np.zeros(52)).tolist()}) == len(table.legal_actions()):
        table.apply(table.legal_actions()[0])
    view = table.observe(table.turn)
    twins = find_twins(view, np.zeros(52))
    estimates = FlatSearch().by_worlds(view, WORLDS, make_rng(3))
    assert estimates.candidates == view.legal_actions()
    for place, twin in enumerate(twins):
        assert estimates.means[place] == estimates.means[twin]
        assert estimates.counts[place] == estimates.counts[twin]
    assert estimates.best in [view.legal_actions()[twin] for twin in twins]


def test_paired_error_is_that_of_the_differences():
    rng = np.random.default_rng(1)
    results = rng.normal(size=(50, 3)) + rng.normal(size=(50, 1))
    sums = empty_sums(3)
    for row in results:
        add_results(sums, row)
    difference = results[:, 0] - results[:, 2]
    expected = difference.std() / (len(results) - 1) ** 0.5
    assert paired_error(sums, 0, 2) == pytest.approx(expected)
    assert paired_error(sums, 2, 2) == 0.0


def test_drops_only_what_is_clearly_behind():
    sums = empty_sums(3)
    rng = np.random.default_rng(2)
    for world in range(2 * ENOUGH):
        luck = rng.normal()
        add_results(sums, np.array([luck + rng.normal(), luck + rng.normal(), luck - 3.0]))
        if world == ENOUGH // 2:
            drop_worse(sums)
            assert sums.active.all()
    drop_worse(sums)
    assert sums.active.tolist() == [True, True, False]


def test_likely_worlds_come_more_often():
    table = blob_table(seed=2)
    table.apply(3)
    view = table.observe(table.turn)
    pool = view.sample_worlds(400 if JIT_IS_ON else 40, make_rng(1))
    chosen = choose_likely(pool, view.seat, len(pool) // 4, make_rng(2))
    high_spades = 0b1111110000000

    def strength(worlds):
        return np.mean([int(world.hands[0] & high_spades).bit_count() for world in worlds])

    assert strength(pool[chosen]) > strength(pool)
