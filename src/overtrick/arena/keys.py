"""Randomness by address: every deck and every decision of an evaluation has a generator of its own.

The address of a decision is the deal, the round of the match, the seat and how often that seat has decided before. Who
sits elsewhere is no part of it: a player that holds the same hand in the same position draws the same numbers in every
replay, so luck of the dice cancels like luck of the cards, and the order of execution cannot matter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.core.randomness import Rng, new_deck, next_bits, shuffle
from overtrick.kernel import kernel

DECK_SEAT = 255
"""Stands for a seat in the address of a deck."""


@kernel
def point_rng(rng: Rng, seed: int, deal: int, number: int, seat: int, decision: int) -> None:
    """Set `rng` to the generator of one decision."""
    rng[0] = np.uint64(seed)
    rng[0] = next_bits(rng) ^ np.uint64(deal)
    rng[0] = next_bits(rng) ^ np.uint64(number)
    rng[0] = next_bits(rng) ^ np.uint64(seat)
    rng[0] = next_bits(rng) ^ np.uint64(decision)


@kernel
def shuffled_deck(seed: int, deal: int, number: int) -> np.ndarray[Any, Any]:
    """The deck of round `number` of a deal or match."""
    rng = np.zeros(1, np.uint64)
    point_rng(rng, seed, deal, number, DECK_SEAT, 0)
    deck = new_deck()
    shuffle(rng, deck)
    return deck
