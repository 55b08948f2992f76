"""What a seat sees, as numbers: schemas, encoders, masks, and the protocol of whatever evaluates them.

The names of the Blob source are imported when they are first used: they need Numba, describing a schema does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from overtrick.observe.classic import ActionMasker, StateEncoder

__all__ = ["ActionMasker", "StateEncoder"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'overtrick.observe' has no attribute {name!r}")
    from overtrick.observe import classic

    return getattr(classic, name)
