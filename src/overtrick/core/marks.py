"""Small kernels that all encoders share: marking sets of cards, and what can be counted from a seat."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from overtrick.cards.masks import CARDS_IN_SUIT, DECK, NO_SUIT, SUIT, count, lowest, of_suit, suit_of
from overtrick.core.record import Record
from overtrick.kernel import kernel

Row: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float32]]
"""One observation."""

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]


@kernel
def mark(row: Row, offset: int, cards: int) -> None:
    """Write 1 for every card of the set, counted from `offset`."""
    while cards != 0:
        row[offset + lowest(cards)] = 1.0
        cards &= cards - 1


@kernel
def played_cards(state: Record) -> int:
    """Everything laid on the table this round."""
    cards = 0
    for seat in range(state.players):
        cards |= state.played[seat]
    return cards


@kernel
def unseen_cards(state: Record, seat: int) -> int:
    """Cards neither in the seat's hand nor played."""
    return DECK & ~(state.hands[seat] | played_cards(state))  # type: ignore[no-any-return]


@kernel
def relative(state: Record, seat: int, other: int) -> int:
    """How many places to the left of `seat` the other one sits."""
    return (other - seat) % state.players  # type: ignore[no-any-return]


@kernel
def is_void(state: Record, seat: int, suit: int) -> bool:
    """Whether the seat has shown that it holds no card of the suit."""
    return of_suit(~state.lacks[seat], suit) == 0


@kernel
def beating(best: int, trump: int) -> int:
    """All cards that would take the trick from `best`, its winner so far."""
    suit = suit_of(best)
    cards = of_suit(DECK, suit) & ~((1 << (best + 1)) - 1)
    if trump not in (NO_SUIT, suit):
        cards |= SUIT << (CARDS_IN_SUIT * trump)
    return cards


@kernel
def count_around(row: Row, boss: int, above: int, below: int, cards: int, unseen: int) -> None:
    """For each of `cards`: how many unseen ones of its suit rank above and below it, and whether none is above."""
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        same = of_suit(unseen, suit_of(card))
        lower = count(same & ((1 << card) - 1))
        higher = count(same) - lower - (same >> card & 1)
        row[below + card] = lower / 12.0
        row[above + card] = higher / 12.0
        if higher == 0:
            row[boss + card] = 1.0


@kernel
def mark_lengths(row: Row, offset: int, cards: int) -> None:
    """Cards of each suit, as thirteenths."""
    for suit in range(4):
        row[offset + suit] = count(of_suit(cards, suit)) / 13.0
