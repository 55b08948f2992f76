"""Sets of cards as integers, compared with Python's own sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from overtrick.cards.masks import DECK, SUIT, count, highest, lowest, nth, of_suit, rank_of, suit_of

card_sets = st.sets(st.integers(0, 51), min_size=1)


def mask_of(cards: set[int]) -> int:
    return sum(1 << card for card in cards)


@given(card_sets)
def test_counting_and_ends(cards: set[int]) -> None:
    mask = mask_of(cards)
    assert (count(mask), lowest(mask), highest(mask)) == (len(cards), min(cards), max(cards))


@given(card_sets)
def test_nth_counts_from_the_lowest(cards: set[int]) -> None:
    mask = mask_of(cards)
    assert [nth(mask, index) for index in range(len(cards))] == sorted(cards)


@given(card_sets, st.integers(0, 3))
def test_the_cards_of_a_suit(cards: set[int], suit: int) -> None:
    assert of_suit(mask_of(cards), suit) == mask_of({card for card in cards if suit_of(card) == suit})


def test_a_card_is_thirteen_times_its_suit_plus_its_rank() -> None:
    assert [(suit_of(card), rank_of(card)) for card in range(52)] == [(s, r) for s in range(4) for r in range(13)]
    assert count(DECK) == 52
    assert count(SUIT) == 13
    assert count(0) == 0
