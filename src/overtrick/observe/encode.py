"""Observations of many views at once, in any schema."""

from __future__ import annotations

import numpy as np

from overtrick.errors import ModelError
from overtrick.games.state import BLOB, NOBODY, Record, Rounds
from overtrick.kernel import kernel
from overtrick.observe.blob1 import encode_blob_1
from overtrick.observe.blob2 import encode_blob_2
from overtrick.observe.blob3 import encode_blob_3
from overtrick.observe.hearts1 import encode_hearts_1
from overtrick.observe.hearts2 import encode_hearts_2
from overtrick.observe.hearts3 import encode_hearts_3
from overtrick.observe.marks import Floats, Row
from overtrick.observe.schema import Schema

_GAMES = ("blob", "hearts")


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
def encode_seat(version: int, state: Record, seat: int, row: Row) -> None:
    """What `seat` sees, in the schema of that version for the record's game."""
    if state.game == BLOB:
        if version == 1:
            encode_blob_1(state, seat, row)
        elif version == 2:
            encode_blob_2(state, seat, row)
        else:
            encode_blob_3(state, seat, row)
    elif version == 1:
        encode_hearts_1(state, seat, row)
    elif version == 2:
        encode_hearts_2(state, seat, row)
    else:
        encode_hearts_3(state, seat, row)


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
    game = _GAMES.index(schema.game)
    if np.any(rounds["game"] != game):
        raise ModelError(f"{schema.name} describes {schema.game}, not {_GAMES[1 - game]}")
