"""Sets of cards, against Python's own sets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.cards.masks import DECK, DECK_SIZE, count, highest, lowest, nth, of_suit, rank_of, suit_of

SETS = st.sets(st.integers(0, DECK_SIZE - 1), min_size=1)


@settings(deadline=None)
@given(SETS)
def test_a_mask_is_a_set(cards):
    mask = sum(1 << card for card in cards)
    ordered = sorted(cards)
    assert count(mask) == len(cards)
    assert (lowest(mask), highest(mask)) == (ordered[0], ordered[-1])
    assert [nth(mask, place) for place in range(len(ordered))] == ordered
    for suit in range(4):
        assert of_suit(mask, suit) == sum(1 << card for card in cards if card // 13 == suit)


@pytest.mark.parametrize("card", range(DECK_SIZE))
def test_suit_and_rank(card):
    assert (suit_of(card), rank_of(card)) == divmod(card, 13)


def test_the_whole_deck():
    assert count(DECK) == DECK_SIZE
    assert count(0) == 0
