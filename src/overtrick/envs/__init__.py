"""Environments for reinforcement learning: views on the engine's record, with no rules of their own.

`HeartsEnv` needs nothing more. `blob_round`, `blob_match`, `hearts_round` and `hearts_match` (PettingZoo) and
`TrickVectorEnv` (Gymnasium) need the extra `rl`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from overtrick.envs.needs import need

if TYPE_CHECKING:
    from overtrick.envs.aec import blob_match, blob_round, hearts_match, hearts_round, register_envs
    from overtrick.envs.hearts import HeartsEnv
    from overtrick.envs.vector import TrickVectorEnv

__all__ = [
    "HeartsEnv",
    "TrickVectorEnv",
    "blob_match",
    "blob_round",
    "hearts_match",
    "hearts_round",
    "register_envs",
]

_HOMES = {"HeartsEnv": "hearts", "TrickVectorEnv": "vector"}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'overtrick.envs' has no attribute {name!r}")
    if name != "HeartsEnv":
        need("gymnasium")
        need("pettingzoo")
    return getattr(import_module(f"overtrick.envs.{_HOMES.get(name, 'aec')}"), name)
