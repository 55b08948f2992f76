"""A model bundle: an ONNX graph with a manifest that says what it is for, in one file or one folder.

Nothing in a bundle is executed and nothing outside it is opened. Everything is checked before ONNX Runtime sees it.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from overtrick.core.schema import Schema
from overtrick.engine.catalogue import game
from overtrick.errors import ModelError
from overtrick.nets.graph import Graph, read_graph
from overtrick.observe.schemas import SCHEMAS

FORMAT = 1
SUFFIX = ".overtrick"
MANIFEST, MODEL, VECTORS = "manifest.json", "model.onnx", "vectors.npz"
PARTS = (MODEL, VECTORS)
MOST_BYTES = 1 << 30
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time stamp of every entry, so that equal models are equal files."""

SHIPPED = Path(__file__).parents[1] / "models"
"""Where the models that come with the package lie."""


def has_shipped_model(game: str) -> bool:
    """Whether this installation comes with a network for the game."""
    return (SHIPPED / f"{game}{SUFFIX}").is_file()


@dataclass(frozen=True)
class Bundle:
    """A model that passed every check."""

    source: Path
    manifest: dict[str, Any]
    parts: dict[str, bytes]

    @property
    def schema(self) -> Schema:
        return SCHEMAS[self.manifest["schema"]["name"]]

    @property
    def game(self) -> str:
        return self.schema.game

    @property
    def architecture(self) -> str:
        return str(self.manifest["architecture"]["name"])

    @cached_property
    def graph(self) -> Graph:
        """The looked-through ONNX graph."""
        return read_graph(self.parts[MODEL])

    @property
    def size(self) -> int:
        """Bytes of all parts."""
        return sum(map(len, self.parts.values()))

    def vectors(self) -> dict[str, np.ndarray[Any, Any]]:
        """Observations and masks with the answers the model gave when it was exported."""
        try:
            with np.load(io.BytesIO(self.parts[VECTORS]), allow_pickle=False) as arrays:
                return {name: arrays[name] for name in ("observations", "masks", "probabilities", "values")}
        except (ValueError, KeyError, OSError, zipfile.BadZipFile) as error:
            raise ModelError(f"the test vectors of {self.source} are damaged: {error}") from error


def open_bundle(path: str | Path) -> Bundle:
    """Read and check a bundle; a ModelError says what is wrong with one that is refused."""
    source = Path(path)
    if not source.exists():
        raise ModelError(f"there is no model file {source}")
    files = _read_folder(source) if source.is_dir() else _read_file(source)
    manifest = _read_manifest(source, files)
    bundle = Bundle(source, manifest, {name: files[name] for name in PARTS})
    _check_schema(bundle)
    _check_hashes(bundle)
    bundle.graph  # noqa: B018  looked through before anything runs it
    return bundle


def write_bundle(output: Path, manifest: dict[str, Any], parts: dict[str, bytes]) -> None:
    """Write a bundle into a folder that exists, or else as one file, which appears whole or not at all."""
    files = {MANIFEST: json.dumps(manifest, indent=2, ensure_ascii=False).encode() + b"\n", **parts}
    if output.is_dir():
        for name, data in files.items():
            (output / name).write_bytes(data)
        return
    unfinished = output.with_name(f"{output.name}.part")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, EARLIEST), data)
    unfinished.replace(output)


def find_model(name: str) -> Path:
    """The file of a model by name, if one of that name comes with the package, or else by path."""
    shipped = SHIPPED / f"{name}{SUFFIX}"
    if Path(name).name == name and shipped.is_file():
        return shipped
    if Path(name).exists():
        return Path(name)
    known = ", ".join(sorted(path.stem for path in SHIPPED.glob(f"*{SUFFIX}"))) or "none"
    raise ModelError(f"there is no model {name!r}, neither as a file nor in the package, which has {known}")


def _read_folder(source: Path) -> dict[str, bytes]:
    files = {}
    for name in (MANIFEST, *PARTS):
        file = source / name
        if not file.exists():
            raise ModelError(f"{source} is no model bundle: {name} is missing")
        if file.resolve().parent != source.resolve():
            raise ModelError(f"{file} leads outside its folder and is not opened")
        files[name] = file.read_bytes()
    return files


