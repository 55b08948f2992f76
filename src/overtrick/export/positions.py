"""Positions from random play, to compare two ways of running one network on what it will meet."""

from __future__ import annotations

from typing import Literal

import numpy as np

from overtrick.games.batch import apply_all, deal_all, legal_all, pick_all
from overtrick.games.house import BlobRules, HeartsRules
from overtrick.games.randomness import Rng, make_rng
from overtrick.games.state import OVER, Rounds, empty_rounds
from overtrick.games.views import observe_turns

_PASSES: tuple[Literal["left", "right", "across", "hold"], ...] = ("left", "right", "across", "hold")


def random_rounds(game: str, size: int, seed: int) -> Rounds:
    """Freshly dealt rounds; in Blob of all player counts, hand sizes and trumps."""
    chance = np.random.default_rng(seed)
    rounds = empty_rounds(size)
    for index in range(size):
        if game == "blob":
            players = int(chance.integers(3, 9))
            cards, trump = int(chance.integers(1, 52 // players + 1)), int(chance.integers(-1, 4))
            BlobRules().set_up_round(rounds[index], players, cards, trump, int(chance.integers(players)))
        else:
            HeartsRules().set_up_round(rounds[index], _PASSES[index % 4])
    deal_all(rounds, make_rng(seed))
    return rounds


def random_positions(game: str, size: int, seed: int) -> Rounds:
    """Views of the seat to act, each after a random number of random actions."""
    rounds = random_rounds(game, size, seed)
    steps = np.random.default_rng(seed + 1).integers(0, 52, size)
    views = empty_rounds(size)
    found = empty_rounds(size)
    rng = make_rng(seed, 1)
    for step in range(52):
        observe_turns(rounds, views)
        fresh = (rounds["phase"] != OVER) & (steps >= step)
        found[fresh] = views[fresh]
        _step_randomly(rounds, rng)
    return found


def _step_randomly(rounds: Rounds, rng: Rng) -> None:
    masks = np.zeros(len(rounds), np.int64)
    actions = np.zeros(len(rounds), np.int64)
    legal_all(rounds, masks)
    pick_all(masks, rng, actions)
    apply_all(rounds, actions)
