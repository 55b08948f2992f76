"""Checkpoints of a run: folders that are there whole or not at all.

A checkpoint is written to a hidden folder beside its place, synced to the disk and renamed, so that whatever happens in
between leaves the one before it untouched. A manifest has the size and SHA-256 of every file and of itself, so that a
changed bit is found when the checkpoint is read, and the one before it is taken.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from overtrick.errors import TrainingError
from overtrick.nets.checkpoint import save_checkpoint
from overtrick.nets.network import Network
from overtrick.training.learner import LearnerState

TENSORS, NUMBERS, NETWORK = "state.safetensors", "state.json", "network.safetensors"
FILES = (TENSORS, NUMBERS, NETWORK)
MANIFEST = "manifest.json"
FORMAT = "overtrick-run-checkpoint-2"
"""Stands in the numbers, too, so that a manifest that is gone is missed. Checkpoints without either are still read."""
_NAME = re.compile(r"checkpoint-(\d{6,})")


class Saved(NamedTuple):
    """A checkpoint that was read."""

    iteration: int
    learner: LearnerState
    progress: dict[str, Any]
    """What the run itself has to remember."""


def checkpoint_path(folder: Path, iteration: int) -> Path:
    """Where the checkpoint after that iteration lies."""
    return folder / f"checkpoint-{iteration:06d}"


def write_checkpoint(folder: Path, saved: Saved, network: Network, notes: Mapping[str, Any]) -> Path:
    """Keep the learner's state and the network, with notes for people; a disk that refuses leaves what was there."""
    path = checkpoint_path(folder, saved.iteration)
    unfinished = folder / f".{path.name}.part"
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        unfinished.mkdir()
        tensors = {name: tensor.detach().contiguous() for name, tensor in saved.learner.tensors.items()}
        save_file(tensors, unfinished / TENSORS)
        numbers = {"iteration": saved.iteration, "run": saved.progress, "learner": saved.learner.numbers}
        text = json.dumps({"format": FORMAT, **numbers})
        (unfinished / NUMBERS).write_text(text + "\n", encoding="utf-8")
        save_checkpoint(unfinished / NETWORK, network, notes)
        entries = {name: _entry(unfinished / name) for name in FILES}
        (unfinished / MANIFEST).write_text(_manifest_text(entries), encoding="utf-8")
        for part in (*(unfinished / name for name in (*FILES, MANIFEST)), unfinished):
            sync(part)
        shutil.rmtree(path, ignore_errors=True)
        unfinished.rename(path)
        sync(folder)
    except (OSError, SafetensorError):
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return path


def read_checkpoint(path: Path) -> Saved:
    """The checkpoint in a folder, if it is as it was written; a TrainingError says what is wrong with it."""
    try:
        _check_manifest(path)
        numbers = json.loads((path / NUMBERS).read_text(encoding="utf-8"))
        tensors = load_file(path / TENSORS)
        return Saved(numbers["iteration"], LearnerState(tensors, numbers["learner"]), numbers["run"])
    except (OSError, SafetensorError, ValueError, KeyError, TypeError) as error:
        raise TrainingError(f"{path} is damaged or no checkpoint of a run: {error}") from error


def _entry(path: Path) -> dict[str, Any]:
    """What the manifest says about a file."""
    with path.open("rb") as file:
        return {"size": path.stat().st_size, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}


def _manifest_text(files: Mapping[str, Any]) -> str:
    """The manifest, the one text for these files: with a SHA-256 over what it says about them."""
    body = {"format": FORMAT, "files": dict(sorted(files.items()))}
    own = hashlib.sha256(json.dumps(body).encode()).hexdigest()
    return json.dumps({**body, "sha256": own}, indent=2) + "\n"


def _check_manifest(path: Path) -> None:
    """A ValueError says which file is not as it was written; checkpoints from before manifests have none to compare."""
    if not (path / MANIFEST).exists():
        if "format" in json.loads((path / NUMBERS).read_text(encoding="utf-8")):
            raise ValueError(f"{MANIFEST} is missing")
        return
    text = (path / MANIFEST).read_text(encoding="utf-8")
    files = json.loads(text)["files"]
    if text != _manifest_text(files) or not files.keys() >= set(FILES):
        raise ValueError(f"{MANIFEST} is not as it was written")
    for name, written in files.items():
        found = _entry(path / name)
        if found["size"] != written["size"]:
            raise ValueError(f"{name} has {found['size']:,} bytes, not {written['size']:,} as when it was written")
        if found["sha256"] != written["sha256"]:
            raise ValueError(f"the SHA-256 of {name} is not the one it was written with")


def checkpoints(folder: Path) -> dict[int, Path]:
    """Every checkpoint of a run by its iteration, oldest first."""
    found = {int(match[1]): path for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))}
    return dict(sorted(found.items()))


def latest_checkpoint(folder: Path, tell: Callable[[str], None] = lambda problem: None) -> Saved:
    """The newest checkpoint that can be read; `tell` gets one line if damaged ones were passed over."""
    problems: list[str] = []
    for path in reversed(checkpoints(folder).values()):
        try:
            saved = read_checkpoint(path)
        except TrainingError as error:
            problems.append(str(error))
            continue
        if problems:
            tell(f"{'; '.join(problems)}: going on from {path.name}, the last good checkpoint")
        return saved
    raise TrainingError("; ".join(problems) or f"{folder} holds no checkpoint: there is nothing to go on from")


def thin_out(folder: Path, *, last: int, every: int, best: int | None) -> None:
    """Remove checkpoints but the last few, every so-manieth (0 for none) and the best."""
    found = checkpoints(folder)
    kept = {*list(found)[-last:], best, *(iteration for iteration in found if every and iteration % every == 0)}
    for iteration in found.keys() - kept:
        shutil.rmtree(found[iteration], ignore_errors=True)


def sync(path: Path) -> None:
    """Have the disk take a file or, where the system can, a folder."""
    if path.is_dir() and os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
