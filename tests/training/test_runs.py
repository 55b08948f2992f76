"""Runs: what a folder holds, how a run ends, and that going on is the same as never having stopped."""

from __future__ import annotations

import errno
import io
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from overtrick.errors import TrainingError
from overtrick.nets.checkpoint import load_checkpoint
from overtrick.training import checkpoints, runs
from overtrick.training.checkpoints import checkpoint_path, latest_checkpoint
from overtrick.training.checkpoints import checkpoints as list_checkpoints
from overtrick.training.display import LineDisplay, LiveDisplay, Progress, duration, headline
from overtrick.training.metrics import Table, is_timing, read_table
from tests.training.toy import make_run

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _no_plots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plots take longer than everything else here."""
    request.getfixturevalue("whole")
    monkeypatch.setattr(runs, "plot_run", lambda folder, path: None)


def figures(folder: Path) -> list[dict[str, str]]:
    """All figures of a run that do not depend on the machine."""
    rows = read_table(folder / "metrics.csv") + read_table(folder / "evaluations.csv")
    return [{name: value for name, value in row.items() if not is_timing(name)} for row in rows]


def trained(folder: Path, **changes: object) -> Path:
    run = make_run(folder, **changes)  # type: ignore[arg-type]
    run.begin()
    assert run.train() == "finished"
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of twelve iterations that nobody disturbed."""
    return trained(tmp_path_factory.mktemp("runs") / "whole")


def assert_same(folder: Path, whole: Path) -> None:
    """The same figures and the same weights."""
    assert figures(folder) == figures(whole)
    assert (folder / "network.safetensors").is_file()
    one, other = (load_file(checkpoint_path(path, 12) / "state.safetensors") for path in (folder, whole))
    assert one.keys() == other.keys()
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_a_folder_holds_everything(whole: Path) -> None:
    config = json.loads((whole / "config.json").read_text())
    assert config["algorithm"] == "toy"
    assert config["seed"] == 1
    assert config["run"]["evaluation_deals"] == 4
    assert {"overtrick", "torch", "numba", "numpy", "python", "schema_hash", "rules"} <= config["versions"].keys()
    assert [int(row["iteration"]) for row in read_table(whole / "metrics.csv")] == list(range(1, 13))
    assert [int(row["iteration"]) for row in read_table(whole / "evaluations.csv")] == [0, 4, 8, 12]
    assert (whole / "plots.png").read_bytes().startswith(b"\x89PNG")
    assert list((whole / "tensorboard").iterdir())
    network, notes = load_checkpoint(whole / "network.safetensors")
    assert network.schema.name == "blob-3"
    assert notes["iteration"] == 12
    assert notes["evaluations"][0]["opponent"] == "random 3x2"
    assert load_checkpoint(whole / "best.safetensors")[1]["iteration"] in (0, 4, 8, 12)


def test_the_last_the_best_and_every_fifth_checkpoint_stay(whole: Path) -> None:
    points = {int(row["iteration"]): float(row["points"]) for row in read_table(whole / "evaluations.csv")}
    best = max(points, key=lambda iteration: (points[iteration], -iteration))
    assert list(list_checkpoints(whole)) == sorted({0, 5, 10, 11, 12, best})
    assert not list(whole.glob(".checkpoint*"))


def test_one_seed_gives_one_run(whole: Path, tmp_path: Path) -> None:
    assert_same(trained(tmp_path / "again"), whole)
    assert figures(trained(tmp_path / "other", seed=2)) != figures(whole)


def test_a_run_stopped_and_resumed_equals_one_that_was_not(whole: Path, tmp_path: Path) -> None:
    folder = trained(tmp_path / "parts", iterations=5)
    run = make_run(folder)
    torch.rand(3)
    run.resume()
    assert run.train() == "finished"
    assert json.loads((folder / "config.json").read_text())["run"]["iterations"] == 12
    rows = [row for row in figures(folder) if row.get("opponent") is None or row["iteration"] != "5"]
    assert rows == figures(whole)


