"""The house rules of Blob as data, and how they set up the record of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from overtrick.cards.masks import CLUBS, DECK_SIZE, DIAMONDS, HEARTS, NO_SUIT, SPADES
from overtrick.core.house import MOST_ROUNDS, Choice, HouseRules, choice, flag, number, numbers, series, set_up_match
from overtrick.core.record import MAX_CARDS, MAX_SEATS, Record
from overtrick.errors import RulesError
from overtrick.games.blob import KEY, NUMBER, RULES_VERSION
from overtrick.games.blob.rules import DIFFERENCE, EXACT, SQUARE

if TYPE_CHECKING:
    import random

    import numpy as np

    from overtrick.core.record import Rounds

MIN_SEATS = 3

Scoring: TypeAlias = Literal["exact", "difference", "square"]
SCORINGS: dict[Scoring, int] = {"exact": EXACT, "difference": DIFFERENCE, "square": SQUARE}
STAGE_SHRINKING, STAGE_ONES, STAGE_GROWING = range(3)


def generate_round_structure(starting_cards: int, num_players: int) -> list[int]:
    """Hand sizes of a match: down to one card, a one-card round for every player in all, and up again.

    >>> generate_round_structure(5, 3)
    [5, 4, 3, 2, 1, 1, 1, 2, 3, 4, 5]
    """
    check_hand_size(starting_cards, num_players)
    shrinking = list(range(starting_cards, 1, -1))
    return shrinking + [1] * num_players + shrinking[::-1]


def check_hand_size(cards: int, players: int) -> None:
    """Refuse a deal that the deck or the table cannot hold."""
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise RulesError(f"Blob is for {MIN_SEATS} to {MAX_SEATS} players, not {players}")
    if cards < 1:
        raise RulesError(f"a round needs at least one card each, not {cards}")
    if cards * players > DECK_SIZE:
        raise RulesError(
            f"cannot deal {cards} cards to {players} players: that takes {cards * players} cards, the deck has "
            f"{DECK_SIZE}; {players} players can have up to {DECK_SIZE // players} each"
        )


@dataclass(frozen=True)
class BlobRules(HouseRules):
    """The house rules of a Blob match."""

    game: ClassVar[str] = KEY
    version: ClassVar[int] = RULES_VERSION
    trump_suits: ClassVar[tuple[int, ...]] = (NO_SUIT, SPADES, HEARTS, CLUBS, DIAMONDS)

    hook: bool = flag(True, "Hook", "The dealer may not make the bids add up to the tricks.", code="hook")
    scoring: Scoring = choice(
        "exact",
        "Scoring",
        "What a bid that is made, and one that is missed, is worth.",
        (
            Choice("exact", "10 + bid, or nothing", "exact"),
            Choice("difference", "10 + bid, or minus 1 per trick over or under", "difference"),
            Choice("square", "10 + bid × bid, or nothing", "square"),
        ),
        code="scoring",
    )
    trumps: tuple[int, ...] = series(
        (SPADES, HEARTS, CLUBS, DIAMONDS, NO_SUIT),
        "Trumps",
        "The trump suit of each round in turn.",
        (
            Choice("S", "♠ spades", SPADES),
            Choice("H", "♥ hearts", HEARTS),
            Choice("C", "♣ clubs", CLUBS),
            Choice("D", "♦ diamonds", DIAMONDS),
            Choice("N", "no trump", NO_SUIT),
        ),
    )
    start_cards: int = number(
        7, "Cards in the first round", "Hands shrink to one card and grow again.", low=1, high=MAX_CARDS
    )
    round_cards: tuple[int, ...] | None = numbers(
        "Cards in every round", "A list of your own instead: 3, 2, 1.", low=1, high=MAX_CARDS
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.round_cards is not None and len(self.round_cards) > MOST_ROUNDS:
            raise RulesError(f"a match has at most {MOST_ROUNDS} rounds, not {len(self.round_cards)}")

    def schedule(self, players: int) -> list[int]:
        """Cards of every round of the match."""
        if self.round_cards is None:
            return generate_round_structure(self.start_cards, players)
        for cards in self.round_cards:
            check_hand_size(cards, players)
        return list(self.round_cards)

    def check_players(self, players: int) -> None:
        """Refuse a table that cannot play these rules."""
        self.schedule(players)

    @classmethod
    def check_deal(cls, players: int, cards: int) -> None:
        """Any hand size that the deck allows."""
        check_hand_size(cards, players)

    def set_up(self, state: Record, players: int, number: int, scores: Sequence[int]) -> None:
        """Prepare the record for round `number` of a match, counted from 0."""
        schedule = self.schedule(players)
        set_up_match(state, players, number, scores)
        self.set_up_round(state, players, schedule[number], self.trumps[number % len(self.trumps)], number % players)
        state.rounds = len(schedule)
        state.start_cards = schedule[0]
        state.ones_left = schedule[number:].count(1)
        state.stage = _stage(schedule, number)
        recent = schedule[:number][-len(state.recent) :]
        state.recent[: len(recent)] = recent

    def set_up_round(self, state: Record, players: int, cards: int, trump: int, dealer: int) -> None:
        """Prepare the record for a round of its own."""
        check_hand_size(cards, players)
        state.game = NUMBER
        state.players = players
        state.cards = cards
        state.trump = trump
        state.dealer = dealer
        self.write_house(state)

    def set_up_deal(self, state: Record, players: int, deal: int, cards: Sequence[int]) -> None:
        """The hand sizes in turn; the trump changes after each turn through them, the dealer with every deal."""
        turn, which = divmod(deal, len(cards))
        self.set_up_round(state, players, cards[which], self.trumps[turn % len(self.trumps)], deal % players)

    def draw_round(self, state: Record, players: int, cards: int | None, chance: random.Random) -> None:
        """Hand size, unless it is given, trump and dealer by chance."""
        size = cards or chance.choice(self.schedule(players))
        trump, dealer = chance.choice(self.trumps), chance.randrange(players)
        self.set_up_round(state, players, size, trump, dealer)

    def draw_rounds(
        self, rounds: Rounds, which: np.ndarray[Any, Any], players: int, cards: int | None, chance: np.random.Generator
    ) -> None:
        """The same for many rounds."""
        size = int(which.sum())
        if rounds["players"][0] == 0:
            for record in rounds:
                self.set_up_round(record, players, 1, 0, 0)
        rounds["cards"][which] = cards or chance.choice(self.schedule(players), size)
        rounds["trump"][which] = chance.choice(self.trumps, size)
        rounds["dealer"][which] = chance.integers(0, players, size)

    def with_hand_sizes(self, cards: Sequence[int], *, is_match: bool = True) -> BlobRules:
        """One number is the first round's of a match; several are the rounds themselves."""
        if is_match and len(cards) == 1:
            return replace(self, start_cards=cards[0], round_cards=None)
        return replace(self, round_cards=tuple(cards))

    @classmethod
    def usual(cls, players: int) -> BlobRules:
        """A first round of the usual size may be too large for the deck."""
        return cls(start_cards=min(cls.start_cards, DECK_SIZE // max(players, 1)) or 1)

    def with_wire(self, values: Mapping[str, Any]) -> HouseRules:
        """Logs of earlier versions have null for no trump."""
        trumps = values.get("trumps")
        if isinstance(trumps, list):
            values = {**values, "trumps": ["N" if suit is None else suit for suit in trumps]}
        return super().with_wire(values)

    def settled(self, players: int) -> BlobRules:
        """The list of rounds in full."""
        return replace(self, round_cards=tuple(self.schedule(players)))

    def opening(self, number: int) -> Literal["bid"]:
        """Every round begins with the bids."""
        return "bid"

    def rounds(self, players: int) -> int:
        """As many as the list has."""
        return len(self.schedule(players))

    def is_finished(self, players: int, rounds_played: int, scores: Sequence[int]) -> bool:
        return rounds_played >= len(self.schedule(players))

    def winners(self, scores: Sequence[int]) -> list[int]:
        """The seats with the highest score; a tie is shared."""
        return [seat for seat, score in enumerate(scores) if score == max(scores)]


def _stage(schedule: Sequence[int], number: int) -> int:
    if schedule[number] == 1:
        return STAGE_ONES
    return STAGE_GROWING if 1 in schedule[:number] else STAGE_SHRINKING


RULES = BlobRules
