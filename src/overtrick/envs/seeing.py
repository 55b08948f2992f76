"""What a seat sees, as an agent gets it: the numbers of a schema and a mask of legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.cards.masks import DECK_SIZE
from overtrick.core.schema import Schema
from overtrick.engine.catalogue import game
from overtrick.engine.round import Round, View
from overtrick.errors import ModelError
from overtrick.observe.encode import encode
from overtrick.observe.schemas import SCHEMAS, schema

ACTIONS = DECK_SIZE
"""An action is the number of a bid or of a card, whichever the phase asks for."""

Floats = np.ndarray[Any, Any]


def schema_for(key: str, name: str | None = None) -> Schema:
    """The schema of that name, or the game's first; refused where its cards are not in the order of actions."""
    kind = schema(name or game(key).environment_schema)
    fitting = [known.name for known in SCHEMAS.values() if known.game == key and not known.by_role]
    if kind.game != key:
        raise ModelError(f"{kind.name} describes {kind.game}, not {key}; choose {' or '.join(fitting)}")
    if kind.by_role:
        raise ModelError(
            f"{kind.name} orders suits anew in every position, but actions of an environment are numbers of cards; "
            f"choose {' or '.join(fitting)}"
        )
    return kind


def numbers(view: View, kind: Schema) -> Floats:
    """The observation of the view's seat."""
    row: Floats = encode(kind, view.data)[0]
    return row


def action_mask(table: Round, seat: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    """1 for each action open to the seat; all 0 when another seat acts first, as in a pass."""
    mask = np.zeros(ACTIONS, np.int8)
    if table.turn == seat:
        mask[table.legal_actions()] = 1
    return mask
