"""A checkpoint that is not as it was written is noticed, wherever it was changed, and the one before it is taken."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from overtrick.errors import ModelError, TrainingError
from overtrick.nets.checkpoint import load_checkpoint, save_checkpoint
from overtrick.nets.mlp import PlainNet
from overtrick.training import runs
from overtrick.training.checkpoints import checkpoint_path, latest_checkpoint, read_checkpoint
from overtrick.training.display import LineDisplay
from tests.training.toy import make_run

FLIPS = 60
ITERATIONS = 3
OLD = Path(__file__).parent / "data" / "checkpoint-without-manifest"
"""After iteration 2 of the toy, as it was written before there were manifests."""


@pytest.fixture(autouse=True)
def _no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "plot_run", lambda folder, path: None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run of three iterations."""
    run = make_run(tmp_path / "run", iterations=ITERATIONS)
    run.begin()
    assert run.train() == "finished"
    return run.folder


def flip(path: Path, rng: np.random.Generator) -> int:
    """Turn one random bit of a file; where it is, to turn it back."""
    bit = int(rng.integers(8 * path.stat().st_size))
    turn(path, bit)
    return bit


def turn(path: Path, bit: int) -> None:
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


def test_every_flipped_bit_is_noticed_and_the_checkpoint_before_is_taken(folder: Path) -> None:
    rng = np.random.default_rng(1)
    newest = checkpoint_path(folder, ITERATIONS)
    files = sorted(newest.iterdir())
    assert len(files) == 4
    for number in range(FLIPS):
        path = files[number % len(files)]
        bit = flip(path, rng)
        with pytest.raises(TrainingError, match=r"checkpoint-000003 is damaged or no checkpoint of a run: "):
            read_checkpoint(newest)
        assert latest_checkpoint(folder).iteration == ITERATIONS - 1, (path.name, bit)
        turn(path, bit)
    assert latest_checkpoint(folder).iteration == ITERATIONS


@pytest.mark.parametrize("name", ["state.safetensors", "state.json", "network.safetensors", "manifest.json"])
def test_a_file_that_is_gone_or_cut_short_is_noticed(folder: Path, name: str) -> None:
    path = checkpoint_path(folder, ITERATIONS) / name
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    with pytest.raises(TrainingError, match=name if name != "manifest.json" else "damaged"):
        read_checkpoint(path.parent)
    path.unlink()
    with pytest.raises(TrainingError, match=name):
        read_checkpoint(path.parent)


def test_a_run_goes_on_from_the_last_good_checkpoint_and_says_so_in_one_line(folder: Path) -> None:
    # Read from a copy: tensors of a file are the file, and this one is about to be damaged.
    copy = shutil.copytree(checkpoint_path(folder, ITERATIONS), folder.parent / "copy")
    whole = load_file(copy / "state.safetensors")
    flip(checkpoint_path(folder, ITERATIONS) / "state.safetensors", np.random.default_rng(2))
    run, told = make_run(folder, iterations=ITERATIONS), io.StringIO()
    run.display = LineDisplay(told)
    run.resume()
    assert told.getvalue() == (
        f"{checkpoint_path(folder, 3)} is damaged or no checkpoint of a run: the SHA-256 of state.safetensors is not "
        "the one it was written with: going on from checkpoint-000002, the last good checkpoint\n"
    )
    assert run.iteration == ITERATIONS - 1
    assert run.train() == "finished"
    again = load_file(checkpoint_path(folder, ITERATIONS) / "state.safetensors")
    assert all(torch.equal(whole[name], again[name]) for name in whole)


def test_a_checkpoint_from_before_manifests_is_still_read(folder: Path) -> None:
    other = make_run(folder.parent / "old", iterations=ITERATIONS)
    other.begin()
    shutil.copytree(OLD, checkpoint_path(other.folder, 2))
    other.resume()
    assert other.iteration == 2
    assert other.train() == "finished"
    assert runs.latest_network(other.folder).schema.name == "blob-3"
    assert load_checkpoint(OLD / "network.safetensors")[1]["iteration"] == 2


def test_every_flipped_bit_of_a_network_on_its_own_is_noticed(tmp_path: Path) -> None:
    """As `--from` and `overtrick export` read it."""
    path, rng = tmp_path / "network.safetensors", np.random.default_rng(3)
    save_checkpoint(path, PlainNet("blob", layers=(4,), version=3), {"sha256": "0" * 64})
    header = 8 + int.from_bytes(path.read_bytes()[:8], "little")
    for number in range(FLIPS):
        # The header, where most bits mean something, and the weights in turn.
        bit = int(rng.integers(8 * (header if number % 2 else path.stat().st_size)))
        turn(path, bit)
        with pytest.raises(ModelError):
            load_checkpoint(path)
        turn(path, bit)
    assert load_checkpoint(path)[1] == {"sha256": "0" * 64}
