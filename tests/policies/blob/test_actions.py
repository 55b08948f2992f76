"""Blob policies: strength in order, and the habits that players complain about."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.cards.card import parse_card
from overtrick.core.policies import EASY, HARD, NORMAL, RANDOM
from overtrick.core.randomness import Rng, make_rng, new_deck, shuffle
from overtrick.core.record import OVER, Rounds, empty_rounds
from overtrick.engine.policies import act
from overtrick.engine.round import new_round
from overtrick.engine.rules import apply, deal, score
from overtrick.games.blob.evidence import likelihood
from overtrick.games.blob.house import BlobRules
from overtrick.games.blob.policies.bidding import bid_values
from overtrick.games.blob.policies.plan import GAIN, ORDERED, log_odds_of_all_losing, log_odds_without, make_plan
from overtrick.games.blob.policies.table import unseen_cards
from overtrick.games.blob.words import reasons
from overtrick.kernel import JIT_IS_ON, kernel
from tests.policies.blob.tables import random_walk


@kernel
def play_pairs(table: Rounds, deals: int, first: int, second: int, rng: Rng, differences: np.ndarray) -> None:
    """Two against two, every deal twice with the seats exchanged."""
    state = table[0]
    deck = new_deck()
    for number in range(deals):
        shuffle(rng, deck)
        state.dealer = number % 4
        state.trump = number % 5 - 1
        for turned in range(2):
            deal(state, deck)
            while state.phase != OVER:
                apply(state, act(state, first if state.turn % 2 == turned else second, 0, rng))
            for seat in range(4):
                differences[number] += score(state, seat) / 4 if seat % 2 == turned else -score(state, seat) / 4


@pytest.mark.skipif(not JIT_IS_ON, reason="thousands of rounds")
@pytest.mark.parametrize(
    ("stronger", "weaker"), [(EASY, RANDOM), (NORMAL, EASY), (HARD, NORMAL)], ids=["easy", "normal", "hard"]
)
def test_each_level_beats_the_one_below(stronger, weaker):
    table = empty_rounds(1)
    BlobRules().set_up_round(table[0], 4, 7, 0, 0)
    differences = np.zeros(2000)
    play_pairs(table, len(differences), stronger, weaker, make_rng(3), differences)
    error = differences.std() / len(differences) ** 0.5
    assert differences.mean() - 1.96 * error > 0
    assert differences.mean() > 0.5


def test_plan_takes_the_cards_that_gain_most_by_winning():
    for seed in range(40):
        for table in random_walk(seed):
            hand = int(table.record.hands[table.turn])
            size = hand.bit_count()
            plan = make_plan(table.record, 0, hand, ~hand & (1 << 52) - 1, 0.5, 1.0)
            best_first = sorted((float(gain) for gain in plan[GAIN, :size]), reverse=True)
            assert [float(gain) for gain in plan[ORDERED, :size]] == best_first
            all_lose = log_odds_of_all_losing(plan, size)
            for place in range(size):
                others = sorted((float(plan[GAIN, other]) for other in range(size) if other != place), reverse=True)
                for tricks in range(size):
                    expected = all_lose - plan[0, place] + sum(others[:tricks])
                    assert log_odds_without(plan, all_lose, size, place, tricks) == pytest.approx(expected)
            break


def test_bid_values_see_a_sure_trick():
    table = new_round()
    BlobRules().set_up_round(table.record, 4, 3, 0, 3)
    hand = sum(1 << parse_card(text) for text in ("AS", "KS", "QS"))
    values = bid_values(table.record, 0, hand)
    assert int(np.argmax(values)) == 3


def test_likelihood_prefers_the_hand_behind_the_bid():
    table = new_round()
    BlobRules().set_up_round(table.record, 4, 3, 0, 3)
    table.deal_random(make_rng(1))
    table.apply(3)
    strong = table.record.hands.copy()
    table.record.hands[0] = sum(1 << parse_card(text) for text in ("AS", "KS", "QS"))
    likely = likelihood(table.record, 1)
    table.record.hands[0] = sum(1 << parse_card(text) for text in ("2H", "3C", "2D"))
    assert 0 < likelihood(table.record, 1) < likely / 5
    table.record.hands[:] = strong


def test_a_card_that_all_others_lack_was_not_dealt():
    table = new_round()
    BlobRules().set_up_round(table.record, 3, 2, 0, 2)
    hands = ("AH 2H", "3C 4C", "5D 6D")
    cards = [parse_card(text) for hand in hands for text in hand.split()]
    table.deal([*cards, *(card for card in range(52) if card not in cards)])
    for bid in (1, 1, 1):
        table.apply(bid)
    assert unseen_cards(table.record, 0) & mask_of("KH QH") == mask_of("KH QH")
    for text in ("AH", "3C", "5D"):
        table.apply(parse_card(text))
    assert unseen_cards(table.record, 0) & mask_of("KH QH") == 0
    assert unseen_cards(table.record, 1) & mask_of("KH QH") != 0


def mask_of(texts: str) -> int:
    return sum(1 << parse_card(text) for text in texts.split())


def test_reasons_are_words_for_every_action():
    for seed in range(25):
        for table in random_walk(seed):
            view = table.observe(table.turn)
            for action in view.legal_actions():
                said = reasons(view, action)
                assert said
                assert all(line and isinstance(line, str) for line in said)
