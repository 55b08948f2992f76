"""Search: what to do, found by playing sampled worlds on.

The classes of the Blob source are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from overtrick.search.classic import MCTS, BeliefState, Determinizer, ImperfectMCTS, ImperfectMCTSConfig, MCTSNode

__all__ = ["MCTS", "BeliefState", "Determinizer", "ImperfectMCTS", "ImperfectMCTSConfig", "MCTSNode"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'overtrick.search' has no attribute {name!r}")
    from overtrick.search import classic

    return getattr(classic, name)
