"""`overtrick bench training`: the shape of what it prints; the figures themselves belong to the machine."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from overtrick.cli.benches import training
from overtrick.kernel import JIT_IS_ON

QUICK = ["--repetitions", "1", "--seconds", "0.01", "--processes", "1"]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rounds, no other processes, and search as small as it gets."""
    monkeypatch.setattr(training, "BATCH", 64 if JIT_IS_ON else 4)
    monkeypatch.setattr(training, "TREES_AT_ONCE", 5)
    monkeypatch.setattr(training, "selfplay_rate", lambda size, seconds, processes: 600.0)


def test_json_has_every_figure() -> None:
    figures: dict[str, Any] = json.loads(CliRunner().invoke(training.app, ["--json", *QUICK]).stdout)
    for name in ("rollout_steps_per_s", "network_ceiling_per_s", "train_samples_per_s"):
        assert figures[name] > 0
    assert figures["selfplay_rounds_per_min"] == {"2x20": 600, "3x30": 600, "5x50": 600}
    assert figures["blobmaster_rounds_per_min"] == {"2x20": 1049, "3x30": 741, "5x50": 310}


def test_the_table_stands_beside_blobmaster() -> None:
    table = CliRunner().invoke(training.app, QUICK).stdout
    assert "2x20                           600       1,049     0.6" in table
    assert "of the bare network's" in table


def test_self_play_counts_whole_rounds() -> None:
    assert training.selfplay_runner("1x2", seed=1)() == 10
