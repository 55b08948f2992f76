"""Observations of many views at once, in any schema."""

from __future__ import annotations

import numpy as np

from overtrick.core.marks import Floats
from overtrick.core.record import NOBODY, Rounds
from overtrick.core.schema import Schema
from overtrick.engine.catalogue import GAME_KEYS, game_key
from overtrick.engine.dispatch.observations import encode_seat
from overtrick.errors import ModelError
from overtrick.kernel import kernel


def encode(schema: Schema, views: Rounds) -> Floats:
    """What each view's own seat sees, as [B, schema.size] numbers."""
    check_game(schema, views)
    rows = np.empty((len(views), schema.size), np.float32)
    encode_views(schema.version, views, rows)
    return rows


def encode_turns(schema: Schema, rounds: Rounds) -> Floats:
    """What the seat to act in each round sees; zeros for rounds that are over.

    Takes full states as well as views: encoders read only what that seat may know.
    """
    check_game(schema, rounds)
    rows = np.empty((len(rounds), schema.size), np.float32)
    encode_movers(schema.version, rounds, rows)
    return rows


@kernel
def encode_views(version: int, views: Rounds, rows: Floats) -> None:
    """Fill `rows` with what the seat of each view sees."""
    for index in range(len(views)):
        encode_seat(version, views[index], views[index].seat, rows[index])


@kernel
def encode_movers(version: int, rounds: Rounds, rows: Floats) -> None:
    """Fill `rows` with what the seat to act in each round sees; zeros where nobody is."""
    for index in range(len(rounds)):
        if rounds[index].turn == NOBODY:
            rows[index] = 0.0
        else:
            encode_seat(version, rounds[index], rounds[index].turn, rows[index])


def check_game(schema: Schema, rounds: Rounds) -> None:
    """Refuse rounds of another game."""
    others = rounds["game"][rounds["game"] != GAME_KEYS.index(schema.game)]
    if len(others) > 0:
        raise ModelError(f"{schema.name} describes {schema.game}, not {game_key(others[0])}")
