"""Sampled worlds against brute force: every deal that fits a view, none that does not, all equally often."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import sqrt

import numpy as np
import pytest

from overtrick.cards.masks import DECK, HEART_CARDS, SPADE_CARDS
from overtrick.core.randomness import make_rng
from overtrick.core.record import PLAY
from overtrick.core.seen import cards_of
from overtrick.engine.catalogue import game_key
from overtrick.engine.round import Round, View, new_round
from overtrick.engine.worlds import PLACES, STOCK
from overtrick.games.blob.rules import HOOK
from overtrick.games.hearts import NUMBER as HEARTS
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.hearts.rules import FIRST_TRICK_POINTS, POINT_CARDS, QUEEN_BREAKS, QUEEN_OF_SPADES, TWO_OF_CLUBS
from overtrick.kernel import JIT_IS_ON
from tests.games.tables import GAMES, any_table, blob_table, hearts_table, scaled, shuffled, spades_table
from tests.reference.worlds import Knowledge, worlds_of

FEWEST, MOST = (20, 900) if JIT_IS_ON else (4, 12)
"""Positions with so many deals, voids not yet considered, are enumerated."""
PER_WORLD = 60
"""Samples for each world: the odds that a possible one is missed are e^-60."""

Choice = Callable[[Round], int]


def knowledge(view: View) -> Knowledge:
    """A view in play in the words of the reference."""
    record, seat = view.record, view.seat
    plays = [pair for trick in view.tricks() for pair in trick]
    known = Knowledge(seat, cards_of(view.hand), view.players, view.cards, plays)
    if record.game == HEARTS:
        known.shift = int(record.pass_to)
        known.hearts = {
            "pass_to": ("hold", "left", "across", "right")[known.shift],
            "queen_breaks_hearts": bool(record.house[QUEEN_BREAKS]),
            "first_trick_points": bool(record.house[FIRST_TRICK_POINTS]),
        }
        known.given = cards_of(record.passed[seat])
        known.received = cards_of(record.passed[(seat - known.shift) % 4])
    else:
        left = (int(record.dealer) + 1) % view.players
        seats = [(left + step) % view.players for step in range(view.players)]
        known.bids = [(bidder, int(record.bids[bidder])) for bidder in seats]
        trump = None if record.trump < 0 else int(record.trump)
        if game_key(int(record.game)) == "blob":
            known.blob = {"trump": trump, "dealer": int(record.dealer), "hook": bool(record.house[HOOK])}
        else:
            known.spades = {"dealer": int(record.dealer)}
    return known


def small_views(table: Round, choose: Choice) -> Iterator[View]:
    """Views of one round in which the seat to act is in doubt about a few cards, and somebody has shown a void."""
    while not table.is_over:
        if table.phase == PLAY:
            view = table.observe(table.turn)
            if FEWEST <= knowledge(view).ways_to_deal() <= MOST and doubtful_voids(view):
                yield view
        table.apply(choose(table))


def doubtful_voids(view: View) -> list[int]:
    """Seats that still hold cards and are known to lack some that the viewer has not seen."""
    known = knowledge(view)
    unseen = sum(1 << card for card in known.unseen())
    others = [seat for seat in range(view.players) if seat != view.seat and known.hand_size(seat)]
    return [seat for seat in others if int(view.record.lacks[seat]) & unseen]


def check_uniform(view: View, rng_seed: int) -> int:
    """Compare samples with the enumeration: the same worlds, and a chi-squared test of their numbers."""
    expected = {tuple(map(mask_of, hands)) for hands in worlds_of(knowledge(view))}
    worlds = view.sample_worlds(PER_WORLD * len(expected), make_rng(rng_seed))
    found, numbers = np.unique(worlds["hands"][:, : view.players], axis=0, return_counts=True)
    assert {tuple(map(int, hands)) for hands in found} == expected
    assert_uniform(numbers)
    return len(expected)


def assert_uniform(numbers: np.ndarray) -> None:
    """Chi-squared against equal odds, as a normal deviate by Wilson and Hilferty; 4.5 is one in 300,000."""
    freedom = len(numbers) - 1
    if freedom == 0:
        return
    mean = numbers.mean()
    statistic = ((numbers - mean) ** 2 / mean).sum() / freedom
    spread = 2 / (9 * freedom)
    assert (statistic ** (1 / 3) - (1 - spread)) / sqrt(spread) < 4.5


def mask_of(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def random_choice(chance: random.Random) -> Choice:
    return lambda table: chance.choice(table.legal_actions())


def heart_saver(chance: random.Random) -> Choice:
    """Plays points only when there is nothing else, so that hearts stay unbroken for long."""

    def choose(table: Round) -> int:
        legal = table.legal_actions()
        return chance.choice([card for card in legal if not POINT_CARDS >> card & 1] or legal)

    return choose


def check_views(views: Iterator[View], wanted: int) -> None:
    """Check the first views that are worth it, so many of them."""
    checked = 0
    while checked < wanted:
        checked += check_uniform(next(views), checked) > 1


@pytest.mark.parametrize("players", range(3, 9))
def test_blob_worlds_are_uniform(players: int) -> None:
    """With undealt cards and voids; hands are large, so that the stock is small enough to enumerate."""
    chance = random.Random(players)

    def views() -> Iterator[View]:
        while True:
            cards = 52 // players - (1 if 52 % players == 0 else 0)
            yield from list(small_views(blob_table(chance, players, cards)[0], random_choice(chance)))[:1]

    check_views(views(), 12 if JIT_IS_ON else 2)


@pytest.mark.parametrize("pass_to", ["left", "right", "across", "hold"])
def test_hearts_worlds_are_uniform(pass_to: str) -> None:
    """Endings with voids, and with cards the viewer passed and knows to be still held."""
    chance = random.Random(pass_to)

    def views() -> Iterator[View]:
        while True:
            for view in small_views(hearts_table(chance, pass_to)[0], random_choice(chance)):
                to = (view.seat + int(view.record.pass_to)) % 4
                if pass_to == "hold" or int(view.record.passed[view.seat]) & ~int(view.record.played[to]):
                    yield view
                    break

    check_views(views(), 12 if JIT_IS_ON else 2)


def spade_saver(chance: random.Random) -> Choice:
    """Plays spades only when there is nothing else, so that they stay unbroken for long."""

    def choose(table: Round) -> int:
        legal = table.legal_actions()
        return chance.choice([card for card in legal if table.phase != PLAY or card >= 13] or legal)

    return choose


def test_spades_worlds_are_uniform() -> None:
    """Endings with voids, some of them shown by a spade led before one was played."""
    chance = random.Random("spades")
    shown = 0

    def views() -> Iterator[View]:
        nonlocal shown
        while True:
            choose = chance.choice((random_choice, spade_saver))(chance)
            for view in small_views(spades_table(chance)[0], choose):
                shown += any(int(view.record.lacks[seat]) == DECK & ~SPADE_CARDS for seat in range(4))
                yield view
                break

    check_views(views(), 16 if JIT_IS_ON else 2)
    assert shown > 0


def test_a_heart_led_before_they_are_broken_shows_a_hand_of_hearts() -> None:
    chance = random.Random(3)

    def views() -> Iterator[View]:
        while True:
            for view in small_views(hearts_table(chance, "left")[0], heart_saver(chance)):
                lacks = [int(view.record.lacks[seat]) for seat in doubtful_voids(view)]
                if any(lack == DECK & ~HEART_CARDS for lack in lacks):
                    yield view
                    break

    check_views(views(), 6 if JIT_IS_ON else 1)


def points_hand_table(chance: random.Random) -> Round:
    """A deal without a pass in which seat 1 holds nothing but points: twelve hearts and the queen of spades."""
    points = [*chance.sample(range(13, 26), 12), QUEEN_OF_SPADES]
    others = [card for card in shuffled(chance) if card not in points]
    table = new_round()
    HeartsRules().set_up_round(table.record, "hold")
    table.deal([*others[:13], *points, *others[13:]])
    return table


def test_points_on_the_first_trick_show_a_hand_of_points() -> None:
    chance = random.Random(4)

    def views() -> Iterator[View]:
        while True:
            for view in small_views(points_hand_table(chance), random_choice(chance)):
                if view.seat != 1 and int(view.record.lacks[1]) & ~POINT_CARDS == DECK & ~POINT_CARDS:
                    yield view
                    break

    check_views(views(), 4 if JIT_IS_ON else 1)


def test_hidden_passes_are_uniform() -> None:
    """Any three of a seat's thirteen cards may be what it was passed, however the hands lie."""
    chance = random.Random(5)
    table, _ = hearts_table(chance, "left")
    while table.record.plays < 30:
        table.apply(chance.choice(table.legal_actions()))
    viewer = table.turn
    size = scaled(286 * PER_WORLD)
    worlds = table.observe(viewer).sample_worlds(size, make_rng(1))
    giver = (viewer + 1) % 4  # neither the viewer nor the one who passed to it
    cards = worlds["hands"][:, (giver + 1) % 4] | worlds["played"][:, (giver + 1) % 4]
    places = [
        tuple(cards_of(hand).index(card) for card in cards_of(passed))
        for hand, passed in zip(cards, worlds["passed"][:, giver], strict=True)
    ]
    numbers = np.unique(np.array(places), axis=0, return_counts=True)[1]
    if JIT_IS_ON:
        assert len(numbers) == 286
        assert_uniform(numbers)


