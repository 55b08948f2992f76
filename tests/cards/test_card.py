"""Cards: text both ways, the class, and the deck."""

from __future__ import annotations

import random
from contextlib import suppress
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.cards.card import RANKS, SUITS, Card, card_code, card_name, parse_card
from overtrick.cards.deck import Deck
from overtrick.cards.masks import DECK_SIZE
from overtrick.errors import NotACard, RulesError

CARDS = range(DECK_SIZE)


@pytest.mark.parametrize("card", CARDS)
def test_every_spelling_reads_back(card):
    spellings = {card_name(card), card_code(card), card_name(card).lower(), card_code(card).lower()}
    spellings |= {text.replace("T", "10") for text in spellings} | {f" {card_code(card)} "}
    assert {parse_card(text) for text in spellings} == {card}


def test_the_two_styles():
    assert (card_name(12), card_code(12)) == ("A♠", "AS")
    assert (card_name(21), card_code(21)) == ("10♥", "TH")
    assert parse_card("10h") == parse_card("TH") == parse_card("t♥") == 21


@pytest.mark.parametrize("text", ["", "A", "♠", "1S", "11H", "AX", "SA", "A♠♠", "ten of hearts", "0"])
def test_what_is_no_card_is_quoted(text):
    with pytest.raises(NotACard) as error:
        parse_card(text)
    assert repr(text) in str(error.value)


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_refused(text):
    with suppress(NotACard):
        assert 0 <= parse_card(text) < DECK_SIZE


class TestCard:
    def test_rank_suit_and_value(self):
        ace = Card("A", "♠")
        assert (ace.rank, ace.suit, ace.value, ace.index) == ("A", "♠", 14, 12)
        assert [Card(rank, "♦").value for rank in RANKS] == list(range(2, 15))

    def test_text(self):
        assert str(Card("10", "♥")) == "10♥"
        assert repr(Card("A", "♠")) == "Card('A', '♠')"
        assert eval(repr(Card("Q", "♣"))) == Card("Q", "♣")

    def test_ascii_letters_mean_the_same_card(self):
        assert Card("t", "h") == Card("10", "♥")
        assert {Card("a", "S"), Card("A", "♠")} == {Card.parse("AS")}

    @pytest.mark.parametrize("index", CARDS)
    def test_index_both_ways(self, index):
        assert Card.from_index(index).index == index
        assert str(Card.from_index(index)) == card_name(index)

    def test_order_is_by_rank_alone(self):
        low, high, other = Card("2", "♦"), Card("A", "♠"), Card("A", "♥")
        assert low < high
        assert high > low
        assert not high < other
        assert not other < high
        assert high <= other
        assert high >= other
        assert high != other
        assert sorted([high, Card("J", "♣"), low]) == [low, Card("J", "♣"), high]

    def test_cards_cannot_be_changed(self):
        with pytest.raises(AttributeError):
            Card("A", "♠").rank = "K"

    def test_a_card_is_never_copied(self):
        card = Card("A", "♠")
        assert deepcopy([card])[0] is card

    @pytest.mark.parametrize(("rank", "suit"), [("1", "♠"), ("A", "X"), ("♠", "A"), ("1", "0H"), ("", "AS"), ("A", "")])
    def test_nonsense_is_refused(self, rank, suit):
        with pytest.raises(NotACard):
            Card(rank, suit)

    @pytest.mark.parametrize("index", [-1, 52, 1000])
    def test_there_are_52_cards(self, index):
        with pytest.raises(NotACard, match="0 to 51"):
            Card.from_index(index)


class TestDeck:
    def test_all_52_cards_once(self):
        deck = Deck()
        assert len(deck.cards) == len(set(deck.cards)) == deck.remaining_cards() == DECK_SIZE
        assert {card.suit for card in deck.cards} == set(SUITS)

    def test_shuffle_keeps_the_cards_and_obeys_a_seed(self):
        one, same, other, generator = Deck(), Deck(), Deck(), Deck()
        one.shuffle(7)
        same.shuffle(7)
        other.shuffle(8)
        generator.shuffle(random.Random(7))
        assert one.cards == same.cards == generator.cards != other.cards
        assert set(one.cards) == set(Deck().cards)
        assert one.cards != Deck().cards

    def test_shuffle_without_a_seed(self):
        deck = Deck()
        deck.shuffle()
        assert set(deck.cards) == set(Deck().cards)

    def test_deal(self):
        deck = Deck()
        deck.shuffle(1)
        hands = deck.deal(5, 4)
        assert [len(hand) for hand in hands] == [5] * 4
        assert deck.dealt_cards == {card for hand in hands for card in hand}
        assert deck.remaining_cards() == 32

    def test_deal_never_repeats_a_card(self):
        deck = Deck()
        first = deck.deal(6, 4)
        second = deck.deal(7, 4)
        assert len({card for hand in first + second for card in hand}) == DECK_SIZE

    def test_too_many_cards_are_refused_and_nothing_is_dealt(self):
        deck = Deck()
        with pytest.raises(RulesError, match="56 cards, the deck has 52"):
            deck.deal(7, 8)
        with pytest.raises(RulesError):
            deck.deal(-1, 3)
        assert deck.remaining_cards() == DECK_SIZE

    def test_reset(self):
        deck = Deck()
        deck.deal(13, 4)
        assert deck.remaining_cards() == 0
        deck.reset()
        assert deck.remaining_cards() == DECK_SIZE
        assert deck.dealt_cards == set()
