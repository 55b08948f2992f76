"""Rounds of Hearts to learn at."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.core.record import Rounds, empty_rounds
from overtrick.games.hearts.house import PASSES, Direction, HeartsRules
from overtrick.games.hearts.rules import SEATS

TARGET = 100
PRESETS = {
    "demo": {
        "ppo": {"rounds": 512},
        "hindsight": {"rounds": 512},
        "locate": {"rounds": 512},
        "alphazero": {"rounds": 32, "tables": 16, "trees": 2},
    }
}
_CYCLE: tuple[Direction, ...] = ("left", "right", "across", "hold")


def check_mix(mix: Any) -> None:
    """Every mix has tables of four."""


def draw_mix(mix: Any, size: int, chance: np.random.Generator) -> Rounds:
    """Passes as the mix has them; a share of the rounds within a match, with any scores."""
    template = empty_rounds(SEATS)
    for direction, place in PASSES.items():
        HeartsRules().set_up_round(template[place], direction)
    passes = chance.integers(1, SEATS, size)
    rounds: Rounds = template[np.where(chance.random(size) < mix.holds, 0, passes)]
    is_match = chance.random(size) < mix.in_match
    rounds["target"] = np.where(is_match, TARGET, 0)
    rounds["scores"][:, :SEATS] = np.where(is_match[:, None], chance.integers(0, TARGET, (size, SEATS)), 0)
    return rounds


def draw_any(rounds: Rounds, chance: np.random.Generator) -> None:
    """All passes in turn."""
    for index in range(len(rounds)):
        HeartsRules().set_up_round(rounds[index], _CYCLE[index % len(_CYCLE)])
