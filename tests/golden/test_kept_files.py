"""Files that earlier versions wrote are read, and mean what they meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from overtrick.engine.records.document import describe, restore
from overtrick.engine.records.log import match_lines, replay_all
from overtrick.engine.round import Round

KEPT = Path(__file__).parent / "kept"
RECORDS = sorted(KEPT.glob("*.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_replay_to_the_same_lines(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [line for kept in replay_all(lines) for line in match_lines(kept.match, kept.names, kept.seed)]
    assert [json.loads(line) for line in found] == [json.loads(line) for line in lines]


def test_snapshots_are_the_same_positions() -> None:
    snapshots = json.loads((KEPT / "snapshots.json").read_text(encoding="utf-8"))
    assert len(snapshots) > 20
    for kept in snapshots:
        table, view = restore(kept["full"]), restore(kept["view"])
        assert isinstance(table, Round)
        assert table.observe(kept["view"]["seat"]) == view
        for seen, document in ((table, kept["full"]), (view, kept["view"])):
            written = describe(seen)
            # Earlier versions named the house rules of every game, those of others as 0.
            assert document["house"] == dict.fromkeys(document["house"], 0) | written["house"]
            assert {**written, "house": None} == {**document, "house": None}
        if "scores" in kept:
            assert table.scores() == kept["scores"]
