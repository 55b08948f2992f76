"""Cards as text: `A♠` and `10♥` for people, `AS` and `TH` in files, URLs and on the wire. Every reader takes both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from overtrick.cards.masks import CARDS_IN_SUIT, DECK_SIZE
from overtrick.errors import NotACard

SUITS = "♠♥♣♦"
SUIT_LETTERS = "SHCD"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANK_LETTERS = "23456789TJQKA"
LOWEST_VALUE = 2


@dataclass(frozen=True, slots=True)
class Card:
    """A card as an object: `Card("A", "♠")`. Equal by rank and suit, ordered by rank alone.

    >>> Card("t", "h"), str(Card("t", "h")), Card.parse("10♥").index
    (Card('10', '♥'), '10♥', 21)
    """

    rank: str
    """2 to 10, J, Q, K or A; T is read as 10."""
    suit: str
    """♠, ♥, ♣ or ♦; S, H, C and D are read as those."""

    def __post_init__(self) -> None:
        if len(self.suit) != 1:
            raise NotACard(f"{self.rank!r} of {self.suit!r} is not a card; write rank and suit, as in Card('A', '♠')")
        name = card_name(parse_card(f"{self.rank}{self.suit}"))
        object.__setattr__(self, "rank", name[:-1])
        object.__setattr__(self, "suit", name[-1])

    @classmethod
    def from_index(cls, index: int) -> Card:
        """The card of that number: `suit * 13 + rank`, suits ♠ ♥ ♣ ♦."""
        if not 0 <= index < DECK_SIZE:
            raise NotACard(f"there is no card number {index}: cards are 0 to {DECK_SIZE - 1}")
        return cls(RANKS[index % CARDS_IN_SUIT], SUITS[index // CARDS_IN_SUIT])

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card a text names: `A♠`, `10h`, `TH`."""
        return cls.from_index(parse_card(text))

    @property
    def index(self) -> int:
        """The card's number everywhere inside: `suit * 13 + rank`."""
        return SUITS.index(self.suit) * CARDS_IN_SUIT + RANKS.index(self.rank)

    @property
    def value(self) -> int:
        """2 to 14; the ace is high."""
        return RANKS.index(self.rank) + LOWEST_VALUE

    def __lt__(self, other: Card) -> bool:
        return self.value < other.value

    def __le__(self, other: Card) -> bool:
        return self.value <= other.value

    def __gt__(self, other: Card) -> bool:
        return self.value > other.value

    def __ge__(self, other: Card) -> bool:
        return self.value >= other.value

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"Card({self.rank!r}, {self.suit!r})"

    def __deepcopy__(self, memo: dict[int, Any]) -> Card:
        return self


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
