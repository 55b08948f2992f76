"""Overtrick: play, study and train trick-taking card games.

The names below are imported when they are first used, so that `import overtrick` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from overtrick.cards.card import Card
    from overtrick.cards.deck import Deck
    from overtrick.compat.blob import (
        BlobGame,
        BlobGameException,
        GameStateException,
        IllegalPlayException,
        InvalidBidException,
        Player,
        Trick,
    )
    from overtrick.compat.blobnet import BlobNet, BlobNetTrainer
    from overtrick.compat.encoder import ActionMasker, StateEncoder
    from overtrick.compat.hearts_env import HeartsEnv
    from overtrick.compat.mcts import MCTS, BeliefState, Determinizer, ImperfectMCTS, MCTSNode
    from overtrick.compat.policy import Policy
    from overtrick.engine.match import Match, seeded_decks
    from overtrick.engine.round import Round, View
    from overtrick.games.blob.house import BlobRules, generate_round_structure
    from overtrick.games.hearts.house import HeartsRules

__version__ = "0.1.0"

_HOMES = {
    "overtrick.cards.card": ("Card",),
    "overtrick.cards.deck": ("Deck",),
    "overtrick.games.blob.house": ("BlobRules", "generate_round_structure"),
    "overtrick.games.hearts.house": ("HeartsRules",),
    "overtrick.engine.match": ("Match", "seeded_decks"),
    "overtrick.engine.round": ("Round", "View"),
    "overtrick.compat.blob": (
        "BlobGame",
        "BlobGameException",
        "GameStateException",
        "IllegalPlayException",
        "InvalidBidException",
        "Player",
        "Trick",
    ),
    "overtrick.compat.encoder": ("ActionMasker", "StateEncoder"),
    "overtrick.compat.blobnet": ("BlobNet", "BlobNetTrainer"),
    "overtrick.compat.mcts": ("BeliefState", "Determinizer", "ImperfectMCTS", "MCTS", "MCTSNode"),
    "overtrick.compat.policy": ("Policy",),
    "overtrick.compat.hearts_env": ("HeartsEnv",),
}
"""The public names and the modules they live in."""

_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "MCTS",
    "ActionMasker",
    "BeliefState",
    "BlobGame",
    "BlobGameException",
    "BlobNet",
    "BlobNetTrainer",
    "BlobRules",
    "Card",
    "Deck",
    "Determinizer",
    "GameStateException",
    "HeartsEnv",
    "HeartsRules",
    "IllegalPlayException",
    "ImperfectMCTS",
    "InvalidBidException",
    "MCTSNode",
    "Match",
    "Player",
    "Policy",
    "Round",
    "StateEncoder",
    "Trick",
    "View",
    "generate_round_structure",
    "seeded_decks",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'overtrick' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
