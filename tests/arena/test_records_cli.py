"""`overtrick selfplay`, `replay` and `explain` from the command line."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from overtrick.arena.selfplay import play_records
from overtrick.cli.frames import frames_of, load_match
from overtrick.cli.replay import next_place
from overtrick.engine.records.log import replay_all
from overtrick.engine.records.position import dump_position
from overtrick.engine.records.snapshot import dump_snapshot
from overtrick.games.blob.house import BlobRules
from tests.arena.commands import refuse, run
from tests.players.tables import blob_round, hearts_round, play_on

BAD = Path(__file__).parents[1] / "players" / "bad_player.py"
SMALL = BlobRules(round_cards=(2, 1))


@pytest.fixture
def record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    path = tmp_path / "matches.jsonl"
    arguments = ("--game", "blob", "--cards", "2,1", "--players", "3", "--games", "2", "--workers", "1")
    run(capsys, "selfplay", str(path), *arguments, "--player", "normal", "--player", "random", "--player", "easy")
    return path


def test_selfplay_writes_records_that_replay(record: Path) -> None:
    matches = replay_all(record.read_text().splitlines())
    assert [match.names for match in matches] == [["normal", "random", "easy"]] * 2
    assert all(match.match.is_finished for match in matches)
    assert [match.seed for match in matches] == [0, 1]


def test_records_are_the_same_on_any_number_of_workers() -> None:
    one = list(play_records(SMALL, ["easy"] * 3, games=3, seed=4))
    two = list(play_records(SMALL, ["easy"] * 3, games=3, seed=4, workers=2))
    assert one == two


def test_failed_player_ends_its_match_and_no_other() -> None:
    name = "external:" + shlex.join([sys.executable, str(BAD), "dies"])
    first, second = play_records(SMALL, ["easy", name, "easy"], games=2, seed=0)
    for played in (first, second):
        assert "out of memory, sorry" in str(played.report)
        assert not replay_all(played.lines)[0].match.is_finished


def test_selfplay_wants_a_player_for_every_seat(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ("--game", "hearts", "--player", "easy", "--player", "hard")
    assert "4 seats need one --player" in refuse(capsys, "selfplay", str(tmp_path / "x"), *arguments)
    assert "cannot write" in refuse(capsys, "selfplay", str(tmp_path / "no" / "x"), "--game", "hearts")


def test_replay_prints_every_step(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    said = run(capsys, "replay", str(record), "--all")
    assert "Blob, round 1 · 2 cards" in said
    assert "1 random plays" in said
    assert "won by" in said
    assert said != run(capsys, "replay", str(record), "--match", "2")


def test_replay_for_one_seat_shows_one_hand(record: Path) -> None:
    every = frames_of(load_match(record, 1))
    own = frames_of(load_match(record, 1), seat=1)
    assert len(every) == len(own)
    assert len(every[0].lines) == len(own[0].lines) + 2


def test_keys_step_through(record: Path) -> None:
    frames = frames_of(load_match(record, 1))
    assert next_place(frames, 0, "n") == 1
    assert next_place(frames, 1, "p") == 0
    assert next_place(frames, 0, "p") == 0
    second = next_place(frames, 0, "r")
    assert frames[second].number == 1
    assert frames[second - 1].number == 0
    assert next_place(frames, len(frames) - 1, "n") == len(frames) - 1


def test_replay_refuses_what_it_cannot_show(capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path) -> None:
    assert "there is no match 3" in refuse(capsys, "replay", str(record), "--match", "3")
    assert "there is no seat 7" in refuse(capsys, "replay", str(record), "--seat", "7")
    assert "cannot read" in refuse(capsys, "replay", str(tmp_path / "none.jsonl"))
    record.write_text(record.read_text().replace('"event": "play"', '"event": "pley"', 1))
    assert "line " in refuse(capsys, "replay", str(record))


def test_explain_a_position_string(capsys: pytest.CaptureFixture[str]) -> None:
    table = play_on(blob_round(3), 9)
    said = run(capsys, "explain", dump_position(table), "--player", "montecarlo:worlds=20")
    assert "candidate" in said
    assert "montecarlo:worlds=20 plays" in said


def test_explain_a_snapshot_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = hearts_round(3)
    path = tmp_path / "snapshot.json"
    path.write_text(dump_snapshot(table.observe(0)))
    result = json.loads(run(capsys, "explain", str(path), "--player", "montecarlo:worlds=20", "--json"))
    values = [candidate["value"] for candidate in result["candidates"]]
    assert len(values) == 13
    assert values == sorted(values, reverse=True)
    assert result["reasons"]
    assert len(set(result["pass"])) == 3
    assert result["pass"][0] == result["action"]


def test_explain_gives_the_reasons_of_rules(capsys: pytest.CaptureFixture[str]) -> None:
    for table in (play_on(blob_round(3), 9), play_on(hearts_round(3), 20)):
        said = run(capsys, "explain", dump_position(table), "--player", "hard")
        assert "hard plays" in said
        assert "·" in said


def test_explain_refuses_what_is_no_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no position string, no file" in refuse(capsys, "explain", "nowhere")
    assert "sections" in refuse(capsys, "explain", "ot1~x")
    over = play_on(blob_round(1), 100)
    assert "nobody is to act" in refuse(capsys, "explain", dump_position(over))
