"""The measuring programs in `bench/` run, and say what they are asked for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def run(program: str, *options: str) -> dict[str, Any]:
    """The last line a program prints."""
    command = [sys.executable, str(ROOT / "bench" / program), *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


@pytest.mark.parametrize("opponent", ["shipped", "copy", "honest"])
def test_blob_against_ismcts(opponent: str) -> None:
    pytest.importorskip("pyspiel")
    told = ["--told"] if opponent != "honest" else []
    players = ["--player", "search:sims=20", "--opponent", opponent, "--simulations", "20", *told]
    result = run("ismcts.py", *players, "--cards", "3", "--deals", "2")
    assert (result["deals"], result["cards"], result["told"]) == (2, 3, bool(told))
    assert result["stock_cards_in_resamples"] == 0, "OpenSpiel's worlds are honest now: docs/strength.md says otherwise"
    assert result["difference"]["low"] <= result["difference"]["mean"] <= result["difference"]["high"]


def test_growth(tmp_path: Path) -> None:
    plot = tmp_path / "growth.png"
    result = run("growth.py", "--game", "blob", "--ms", "1", "--opponent", "easy", "--deals", "2", "--plot", str(plot))
    assert (result["game"], result["ms"], result["deals"]) == ("blob", 1, 2)
    assert plot.stat().st_size > 1000
