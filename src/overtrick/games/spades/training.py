"""Rounds of Spades to learn at."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.core.record import Rounds, empty_rounds
from overtrick.games.spades.house import SpadesRules
from overtrick.games.spades.rules import SEATS, SIDES

TARGET = 500
LOWEST, HIGHEST = -200, 490
"""Match scores that rounds are dealt at."""
TEMPERATURES = {"hindsight": {"temperature": 7.0}, "distill": {"temperature": 5.0}}
"""Rounds are scored in tens, so results are weighed in tens, too."""
PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "default": TEMPERATURES,
    "demo": {
        "distill": TEMPERATURES["distill"],
        "ppo": {"rounds": 512},
        "hindsight": {"rounds": 512, **TEMPERATURES["hindsight"]},
        "locate": {"rounds": 512},
        "alphazero": {"rounds": 32, "tables": 16, "trees": 2},
    },
}


def check_mix(mix: Any) -> None:
    """Every mix has tables of four."""


def draw_mix(mix: Any, size: int, chance: np.random.Generator) -> Rounds:
    """Any dealer; a share of the rounds within a match, with any scores, the others with any number of bags."""
    template = empty_rounds(SEATS)
    for dealer in range(SEATS):
        SpadesRules().set_up_round(template[dealer], dealer)
    rounds: Rounds = template[chance.integers(0, SEATS, size)]
    is_match = chance.random(size) < mix.in_match
    rounds["target"] = np.where(is_match, TARGET, 0)
    within = chance.integers(LOWEST, HIGHEST, (size, SIDES))
    bags = chance.integers(0, 10, (size, SIDES))
    scores = np.where(is_match[:, None], within, bags)
    rounds["scores"][:, :SEATS] = np.tile(scores, SEATS // SIDES)
    return rounds


def draw_any(rounds: Rounds, chance: np.random.Generator) -> None:
    """All dealers in turn."""
    for index in range(len(rounds)):
        SpadesRules().set_up_round(rounds[index], index % SEATS)
