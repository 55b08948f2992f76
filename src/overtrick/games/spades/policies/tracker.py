"""What the seat to act can work out about the cards it does not see: which are left, and who may hold them."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from overtrick.cards.masks import DECK
from overtrick.core.record import Record
from overtrick.games.spades.rules import SEATS
from overtrick.kernel import kernel

Holdings: TypeAlias = tuple[int, int, int]
"""Unseen cards that the seat on the left, the partner and the seat on the right can hold, as masks."""

MISSES = np.array(
    [
        [1.0 if 0 in (cards, seats) else (1 - 1 / seats) ** cards for cards in range(DECK.bit_length())]
        for seats in range(4)
    ]
)
"""Entry [m, n]: the chance that a certain one of m seats, all alike, holds none of n unseen cards."""


@kernel
def unseen_cards(state: Record) -> int:
    """Cards that the seat to act neither holds nor has seen played."""
    seen = state.hands[state.turn]
    for seat in range(SEATS):
        seen |= state.played[seat]
    return DECK & ~seen  # type: ignore[no-any-return]


@kernel
def possible_holdings(state: Record, unseen: int) -> Holdings:
    """What each other seat can hold: nothing that it has shown to lack."""
    seat = state.turn
    return (
        unseen & ~state.lacks[(seat + 1) % SEATS],
        unseen & ~state.lacks[(seat + 2) % SEATS],
        unseen & ~state.lacks[(seat + 3) % SEATS],
    )


@kernel
def holders(holdings: Holdings, cards: int) -> int:
    """How many of the other seats can hold one of `cards`."""
    return int(holdings[0] & cards != 0) + int(holdings[1] & cards != 0) + int(holdings[2] & cards != 0)


@kernel
def below(cards: int, card: int) -> int:
    """Those of `cards`, all of one suit, that are lower than `card`."""
    return cards & ((1 << card) - 1)


@kernel
def above(cards: int, card: int) -> int:
    """Those of `cards`, all of one suit, that are higher than `card`."""
    return cards & ~((2 << card) - 1)