def test_before_the_first_lead_the_two_of_clubs_is_known_and_nothing_else() -> None:
    chance = random.Random(6)
    table, _ = hearts_table(chance, "hold")
    leader = table.turn
    view = table.observe((leader + 2) % 4)
    worlds = view.sample_worlds(scaled(30_000), make_rng(2))
    hands = worlds["hands"][:, leader]
    assert (hands >> TWO_OF_CLUBS & 1).all()
    unseen = [card for card in knowledge(view).unseen() if card != TWO_OF_CLUBS]
    odds = 12 / len(unseen)
    margin = 5 * sqrt(odds * (1 - odds) / len(worlds))
    assert all(abs((hands >> card & 1).mean() - odds) < margin for card in unseen)


def test_the_seed_decides_the_worlds() -> None:
    table, _ = blob_table(random.Random(7), 4, 7)
    view = table.observe(0)
    assert view.sample_worlds(5, make_rng(1)).tobytes() == view.sample_worlds(5, make_rng(1)).tobytes()
    assert view.sample_worlds(5, make_rng(1)).tobytes() != view.sample_worlds(5, make_rng(2)).tobytes()
    assert view.sample_world(make_rng(1)).observe(0) == view


@pytest.mark.parametrize("game", GAMES)
def test_leanings_make_deals_as_likely_as_their_cards(game: str) -> None:
    """On enumerated positions: how often a deal is drawn against the product of what is believed of its cards."""
    chance = random.Random(game)
    checked = 0
    while checked < (6 if JIT_IS_ON else 1):
        table = (blob_table(chance, 4, 12) if game == "blob" else any_table(game, chance))[0]
        for view in list(small_views(table, random_choice(chance)))[:1]:
            check_leaning(view, checked)
            checked += 1


