"""Overtrick: play, study and train trick-taking card games.

The names below are imported when they are first used, so that `import overtrick` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from overtrick.cards.card import Card
    from overtrick.cards.deck import Deck
    from overtrick.envs import HeartsEnv
    from overtrick.games.blob.classes import (
        BlobGame,
        BlobGameException,
        GameStateException,
        IllegalPlayException,
        InvalidBidException,
        Player,
        Trick,
    )
    from overtrick.games.house import BlobRules, HeartsRules, generate_round_structure
    from overtrick.games.match import Match, seeded_decks
    from overtrick.games.round import Round, View
    from overtrick.nets import BlobNet, BlobNetTrainer
    from overtrick.observe import ActionMasker, StateEncoder
    from overtrick.players.policy import Policy
    from overtrick.search import MCTS, BeliefState, Determinizer, ImperfectMCTS, MCTSNode

__version__ = "0.1.0"

_HOMES = {
    "overtrick.cards.card": ("Card",),
    "overtrick.cards.deck": ("Deck",),
    "overtrick.games.house": ("BlobRules", "HeartsRules", "generate_round_structure"),
    "overtrick.games.match": ("Match", "seeded_decks"),
    "overtrick.games.round": ("Round", "View"),
    "overtrick.games.blob.classes": (
        "BlobGame",
        "BlobGameException",
        "GameStateException",
        "IllegalPlayException",
        "InvalidBidException",
        "Player",
        "Trick",
    ),
    "overtrick.observe": ("ActionMasker", "StateEncoder"),
    "overtrick.nets": ("BlobNet", "BlobNetTrainer"),
    "overtrick.search": ("BeliefState", "Determinizer", "ImperfectMCTS", "MCTS", "MCTSNode"),
    "overtrick.players.policy": ("Policy",),
    "overtrick.envs": ("HeartsEnv",),
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
