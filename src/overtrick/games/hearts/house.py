"""The house rules of Hearts as data, and how they set up the record of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from overtrick.cards.masks import DECK_SIZE, NO_SUIT
from overtrick.core.house import HIGHEST_TARGET, Choice, HouseRules, choice, flag, number, series, set_up_match
from overtrick.core.record import Record
from overtrick.errors import RulesError
from overtrick.games.hearts import KEY, NUMBER, RULES_VERSION
from overtrick.games.hearts.rules import ACROSS, HOLD, LEFT, RIGHT, SEATS

if TYPE_CHECKING:
    import random

    import numpy as np

    from overtrick.core.record import Rounds

Direction: TypeAlias = Literal["left", "right", "across", "hold"]
PASSES: dict[Direction, int] = {"hold": HOLD, "left": LEFT, "across": ACROSS, "right": RIGHT}


@dataclass(frozen=True)
class HeartsRules(HouseRules):
    """The house rules of a Hearts match."""

    game: ClassVar[str] = KEY
    version: ClassVar[int] = RULES_VERSION
    hand_size: ClassVar[int | None] = DECK_SIZE // SEATS
    trump_suits: ClassVar[tuple[int, ...]] = (NO_SUIT,)

    target: int = number(
        100, "Play to", "The match ends when somebody has this many points.", low=1, high=HIGHEST_TARGET
    )
    passes: tuple[Direction, ...] = series(
        ("left", "right", "across", "hold"),
        "Passing",
        "Where three cards are passed in each round in turn.",
        (
            Choice("left", "left", "left"),
            Choice("right", "right", "right"),
            Choice("across", "across", "across"),
            Choice("hold", "no pass", "hold"),
        ),
    )
    queen_breaks_hearts: bool = flag(
        False,
        "The queen of spades also breaks hearts",
        "Hearts may be led once the queen of spades has been played.",
        code="queen_breaks",
    )
    moon: Literal["add", "subtract"] = choice(
        "add",
        "Shooting the moon",
        "What happens when one player takes all 26 points.",
        (Choice("add", "Others get +26", "add"), Choice("subtract", "Shooter gets −26", "subtract")),
        code="moon_subtracts",
    )
    jack_of_diamonds: bool = flag(
        False, "The jack of diamonds is worth −10", "Whoever takes it loses ten points.", code="jack_scores"
    )
    first_trick_points: bool = flag(
        False,
        "Points on the first trick",
        "Hearts and the queen of spades may be thrown on the first trick.",
        code="first_trick_points",
    )

    def check_players(self, players: int) -> None:
        """Refuse any table but one of four."""
        if players != SEATS:
            raise RulesError(f"Hearts is for {SEATS} players, not {players}")

    @classmethod
    def check_deal(cls, players: int, cards: int) -> None:
        """Thirteen cards to each of four."""
        cls().check_players(players)
        if cards != cls.hand_size:
            raise RulesError(f"Hearts is played with {cls.hand_size} cards each, not {cards}")

    def set_up(self, state: Record, players: int, number: int, scores: Sequence[int]) -> None:
        """Prepare the record for round `number` of a match, counted from 0."""
        set_up_match(state, players, number, scores)
        self.set_up_round(state, self.passes[number % len(self.passes)])
        state.dealer = number % SEATS
        state.target = self.target

    def set_up_round(self, state: Record, pass_to: Direction) -> None:
        """Prepare the record for a round of its own."""
        state.game = NUMBER
        state.players = SEATS
        state.cards = DECK_SIZE // SEATS
        state.trump = NO_SUIT
        state.pass_to = PASSES[pass_to]
        self.write_house(state)

    def set_up_deal(self, state: Record, players: int, deal: int, cards: Sequence[int]) -> None:
        """The passes in turn."""
        self.set_up(state, players, deal % len(self.passes), [0] * players)

    def draw_round(self, state: Record, players: int, cards: int | None, chance: random.Random) -> None:
        """The pass by chance."""
        self.set_up_round(state, chance.choice(self.passes))

    def draw_rounds(
        self, rounds: Rounds, which: np.ndarray[Any, Any], players: int, cards: int | None, chance: np.random.Generator
    ) -> None:
        """The same for many rounds."""
        if rounds["players"][0] == 0:
            for record in rounds:
                self.set_up_round(record, self.passes[0])
        rounds["pass_to"][which] = chance.choice([PASSES[way] for way in self.passes], int(which.sum()))

    def opening(self, number: int) -> Literal["pass", "play"]:
        """The pass, unless everybody keeps their cards."""
        return "play" if self.passes[number % len(self.passes)] == "hold" else "pass"

    def is_finished(self, players: int, rounds_played: int, scores: Sequence[int]) -> bool:
        return max(scores) >= self.target

    def winners(self, scores: Sequence[int]) -> list[int]:
        """The seats with the lowest score; a tie is shared."""
        return [seat for seat, score in enumerate(scores) if score == min(scores)]


RULES = HeartsRules
