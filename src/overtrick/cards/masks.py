"""Sets of cards as one integer: bit `card` is set when the card is in the set.

A card is `suit * 13 + rank`, suits ♠ ♥ ♣ ♦ = 0..3, ranks 2..A = 0..12. Masks are signed 64-bit integers: 52 bits fit,
and mixing them with counts and indices never leaves the integers.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from overtrick.kernel import JIT_IS_ON, kernel

SPADES, HEARTS, CLUBS, DIAMONDS = range(4)
NO_SUIT = -1
"""Stands where a suit would: no trump, or nothing led yet."""

CARDS_IN_SUIT = 13
DECK_SIZE = 52
SUIT = (1 << CARDS_IN_SUIT) - 1
"""The thirteen cards of suit 0; shift by `13 * suit` for another."""
DECK = (1 << DECK_SIZE) - 1

SPADE_CARDS = SUIT << (13 * SPADES)
HEART_CARDS = SUIT << (13 * HEARTS)
CLUB_CARDS = SUIT << (13 * CLUBS)
DIAMOND_CARDS = SUIT << (13 * DIAMONDS)

if JIT_IS_ON:

    def _unary_bits(instruction: str) -> Any:
        @intrinsic
        def bits(typingctx: Any, mask: Any) -> Any:
            def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                if instruction == "ctpop":
                    return builder.ctpop(arguments[0])
                from llvmlite import ir

                undefined_at_zero = ir.Constant(ir.IntType(1), 1)
                if instruction == "cttz":
                    return builder.cttz(arguments[0], undefined_at_zero)
                return builder.sub(ir.Constant(ir.IntType(64), 63), builder.ctlz(arguments[0], undefined_at_zero))

            return types.int64(types.int64), codegen

        return bits

    _count, _lowest, _highest = _unary_bits("ctpop"), _unary_bits("cttz"), _unary_bits("ctlz")

else:

    def _count(mask: int) -> int:
        return int(mask).bit_count()

    def _lowest(mask: int) -> int:
        return (int(mask) & -int(mask)).bit_length() - 1

    def _highest(mask: int) -> int:
        return int(mask).bit_length() - 1


@kernel
def count(mask: int) -> int:
    """How many cards are in the set."""
    return _count(mask)  # type: ignore[no-any-return]


@kernel
def lowest(mask: int) -> int:
    """The card with the lowest index; the set must not be empty."""
    return _lowest(mask)  # type: ignore[no-any-return]


@kernel
def highest(mask: int) -> int:
    """The card with the highest index; the set must not be empty."""
    return _highest(mask)  # type: ignore[no-any-return]


@kernel
def suit_of(card: int) -> int:
    """`card // 13`, for cards only: a multiplication takes half the time of a floor division."""
    return (card * 79) >> 10


@kernel
def rank_of(card: int) -> int:
    return card % CARDS_IN_SUIT


@kernel
def of_suit(mask: int, suit: int) -> int:
    """The cards of the set that belong to `suit`."""
    return mask & (SUIT << (CARDS_IN_SUIT * suit))


@kernel
def nth(mask: int, index: int) -> int:
    """The card at place `index` of the set, counted from the lowest.

    Halves the deck six times without a jump: a loop over `index` ends at a place no processor can predict.
    """
    first = 0
    for width in (32, 16, 8, 4, 2, 1):
        low = mask & ((1 << width) - 1)
        below = count(low)
        is_above = index >= below
        mask = mask >> width if is_above else low
        index = index - below if is_above else index
        first = first + width if is_above else first
    return first
