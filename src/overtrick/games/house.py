"""The same names where the server looks for them."""

from overtrick.core.house import HIGHEST_TARGET, MOST_ROUNDS
from overtrick.core.house import HouseRules as Rules
from overtrick.games.blob.house import (
    MIN_SEATS,
    SCORINGS,
    BlobRules,
    Scoring,
    check_hand_size,
    generate_round_structure,
)
from overtrick.games.hearts.house import PASSES, HeartsRules

__all__ = [
    "HIGHEST_TARGET",
    "MIN_SEATS",
    "MOST_ROUNDS",
    "PASSES",
    "SCORINGS",
    "BlobRules",
    "HeartsRules",
    "Rules",
    "Scoring",
    "check_hand_size",
    "generate_round_structure",
]
