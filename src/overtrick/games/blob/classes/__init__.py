"""Blob as friendly objects: `BlobGame`, `Player`, `Trick`. Every rules decision in them is made by the kernels."""

from overtrick.games.blob.classes.exceptions import (
    BlobGameException,
    GameStateException,
    IllegalPlayException,
    InvalidBidException,
)
from overtrick.games.blob.classes.game import BlobGame
from overtrick.games.blob.classes.player import Player
from overtrick.games.blob.classes.trick import Trick

__all__ = [
    "BlobGame",
    "BlobGameException",
    "GameStateException",
    "IllegalPlayException",
    "InvalidBidException",
    "Player",
    "Trick",
]
