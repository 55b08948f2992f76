"""Stored matches play out the same, decision by decision."""

from __future__ import annotations

import pytest

from tests.golden.playthrough import FOLDER, MATCHES, playthrough


@pytest.mark.parametrize("game", MATCHES)
def test_the_match_is_the_stored_one(game: str) -> None:
    stored = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    assert playthrough(game).splitlines() == stored.splitlines()
