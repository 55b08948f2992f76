"""`overtrick train` from the command line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from overtrick.cli import train
from overtrick.cli.main import main
from overtrick.errors import TrainingError
from overtrick.kernel import JIT_IS_ON
from overtrick.players.options import read_value
from overtrick.training.metrics import is_timing, read_table
from overtrick.training.presets import ALGORITHMS, PRESETS, make_recipe
from overtrick.training.runs import RunSettings
from overtrick.training.settings import changed, from_json, settings_of, split_changes

SMALL = {
    "ppo": "rounds=24 layers=8 critic_layers=8 players=3 cards=2 minibatch=64",
    "distill": "layers=8 players=3 cards=2 worlds=2 shards=1 workers=1 fits=2 minibatch=32",
    "hindsight": "rounds=24 layers=8 players=3 cards=2 minibatch=64",
    "alphazero": "rounds=6 tables=3 layers=8 players=3 cards=2 trees=1 simulations=2 fits=2 minibatch=16 gate_deals=2",
}
WATCH = ("evaluate_every=2", "evaluation_deals=2", "opponents=random", "evaluation_tables=3x2")


def small(algorithm: str) -> list[str]:
    return [word for change in [*SMALL[algorithm].split(), *WATCH] for word in ("--set", change)]


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = 0
    try:
        main(["train", *args])
    except SystemExit as ended:
        code = int(ended.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def rows(folder: Path) -> list[dict[str, str]]:
    found = read_table(folder / "metrics.csv") + read_table(folder / "evaluations.csv")
    return [{name: value for name, value in row.items() if not is_timing(name)} for row in found]


@pytest.mark.skipif(not JIT_IS_ON, reason="the algorithms have tests of their own")
@pytest.mark.parametrize("algorithm", ["ppo", "hindsight", "alphazero"])
def test_every_algorithm_runs_and_resumes_to_the_same_figures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overtrick.training.runs.plot_run", lambda folder, path: None)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    start = (algorithm, "--game", "blob", *small(algorithm))
    code, out, err = run(capsys, *start, "--run", str(whole), "--iterations", "4")
    assert code == 0, err
    assert "finished after iteration 4" in out
    assert "against random 3x2" in out
    assert run(capsys, *start, "--run", str(parts), "--iterations", "2")[0] == 0
    assert run(capsys, algorithm, "--run", str(parts), "--resume", "--iterations", "4")[0] == 0
    assert rows(parts) == rows(whole)
    config = json.loads((whole / "config.json").read_text())
    assert config["config"]["layers"] == [8]
    code, out, err = run(capsys, *start, "--from", str(whole), "--run", str(tmp_path / "next"), "--iterations", "1")
    assert code == 0, err
    assert json.loads((tmp_path / "next" / "config.json").read_text())["start"] == str(whole / "best.safetensors")


def test_the_network_of_the_package_is_noted_by_its_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Not by a path of this machine, which would travel with every model trained from it."""
    few = ("--set", "rounds=16", "--set", "evaluation_deals=4", "--iterations", "1")
    code, _, err = run(capsys, "ppo", "--game", "hearts", "--from", "embedded", *few, "--run", str(tmp_path / "on"))
    assert code == 0, err
    assert json.loads((tmp_path / "on" / "config.json").read_text())["start"] == "embedded"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("ppp", "--game", "blob"), "did you mean 'ppo'"),
        (("ppo",), "which game?"),
        (("ppo", "--game", "hart"), "did you mean 'hearts'"),
        (("ppo", "--game", "blob", "--preset", "demos"), "did you mean 'demo'"),
        (("ppo", "--game", "blob", "--set", "learnin_rate=1"), "did you mean 'learning_rate'"),
        (("ppo", "--game", "blob", "--set", "epochs=many"), "epochs is a whole number, not 'many'"),
        (("ppo", "--game", "blob", "--set", "epochs"), "write key=value"),
        (("ppo", "--game", "blob", "--from", "nothing.safetensors"), "there is no checkpoint nothing.safetensors"),
        (("--resume", "nothing"), "nothing holds no run"),
        (("ppo", "--game", "hearts", "--resume"), "there is no hearts ppo run in runs/"),
    ],
)
def test_mistakes_are_explained(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, *args)
    assert code == 2
    assert message in err
    assert "Traceback" not in err


