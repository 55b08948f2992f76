"""The kernels and the slow reference agree at every step of random play, under all house rules."""

from __future__ import annotations

import random

import pytest

from overtrick.cards.masks import NO_SUIT
from overtrick.core.record import NOBODY
from overtrick.engine.round import Round
from tests.games.tables import Reference, blob_table, hearts_table, scaled, spades_table
from tests.reference.blob import Blob
from tests.reference.hearts import Hearts
from tests.reference.spades import Spades


def play_both(table: Round, reference: Reference, chance: random.Random) -> None:
    """Play to the end, comparing turn, legal actions, hands, trick winners and scores on the way."""
    while not reference.is_over:
        legal = reference.legal()
        assert table.turn == reference.turn
        assert table.legal_actions() == legal
        action = chance.choice(legal)
        table.act(table.turn, action)
        reference.act(action)
        assert hands_of(table) == [sorted(hand) for hand in reference.hands]
    assert table.is_over
    assert table.turn == NOBODY
    assert table.legal_actions() == []
    assert [int(leader) for leader in table.record.leaders[1 : table.cards + 1]] == reference.winners
    assert table.scores() == reference.scores()


def hands_of(table: Round) -> list[list[int]]:
    return [[card for card in range(52) if int(hand) >> card & 1] for hand in table.record.hands[: table.players]]


@pytest.mark.parametrize("players", range(3, 9))
def test_blob_agrees_for_every_number_of_players(players: int) -> None:
    chance = random.Random(players)
    for number in range(scaled(400)):
        cards = number % (52 // players) + 1
        play_both(*blob_table(chance, players, cards), chance)


@pytest.mark.parametrize("pass_to", ["left", "right", "across", "hold"])
def test_hearts_agrees_for_every_pass(pass_to: str) -> None:
    chance = random.Random(pass_to)
    for _ in range(scaled(500)):
        play_both(*hearts_table(chance, pass_to), chance)


def test_spades_agrees_under_all_house_rules() -> None:
    chance = random.Random("spades")
    for _ in range(scaled(1_500)):
        table, reference = spades_table(chance)
        for _ in range(4):  # low bids, so that contracts and nils are made, too
            bid = chance.randint(0, chance.choice((2, 4, 13)))
            bid = min(bid, reference.legal()[-1])
            table.act(table.turn, bid)
            reference.act(bid)
        play_both(table, reference, chance)


@pytest.mark.long
def test_many_blob_rounds_of_eight_agree() -> None:
    chance = random.Random(8)
    for number in range(scaled(20_000)):
        play_both(*blob_table(chance, 8, number % 6 + 1), chance)


class TestTheReferenceByHand:
    """The oracle itself, on positions small enough to work out by eye."""

    def test_the_highest_trump_wins_whoever_played_it(self) -> None:
        game = Blob([[12], [13], [14]], trump=1, dealer=2, hook=False)  # A♠, then 2♥ and 3♥
        for action in (0, 0, 0, 12, 13, 14):
            game.act(action)
        assert game.winners == [2]
        assert game.scores() == [10, 10, 0]

    def test_without_trump_the_suit_led_wins(self) -> None:
        game = Blob([[12], [13], [0]], trump=None, dealer=0, hook=False)  # left of the dealer leads 2♥
        for action in (1, 0, 0, 13, 0, 12):
            game.act(action)
        assert game.winners == [1]
        assert game.scores() == [10, 11, 10]

    def test_the_hook_binds_the_dealer_only(self) -> None:
        game = Blob([[0, 1], [2, 3], [4, 5]], trump=NO_SUIT, dealer=0)
        assert game.legal() == [0, 1, 2]
        game.act(1)
        assert game.legal() == [0, 1, 2]
        game.act(0)
        assert game.legal() == [0, 2]

    def test_the_moon_adds_or_subtracts(self) -> None:
        suits = [list(range(first, first + 13)) for first in (0, 13, 26, 39)]
        # Seat 2 holds all clubs and so takes every trick, with every point.
        for moon, scores in (("add", [26, 26, 0, 26]), ("subtract", [0, 0, -26, 0])):
            game = Hearts(suits, moon=moon)
            while not game.is_over:
                game.act(game.legal()[0])
            assert game.scores() == scores

    def test_a_side_scores_contract_nil_and_bags(self) -> None:
        suits = [list(range(first, first + 13)) for first in (0, 13, 26, 39)]
        # Seat 0 holds all spades and so takes every trick; the dealer sits right of it and bids last.
        for bids, rules, scores in (
            ((7, 0, 0, 0), {}, [70 + 6 + 100, 200, 70 + 6 + 100, 200]),
            ((3, 4, 0, 0), {}, [30 + 10 - 100 + 100, -40 + 100, 30 + 10 - 100 + 100, -40 + 100]),
            ((7, 4, 0, 1), {"scores": (-45, 0)}, [70 + 6 - 100 + 100, -50, 70 + 6 - 100 + 100, -50]),
            ((0, 1, 1, 1), {}, [-100 + 10 + 12 - 100, -20, -100 + 10 + 12 - 100, -20]),
            ((0, 1, 1, 1), {"failed_nil_counts": False}, [-100 - 10 + 13 - 100, -20, -100 - 10 + 13 - 100, -20]),
        ):
            game = Spades(suits, dealer=3, **rules)  # type: ignore[arg-type]
            for bid in bids:
                game.act(bid)
            while not game.is_over:
                game.act(game.legal()[0])
            assert game.scores() == scores
