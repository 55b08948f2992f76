"""What a `BlobGame` refuses.

    BlobGameException            beside IllegalAction in the tree of overtrick.errors
    ├── IllegalPlayException     a card that may not be played, by whom and why
    ├── InvalidBidException      out of range, or the dealer's forbidden bid
    └── GameStateException       not now: another phase, or another player's turn

Nothing is changed when one of them is raised.
"""

from __future__ import annotations

from overtrick.cards.card import Card
from overtrick.errors import OvertrickError


class BlobGameException(OvertrickError):
    """Anything a Blob game refuses."""


class IllegalPlayException(BlobGameException):
    """A card that the player may not play."""

    def __init__(self, player_name: str, card: Card, reason: str) -> None:
        self.player_name = player_name
        self.card = card
        self.reason = reason
        super().__init__(f"{player_name} played {card} illegally: {reason}")

    def __reduce__(self) -> tuple[type[IllegalPlayException], tuple[str, Card, str]]:
        return type(self), (self.player_name, self.card, self.reason)


class InvalidBidException(BlobGameException):
    """A bid that the player may not make."""


class GameStateException(BlobGameException):
    """Something that cannot be done in this phase or by this player."""
