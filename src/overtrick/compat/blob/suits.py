"""Suits and hands in the two forms the classes and the kernels use."""

from __future__ import annotations

from collections.abc import Iterable

from overtrick.cards.card import SUITS, Card
from overtrick.cards.masks import NO_SUIT
from overtrick.core.seen import cards_of
from overtrick.errors import NotACard


def suit_number(suit: str | None) -> int:
    """0 to 3 for ♠ ♥ ♣ ♦, NO_SUIT for None."""
    if suit is None:
        return NO_SUIT
    if suit not in SUITS or len(suit) != 1:
        raise NotACard(f"{suit!r} is not a suit; the suits are {' '.join(SUITS)}")
    return SUITS.index(suit)


def suit_symbol(suit: int) -> str | None:
    """♠ ♥ ♣ ♦ for 0 to 3, None for NO_SUIT."""
    return None if suit == NO_SUIT else SUITS[suit]


def mask_of(cards: Iterable[Card]) -> int:
    """The cards as a set for kernels."""
    return sum(1 << card.index for card in set(cards))


def cards_in(mask: int) -> list[Card]:
    """The cards of a set, by suit and rank."""
    return [Card.from_index(card) for card in cards_of(mask)]
