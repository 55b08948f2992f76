"""The house rules of Spades as data, and how they set up the record of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from overtrick.cards.masks import DECK_SIZE, SPADES
from overtrick.core.house import HIGHEST_TARGET, Choice, HouseRules, choice, flag, number, set_up_match
from overtrick.core.record import Record
from overtrick.errors import RulesError
from overtrick.games.spades import KEY, NUMBER, RULES_VERSION
from overtrick.games.spades.rules import BAG_PENALTIES, BAGS, LOSING_SCORES, NIL_VALUES, SEATS, SIDES

if TYPE_CHECKING:
    import random

    from overtrick.core.record import Rounds


def _points(values: Sequence[int]) -> tuple[Choice, ...]:
    """A choice of points, in the order of their numbers in the record."""
    return tuple(Choice(str(value), f"{value}".replace("-", "−") if value else "nothing", value) for value in values)


@dataclass(frozen=True)
class SpadesRules(HouseRules):
    """The house rules of a Spades match."""

    game: ClassVar[str] = KEY
    version: ClassVar[int] = RULES_VERSION
    hand_size: ClassVar[int | None] = DECK_SIZE // SEATS
    trump_suits: ClassVar[tuple[int, ...]] = (SPADES,)

    target: int = number(500, "Play to", "The match ends when a side has this many points.", low=1, high=HIGHEST_TARGET)
    losing_score: int = choice(
        LOSING_SCORES[0],
        "Lost at",
        "The match also ends when a side has this many points or fewer.",
        _points(LOSING_SCORES),
        code="losing",
    )
    bag_penalty: int = choice(
        BAG_PENALTIES[0],
        "Ten bags cost",
        "Tricks above the contract are bags; ten of them, over any number of rounds, cost this much.",
        _points(BAG_PENALTIES),
        code="bags",
    )
    nil_value: int = choice(
        NIL_VALUES[0],
        "Nil",
        "What a bid of no trick brings if it is made, and costs if it is not.",
        _points(NIL_VALUES),
        code="nil",
    )
    failed_nil_counts: bool = flag(
        True,
        "Tricks of a failed nil count for the partner",
        "Otherwise they are bags, and the partner has to make the contract alone.",
        code="nil_counts",
    )

    def check_players(self, players: int) -> None:
        """Refuse any table but one of four."""
        if players != SEATS:
            raise RulesError(f"Spades is for {SEATS} players, not {players}")

    @classmethod
    def check_deal(cls, players: int, cards: int) -> None:
        """Thirteen cards to each of four."""
        cls().check_players(players)
        if cards != cls.hand_size:
            raise RulesError(f"Spades is played with {cls.hand_size} cards each, not {cards}")

    def set_up(self, state: Record, players: int, number: int, scores: Sequence[int]) -> None:
        """Prepare the record for round `number` of a match, counted from 0."""
        set_up_match(state, players, number, scores)
        self.set_up_round(state, number % SEATS)
        state.target = self.target

    def set_up_round(self, state: Record, dealer: int) -> None:
        """Prepare the record for a round of its own."""
        state.game = NUMBER
        state.players = SEATS
        state.cards = DECK_SIZE // SEATS
        state.trump = SPADES
        state.dealer = dealer
        self.write_house(state)

    def set_up_deal(self, state: Record, players: int, deal: int, cards: Sequence[int]) -> None:
        """Everybody deals in turn, and the sides begin with any number of bags in turn, so that every bag counts."""
        self.set_up_round(state, deal % SEATS)
        set_bags(state, deal % BAGS, deal // BAGS % BAGS)

    def draw_round(self, state: Record, players: int, cards: int | None, chance: random.Random) -> None:
        """The dealer and the bags of both sides by chance."""
        self.set_up_round(state, chance.randrange(SEATS))
        set_bags(state, chance.randrange(BAGS), chance.randrange(BAGS))

    def draw_rounds(
        self, rounds: Rounds, which: np.ndarray[Any, Any], players: int, cards: int | None, chance: np.random.Generator
    ) -> None:
        """The same for many rounds."""
        if rounds["players"][0] == 0:
            for record in rounds:
                self.set_up_round(record, 0)
        size = int(which.sum())
        rounds["dealer"][which] = chance.integers(0, SEATS, size)
        rounds["scores"][which, :SEATS] = np.tile(chance.integers(0, BAGS, (size, SIDES)), SEATS // SIDES)

    def opening(self, number: int) -> Literal["bid"]:
        """Every round begins with the bids."""
        return "bid"

    def is_finished(self, players: int, rounds_played: int, scores: Sequence[int]) -> bool:
        """A side is at the target or at the losing score, and the sides are not level."""
        is_level = len(set(scores[:SIDES])) == 1
        return not is_level and (max(scores) >= self.target or min(scores) <= self.losing_score)

    def winners(self, scores: Sequence[int]) -> list[int]:
        """Both seats of the side with the higher score."""
        return [seat for seat, score in enumerate(scores) if score == max(scores)]


def set_bags(state: Record, first: int, second: int) -> None:
    """Let the sides of a round of its own begin with so many bags: the last digits of their scores."""
    state.scores[:SEATS] = (first, second, first, second)


RULES = SpadesRules
