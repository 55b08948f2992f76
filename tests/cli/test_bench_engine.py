"""`overtrick bench engine`: the shape of what it prints; the figures themselves belong to the machine."""

from __future__ import annotations

import json
import sys

import pytest
from typer.testing import CliRunner

from overtrick.cli.benches.engine import app
from overtrick.engine.catalogue import GAME_KEYS

QUICK = ["--repetitions", "1", "--seconds", "0.01"]


def test_json_has_every_game_three_ways() -> None:
    pytest.importorskip("pyspiel")
    figures = json.loads(CliRunner().invoke(app, ["--json", *QUICK]).stdout)
    assert [(result["game"], result["mode"]) for result in figures["results"]] == [
        (game, mode) for game in GAME_KEYS for mode in ("step", "batch", "batch_views")
    ]
    assert all(result["steps_per_s"] > 0 and result["ratio_to_openspiel"] > 0 for result in figures["results"])
    assert figures["copy_ns"] > 0


def test_without_openspiel_there_are_no_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    figures = json.loads(CliRunner().invoke(app, ["--json", *QUICK]).stdout)
    assert all(result["ratio_to_openspiel"] is None for result in figures["results"])
    assert "not installed" in figures["note"]
    table = CliRunner().invoke(app, [*QUICK, "--threads", "2"]).stdout
    assert "not installed" in table
    assert "2 threads" in table