def _read_file(source: Path) -> dict[str, bytes]:
    if source.stat().st_size > MOST_BYTES:
        raise ModelError(f"{source} is larger than {MOST_BYTES >> 20} MB, which no model is")
    data = source.read_bytes()
    if data[:1] == b"\x80":
        raise ModelError(f"{source} is a pickle, which could run any code and is never loaded; use `overtrick export`")
    if data[:2] != b"PK":
        raise ModelError(f"{source} is no model bundle; `overtrick export` makes one from a checkpoint")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read_archive(source, archive)
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError) as error:
        raise ModelError(f"{source} is damaged or truncated: {error}") from error


def _read_archive(source: Path, archive: zipfile.ZipFile) -> dict[str, bytes]:
    names = archive.namelist()
    for name in names:
        if name.endswith(".pkl"):
            raise ModelError(f"{source} holds a pickle, which could run any code and is never loaded")
        if "/" in name or "\\" in name or ".." in name:
            raise ModelError(f"{source} holds {name!r}, a path outside the bundle")
    if MANIFEST not in names:
        raise ModelError(f"{source} is no model bundle: {MANIFEST} is missing")
    unknown = sorted(set(names) - {MANIFEST, *PARTS})
    if unknown or len(names) != len(set(names)):
        raise ModelError(f"{source} holds something that does not belong in a bundle: {', '.join(unknown or names)}")
    if sum(entry.file_size for entry in archive.infolist()) > MOST_BYTES:
        raise ModelError(f"{source} would unpack to more than {MOST_BYTES >> 20} MB")
    return {name: archive.read(name) for name in names}


def _read_manifest(source: Path, files: dict[str, bytes]) -> dict[str, Any]:
    try:
        manifest = json.loads(files[MANIFEST])
    except ValueError as error:
        raise ModelError(f"the manifest of {source} is damaged: {error}") from error
    if isinstance(manifest, dict) and manifest.get("format") != FORMAT:
        raise ModelError(f"{source} has bundle format {manifest.get('format')}; this version reads {FORMAT}")
    misfit = _misfit(manifest, _SHAPE)
    if misfit:
        raise ModelError(f"the manifest of {source} is damaged: {misfit} is missing or of the wrong kind")
    if set(manifest["parts"]) != set(PARTS):
        raise ModelError(f"the manifest of {source} must list {', '.join(PARTS)}, not {', '.join(manifest['parts'])}")
    for name in PARTS:
        if name not in files:
            raise ModelError(f"{source} is incomplete: {name} is missing")
    return dict(manifest)


_SHAPE: dict[str, Any] = {
    "format": int,
    "schema": {"name": str, "hash": str},
    "rules": {"game": str, "version": int},
    "architecture": {"name": str, "settings": dict},
    "quantization": str,
    "training": dict,
    "parts": dict,
}


def _misfit(data: Any, shape: Any) -> str:
    """The first entry that is not as it should be, by name; nothing if all are."""
    if not isinstance(shape, dict):
        return "" if isinstance(data, shape) else "an entry"
    if not isinstance(data, dict):
        return "an entry"
    return next((name for name, inner in shape.items() if _misfit(data.get(name), inner)), "")


def _check_schema(bundle: Bundle) -> None:
    named, rules = bundle.manifest["schema"], bundle.manifest["rules"]
    known = SCHEMAS.get(named["name"])
    if known is None:
        raise ModelError(f"{bundle.source} reads the schema {named['name']!r}; known are {', '.join(SCHEMAS)}")
    if named["hash"] != known.hash:
        raise ModelError(
            f"{bundle.source} was made for another {known.name}: its hash is {named['hash'][:12]}…, "
            f"this version's {known.hash[:12]}…; train or export it again"
        )
    if rules["game"] != known.game or rules["version"] != game(known.game).rules_version:
        raise ModelError(
            f"{bundle.source} was made for rules {rules['game']} {rules['version']}; "
            f"this version plays {known.game} {game(known.game).rules_version}"
        )


def _check_hashes(bundle: Bundle) -> None:
    for name, data in bundle.parts.items():
        written = bundle.manifest["parts"][name]
        if not isinstance(written, dict) or hashlib.sha256(data).hexdigest() != written.get("sha256"):
            raise ModelError(f"{name} of {bundle.source} is not what its manifest says: the SHA-256 differs")
