"""The directions along which features of observations have several numbers, as schemas of all games share them."""

from __future__ import annotations

from overtrick.core.schema import Axis

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def suits(symbols: str) -> Axis:
    """The four suits in an order."""
    return Axis(f"suits {' '.join(symbols)}", tuple(symbols))


def cards(symbols: str) -> Axis:
    """The 52 cards, suits in an order."""
    return Axis(f"cards {' '.join(symbols)}", tuple(rank + suit for suit in symbols for rank in RANKS))


def lefts(first: int, last: int) -> tuple[str, ...]:
    """Seats by how far to the left of the viewer they are."""
    return tuple("me" if steps == 0 else f"{steps} left" for steps in range(first, last + 1))


def numbers(name: str, first: int, last: int) -> Axis:
    """Whole numbers from the first to the last."""
    return Axis(name, tuple(map(str, range(first, last + 1))))


CARDS = cards("♠♥♣♦")
SUITS = suits("♠♥♣♦")
SUITS_OR_NONE = Axis("suits ♠ ♥ ♣ ♦ none", (*"♠♥♣♦", "none"))
SEATS = Axis("seats from me leftwards", lefts(0, 7))
OTHERS = Axis("the others leftwards", lefts(1, 7))
TABLE_SEATS = Axis("seats 0 to 7", tuple(f"seat {seat}" for seat in range(8)))
FOUR = Axis("me left across right", ("me", "left", "across", "right"))
THREE = Axis("left across right", ("left", "across", "right"))

SLOT_NAMES = ("first", "second", "third", "fourth")
SLOTS = Axis("slots of suits", SLOT_NAMES)
SLOTS_OR_NONE = Axis("slots of suits, none", (*SLOT_NAMES, "none"))
SLOT_CARDS = Axis("cards by slot", tuple(f"{rank} of {slot}" for slot in SLOT_NAMES for rank in RANKS))
