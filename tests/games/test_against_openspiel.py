"""The kernels and OpenSpiel agree at every step of random play: who acts, what is legal, who wins, what it scores."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

import pytest

from overtrick.cards.masks import SPADE_CARDS
from overtrick.core.record import PLAY
from overtrick.engine.calls import legal_in_round, step_round
from overtrick.engine.round import new_round
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.spades.house import SpadesRules
from tests.games.tables import scaled, shuffled

pyspiel = pytest.importorskip("pyspiel")

BLOB_SUITS = (2, 3, 0, 1)
HEARTS_SUITS = (3, 2, 0, 1)
SPADES_SUITS = (3, 2, 0, 1)
"""OpenSpiel's number of our suits ♠ ♥ ♣ ♦: its games disagree."""
NO_TRUMP = -5
BID_OFFSET = 52
PASS_CHANCE = {"hold": 0, "left": 1, "across": 2, "right": 3}

Agree = Callable[[Any, int, int], bool]
"""Whether what is legal here and there is what it should be, given the record."""

BLOB_SIZES = [(players, cards) for players in range(3, 8) for cards in range(1, 52 // players + 1)]
HEARTS_KINDS = [(way, breaks) for way in PASS_CHANCE for breaks in (False, True)]


def their_cards(suits: tuple[int, ...]) -> list[int]:
    """OpenSpiel's number of each of our cards."""
    return [card % 13 * 4 + suits[card // 13] for card in range(52)]


@cache
def their_game(name: str) -> Any:
    return pyspiel.load_game(name)


def agree_on_blob(first: int, rounds: int) -> int:
    """Play `rounds` random rounds, every table and hand size in turn; how many steps agreed."""
    chance, cards_out, steps = random.Random(first), their_cards(BLOB_SUITS), 0
    bit_of = bits_in(cards_out) | {BID_OFFSET + bid: 1 << bid for bid in range(18)}
    rules, table = BlobRules(), new_round()
    for number in range(first, first + rounds):
        players, cards = BLOB_SIZES[number % len(BLOB_SIZES)]
        trump, dealer, deck = chance.randint(-1, 3), chance.randrange(players), shuffled(chance)
        rules.set_up_round(table.record, players, cards, trump, dealer)
        table.deal(deck)
        theirs = their_game(
            f"oh_hell(players={players},num_tricks_fixed={cards},off_bid_penalty=true,points_per_trick=1)"
        ).new_initial_state()
        theirs.apply_action(cards)
        theirs.apply_action(dealer)
        for place in range(cards):
            for seat in range(players):
                theirs.apply_action(cards_out[deck[seat * cards + place]])
        theirs.apply_action(NO_TRUMP if trump < 0 else BLOB_SUITS[trump])
        steps += play_both(table.data, theirs, bit_of, chance)
        assert table.scores() == [max(0, int(result)) for result in theirs.returns()]
    return steps


def agree_on_hearts(first: int, rounds: int) -> int:
    """Play `rounds` random deals, every pass and breaking rule in turn; how many steps agreed."""
    chance, cards_out, steps = random.Random(first), their_cards(HEARTS_SUITS), 0
    bit_of = bits_in(cards_out)
    table = new_round()
    for number in range(first, first + rounds):
        way, breaks = HEARTS_KINDS[number % len(HEARTS_KINDS)]
        deck = shuffled(chance)
        HeartsRules(queen_breaks_hearts=breaks).set_up_round(table.record, way)  # type: ignore[arg-type]
        table.deal(deck)
        theirs = their_game(f"hearts(qs_breaks_hearts={str(breaks).lower()})").new_initial_state()
        theirs.apply_action(PASS_CHANCE[way])
        for place in range(52):
            theirs.apply_action(cards_out[deck[place % 4 * 13 + place // 4]])
        steps += play_both(table.data, theirs, bit_of, chance)
        assert table.scores() == [26 - int(result) for result in theirs.returns()]
    return steps


def agree_on_spades(first: int, rounds: int) -> int:
    """Play `rounds` random deals, all dealt by seat 3, as in OpenSpiel; how many steps agreed."""
    chance, steps = random.Random(first), 0
    cards_out = [SPADES_SUITS[card // 13] * 13 + card % 13 for card in range(52)]
    bit_of = bits_in(cards_out) | {BID_OFFSET + bid: 1 << bid for bid in range(14)}
    rules, table = SpadesRules(), new_round()
    for number in range(first, first + rounds):
        deck = shuffled(chance)
        rules.set_up_round(table.record, 3)
        table.deal(deck)
        theirs = their_game("spades").new_initial_state()
        for place in range(52):
            theirs.apply_action(cards_out[deck[place % 4 * 13 + place // 4]])
        if number % 4:
            make_low_bids(table.data, theirs, chance)
        steps += play_both(table.data, theirs, bit_of, chance, same_but_for_broken_spades)
        assert table.scores() == [int(result) for result in theirs.returns()]
    return steps


def make_low_bids(data: Any, theirs: Any, chance: random.Random) -> None:
    """Bids from 0 to 3, so that contracts and nils are made, too: with any bid hardly one would be."""
    for _ in range(4):
        bid = chance.randrange(4)
        theirs.apply_action(BID_OFFSET + bid)
        step_round(data, 0, bid)


def same_but_for_broken_spades(record: Any, ours: int, theirs: int) -> bool:
    """OpenSpiel 2.0 never lets a hand with other suits lead spades; here it may, once one has been played."""
    hand = int(record.hands[record.turn])
    if record.phase != PLAY or record.plays % 4 or hand & ~SPADE_CARDS == 0:
        return ours == theirs
    is_broken = any(int(played) & SPADE_CARDS for played in record.played)
    return ours & ~SPADE_CARDS == theirs and ours & SPADE_CARDS == (hand & SPADE_CARDS if is_broken else 0)


def same(record: Any, ours: int, theirs: int) -> bool:
    return ours == theirs


def bits_in(cards_out: list[int]) -> dict[int, int]:
    return {theirs: 1 << ours for ours, theirs in enumerate(cards_out)}


def play_both(data: Any, theirs: Any, bit_of: dict[int, int], chance: random.Random, agree: Agree = same) -> int:
    """Play to the end, comparing the seat to act (and so the trick winners) and the legal actions at every step."""
    steps = 0
    record = data[0]
    legal = legal_in_round(data, 0)
    while not theirs.is_terminal():
        options = theirs.legal_actions()
        expected = 0
        for option in options:
            expected |= bit_of[option]
        assert agree(record, legal, expected)
        assert record.turn == theirs.current_player()
        action = options[int(chance.random() * len(options))]
        theirs.apply_action(action)
        legal = step_round(data, 0, bit_of[action].bit_length() - 1)
        steps += 1
    assert legal == 0
    return steps


def on_all_cores(agree: Callable[[int, int], int], rounds: int, share: int = 2_500) -> int:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(agree, range(0, rounds, share), [share] * (rounds // share)))


def test_blob_agrees() -> None:
    assert agree_on_blob(1_000_000, scaled(2_500)) > 0


def test_hearts_agrees() -> None:
    assert agree_on_hearts(2_000_000, scaled(1_600)) > 0


def test_spades_agrees() -> None:
    assert agree_on_spades(3_000_000, scaled(2_500)) > 0


@pytest.mark.long
def test_100_000_blob_rounds_agree() -> None:
    print("steps that agreed:", on_all_cores(agree_on_blob, 100_000))


@pytest.mark.long
def test_100_000_hearts_deals_agree() -> None:
    print("steps that agreed:", on_all_cores(agree_on_hearts, 100_000))


@pytest.mark.long
def test_100_000_spades_deals_agree() -> None:
    print("steps that agreed:", on_all_cores(agree_on_spades, 100_000))
