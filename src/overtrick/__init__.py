"""Overtrick: play, study and train trick-taking card games.

The names below are imported when they are first used, so that `import overtrick` costs nothing.
"""

from __future__ import annotations

from importlib import import_module

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
    "overtrick.players": ("Policy",),
    "overtrick.envs": ("HeartsEnv",),
}
"""The public names and the modules they live in."""

_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)  # noqa: PLE0605


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'overtrick' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
