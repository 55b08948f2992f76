"""House rules, declared once: a frozen dataclass for each game whose fields say what people may choose.

    @dataclass(frozen=True)
    class MyRules(HouseRules):
        hook: bool = flag(True, "Hook", "The dealer may not make the bids add up to the tricks.", code="hook")

Records of matches, the wire, the page's form, the command line, what external programs see, the docs and the TypeScript
types follow from these declarations. A rule with a `code` is also written to the record of a round, in the order of
declaration, where kernels read it as `state.house[place]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar, cast

from overtrick.errors import RulesError

if TYPE_CHECKING:
    import random

    import numpy as np

    from overtrick.core.record import Record, Rounds

HIGHEST_TARGET = 10_000
MOST_ROUNDS = 100
"""Limits that keep every score and count within the record's fields."""

Kind = Literal["flag", "number", "choice", "series", "numbers"]
Value = TypeVar("Value")


@dataclass(frozen=True)
class Choice:
    """One of the values that people may choose from."""

    key: str
    """As people write it."""
    label: str
    """As people read it."""
    value: Any
    """As the rules keep it."""


@dataclass(frozen=True)
class Rule:
    """What is declared of one house rule."""

    name: str
    kind: Kind
    """Yes or no, a whole number, one of a few, several of a few in order, or several numbers or none at all."""
    label: str
    help: str
    default: Any
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    """Limits of numbers."""
    code: str | None = None
    """Its name in positions, for rules that stand in the record of a round."""

    def check(self, value: Any) -> None:
        """Refuse a value that the rule cannot have."""
        if self.kind == "flag":
            is_right = isinstance(value, bool)
            wanted = "yes or no"
        elif self.kind == "number":
            is_right = _is_whole(value) and self.low <= value <= self.high
            wanted = f"from {self.low} to {self.high}"
        elif self.kind == "choice":
            is_right = _is_among(value, self.values)
            wanted = f"one of {', '.join(map(str, self.values))}"
        elif self.kind == "series":
            is_right = isinstance(value, tuple) and bool(value) and all(_is_among(item, self.values) for item in value)
            wanted = f"a list of {', '.join(map(str, self.values))}"
        else:
            items = value if isinstance(value, tuple) else ()
            is_right = value is None or (bool(items) and all(_is_whole(item) for item in items))
            wanted = "a list of whole numbers, or none"
        if not is_right:
            raise RulesError(f"house rule {self.name!r} should be {wanted}, not {value!r}")

    @property
    def values(self) -> list[Any]:
        return [choice.value for choice in self.choices]

    @property
    def highest_code(self) -> int:
        """The highest number that stands for a value in the record."""
        return self.high if self.kind == "number" else max(len(self.choices) - 1, 1)

    def number(self, value: Any) -> int:
        """The value as a number for the record."""
        return int(value) if self.kind in ("flag", "number") else self.values.index(value)

    def from_number(self, number: int) -> Any:
        """The value that a number in the record stands for."""
        if self.kind == "flag":
            return bool(number)
        return int(number) if self.kind == "number" else self.values[int(number)]

    def on_the_wire(self, value: Any) -> Any:
        """The value as clients have it: choices by their keys."""
        if self.kind == "choice":
            return self._key(value)
        if self.kind == "series":
            return [self._key(item) for item in value]
        return list(value) if isinstance(value, tuple) else value

    def from_wire(self, value: Any) -> Any:
        """The value that a client sent or the log has."""
        if self.kind == "choice":
            return self._chosen(str(value))
        if self.kind == "series" and isinstance(value, list):
            return tuple(self._chosen(str(item)) for item in value)
        return tuple(value) if isinstance(value, list) else value

    def _key(self, value: Any) -> str:
        return self.choices[self.values.index(value)].key

    def read(self, text: str) -> Any:
        """The value of a text on the command line: `yes`, `100`, `add`, `left+right`, `3+2+1`."""
        if self.kind == "flag":
            if text.lower() not in _TRUTHS:
                raise RulesError(f"house rule {self.name!r} is on or off, not {text!r}")
            return _TRUTHS[text.lower()]
        if self.kind == "number":
            return self._number(text)
        if self.kind == "choice":
            return self._chosen(text)
        parts = [part.strip() for part in text.split("+") if part.strip()]
        if self.kind == "series":
            return tuple(self._chosen(part) for part in parts)
        return None if text.lower() in ("", "none") else tuple(self._number(part) for part in parts)

    def _number(self, text: str) -> int:
        if not text.lstrip("-").isdecimal():
            raise RulesError(f"house rule {self.name!r} is a whole number, not {text!r}")
        return int(text)

    def _chosen(self, text: str) -> Any:
        for choice in self.choices:
            if text.lower() == choice.key.lower():
                return choice.value
        keys = ", ".join(choice.key for choice in self.choices)
        raise RulesError(f"house rule {self.name!r} cannot be {text!r}; choose one of {keys}")


