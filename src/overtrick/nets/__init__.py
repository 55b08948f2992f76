"""Networks, the files they travel in, and the evaluators that run them. Only what trains or builds imports torch.

The names of the Blob source are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from overtrick.nets.blobnet import BlobNet, BlobNetTrainer

__all__ = ["BlobNet", "BlobNetTrainer"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'overtrick.nets' has no attribute {name!r}")
    from overtrick.nets import blobnet

    return getattr(blobnet, name)
