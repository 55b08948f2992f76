"""Networks by name, as checkpoints and configurations call them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from overtrick.errors import ModelError
from overtrick.nets.blobnet import BlobNet
from overtrick.nets.hearts_mlp import HeartsMLP
from overtrick.nets.mlp import PlainNet
from overtrick.nets.network import Network
from overtrick.nets.tokens import TokenNet

ARCHITECTURES: dict[str, type[Network]] = {net.architecture: net for net in (BlobNet, HeartsMLP, TokenNet, PlainNet)}


def build(architecture: str, settings: Mapping[str, Any], seed: int | None = None) -> Network:
    """A network with random weights, which a seed decides."""
    if architecture not in ARCHITECTURES:
        raise ModelError(f"there is no architecture {architecture!r}; there are {', '.join(ARCHITECTURES)}")
    with torch.random.fork_rng(devices=[], enabled=seed is not None):
        if seed is not None:
            torch.manual_seed(seed)
        try:
            return ARCHITECTURES[architecture](**settings)
        except TypeError as error:
            raise ModelError(f"{architecture} cannot be built with {dict(settings)}: {error}") from error
