"""How a position of the Blob tactics is set up: rules, players, cards, trump ("S", "H", "C", "D" or null), dealer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from overtrick.cards.card import SUIT_LETTERS
from overtrick.cards.masks import NO_SUIT
from overtrick.core.record import Record
from overtrick.games.blob.house import BlobRules


def set_up(record: Record, setup: Mapping[str, Any]) -> None:
    """Prepare the record for what was dealt."""
    players, letter = setup["players"], setup["trump"]
    trump = NO_SUIT if letter is None else SUIT_LETTERS.index(letter.upper())
    BlobRules(**setup.get("rules", {})).set_up_round(record, players, setup["cards"], trump, setup["dealer"])
    record.scores[:players] = setup.get("scores", [0] * players)
