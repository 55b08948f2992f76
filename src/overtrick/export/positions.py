"""Positions from random play, to compare two ways of running one network on what it will meet."""

from __future__ import annotations

import numpy as np

from overtrick.core.randomness import Rng, make_rng
from overtrick.core.record import OVER, Rounds, empty_rounds
from overtrick.engine.batch import apply_all, deal_all, legal_all, pick_all
from overtrick.engine.catalogue import game
from overtrick.engine.views import observe_turns


def random_rounds(key: str, size: int, seed: int) -> Rounds:
    """Freshly dealt rounds of all kinds."""
    chance = np.random.default_rng(seed)
    rounds = empty_rounds(size)
    game(key).training.draw_any(rounds, chance)
    deal_all(rounds, make_rng(seed))
    return rounds


def random_positions(key: str, size: int, seed: int) -> Rounds:
    """Views of the seat to act, each after a random number of random actions."""
    rounds = random_rounds(key, size, seed)
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
