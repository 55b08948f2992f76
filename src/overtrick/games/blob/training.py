"""Rounds of Blob to learn at."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.cards.masks import DECK_SIZE, NO_SUIT
from overtrick.core.record import MAX_SEATS, Rounds, empty_rounds
from overtrick.errors import OvertrickError
from overtrick.games.blob.house import MIN_SEATS, BlobRules

LONG_HAND = 10
"""Hands above this many cards are dealt more rarely: they cost as much as several short ones."""
MOST_ROUNDS = 24

_DEMO = {"players": (4,), "cards": (3, 4, 5), "evaluation_tables": ("4x5",)}
PRESETS = {"demo": dict.fromkeys(("ppo", "distill", "hindsight", "locate", "alphazero"), _DEMO)}


def draw_mix(mix: Any, size: int, chance: np.random.Generator) -> Rounds:
    """Players, hand sizes and trumps as the mix has them; a share of the rounds within a match, with any scores."""
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


def draw_any(rounds: Rounds, chance: np.random.Generator) -> None:
    """All player counts, hand sizes and trumps."""
    for index in range(len(rounds)):
        players = int(chance.integers(MIN_SEATS, MAX_SEATS + 1))
        cards, trump = int(chance.integers(1, DECK_SIZE // players + 1)), int(chance.integers(-1, 4))
        BlobRules().set_up_round(rounds[index], players, cards, trump, int(chance.integers(players)))


def check_mix(mix: Any) -> None:
    """Refuse tables that nobody can sit at, and hands that the deck does not have."""
    if any(not MIN_SEATS <= players <= MAX_SEATS for players in mix.players):
        raise OvertrickError(f"Blob is for {MIN_SEATS} to {MAX_SEATS} players, not {mix.players}")
    if mix.cards is not None and min(mix.cards) * max(mix.players) > DECK_SIZE:
        raise OvertrickError(f"{max(mix.players)} players cannot have {min(mix.cards)} cards each")


def _hand_sizes(mix: Any, players: np.ndarray[Any, Any], chance: np.random.Generator) -> np.ndarray[Any, Any]:
    most = DECK_SIZE // players
    if mix.cards is not None:
        chosen: np.ndarray[Any, Any] = np.minimum(chance.choice(mix.cards, len(players)), most)
        return chosen
    short = chance.integers(1, np.minimum(most, LONG_HAND) + 1)
    long = chance.integers(np.minimum(LONG_HAND + 1, most), most + 1)
    return np.where((chance.random(len(players)) < mix.long_hands) & (most > LONG_HAND), long, short)