_TRUTHS = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


def flag(default: bool, label: str, help: str, *, code: str | None = None) -> bool:  # noqa: A002
    """Declare a rule that is on or off."""
    return cast(bool, _declare("flag", default, label, help, code=code))


def number(default: int, label: str, help: str, *, low: int, high: int, code: str | None = None) -> int:  # noqa: A002
    """Declare a whole number within limits."""
    return cast(int, _declare("number", default, label, help, low=low, high=high, code=code))


def choice(default: Value, label: str, help: str, choices: Sequence[Choice], *, code: str | None = None) -> Value:  # noqa: A002
    """Declare one of a few values; in the record stands its place among them."""
    return cast(Value, _declare("choice", default, label, help, choices=tuple(choices), code=code))


def series(default: Value, label: str, help: str, choices: Sequence[Choice]) -> Value:  # noqa: A002
    """Declare several values in order, which rounds take in turn."""
    return cast(Value, _declare("series", default, label, help, choices=tuple(choices)))


def numbers(label: str, help: str, *, low: int, high: int) -> tuple[int, ...] | None:  # noqa: A002
    """Declare a list of whole numbers that may be left out."""
    return cast("tuple[int, ...] | None", _declare("numbers", None, label, help, low=low, high=high))


def _declare(kind: Kind, default: Any, label: str, text: str, **rest: Any) -> Any:
    return field(default=default, metadata={"rule": {"kind": kind, "label": label, "help": text, **rest}})


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a match; every game has a class of its own."""

    game: ClassVar[str]
    """The key of the game."""
    version: ClassVar[int]
    """Of the rules themselves, in records and models."""
    hand_size: ClassVar[int | None] = None
    """Cards dealt to each seat, in games where that never changes."""
    trump_suits: ClassVar[tuple[int, ...]]
    """What can be trump, with NO_SUIT for none."""

    def __post_init__(self) -> None:
        for rule in self.declared():
            rule.check(getattr(self, rule.name))

    @classmethod
    def declared(cls) -> tuple[Rule, ...]:
        """Every house rule, in the order people see them."""
        return tuple(
            Rule(name=one.name, default=one.default, **one.metadata["rule"]) for one in fields(cls) if one.metadata
        )

    @classmethod
    def in_record(cls) -> tuple[Rule, ...]:
        """The rules that stand in the record of a round, at their place in `house`."""
        return tuple(rule for rule in cls.declared() if rule.code is not None)

    @classmethod
    def usual(cls, players: int) -> HouseRules:
        """The rules of a table of so many where nobody asked for others."""
        return cls()

    def with_options(self, text: str) -> HouseRules:
        """The same with what `hook=off,scoring=square` says instead."""
        known = {rule.name: rule for rule in self.declared()}
        given: dict[str, Any] = {}
        for part in (part.strip() for part in text.split(",") if part.strip()):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals or name not in known:
                raise RulesError(
                    f"{part!r} is no house rule of {self.game}; there are {', '.join(known)}, as in NAME=VALUE"
                )
            given[name] = known[name].read(value)
        return replace(self, **given)

    def as_json(self) -> dict[str, Any]:
        """Every rule by name, as JSON can hold it."""
        values = {rule.name: getattr(self, rule.name) for rule in self.declared()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> HouseRules:
        """The rules of such values; missing ones keep their default, unknown ones are refused."""
        known = [rule.name for rule in cls.declared()]
        for name in values:
            if name not in known:
                raise RulesError(f"{name!r} is no house rule of {cls.game}; there are {', '.join(known)}")
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})

    def on_the_wire(self) -> dict[str, Any]:
        """Every rule by name, choices by their keys: as clients and the server's log have it."""
        return {rule.name: rule.on_the_wire(getattr(self, rule.name)) for rule in self.declared()}

    def with_wire(self, values: Mapping[str, Any]) -> HouseRules:
        """The same with what such values say instead."""
        known = {rule.name: rule for rule in self.declared()}
        for name in values:
            if name not in known:
                raise RulesError(f"{name!r} is no house rule of {self.game}; there are {', '.join(known)}")
        return replace(self, **{name: known[name].from_wire(value) for name, value in values.items()})

    def settled(self, players: int) -> HouseRules:
        """The same rules with everything spelled out that follows from the number of players."""
        return self

    @classmethod
    def described(cls, state: Record) -> dict[str, Any]:
        """The rules that a record of a round holds, by name."""
        return {rule.name: rule.from_number(state.house[place]) for place, rule in enumerate(cls.in_record())}

    def write_house(self, state: Record) -> None:
        """Write the rules that kernels need to the record."""
        for place, rule in enumerate(self.in_record()):
            state.house[place] = rule.number(getattr(self, rule.name))

    def check_players(self, players: int) -> None:
        """Refuse a table that cannot play these rules."""
        raise NotImplementedError

    @classmethod
    def check_deal(cls, players: int, cards: int) -> None:
        """Refuse a deal of so many cards to so many seats if no match of the game has it."""
        raise NotImplementedError

    def set_up(self, state: Record, players: int, number: int, scores: Sequence[int]) -> None:
        """Prepare the record for round `number` of a match, counted from 0."""
        raise NotImplementedError

    def set_up_deal(self, state: Record, players: int, deal: int, cards: Sequence[int]) -> None:
        """Prepare the record for a deal of its own: whatever changes from round to round goes round with its number."""
        raise NotImplementedError

    def draw_round(self, state: Record, players: int, cards: int | None, chance: random.Random) -> None:
        """Prepare the record for a round of its own, all that changes from round to round drawn by chance."""
        raise NotImplementedError

    def draw_rounds(
        self, rounds: Rounds, which: np.ndarray[Any, Any], players: int, cards: int | None, chance: np.random.Generator
    ) -> None:
        """The same for the marked ones of many rounds; those that were never set up are set up first."""
        raise NotImplementedError

    def with_hand_sizes(self, cards: Sequence[int], *, is_match: bool = True) -> HouseRules:
        """The same rules with the hand sizes chosen: of the first round, or of every round."""
        raise RulesError(f"every hand of {self.game} has {self.hand_size} cards; the hand size cannot be chosen")

    def opening(self, number: int) -> Literal["bid", "pass", "play"]:
        """What round `number` begins with."""
        raise NotImplementedError

    def rounds(self, players: int) -> int | None:
        """How many rounds a match has, where that is fixed."""
        return None

    def is_finished(self, players: int, rounds_played: int, scores: Sequence[int]) -> bool:
        """Whether the match is over with these totals."""
        raise NotImplementedError

    def winners(self, scores: Sequence[int]) -> list[int]:
        """The seats that have won with these totals; a tie is shared."""
        raise NotImplementedError


def set_up_match(state: Record, players: int, number: int, scores: Sequence[int]) -> None:
    """Write where the match stands to the record of its round `number`, counted from 0."""
    state.players = players
    state.round = number
    state.scores[:] = 0
    state.scores[:players] = scores
    state.recent[:] = 0


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_among(value: object, values: Sequence[object]) -> bool:
    return any(type(value) is type(known) and value == known for known in values)
