"""`overtrick snapshot`: a position out of a record, to JSON and back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from overtrick.cli.main import main
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.records.log import match_lines
from overtrick.engine.records.position import dump_position, load_position
from overtrick.engine.records.snapshot import load_snapshot
from overtrick.games.hearts.house import HeartsRules


@pytest.fixture
def match() -> Match:
    match, chance = Match(HeartsRules(), 4, seeded_decks(1)), random.Random(1)
    for _ in range(40):
        match.act(match.round.turn, chance.choice(match.round.legal_actions()))
    return match


@pytest.fixture
def record(match: Match, tmp_path: Path) -> Path:
    file = tmp_path / "match.jsonl"
    file.write_text("\n".join(match_lines(match)), encoding="utf-8")
    return file


def run(*args: object) -> None:
    """Typer ends the process when a verb is done."""
    try:
        main(["snapshot", *map(str, args)])
    except SystemExit as end:
        if end.code:
            raise


def test_export_and_import(match: Match, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "position.json"
    run("export", record, "-o", file)
    assert load_snapshot(file.read_text(encoding="utf-8")) == match.round
    run("import", file)
    assert load_position(capsys.readouterr().out) == match.round


def test_a_moment_seen_by_one_seat(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("export", record, "--round", 1, "--actions", 20, "--seat", 2)
    view = load_snapshot(capsys.readouterr().out)
    assert view.record.seat == 2
    assert view.record.plays == 8


def test_export_of_a_position_string(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    run("export", dump_position(match.observe(1)), "--seat", 1)
    assert load_snapshot(capsys.readouterr().out) == match.observe(1)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--match", 2], "no match 2: the record has 1"),
        (["--round", 3], "no round 3: the record has 1"),
        (["--actions", 99], "no action 99: the record has 40"),
        (["--seat", 7], "no seat 7: seats are 0 to 3"),
    ],
)
def test_what_is_not_there(args: list[object], message: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("export", record, *args)
    assert message in capsys.readouterr().err


def test_damaged_files(match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("import", tmp_path / "missing.json")
    assert "cannot read" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        run("export", dump_position(match.observe(1)), "--seat", 2)
    assert "what seat 1 sees" in capsys.readouterr().err