def check_leaning(view: View, number: int) -> None:
    deals = [tuple(map(mask_of, hands)) for hands in worlds_of(knowledge(view))]
    leanings = np.random.default_rng(number).normal(size=(52, PLACES))
    logs = [sum(leanings[card, place_of(hands, card)] for card in knowledge(view).unseen()) for hands in deals]
    chances = np.exp(np.array(logs) - np.logaddexp.reduce(logs))
    size = scaled(20_000)
    worlds = view.sample_worlds(size, make_rng(number), leanings)
    found, numbers = np.unique(worlds["hands"][:, : view.players], axis=0, return_counts=True)
    drawn = dict(zip((tuple(map(int, hands)) for hands in found), numbers, strict=True))
    assert set(drawn) <= set(deals)
    for hands, chance in zip(deals, chances, strict=True):
        assert abs(drawn.get(hands, 0) - size * chance) < 5 * sqrt(size * chance) + 5


def place_of(hands: tuple[int, ...], card: int) -> int:
    return next((seat for seat, hand in enumerate(hands) if hand >> card & 1), STOCK)


@pytest.mark.parametrize("game", GAMES)
def test_leanings_never_break_what_is_known(game: str) -> None:
    leanings = 4.0 * np.random.default_rng(3).normal(size=(52, PLACES))
    chance = random.Random(game)
    for number in range(scaled(30)):
        table = any_table(game, chance)[0]
        while not table.is_over:
            view = table.observe(table.turn)
            world = Round(view.sample_worlds(1, make_rng(number), leanings))
            assert world.observe(view.seat).data.tobytes() == view.data.tobytes()
            hands, lacks = world.record.hands[: view.players], world.record.lacks[: view.players]
            others = [seat for seat in range(view.players) if seat != view.seat]
            assert not any(int(hands[seat] & lacks[seat]) for seat in others)
            assert [int(hand).bit_count() for hand in hands] == [
                int(hand).bit_count() for hand in table.record.hands[: view.players]
            ]
            table.apply(chance.choice(table.legal_actions()))
