"""Checkpoints of a run: folders that are there whole or not at all.

A checkpoint is written to a hidden folder beside its place, synced to the disk and renamed, so that whatever happens in
between leaves the one before it untouched.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from overtrick.errors import TrainingError
from overtrick.nets.checkpoint import save_checkpoint
from overtrick.nets.network import Network
from overtrick.training.learner import LearnerState

TENSORS, NUMBERS, NETWORK = "state.safetensors", "state.json", "network.safetensors"
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
        text = json.dumps({"iteration": saved.iteration, "run": saved.progress, "learner": saved.learner.numbers})
        (unfinished / NUMBERS).write_text(text + "\n", encoding="utf-8")
        save_checkpoint(unfinished / NETWORK, network, notes)
        for part in (unfinished / TENSORS, unfinished / NUMBERS, unfinished / NETWORK, unfinished):
            sync(part)
        shutil.rmtree(path, ignore_errors=True)
        unfinished.rename(path)
        sync(folder)
    except (OSError, SafetensorError):
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return path


def read_checkpoint(path: Path) -> Saved:
    """The checkpoint in a folder; a TrainingError says what is wrong with it."""
    try:
        numbers = json.loads((path / NUMBERS).read_text(encoding="utf-8"))
        tensors = load_file(path / TENSORS)
        return Saved(numbers["iteration"], LearnerState(tensors, numbers["learner"]), numbers["run"])
    except (OSError, SafetensorError, ValueError, KeyError) as error:
        raise TrainingError(f"{path} is damaged or no checkpoint of a run: {error}") from error


def checkpoints(folder: Path) -> dict[int, Path]:
    """Every checkpoint of a run by its iteration, oldest first."""
    found = {int(match[1]): path for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))}
    return dict(sorted(found.items()))


def latest_checkpoint(folder: Path) -> Saved:
    """The newest checkpoint that can be read; damaged ones after it are passed over."""
    problems = []
    for path in reversed(checkpoints(folder).values()):
        try:
            return read_checkpoint(path)
        except TrainingError as error:
            problems.append(str(error))
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
