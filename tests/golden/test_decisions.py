"""Players decide in 2,000 stored positions as they did when those were stored."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from overtrick.core.randomness import make_rng
from overtrick.engine.records.position import dump_position, load_position
from overtrick.engine.round import View
from overtrick.players.catalogue import make_player

STORED = Path(__file__).parent / "decisions.jsonl.gz"
EVERY = 16
"""In the ordinary suite one position of so many is decided again."""


def check(every: int) -> None:
    players = {}
    for number, line in enumerate(gzip.decompress(STORED.read_bytes()).decode().splitlines()):
        if number % every:
            continue
        stored = json.loads(line)
        view = load_position(stored["position"])
        assert isinstance(view, View)
        assert dump_position(view) == stored["position"]
        for name, action in stored["decisions"].items():
            player = players.setdefault(name, make_player(name))
            assert player.decide(view, make_rng(number)).action == action, (number, name)


def test_some_positions_are_decided_as_before() -> None:
    check(EVERY)


@pytest.mark.long
def test_all_positions_are_decided_as_before() -> None:
    check(1)
