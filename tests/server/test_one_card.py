"""Nothing that can be heard of a table depends on the place of a single card that the listener may not know."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from overtrick.cards.masks import DECK_SIZE
from overtrick.core.record import OVER
from tests.server.exchanges import GAMES, exchanged_decks, pairs
from tests.server.leaks import ONE_CARD_LEAKS, whether_even
from tests.server.listening import Listener, run_at_once

PAIRS = 500 * len(GAMES)
LONG_PAIRS = 20_000


@pytest.fixture(scope="module")
def chosen():
    """The pairs that are compared in the ordinary test, and with every leak."""
    with exchanged_decks():
        return list(itertools.islice(pairs(1), PAIRS))


def first_difference(several):
    """What was heard first that is not the same in both worlds of a pair, or None."""

    async def look():
        listener = Listener()
        await listener.begin()
        try:
            for pair in several:
                one = await listener.heard(pair.one, pair.seat, pair.cards)
                other = await listener.heard(pair.other, pair.seat, pair.cards)
                if one != other:
                    shown = itertools.zip_longest(one, other)
                    return pair.kind, pair.cards, pair.seat, next(both for both in shown if both[0] != both[1])
            return None
        finally:
            await listener.finish()

    with exchanged_decks():
        return run_at_once(look())


def test_one_card_changes_no_byte(chosen):
    assert first_difference(chosen) is None


@pytest.mark.long
def test_one_card_changes_no_byte_long():
    assert first_difference(itertools.islice(pairs(2), LONG_PAIRS)) is None


def test_the_pairs_cover_every_game_phase_card_and_later_rounds(chosen):
    for game in GAMES:
        of_game = [pair for pair in chosen if pair.one.entries[0].body["game"] == game["key"]]
        steps = Counter(pair.one.step.entries[0].kind for pair in of_game)
        assert min(steps.values()) >= 1
        assert {pair.kind for pair in of_game} == {"place", "order", "seed"}
        assert sum(pair.phase == OVER for pair in of_game) >= 5
        assert sum(pair.round >= 1 and pair.kind == "place" for pair in of_game) >= 50
        assert sum(pair.one.step.is_ai and pair.seat != pair.one.step.seat for pair in of_game) >= 30, "the AI acts"
        assert sum(pair.seat == pair.one.step.seat for pair in of_game) >= 20, "the listener acts"
    moved = Counter(card for pair in chosen for card in pair.cards if pair.kind == "place")
    assert len(moved) == DECK_SIZE
    assert min(moved.values()) >= 5


@pytest.mark.parametrize("name", ONE_CARD_LEAKS)
def test_a_leak_of_one_card_is_found(name, chosen, monkeypatch):
    """Only pairs that move the card can show it: the others are left out to save time."""
    card = 7 * list(ONE_CARD_LEAKS).index(name) % DECK_SIZE
    ONE_CARD_LEAKS[name](monkeypatch, whether_even(card))
    assert first_difference([pair for pair in chosen if card in pair.cards]) is not None


def test_a_seed_of_a_finished_round_is_missed(chosen, monkeypatch):
    """Seeds stay secret until the match is over, those of rounds that are over as well."""
    from overtrick.server import rest

    honest = rest.proof_of
    monkeypatch.setattr(rest, "proof_of", lambda table: {**honest(table), "id": table.seeds[0][-1]})
    assert first_difference([pair for pair in chosen if pair.kind == "seed"]) is not None
