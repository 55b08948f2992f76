"""What a game gives to Python: one `Game` in the `game.py` of its folder.

Everything here is light; what needs Numba or is asked for rarely lies in modules of the folder, its parts, which are
imported when somebody asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    import numpy as np

    from overtrick.core.house import HouseRules
    from overtrick.core.record import Record, Rounds
    from overtrick.core.schema import Schema
    from overtrick.core.seen import SeatView, Seen


class Words(Protocol):
    """`words.py`: what is said for an action, and why one is refused."""

    @staticmethod
    def reasons(view: SeatView, action: int) -> tuple[str, ...]:
        """What speaks for a bid or card, from what the seat knows, most important first; never empty."""

    @staticmethod
    def why_not(table: Seen, card: int) -> str:
        """Which rule keeps a card back that the seat to act holds and that does not fail to follow suit."""

    @staticmethod
    def why_no_bid(table: Seen, bid: int) -> str:
        """Which rule forbids a bid from 0 to the cards dealt."""


class Terminal(Protocol):
    """`terminal.py`: what a table in the terminal shows beside tricks and scores."""

    @staticmethod
    def facts(table: Seen, dealer: str) -> list[str]:
        """What is special about the round; `dealer` says who deals: `you deal`."""

    COLUMN: str
    """The head of the column beside the tricks won."""

    @staticmethod
    def figure(record: Record, seat: int) -> str:
        """What stands there for a seat."""


class Table(Protocol):
    """`table.py`: what the server tells of a round beside what every game has, from public knowledge alone."""

    @staticmethod
    def facts(record: Record) -> dict[str, int | list[int] | None]:
        """What is special about a round so far or at its end, for plates and score sheets."""

    @staticmethod
    def are_scores_settled(known: Any) -> bool:
        """Whether no card still to be played can change a score; `known` has the fields of the record as numbers."""


class External(Protocol):
    """`external.py`: what programs of others are told beside what every game has."""

    @staticmethod
    def facts(view: SeatView) -> dict[str, Any]:
        """Fields for the message, from the view alone."""


class Arena(Protocol):
    """`arena.py`: what evaluations count beside points."""

    COUNTS: tuple[str, ...]
    """Names of what is counted, by seat."""
    KEYS: tuple[str, ...]
    """The names that `report` gives."""

    @staticmethod
    def count(table: Seen) -> list[list[int]]:
        """For each name, how often each seat did it in a finished round."""

    @staticmethod
    def forfeit_scores(players: int, seat: int) -> list[int]:
        """What a round adds for each seat when the player in `seat` fails."""

    @staticmethod
    def report(counts: Counts) -> dict[str, Any]:
        """The figures of an evaluation, ready for JSON."""

    @staticmethod
    def lines(report: dict[str, Any]) -> list[tuple[str, str, str]]:
        """The same for people: what it is, the player's figure, the opponent's."""


class Counts(Protocol):
    """What a game's `report` may ask: all figures are of one side of an evaluation, by its name."""

    sides: tuple[str, ...]

    def per_deal(self, name: str, side: str) -> float:
        """How often a seat of the side did it, per deal."""

    def by_cards(self, name: str, side: str) -> dict[int, float]:
        """The same for each hand size."""


class Training(Protocol):
    """`training.py`: rounds to learn at, and settings that suit the game."""

    PRESETS: Mapping[str, Mapping[str, Mapping[str, Any]]]
    """Settings by preset and algorithm, laid over those that every game has."""

    @staticmethod
    def check_mix(mix: Any) -> None:
        """Refuse a `TableMix` that cannot be dealt."""

    @staticmethod
    def draw_mix(mix: Any, size: int, chance: np.random.Generator) -> Rounds:
        """`size` rounds set up by a `TableMix`, not dealt yet."""

    @staticmethod
    def draw_any(rounds: Rounds, chance: np.random.Generator) -> None:
        """Set rounds up so that all kinds of tables are met."""


class Tactics(Protocol):
    """`tactics.py`: positions of the suite, which lie beside it in `tactics.jsonl`."""

    @staticmethod
    def set_up(record: Record, setup: Mapping[str, Any]) -> None:
        """Prepare the record for what was dealt, up to the first action."""


@dataclass(frozen=True)
class Style:
    """A way the `hard` policy leans."""

    key: str
    name: str
    text: str
    """What it does, in one line."""


@dataclass(frozen=True)
class Game:
    """One game, as everything that names none sees it."""

    key: str
    """Its folder, and its name in files, on the wire and on the command line."""
    number: int
    """Its number in records."""
    rules_version: int
    """Of its rules, in records and models: raised when the same actions would score otherwise."""
    title: str
    """What people call it."""
    text: str
    """What it is about, in one sentence."""
    least_players: int
    most_players: int
    default_players: int
    has_bids: bool
    """Whether seats bid before the play."""
    has_passes: bool
    """Whether cards are passed before the play, at least in some rounds."""
    has_stock: bool
    """Whether cards may be left out of the deal."""
    has_evidence: bool
    """Whether `evidence.likelihood` tells deals apart."""
    partnerships: int | None
    """How many sides there are, each of seats that sit opposite; None where everybody plays alone."""
    is_less_better: bool
    """Whether the lowest score wins."""
    styles: tuple[Style, ...]
    """The styles of the `hard` policy, each at its number; the first is no style at all."""
    search: Mapping[str, Any]
    """What search does differently in this game, as options of the player `search`."""
    environment_schema: str
    """What environments observe unless told otherwise."""
    peer: str
    """The game's name in OpenSpiel, with its parameters, for comparisons."""

    def sides(self, players: int) -> int:
        """How many sides play against each other at a table of so many."""
        return self.partnerships or players

    @cached_property
    def rules(self) -> type[HouseRules]:
        """Its house rules."""
        found: type[HouseRules] = self.part("house").RULES
        return found

    @cached_property
    def schemas(self) -> tuple[Schema, ...]:
        """Its observation schemas, oldest first."""
        found: tuple[Schema, ...] = self.part("observations.schemas").SCHEMAS
        return found

    @cached_property
    def words(self) -> Words:
        return cast(Words, self.part("words"))

    @cached_property
    def terminal(self) -> Terminal:
        return cast(Terminal, self.part("terminal"))

    @cached_property
    def table(self) -> Table:
        return cast(Table, self.part("table"))

    @cached_property
    def external(self) -> External:
        return cast(External, self.part("external"))

    @cached_property
    def arena(self) -> Arena:
        return cast(Arena, self.part("arena"))

    @cached_property
    def training(self) -> Training:
        return cast(Training, self.part("training"))

    @cached_property
    def tactics(self) -> Tactics:
        return cast(Tactics, self.part("tactics"))

    def part(self, name: str) -> Any:
        """A module of the game's folder."""
        return import_module(f"overtrick.games.{self.key}.{name}")