def test_without_torch_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "find_spec", lambda name: None)
    code, _, err = run(capsys, "ppo", "--game", "blob")
    assert code == 2
    assert "training needs torch; install it with pip install 'overtrick[train]'" in err


def test_every_setting_is_listed_with_its_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    for algorithm in ALGORITHMS:
        code, out, _ = run(capsys, algorithm, "--game", "blob", "--set", "seed=7", "--settings")
        assert code == 0
        assert "  seed=7\n" in out
        for kind in (ALGORITHMS[algorithm].config_class(), RunSettings):
            for name, setting in settings_of(kind).items():
                assert f"  {name}=" in out
                assert setting.doc.endswith("."), f"{name} has no docstring"


def test_no_setting_of_a_run_hides_one_of_an_algorithm() -> None:
    for algorithm in ALGORITHMS.values():
        assert not settings_of(algorithm.config_class()).keys() & settings_of(RunSettings).keys()


def test_presets_name_only_settings_that_exist() -> None:
    for name, preset in PRESETS.items():
        for key in preset.values:
            algorithm, _, _ = key.partition(" ")
            known = {**settings_of(ALGORITHMS[algorithm].config_class()), **settings_of(RunSettings)}
            assert preset.values[key].keys() <= known.keys(), name
        for algorithm in ALGORITHMS:
            for game in ("blob", "hearts"):
                recipe = make_recipe(algorithm, game, preset=name, changes={})
                assert recipe.config.game == game


def test_a_run_keeps_its_own_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = {"format": "overtrick-run-1", "algorithm": "ppo", "config": {"game": "blob"}, "run": {}, "start": None}
    (tmp_path / "config.json").write_text(json.dumps(settings))
    code, _, err = run(capsys, "--resume", str(tmp_path), "--set", "epochs=3")
    assert code == 2
    assert "epochs belongs to the run" in err
    code, _, err = run(capsys, "--resume", str(tmp_path), "--iterations", "3")
    assert code == 2
    assert "holds no checkpoint" in err


def test_resume_may_stand_alone() -> None:
    assert train.with_latest(["ppo", "--resume", "--threads", "2"]) == ["ppo", "--resume", "latest", "--threads", "2"]
    assert train.with_latest(["--resume"]) == ["--resume", "latest"]
    assert train.with_latest(["--resume", "here"]) == ["--resume", "here"]


@dataclass(frozen=True)
class Inner:
    """A part."""

    sizes: tuple[int, ...] = (1, 2)
    """Sizes."""


@dataclass(frozen=True)
class Outer:
    """The whole."""

    inner: Inner = Inner()
    """A part."""
    kind: Literal["one", "two"] = "one"
    """Of two
    kinds."""
    limit: float | None = None
    """Or none."""
    pair: tuple[int, float] = (1, 2.0)
    """Two numbers."""
    is_on: bool = False
    """Yes or no."""


def test_values_are_read_by_their_types() -> None:
    texts = split_changes(["inner.sizes=(3, 4)", "kind=two", "limit=0.5", "pair=3,4", "is_on=yes"])
    config = changed(Outer(), texts)
    assert config == Outer(Inner((3, 4)), "two", 0.5, (3, 4.0), True)
    assert changed(config, {"limit": "none"}).limit is None
    assert from_json(Outer, json.loads(json.dumps(config, default=vars))) == config
    assert settings_of(Outer)["kind"].doc == "Of two kinds."
    for name, text, message in (
        ("kind", "too", "did you mean 'two'"),
        ("pair", "3", "takes 2 values"),
        ("is_on", "perhaps", "is yes or no"),
        ("limit", "much", "is a number"),
    ):
        with pytest.raises(TrainingError, match=message):
            read_value(name, text, settings_of(Outer)[name].kind, TrainingError)
