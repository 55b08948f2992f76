"""The games there are: the one list by which Python code meets them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from overtrick.core.game import Game
from overtrick.errors import UnknownGame

GAME_KEYS = ("blob", "hearts", "spades")
"""The key of each game at its number: the name of its folder, on the wire, in files and on the command line."""


@cache
def game(key: str) -> Game:
    """The game of that key."""
    if key not in GAME_KEYS:
        raise UnknownGame(f"there is no game {key!r}; there are {', '.join(GAME_KEYS)}")
    found: Game = import_module(f"overtrick.games.{key}.game").GAME
    return found


def games() -> tuple[Game, ...]:
    """All games, in the order of their numbers."""
    return tuple(game(key) for key in GAME_KEYS)


def game_key(number: int) -> str:
    """The key of the game with that number in records."""
    if not 0 <= number < len(GAME_KEYS):
        listed = ", ".join(f"{place} {key}" for place, key in enumerate(GAME_KEYS))
        raise UnknownGame(f"no game has the number {number}; there are {listed}")
    return GAME_KEYS[number]
