"""Checkpoints: the weights of a network as safetensors, with what is needed to build it again. Never a pickle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file

from overtrick.errors import ModelError
from overtrick.nets.build import build
from overtrick.nets.bundle import RULES_VERSIONS
from overtrick.nets.network import Network
from overtrick.observe.schemas import SCHEMAS

FORMAT = "overtrick-checkpoint-1"


def save_checkpoint(path: str | Path, network: Network, training: Mapping[str, Any] | None = None) -> None:
    """Write the network and, for people and manifests, how it was trained; the file appears whole or not at all."""
    metadata = {
        "format": FORMAT,
        "architecture": network.architecture,
        "settings": json.dumps(network.settings),
        "schema": network.schema.name,
        "schema_hash": network.schema.hash,
        "rules": str(RULES_VERSIONS[network.schema.game]),
        "training": json.dumps(dict(training or {})),
    }
    tensors = {name: tensor.detach().contiguous() for name, tensor in network.state_dict().items()}
    unfinished = Path(f"{path}.part")
    save_file(tensors, unfinished, metadata)
    unfinished.replace(path)


def load_checkpoint(path: str | Path) -> tuple[Network, dict[str, Any]]:
    """The network and its training notes; a ModelError says why a file is refused."""
    metadata = _read_metadata(Path(path))
    schema = SCHEMAS.get(metadata["schema"])
    if schema is None or schema.hash != metadata["schema_hash"]:
        raise ModelError(f"{path} was trained on another {metadata['schema']}: the hashes of the schema differ")
    if metadata["rules"] != str(RULES_VERSIONS[schema.game]):
        raise ModelError(f"{path} was trained on rules {metadata['rules']} of {schema.game}, not on this version's")
    network = build(metadata["architecture"], json.loads(metadata["settings"]))
    try:
        network.load_state_dict(load_file(path))
    except RuntimeError as error:
        raise ModelError(f"{path} does not fit a {metadata['architecture']}: {error}") from error
    return network, json.loads(metadata["training"])


def _read_metadata(path: Path) -> dict[str, str]:
    if not path.is_file():
        raise ModelError(f"there is no checkpoint {path}")
    with path.open("rb") as file:
        start = file.read(9)
    # A safetensors file opens with the size of its header in 8 bytes, of which the first may well be a pickle's mark.
    is_safetensors = start[8:] == b"{"
    if not is_safetensors and (start[:1] == b"\x80" or start[:2] == b"PK"):
        raise ModelError(f"{path} looks like a pickle, which could run any code and is never loaded; use safetensors")
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
    except SafetensorError as error:
        raise ModelError(f"{path} is damaged or no checkpoint: {error}") from error
    if metadata.get("format") != FORMAT:
        raise ModelError(
            f"{path} is no checkpoint of Overtrick: its format is {metadata.get('format')!r}, not {FORMAT!r}"
        )
    return dict(metadata)
