"""A trick of a `BlobGame`."""

from __future__ import annotations

from overtrick.cards.card import Card
from overtrick.compat.blob.exceptions import GameStateException
from overtrick.compat.blob.player import Player
from overtrick.compat.blob.suits import suit_number
from overtrick.core.tricks import beats


class Trick:
    """The cards of one trick in the order they were played."""

    def __init__(self, trump_suit: str | None = None) -> None:
        self.trump_suit = trump_suit
        """None without trump."""
        self.cards_played: list[tuple[Player, Card]] = []
        self.led_suit: str | None = None
        """None until a card is led."""
        self.winner: Player | None = None
        """None until `determine_winner` is asked."""

    def add_card(self, player: Player, card: Card) -> None:
        """Lay a card; the first one decides the suit to follow."""
        if self.led_suit is None:
            self.led_suit = card.suit
        self.cards_played.append((player, card))

    def determine_winner(self) -> Player:
        """Who takes the trick as it lies: the highest trump, or else the highest card of the suit led."""
        self.winner = self._best()[0]
        return self.winner

    def get_winning_card(self) -> Card:
        """The card that takes the trick as it lies."""
        return self._best()[1]

    def clear(self) -> None:
        """Take all cards off the table."""
        self.cards_played.clear()
        self.led_suit = None
        self.winner = None

    def is_complete(self, num_players: int) -> bool:
        """Whether everybody has played."""
        return len(self.cards_played) == num_players

    def _best(self) -> tuple[Player, Card]:
        if not self.cards_played:
            raise GameStateException("nobody has played to this trick, so nobody wins it")
        trump = suit_number(self.trump_suit)
        best = self.cards_played[0]
        for play in self.cards_played[1:]:
            if beats(play[1].index, best[1].index, trump):
                best = play
        return best

    def __repr__(self) -> str:
        cards = " ".join(f"{player.name}:{card}" for player, card in self.cards_played)
        return f"Trick({cards or 'empty'}, trump {self.trump_suit or 'none'})"
