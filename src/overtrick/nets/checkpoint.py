"""Checkpoints: the weights of a network as safetensors, with what is needed to build it again. Never a pickle.

The header carries the SHA-256 of the whole file, taken while zeros stood in its place: a changed bit is found when the
file is read. Bundles give a network back, too: what is in the package can be trained on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file

from overtrick.engine.catalogue import game
from overtrick.errors import ModelError
from overtrick.nets.build import build
from overtrick.nets.bundle import SUFFIX, open_bundle
from overtrick.nets.network import Network
from overtrick.observe.schemas import SCHEMAS

FORMAT = "overtrick-checkpoint-2"
UNSEALED_FORMAT = "overtrick-checkpoint-1"
"""The same without a SHA-256: still read."""
NO_DIGEST = "0" * 64
"""What stands in the place of the SHA-256 while it is taken."""
TRAINING_ONLY = "location_head."
"""Weights that are not exported."""


def save_checkpoint(path: str | Path, network: Network, training: Mapping[str, Any] | None = None) -> None:
    """Write the network and, for people and manifests, how it was trained; the file appears whole or not at all."""
    metadata = {
        "format": FORMAT,
        "architecture": network.architecture,
        "settings": json.dumps(network.settings),
        "schema": network.schema.name,
        "schema_hash": network.schema.hash,
        "rules": str(game(network.schema.game).rules_version),
        "training": json.dumps(dict(training or {})),
        "sha256": NO_DIGEST,
    }
    tensors = {name: tensor.detach().contiguous() for name, tensor in network.state_dict().items()}
    unfinished = Path(f"{path}.part")
    save_file(tensors, unfinished, metadata)
    _seal(unfinished)
    unfinished.replace(path)


def load_checkpoint(path: str | Path) -> tuple[Network, dict[str, Any]]:
    """The network and its training notes; a ModelError says why a file is refused."""
    metadata = _read_metadata(Path(path))
    schema = SCHEMAS.get(metadata["schema"])
    if schema is None or schema.hash != metadata["schema_hash"]:
        raise ModelError(f"{path} was trained on another {metadata['schema']}: the hashes of the schema differ")
    if metadata["rules"] != str(game(schema.game).rules_version):
        raise ModelError(f"{path} was trained on rules {metadata['rules']} of {schema.game}, not on this version's")
    network = build(metadata["architecture"], json.loads(metadata["settings"]))
    try:
        network.load_state_dict(load_file(path))
    except RuntimeError as error:
        raise ModelError(f"{path} does not fit a {metadata['architecture']}: {error}") from error
    return network, json.loads(metadata["training"])


def load_network(path: str | Path) -> Network:
    """The network of a checkpoint or of a bundle."""
    return network_of_bundle(path) if str(path).endswith(SUFFIX) else load_checkpoint(path)[0]


def network_of_bundle(path: str | Path) -> Network:
    """The network a bundle was exported from; a head that only training uses is not in there and begins anew."""
    bundle = open_bundle(path)
    network = build(bundle.architecture, bundle.manifest["architecture"]["settings"])
    weights = {name: torch.tensor(weight) for name, weight in bundle.graph.unrounded().items()}
    try:
        misfits = network.load_state_dict(weights, strict=False)
    except RuntimeError as error:
        raise ModelError(f"{path} does not fit a {bundle.architecture}: {error}") from error
    missing = [name for name in misfits.missing_keys if not name.startswith(TRAINING_ONLY)]
    if missing or misfits.unexpected_keys:
        raise ModelError(f"the graph of {path} is not laid out as a {bundle.architecture}: {missing or misfits[1]}")
    return network


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
    if metadata.get("format") not in (FORMAT, UNSEALED_FORMAT):
        raise ModelError(
            f"{path} is no checkpoint of Overtrick: its format is {metadata.get('format')!r}, not {FORMAT!r}"
        )
    if "sha256" in metadata or metadata["format"] != UNSEALED_FORMAT:
        _check_seal(path, metadata.get("sha256", ""))
    return dict(metadata)


def _place_of(digest: str, data: bytes | bytearray) -> int:
    """Where the digest stands in a file; notes in the same header cannot look like it, their quotes are escaped."""
    sign = b'"sha256":"'
    found = data.find(sign + digest.encode() + b'"')
    return found + len(sign) if found >= 0 else found


def _seal(path: Path) -> None:
    """Put the SHA-256 of a file that was just written in the place kept for it."""
    data = path.read_bytes()
    with path.open("r+b") as file:
        file.seek(_place_of(NO_DIGEST, data))
        file.write(hashlib.sha256(data).hexdigest().encode())


def _check_seal(path: Path, digest: str) -> None:
    data = bytearray(path.read_bytes())
    place = _place_of(digest, data)
    if place >= 0:
        data[place : place + len(NO_DIGEST)] = NO_DIGEST.encode()
    if place < 0 or hashlib.sha256(data).hexdigest() != digest:
        raise ModelError(f"{path} is damaged: its SHA-256 is not the one it was written with")
