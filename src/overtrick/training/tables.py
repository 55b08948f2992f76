"""Tables to learn at: which numbers of players and cards, which trumps and passes, within a match or on their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from overtrick.cards.masks import DECK_SIZE, NO_SUIT
from overtrick.errors import OvertrickError
from overtrick.games.batch import deal_all
from overtrick.games.house import MIN_SEATS, BlobRules, HeartsRules
from overtrick.games.randomness import make_rng
from overtrick.games.state import MAX_SEATS, Rounds, empty_rounds

Game = Literal["blob", "hearts"]

LONG_HAND = 10
"""Blob hands above this many cards are dealt more rarely: they cost as much as several short ones."""
TARGET = 100
MOST_ROUNDS = 24


@dataclass(frozen=True)
class TableMix:
    """What kinds of rounds are dealt, and how often."""

    game: Game
    players: tuple[int, ...] = (4, 4, 4, 3, 5, 6, 7, 8)
    """Blob: numbers of players; one that is named more often is dealt more often."""
    cards: tuple[int, ...] | None = None
    """Blob: hand sizes, as far as the deck allows; None for all, long ones more rarely."""
    no_trump: float = 0.2
    """Blob: the share of rounds without trumps."""
    long_hands: float = 0.1
    """Blob: the share of rounds with more than ten cards where the deck allows it, if `cards` is None."""
    holds: float = 0.25
    """Hearts: the share of rounds without a pass."""
    in_match: float = 0.5
    """The share of rounds that are dealt as part of a match, with any scores."""

    def __post_init__(self) -> None:
        if any(not MIN_SEATS <= players <= MAX_SEATS for players in self.players):
            raise OvertrickError(f"Blob is for {MIN_SEATS} to {MAX_SEATS} players, not {self.players}")
        if self.cards is not None and min(self.cards) * max(self.players) > DECK_SIZE:
            raise OvertrickError(f"{max(self.players)} players cannot have {min(self.cards)} cards each")


def deal_rounds(mix: TableMix, size: int, seed: int, *path: int) -> Rounds:
    """`size` rounds of the mix, dealt and ready for the first action; the same for the same seed and path."""
    rng = make_rng(seed, *path)
    chance = np.random.default_rng(int(rng[0]))
    rounds = _blob_rounds(mix, size, chance) if mix.game == "blob" else _hearts_rounds(mix, size, chance)
    deal_all(rounds, rng)
    return rounds


def _blob_rounds(mix: TableMix, size: int, chance: np.random.Generator) -> Rounds:
    rounds = empty_rounds(size)
    players = chance.choice(mix.players, size)
    cards = _hand_sizes(mix, players, chance)
    for kind in set(zip(players.tolist(), cards.tolist(), strict=True)):
        template = empty_rounds(1)
        BlobRules().set_up_round(template[0], *kind, NO_SUIT, 0)
        rounds[(players == kind[0]) & (cards == kind[1])] = template[0]
    rounds["trump"] = np.where(chance.random(size) < mix.no_trump, NO_SUIT, chance.integers(0, 4, size))
    rounds["dealer"] = chance.integers(0, players)
    is_match = chance.random(size) < mix.in_match
    rounds["rounds"] = np.where(is_match, MOST_ROUNDS, 0)
    rounds["round"] = np.where(is_match, chance.integers(0, MOST_ROUNDS, size), 0)
    scores = chance.integers(0, 12, (size, MAX_SEATS)) * rounds["round"][:, None] // 2
    rounds["scores"] = np.where(np.arange(MAX_SEATS) < players[:, None], scores, 0)
    return rounds


def _hand_sizes(mix: TableMix, players: np.ndarray[Any, Any], chance: np.random.Generator) -> np.ndarray[Any, Any]:
    most = DECK_SIZE // players
    if mix.cards is not None:
        chosen: np.ndarray[Any, Any] = np.minimum(chance.choice(mix.cards, len(players)), most)
        return chosen
    short = chance.integers(1, np.minimum(most, LONG_HAND) + 1)
    long = chance.integers(np.minimum(LONG_HAND + 1, most), most + 1)
    return np.where((chance.random(len(players)) < mix.long_hands) & (most > LONG_HAND), long, short)


def _hearts_rounds(mix: TableMix, size: int, chance: np.random.Generator) -> Rounds:
    template = empty_rounds(4)
    for place, direction in enumerate(("hold", "left", "across", "right")):
        HeartsRules().set_up_round(template[place], direction)  # type: ignore[arg-type]
    passes = chance.integers(1, 4, size)
    rounds: Rounds = template[np.where(chance.random(size) < mix.holds, 0, passes)]
    is_match = chance.random(size) < mix.in_match
    rounds["target"] = np.where(is_match, TARGET, 0)
    rounds["scores"][:, :4] = np.where(is_match[:, None], chance.integers(0, TARGET, (size, 4)), 0)
    return rounds
