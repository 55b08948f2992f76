"""Suits by their role instead of their name, for schemas that treat alike what plays alike.

Hands that differ only in the names of suits are the same problem. Such a schema has four slots of thirteen cards, and
each seat's view decides which suit lies in which: so a network learns one thing once, and not up to 24 times. Which
suits may change places is the game's to say; by weight trumps come first, then the suit led, then the longest of the
own hand.

Of equally long suits that with the higher cards in hand comes first, then that with the higher cards unseen. Suits that
are equal in this, too, keep the engine's order, even where the play has told them apart.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from overtrick.cards.masks import CARDS_IN_SUIT, NO_SUIT, SUIT, count, lowest
from overtrick.core.marks import Row, unseen_cards
from overtrick.core.record import Record, led_suit
from overtrick.kernel import kernel

Order: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
"""The suit in each of the four slots."""

SUITS = 4
TRUMP_RANK, LED_RANK = 1 << 42, 1 << 41
"""Weights above any hand's, so that trumps and the suit led come first."""


@kernel
def order_by_weight(state: Record, seat: int, order: Order) -> None:
    """Fill `order` with the suit of each slot, the heaviest first."""
    for suit in range(SUITS):
        # The suit travels in its weight, so that sorting needs no second array.
        order[suit] = SUITS * suit_weight(state, seat, suit) + SUITS - 1 - suit
        place = suit
        while place > 0 and order[place] > order[place - 1]:
            order[place], order[place - 1] = order[place - 1], order[place]
            place -= 1
    for slot in range(SUITS):
        order[slot] = SUITS - 1 - order[slot] % SUITS


@kernel
def suit_weight(state: Record, seat: int, suit: int) -> int:
    """What a suit's slot is decided by: trumps, the suit led, cards held and which, cards unseen and which."""
    shift = CARDS_IN_SUIT * suit
    held = state.hands[seat] >> shift & SUIT
    unseen = unseen_cards(state, seat) >> shift & SUIT
    weight = ((count(held) << CARDS_IN_SUIT) + held << CARDS_IN_SUIT) + unseen
    if suit == state.trump:
        weight += TRUMP_RANK
    if suit == led_suit(state):
        weight += LED_RANK
    return weight  # type: ignore[no-any-return]


@kernel
def slot_of(order: Order, suit: int) -> int:
    """Where the suit lies; -1 for NO_SUIT."""
    for slot in range(SUITS):
        if order[slot] == suit:
            return slot
    return NO_SUIT


@kernel
def mark_slots(row: Row, offset: int, cards: int, order: Order) -> None:
    """Write 1 for every card of the set at its place in the order."""
    for slot in range(SUITS):
        held = cards >> (CARDS_IN_SUIT * order[slot]) & SUIT
        place = offset + CARDS_IN_SUIT * slot
        while held != 0:
            row[place + lowest(held)] = 1.0
            held &= held - 1


@kernel
def mark_strength(row: Row, boss: int, above: int, hand: int, unseen: int, order: Order) -> None:
    """For each card of the hand: unseen cards of its suit above it / 4, and whether there is none."""
    for slot in range(SUITS):
        held = hand >> (CARDS_IN_SUIT * order[slot]) & SUIT
        out = unseen >> (CARDS_IN_SUIT * order[slot]) & SUIT
        place = CARDS_IN_SUIT * slot
        while held != 0:
            rank = lowest(held)
            higher = count(out >> rank + 1)
            row[above + place + rank] = higher / 4.0
            row[boss + place + rank] = 1.0 if higher == 0 else 0.0
            held &= held - 1
