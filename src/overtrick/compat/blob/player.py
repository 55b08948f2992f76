"""A seat at a `BlobGame`: the hand, the bid, the tricks and what the others know about it."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.cards.card import Card
from overtrick.compat.blob.exceptions import GameStateException, IllegalPlayException, InvalidBidException
from overtrick.games.blob.rules import EXACT, bid_score


class Player:
    """Who sits at one position of the table, with everything that belongs to them."""

    def __init__(self, name: str, position: int) -> None:
        self.name = name
        self.position = position
        """The seat, counted from 0."""
        self.hand: list[Card] = []
        self.bid: int | None = None
        """None until made."""
        self.tricks_won = 0
        self.total_score = 0
        """Over all rounds that were scored."""
        self.known_void_suits: set[str] = set()
        """Suits the player has shown not to hold."""
        self.cards_played: list[Card] = []
        """This round, in order."""

    def receive_cards(self, cards: Sequence[Card]) -> None:
        """Take cards into the hand."""
        self.hand.extend(cards)

    def play_card(self, card: Card) -> Card:
        """Take the card out of the hand and return it."""
        if card not in self.hand:
            held = " ".join(map(str, self.hand)) or "nothing"
            raise IllegalPlayException(self.name, card, f"the card is not in hand; {self.name} holds {held}")
        self.hand.remove(card)
        self.cards_played.append(card)
        return card

    def make_bid(self, bid: int) -> None:
        """Say how many tricks the player will take. Whether the table allows it is the game's business."""
        if bid < 0:
            raise InvalidBidException(f"{self.name} cannot bid {bid}: a bid is 0 or more")
        self.bid = bid

    def win_trick(self) -> None:
        self.tricks_won += 1

    def calculate_round_score(self, scoring: int = EXACT) -> int:
        """What the round is worth to the player: 10 + bid if it was met exactly, or what the house's scoring says."""
        if self.bid is None:
            raise GameStateException(f"{self.name} has not bid, so there is nothing to score")
        return int(bid_score(scoring, self.bid, self.tricks_won))

    def reset_round(self) -> None:
        """Forget everything but name, position and total score."""
        self.hand.clear()
        self.bid = None
        self.tricks_won = 0
        self.known_void_suits.clear()
        self.cards_played.clear()

    def sort_hand(self) -> None:
        """Sort the hand by suit, then rank."""
        self.hand.sort(key=lambda card: card.index)

    def mark_void_suit(self, suit: str) -> None:
        """Note that the player has shown to hold nothing of the suit."""
        self.known_void_suits.add(suit)

    def has_suit(self, suit: str) -> bool:
        """Whether the hand holds a card of the suit."""
        return any(card.suit == suit for card in self.hand)

    def __repr__(self) -> str:
        return f"Player({self.name!r}, {self.position})"