def test_figures_without_a_checkpoint_are_forgotten(whole: Path, tmp_path: Path) -> None:
    """As after a crash between the figures of an iteration and its checkpoint, in the middle of a line."""
    folder = trained(tmp_path / "crashed", iterations=7)
    for row in range(8, 10):
        with (folder / "metrics.csv").open("a") as file:
            file.write(f"{row},1.0,1.0,1.0,1.0,1.0,1.0\n")
    with (folder / "metrics.csv").open("a") as file:
        file.write("10,0.5")
    run = make_run(folder)
    run.resume()
    run.train()
    rows = [row for row in figures(folder) if row.get("opponent") is None or row["iteration"] != "7"]
    assert rows == figures(whole)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8))])
def test_a_run_killed_at_a_random_moment_goes_on_as_if_nothing_was(whole: Path, tmp_path: Path, seed: int) -> None:
    folder = tmp_path / "killed"
    lines = int(np.random.default_rng(seed).integers(2, 14))
    with program(folder) as child:
        for _ in range(lines):
            child.stderr.readline()
        child.kill()
    iteration = latest_checkpoint(folder).iteration
    assert iteration < 12
    if seed == 0:
        with program(folder, "resume") as child:
            assert child.wait() == 0, child.stderr.read()
    else:
        run = make_run(folder)
        run.resume()
        assert run.train() == "finished"
    assert_same(folder, whole)


def program(folder: Path, *args: str) -> subprocess.Popen[str]:
    """The toy in a process of its own."""
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    command = [sys.executable, "-m", "tests.training.toy", str(folder), *args]
    return subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True)


