"""House rules as data, and how they set up the record of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from overtrick.cards.masks import CLUBS, DECK_SIZE, DIAMONDS, NO_SUIT, SPADES
from overtrick.cards.masks import HEARTS as HEART_SUIT
from overtrick.errors import RulesError
from overtrick.games.blob.rules import DIFFERENCE, EXACT, SQUARE
from overtrick.games.hearts.rules import ACROSS, HOLD, LEFT, RIGHT, SEATS
from overtrick.games.state import BLOB, HEARTS, MAX_SEATS, Record

MIN_SEATS = 3
MOST_ROUNDS = 100
HIGHEST_TARGET = 10_000
"""Limits that keep every score and count within the record's fields."""

Scoring: TypeAlias = Literal["exact", "difference", "square"]
SCORINGS: dict[Scoring, int] = {"exact": EXACT, "difference": DIFFERENCE, "square": SQUARE}
PASSES = {"hold": HOLD, "left": LEFT, "across": ACROSS, "right": RIGHT}
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
class BlobRules:
    """The house rules of a Blob match."""

    game: ClassVar[Literal["blob"]] = "blob"
    version: ClassVar[int] = 1

    hook: bool = True
    """Whether the dealer is barred from making the bids add up to the tricks."""
    scoring: Scoring = "exact"
    """10 + bid or 0; 10 + bid or minus the difference; 10 + bid² or 0."""
    trumps: tuple[int, ...] = (SPADES, HEART_SUIT, CLUBS, DIAMONDS, NO_SUIT)
    """The trump of each round in turn; NO_SUIT is a round without trump."""
    start_cards: int = 7
    """Cards of the first round, when `round_cards` is not given."""
    round_cards: tuple[int, ...] | None = None
    """Cards of every round; None for `generate_round_structure(start_cards, players)`."""

    def __post_init__(self) -> None:
        if self.scoring not in SCORINGS:
            raise RulesError(f"unknown scoring {self.scoring!r}; choose one of {', '.join(SCORINGS)}")
        if not self.trumps or any(suit not in range(NO_SUIT, 4) for suit in self.trumps):
            raise RulesError(f"trumps must be suits 0 to 3 or {NO_SUIT} for no trump, not {self.trumps}")
        if self.round_cards is not None and not self.round_cards:
            raise RulesError("the list of rounds is empty")
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

    def set_up(self, state: Record, players: int, number: int, scores: Sequence[int]) -> None:
        """Prepare the record for round `number` of a match, counted from 0."""
        schedule = self.schedule(players)
        _set_up_match(state, players, number, scores)
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
        state.game = BLOB
        state.players = players
        state.cards = cards
        state.trump = trump
        state.dealer = dealer
        state.hook = int(self.hook)
        state.scoring = SCORINGS[self.scoring]

    def is_finished(self, players: int, rounds_played: int, scores: Sequence[int]) -> bool:
        return rounds_played >= len(self.schedule(players))

    def winners(self, scores: Sequence[int]) -> list[int]:
        """The seats with the highest score; a tie is shared."""
        return [seat for seat, score in enumerate(scores) if score == max(scores)]


@dataclass(frozen=True)
class HeartsRules:
    """The house rules of a Hearts match."""

    game: ClassVar[Literal["hearts"]] = "hearts"
    version: ClassVar[int] = 1

    target: int = 100
    """The match ends when somebody has this many points."""
    passes: tuple[Literal["left", "right", "across", "hold"], ...] = ("left", "right", "across", "hold")
    """The direction of the pass of each round in turn."""
    queen_breaks_hearts: bool = False
    """Whether the queen of spades, too, lets hearts be led."""
    moon: Literal["add", "subtract"] = "add"
    """All 26 points add 26 to the others, or take 26 from the shooter."""
    jack_of_diamonds: bool = False
    """Whether the jack of diamonds is worth minus 10."""
    first_trick_points: bool = False
    """Whether points may be thrown on the first trick."""

    def __post_init__(self) -> None:
        if not 1 <= self.target <= HIGHEST_TARGET:
            raise RulesError(f"the target must be from 1 to {HIGHEST_TARGET} points, not {self.target}")
        if not self.passes or any(way not in PASSES for way in self.passes):
            raise RulesError(f"passes must be among {', '.join(PASSES)}, not {self.passes}")
        if self.moon not in ("add", "subtract"):
            raise RulesError(f"the moon can 'add' or 'subtract', not {self.moon!r}")

    def check_players(self, players: int) -> None:
        """Refuse any table but one of four."""
        if players != SEATS:
            raise RulesError(f"Hearts is for {SEATS} players, not {players}")

    def set_up(self, state: Record, players: int, number: int, scores: Sequence[int]) -> None:
        """Prepare the record for round `number` of a match, counted from 0."""
        _set_up_match(state, players, number, scores)
        self.set_up_round(state, self.passes[number % len(self.passes)])
        state.dealer = number % SEATS
        state.target = self.target

    def set_up_round(self, state: Record, pass_to: Literal["left", "right", "across", "hold"]) -> None:
        """Prepare the record for a round of its own."""
        state.game = HEARTS
        state.players = SEATS
        state.cards = DECK_SIZE // SEATS
        state.trump = NO_SUIT
        state.pass_to = PASSES[pass_to]
        state.queen_breaks = int(self.queen_breaks_hearts)
        state.moon_subtracts = int(self.moon == "subtract")
        state.jack_scores = int(self.jack_of_diamonds)
        state.first_trick_points = int(self.first_trick_points)

    def is_finished(self, players: int, rounds_played: int, scores: Sequence[int]) -> bool:
        return max(scores) >= self.target

    def winners(self, scores: Sequence[int]) -> list[int]:
        """The seats with the lowest score; a tie is shared."""
        return [seat for seat, score in enumerate(scores) if score == min(scores)]


Rules: TypeAlias = BlobRules | HeartsRules


def _set_up_match(state: Record, players: int, number: int, scores: Sequence[int]) -> None:
    state.players = players
    state.round = number
    state.scores[:] = 0
    state.scores[:players] = scores
    state.recent[:] = 0


def _stage(schedule: Sequence[int], number: int) -> int:
    if schedule[number] == 1:
        return STAGE_ONES
    return STAGE_GROWING if 1 in schedule[:number] else STAGE_SHRINKING
