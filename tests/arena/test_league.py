"""A small league, its ratings and its plot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from overtrick.arena.league import play_league
from overtrick.arena.plan import Plan
from overtrick.arena.plots import plot_difference, plot_ratings
from overtrick.arena.runner import run_plan
from overtrick.errors import PlayerError

PLAN = Plan("blob", "random", "normal", deals=60, cards=(4,))


def test_league_orders_players(tmp_path: Path) -> None:
    league = play_league(PLAN, ["random", "easy", "normal"])
    assert league.ratings[-1].player == "random"
    assert league.ratings[-1].elo == 0.0
    assert len(league.meetings) == 3
    assert json.loads(json.dumps(league.as_json(), allow_nan=False))["deals"] == 60
    plot_ratings(league.ratings, "Blob", tmp_path / "plots" / "league.png")
    assert (tmp_path / "plots" / "league.png").read_bytes().startswith(b"\x89PNG")


def test_running_difference_is_plotted(tmp_path: Path) -> None:
    plot_difference(run_plan(PLAN), tmp_path / "difference.png")
    assert (tmp_path / "difference.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("names", "anchor", "said"),
    [
        (["hard"], None, "two or more different players"),
        (["hard", "hard"], None, "two or more different players"),
        (["hard", "easy"], "normal", "does not play in this league"),
    ],
)
def test_impossible_leagues_are_refused(names: list[str], anchor: str | None, said: str) -> None:
    with pytest.raises(PlayerError, match=said):
        play_league(PLAN, names, anchor=anchor)
