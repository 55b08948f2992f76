"""Blob as friendly objects: `BlobGame`, `Player`, `Trick`. Every rules decision in them is made by the kernels."""

from overtrick.compat.blob.exceptions import (
    BlobGameException,
    GameStateException,
    IllegalPlayException,
    InvalidBidException,
)
from overtrick.compat.blob.game import BlobGame
from overtrick.compat.blob.player import Player
from overtrick.compat.blob.trick import Trick

__all__ = [
    "BlobGame",
    "BlobGameException",
    "GameStateException",
    "IllegalPlayException",
    "InvalidBidException",
    "Player",
    "Trick",
]
