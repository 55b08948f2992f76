"""Small networks with random weights, as bundles: legal players, if bad ones. Each is exported once per test run."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from overtrick.export.bundle import export_bundle
from overtrick.nets.build import build
from overtrick.nets.network import Network

SMALL = {
    "hearts-mlp": ("hearts-mlp", {}),
    "blobnet": ("blobnet", {"embedding_dim": 32, "num_layers": 2, "num_heads": 2, "feedforward_dim": 48}),
    "hearts-plain": ("plain", {"game": "hearts", "layers": [48, 32]}),
    "blob-plain": ("plain", {"game": "blob", "layers": [48, 32]}),
    "hearts-plain-3": ("plain", {"game": "hearts", "layers": [48, 32], "version": 3}),
    "blob-plain-3": ("plain", {"game": "blob", "layers": [48, 32], "version": 3, "locator": [32, 24]}),
    "hearts-tokens": ("tokens", {"game": "hearts", "dim": 16, "layers": 1, "heads": 2, "feedforward": 24}),
    "blob-tokens": ("tokens", {"game": "blob", "dim": 16, "layers": 1, "heads": 2, "feedforward": 24}),
}

_FOLDER = tempfile.TemporaryDirectory()


def small_network(name: str) -> Network:
    """A network of that kind with fixed random weights."""
    architecture, settings = SMALL[name]
    return build(architecture, settings, seed=5)


@cache
def small_bundle(name: str, int8: bool = False) -> Path:
    """The same as a model file."""
    path = Path(_FOLDER.name) / f"{name}{'-int8' if int8 else ''}.overtrick"
    export_bundle(small_network(name), path, {"note": "random weights"}, int8=int8, deals=2)
    return path
