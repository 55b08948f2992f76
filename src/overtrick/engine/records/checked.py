"""Reading what somebody else wrote: every value is checked, and a wrong one is named with what was expected."""

from __future__ import annotations

import reprlib
from typing import Any

from overtrick.cards.card import card_code, parse_card
from overtrick.core.seen import cards_of
from overtrick.errors import NewerFormat, NotACard, RecordError

LONGEST_SHOWN = 60
"""Characters of a wrong value that a message quotes."""


class Fields:
    """The fields of a JSON object that must all be there, be of the right kind, and be the only ones."""

    def __init__(self, where: str, value: object) -> None:
        if not isinstance(value, dict):
            raise RecordError(f"{where} should be an object of fields, not {shown(value)}")
        self.where = where
        self._values: dict[str, Any] = dict(value)

    def take(self, name: str) -> Any:
        """A field of any kind."""
        if name not in self._values:
            raise RecordError(f"{self.where} has no {name!r}")
        return self._values.pop(name)

    def has(self, name: str) -> bool:
        """Whether the field is there and was not taken."""
        return name in self._values

    def skip(self, name: str) -> None:
        """Let a field pass that is not for us, if it is there."""
        self._values.pop(name, None)

    def whole(self, name: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        return whole(f"{name!r} of {self.where}", self.take(name), low, high)

    def flag(self, name: str) -> bool:
        value = self.take(name)
        if not isinstance(value, bool):
            raise RecordError(f"{name!r} of {self.where} should be true or false, not {shown(value)}")
        return value

    def one_of(self, name: str, choices: tuple[str, ...]) -> str:
        value = self.take(name)
        if not isinstance(value, str) or value not in choices:
            raise RecordError(f"{name!r} of {self.where} should be one of {', '.join(choices)}, not {shown(value)}")
        return value

    def items(self, name: str, size: int | None = None) -> list[Any]:
        """A list, of `size` entries if that is given."""
        value = self.take(name)
        if not isinstance(value, list) or (size is not None and len(value) != size):
            wanted = "a list" if size is None else f"a list of {size}"
            raise RecordError(f"{name!r} of {self.where} should be {wanted}, not {shown(value)}")
        return value

    def version(self, name: str, newest: int) -> int:
        """A version number that this program can read."""
        version = self.whole(name, 1, 2**31)
        if version > newest:
            raise NewerFormat(
                f"{name!r} of {self.where} is {version}, and this program reads up to {newest}: update Overtrick"
            )
        return version

    def end(self) -> None:
        """Refuse fields that nobody asked for."""
        if self._values:
            names = sorted(map(str, self._values))
            some = ", ".join(
                name if name.isidentifier() and len(name) < LONGEST_SHOWN else shown(name) for name in names[:5]
            )
            more = f" and {len(names) - 5} more" if len(names) > 5 else ""
            raise RecordError(f"{self.where} has unknown fields: {some}{more}")


def whole(what: str, value: object, low: int, high: int) -> int:
    """A whole number within bounds; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise RecordError(f"{what} should be a whole number from {low} to {high}, not {shown(value)}")
    return value


def card(what: str, value: object) -> int:
    """A card by its code."""
    if not isinstance(value, str):
        raise RecordError(f"{what} should be a card as in AS or TH, not {shown(value)}")
    try:
        return parse_card(value)
    except NotACard as error:
        raise RecordError(f"{what}: {error}") from None


def card_list(what: str, value: object) -> list[int]:
    """Different cards by their codes."""
    if not isinstance(value, list):
        raise RecordError(f"{what} should be a list of cards, not {shown(value)}")
    cards = [card(what, item) for item in value]
    if len(set(cards)) != len(cards):
        raise RecordError(f"{what} names a card twice: {' '.join(map(card_code, cards))}")
    return cards


def codes(mask: int) -> list[str]:
    """The cards of a set by their codes, lowest first."""
    return [card_code(number) for number in cards_of(mask)]


def shown(value: object) -> str:
    """A value for a message: short, printable, and without following what is nested deep."""
    text = _REPR.repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def _repr() -> reprlib.Repr:
    """Repr itself climbs down to the bottom of what it shows, and runs out of stack where reading it just did not."""
    brief = reprlib.Repr()
    brief.maxlevel, brief.maxlist, brief.maxdict, brief.maxstring = 3, 20, 5, LONGEST_SHOWN
    brief.fillvalue = "…"
    return brief


_REPR = _repr()
