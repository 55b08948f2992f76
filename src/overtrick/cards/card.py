"""Cards as text: `A♠` and `10♥` for people, `AS` and `TH` in files, URLs and on the wire. Every reader takes both."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, DECK_SIZE
from overtrick.errors import NotACard

SUITS = "♠♥♣♦"
SUIT_LETTERS = "SHCD"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANK_LETTERS = "23456789TJQKA"


def card_name(card: int) -> str:
    """The card for people: `A♠`, `10♥`."""
    return RANKS[card % CARDS_IN_SUIT] + SUITS[card // CARDS_IN_SUIT]


def card_code(card: int) -> str:
    """The card for files and the wire: `AS`, `TH`."""
    return RANK_LETTERS[card % CARDS_IN_SUIT] + SUIT_LETTERS[card // CARDS_IN_SUIT]


def parse_card(text: str) -> int:
    """The card a text names, in either style and either case."""
    card = _NAMES.get(text.strip().upper())
    if card is None:
        raise NotACard(f"{text!r} is not a card; write rank and suit, as in AS, TH, 10♥ or q♣")
    return card


_NAMES = {
    rank + suit: card
    for card in range(DECK_SIZE)
    for rank in (RANKS[card % CARDS_IN_SUIT], RANK_LETTERS[card % CARDS_IN_SUIT])
    for suit in (SUITS[card // CARDS_IN_SUIT], SUIT_LETTERS[card // CARDS_IN_SUIT])
}
