"""Environments for reinforcement learning: views on the engine's record, with no rules of their own.

A round and a match of every game (PettingZoo) by the names in `overtrick.envs.aec.ENVS`, such as the key of a game and
`_round`, and `TrickVectorEnv` (Gymnasium). They need the extra `rl`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from overtrick.engine.catalogue import GAME_KEYS
from overtrick.envs.needs import need

if TYPE_CHECKING:
    from overtrick.envs.aec import register_envs
    from overtrick.envs.vector import TrickVectorEnv

__all__ = ["TrickVectorEnv", "register_envs"]

_BY_GAME = [f"{key}_{kind}" for key in GAME_KEYS for kind in ("round", "match")]


def __getattr__(name: str) -> object:
    if name not in (*__all__, *_BY_GAME):
        raise AttributeError(f"module 'overtrick.envs' has no attribute {name!r}")
    need("gymnasium")
    need("pettingzoo")
    module = "vector" if name == "TrickVectorEnv" else "aec"
    return getattr(import_module(f"overtrick.envs.{module}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_BY_GAME})
