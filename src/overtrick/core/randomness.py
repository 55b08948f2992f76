"""Random numbers for kernels: SplitMix64, whose whole state is one number in an array that the caller owns.

Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
"""

from __future__ import annotations

from typing import Any, TypeAlias, cast

import numpy as np

from overtrick.cards.masks import DECK_SIZE, count, nth
from overtrick.kernel import kernel

Rng: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]
"""One uint64; every draw moves it on."""

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32, _11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32), np.uint64(11)


def make_rng(*seed: int) -> Rng:
    """A generator for this seed; several numbers (run, deal, seat) give independent ones."""
    state = np.random.SeedSequence([part % 2**64 for part in seed]).generate_state(1, np.uint64)
    return cast(Rng, state)


@kernel
def next_bits(rng: Rng) -> np.uint64:
    """64 random bits."""
    rng[0] += _STEP
    bits = rng[0]
    bits = (bits ^ (bits >> _30)) * _MIX_1
    bits = (bits ^ (bits >> _27)) * _MIX_2
    return bits ^ (bits >> _31)  # type: ignore[no-any-return]


@kernel
def below(rng: Rng, limit: int) -> int:
    """A whole number from 0 to limit - 1; the bias is below limit / 2³²."""
    return np.int64(((next_bits(rng) >> _32) * np.uint64(limit)) >> _32)  # type: ignore[return-value]


@kernel
def uniform(rng: Rng) -> float:
    """A number from 0 up to, not including, 1."""
    return np.int64(next_bits(rng) >> _11) * (1.0 / 9007199254740992.0)


@kernel
def pick(rng: Rng, mask: int) -> int:
    """A random card, or bid, of the set, which must not be empty."""
    return nth(mask, below(rng, count(mask)))


@kernel
def shuffle(rng: Rng, cards: np.ndarray[Any, Any]) -> None:
    """Put the cards in random order."""
    for place in range(len(cards) - 1, 0, -1):
        other = below(rng, place + 1)
        cards[place], cards[other] = cards[other], cards[place]


@kernel
def new_deck() -> np.ndarray[Any, Any]:
    """All cards in order."""
    return np.arange(DECK_SIZE)
