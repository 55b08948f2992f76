"""Networks by name, as checkpoints and configurations call them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import torch

from overtrick.errors import ModelError
from overtrick.nets.network import Network

ARCHITECTURES: dict[str, str] = {
    "plain": "overtrick.nets.mlp:PlainNet",
    "tokens": "overtrick.nets.tokens:TokenNet",
    # Above this layer: built by name from checkpoints like any other, imported by nothing here.
    **import_module("overtrick.compat").ARCHITECTURES,
}
"""Module and class of each architecture."""


def build(architecture: str, settings: Mapping[str, Any], seed: int | None = None) -> Network:
    """A network with random weights, which a seed decides."""
    if architecture not in ARCHITECTURES:
        raise ModelError(f"there is no architecture {architecture!r}; there are {', '.join(ARCHITECTURES)}")
    with torch.random.fork_rng(devices=[], enabled=seed is not None):
        if seed is not None:
            torch.manual_seed(seed)
        try:
            return _class_of(architecture)(**settings)
        except TypeError as error:
            raise ModelError(f"{architecture} cannot be built with {dict(settings)}: {error}") from error


def _class_of(architecture: str) -> type[Network]:
    module, _, name = ARCHITECTURES[architecture].partition(":")
    found: type[Network] = getattr(import_module(module), name)
    return found