def test_ctrl_c_ends_the_iteration_and_keeps_it(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "interrupted"
    with program(folder) as child:
        while "iteration 3/" not in child.stderr.readline():
            pass
        child.send_signal(signal.SIGINT)
        told = child.stderr.read()
        assert child.wait() == 130
    assert "stopping after this iteration" in told
    assert "Traceback" not in told
    rows = read_table(folder / "metrics.csv")
    assert latest_checkpoint(folder).iteration == len(rows) < 12
    run = make_run(folder)
    run.resume()
    run.train()
    assert_same(folder, whole)


@pytest.mark.parametrize(
    ("trouble", "message"),
    [
        ("loss", "loss/policy is nan"),
        ("jump", "loss/policy is 1e\\+06"),
        ("kl", "kl is 50"),
        ("weights", "the weights trunk.0.weight are no longer numbers"),
    ],
)
def test_learning_that_leaves_the_road_stops(tmp_path: Path, trouble: str, message: str) -> None:
    run = make_run(tmp_path / "run", trouble=trouble)
    run.begin()
    with pytest.raises(TrainingError, match=f"stopped in iteration 8: {message}.*checkpoint-000007"):
        run.train()
    assert latest_checkpoint(run.folder).iteration == 7
    assert len(read_table(run.folder / "metrics.csv")) == 7


def test_a_full_disk_stops_with_the_last_checkpoint(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = checkpoints.save_file

    def save(tensors: object, path: Path) -> None:
        if "000006" in str(path):
            raise OSError(errno.ENOSPC, "No space left on device")
        real(tensors, path)

    run = make_run(tmp_path / "full")
    run.begin()
    monkeypatch.setattr(checkpoints, "save_file", save)
    with pytest.raises(TrainingError, match=r"iteration 6.*No space left on device.*checkpoint-000005; make room"):
        run.train()
    assert not list(run.folder.glob(".checkpoint*"))
    monkeypatch.undo()
    run = make_run(run.folder)
    run.resume()
    run.train()
    assert_same(run.folder, whole)


@pytest.mark.parametrize("limit", [10_000, pytest.param(300, marks=pytest.mark.long)])
def test_files_that_may_not_grow_stop_the_run(tmp_path: Path, limit: int) -> None:
    """The real thing, as near as it can be had without a disk to fill: a limit on the size of files."""
    code = (
        "import resource, sys; from pathlib import Path; from tests.training.toy import make_run;"
        "run = make_run(Path(sys.argv[1])); run.begin(); iterate = run.learner.iterate\n"
        "def limited():\n"
        "    if run.iteration == 3: resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)\n"
        "    return iterate()\n"
        "run.learner.iterate = limited; run.train()"
    )
    folder = tmp_path / "small"
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    child = subprocess.run(
        [sys.executable, "-c", code, str(folder), str(limit)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "overtrick.errors.TrainingError: stopped after iteration 4: cannot write" in child.stderr.splitlines()[-1]
    assert "File too large" in child.stderr
    assert "checkpoint-000003; make room" in child.stderr
    assert list(list_checkpoints(folder))[-1] == 3
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def test_a_damaged_checkpoint_is_passed_over(whole: Path, tmp_path: Path) -> None:
    folder = trained(tmp_path / "damaged", iterations=7)
    (checkpoint_path(folder, 7) / "state.safetensors").write_bytes(b"broken")
    assert latest_checkpoint(folder).iteration == 6
    run = make_run(folder)
    run.resume()
    run.train()
    assert_same(folder, whole)


def test_a_folder_in_use_and_an_empty_one_are_refused(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="holds a run already"):
        make_run(whole).begin()
    run = make_run(tmp_path / "empty")
    run.begin()
    with pytest.raises(TrainingError, match="holds no checkpoint"):
        run.resume()


def test_other_versions_are_told_and_another_schema_is_refused(whole: Path, tmp_path: Path) -> None:
    folder = trained(tmp_path / "old", iterations=1)
    config = json.loads((folder / "config.json").read_text())
    config["versions"]["torch"] = "1.0"
    (folder / "config.json").write_text(json.dumps(config))
    run, told = make_run(folder), io.StringIO()
    run.display = LineDisplay(told)
    run.resume()
    assert "torch 1.0 is now" in told.getvalue()
    config["versions"]["schema_hash"] = "other"
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(TrainingError, match="another schema"):
        run.resume()


def test_minutes_end_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(0, 10_000, 5))
    monkeypatch.setattr(runs.time, "monotonic", lambda: float(next(ticks)))
    run = make_run(tmp_path / "timed", iterations=None, minutes=2.0)
    run.begin()
    assert run.train() == "finished"
    assert run.seconds >= 120
    assert run.evaluated == run.iteration


def test_a_table_gets_new_columns_and_keeps_exact_numbers(tmp_path: Path) -> None:
    table = Table(tmp_path / "t.csv", after=0)
    table.add({"iteration": 1, "a": 0.1})
    table.add({"iteration": 2, "a": 1 / 3, "b, with comma": 2.0})
    assert (tmp_path / "t.csv").read_text().splitlines()[0] == 'iteration,a,"b, with comma"'
    assert [float(row["a"]) for row in read_table(tmp_path / "t.csv")] == [0.1, 1 / 3]
    assert Table(tmp_path / "t.csv", after=1).rows == [{"iteration": "1", "a": "0.1"}]


def test_displays_tell_the_pace_and_the_time_left() -> None:
    progress = Progress(30, 120, 60.0, None, 2.0, {"loss/policy": 0.12345, "steps_per_s": 123456.0})
    assert headline(progress) == "iteration 30/120, 1:00 done, 3:00 left, loss/policy 0.1235, steps_per_s 123,456"
    assert Progress(30, None, 60.0, 3.0, 2.0).seconds_left == 120
    assert Progress(30, None, 60.0, 3.0, 2.0).share == pytest.approx(1 / 3)
    assert Progress(1, None, 1.0, None, 1.0).seconds_left is None
    assert duration(3 * 3600 + 62) == "3:01:02"
    stream = io.StringIO()
    with LiveDisplay(stream) as display:
        display.show(progress)
        display.say("hello")
    assert "iteration 30 of 120" in stream.getvalue()
    assert "123,456" in stream.getvalue()
