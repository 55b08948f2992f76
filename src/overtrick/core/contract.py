"""What a game gives to kernels: the functions that `overtrick.engine.dispatch` calls for whichever game a record is of.

Every function below is written once in each game's folder, as a kernel with the same name and parameters, in the module
that `MODULES` names. `tools/make_dispatch.py` writes the dispatch from this file and the catalogue.

A state is a full round or a view. Functions that take a seat read only what that seat may know, unless they say that
the round is finished or that they take a full state.
"""

from __future__ import annotations

from typing import Any, Protocol

from overtrick.core.marks import Row
from overtrick.core.randomness import Rng
from overtrick.core.record import Record
from overtrick.core.slots import Order

Numbers = Any


class Rules(Protocol):
    """How the game is played and scored. Seat s is on side s % sides(state), so partners sit opposite."""

    @staticmethod
    def begin(state: Record) -> None:
        """Ask for the first action of a round that has been dealt; `state` is full, all cards in their hands."""

    @staticmethod
    def legal_actions(state: Record) -> int:
        """What the seat to act may do, as a mask: bit b for bid b, bit c for card c; 0 when the round is over."""

    @staticmethod
    def apply(state: Record, action: int) -> None:
        """Carry out a legal action of the seat to act."""

    @staticmethod
    def score(state: Record, seat: int) -> int:
        """What the finished round adds to the match score of the seat's side."""

    @staticmethod
    def carried(state: Record, seat: int) -> int:
        """Points that the seat's side is likely to score in later rounds for what this finished one leaves behind.

        0 where rounds have nothing to do with each other, and where no later round will follow.
        """

    @staticmethod
    def sign(state: Record) -> int:
        """1 where a higher score is better, -1 where a lower one is."""

    @staticmethod
    def sides(state: Record) -> int:
        """How many sides play against each other: as many as seats where everybody plays alone."""

    @staticmethod
    def can_end_match(state: Record) -> bool:
        """Whether the match may be over after this round."""

    @staticmethod
    def has_ended_match(state: Record) -> bool:
        """Whether the match is over after this finished round."""

    @staticmethod
    def is_made(state: Record, seat: int) -> bool:
        """Whether the seat of a finished round made its bid; False in a game without bids."""

    @staticmethod
    def add_known(view: Record, held: Numbers) -> None:
        """Add to `held[seat]` the cards that the rules tell the viewer about other hands, beside those it passed."""


class Values(Protocol):
    """The scales of results: for networks, for search trees, and the keys of exact endings."""

    @staticmethod
    def value_of_result(state: Record, seat: int) -> float:
        """The finished round's value for the seat in [-1, 1]: what a network learns to predict."""

    @staticmethod
    def gain_per_value(state: Record) -> float:
        """Points of gain that make one unit of difference between values."""

    @staticmethod
    def utility_scale(state: Record) -> float:
        """Points of gain that make one unit of utility in a search tree."""

    @staticmethod
    def match_worth(state: Record) -> float:
        """Points of gain that winning the match is worth, against losing it, in a round that may end it."""

    @staticmethod
    def tally(state: Record, seat: int) -> int:
        """What the seat has taken so far, below 32: with the cards still held it decides how an ending can score."""

    @staticmethod
    def lone_cards(state: Record) -> int:
        """Cards that never do the same work as their neighbours in the suit."""


class Observations(Protocol):
    """What a seat sees as numbers."""

    @staticmethod
    def encode_seat(version: int, state: Record, seat: int, row: Row) -> None:
        """Write what `seat` sees in the game's schema of that version."""

    @staticmethod
    def write_order(state: Record, seat: int, order: Order) -> None:
        """Fill `order` with the suit in each slot as `seat` sees the round, for schemas that order suits by role."""


class Policies(Protocol):
    """Rule players."""

    @staticmethod
    def act(state: Record, policy: int, style: int, rng: Rng) -> int:
        """What a rule policy (EASY, NORMAL, HARD or PLAYOUT of `core.policies`) does for the seat to act."""


class Evidence(Protocol):
    """What the others' bids tell of their cards."""

    @staticmethod
    def likelihood(state: Record, seat: int) -> float:
        """How well a full deal explains what the seats but `seat` have said: from 0 to 1, 1 for nothing known."""


MODULES: dict[str, type[Any]] = {
    "rules": Rules,
    "values": Values,
    "observations.encode": Observations,
    "policies.actions": Policies,
    "evidence": Evidence,
}
"""The module of a game's folder that holds the functions of each class."""
