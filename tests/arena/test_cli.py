"""`overtrick eval` and `overtrick league` from the command line."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from overtrick.arena.runner import Report
from overtrick.arena.statistics import Interval
from overtrick.cli.eval import progress_bar, read_cards
from overtrick.errors import RulesError
from tests.arena.commands import refuse, run

EVAL = ("eval", "--game", "blob", "--player", "normal", "--opponent", "random", "--games", "30")


def test_json_has_the_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "plot.png"
    result = json.loads(run(capsys, *EVAL, "--json", "--cards", "3-5", "--players", "5", "--plot", str(plot)))
    assert result["deals"] == 30
    assert result["difference"]["low"] < result["difference"]["mean"] < result["difference"]["high"]
    assert 0 < result["win_rate"] < 1
    assert result["exact_bids"]["player"] > result["exact_bids"]["opponent"]
    assert list(result["exact_bids_by_cards"]) == ["3", "4", "5"]
    assert result["ms_per_decision"].keys() == {"player", "opponent"}
    assert plot.stat().st_size > 1000


def test_same_bytes_whatever_the_workers(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (*EVAL, "--json", "--no-timing", "--seed", "5")
    assert run(capsys, *arguments, "--workers", "1") == run(capsys, *arguments, "--workers", "2")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_evaluation_tells_what_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Also in the background of a shell script, where Ctrl-C is switched off."""

    @contextmanager
    def stop_after_fifty(title: str, deals: int) -> Iterator[Report]:
        yield lambda done, running: os.kill(os.getpid(), number) if done == 50 else None

    monkeypatch.setattr("overtrick.cli.eval.progress_bar", stop_after_fifty)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN), signal.getsignal(signal.SIGTERM)
    try:
        result = json.loads(run(capsys, *EVAL[:-1], "1000", "--json", "--workers", "1"))
        assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == (signal.SIG_IGN, before[1])
    finally:
        signal.signal(signal.SIGINT, before[0])
    assert (result["deals"], result["ending"]) == (50, "interrupted")


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, *EVAL)
    assert "normal against random" in said
    assert "points per deal" in said
    assert "exact bids" in said
    hearts = run(
        capsys, "eval", "--game", "hearts", "--player", "easy", "--opponent", "random", "--games", "4", "--match"
    )
    assert "moons made" in hearts


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--game", "blob", "--player", "hrad"), "did you mean 'hard'?"),
        (("--game", "blob", "--player", "hard:stile=x"), "did you mean 'style'?"),
        (("--game", "hart", "--player", "hard"), "there is no game 'hart'; did you mean 'hearts'?"),
        (("--player", "hard"), "which game?"),
        (("--game", "hearts", "--player", "hard", "--players", "5"), "Hearts is for 4 players, not 5"),
        (("--game", "blob", "--player", "hard", "--cards", "x"), "are no hand sizes"),
        (("--game", "blob", "--player", "hard", "--cards", "20"), "cannot deal 20 cards"),
        (("--game", "blob", "--player", "hard", "--tables", "all"), "tables are lone, both, halves, not 'all'"),
        (("--game", "blob", "--player", "external:/no/such/bot"), "does not start"),
    ],
)
def test_bad_input_is_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str) -> None:
    error = refuse(capsys, "eval", *arguments)
    assert said in error
    assert error.count("\n") == 1


def test_hand_sizes() -> None:
    assert read_cards("7") == (7,)
    assert read_cards("5,7") == (5, 7)
    assert read_cards("1-4,4-2") == (1, 2, 3, 4, 4, 3, 2)
    with pytest.raises(RulesError):
        read_cards("1-")


def test_league(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "league.png"
    arguments = ("league", "random", "easy", "--game", "blob", "--games", "30", "--plot", str(plot))
    result = json.loads(run(capsys, *arguments, "--json"))
    assert [rating["player"] for rating in result["ratings"]] == ["easy", "random"]
    assert plot.stat().st_size > 1000
    assert "easy" in run(capsys, *arguments)


def test_tactics(capsys: pytest.CaptureFixture[str]) -> None:
    result = json.loads(run(capsys, "eval", "--tactics", "--player", "hard", "--game", "hearts", "--json"))
    assert result["positions"] == result["by_game"]["hearts"]["positions"]
    assert "tactics" in run(capsys, "eval", "--tactics", "--player", "random", "--game", "hearts")


def test_progress_shows_the_running_interval(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    with progress_bar("hard v easy", 10) as report:
        assert report is not None
        report(10, Interval(1.5, 1.0, 2.0))
    said = capsys.readouterr()
    assert "+1.50 (+1.00 to +2.00)" in said.err
    assert said.out == ""


def test_nobody_watches_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    with progress_bar("hard v easy", 10) as report:
        assert report is None
