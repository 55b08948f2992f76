"""A deck of cards as an object, which remembers what it has dealt."""

from __future__ import annotations

import random

from overtrick.cards.card import Card
from overtrick.cards.masks import DECK_SIZE
from overtrick.errors import RulesError


class Deck:
    """The 52 cards in some order, and which of them are dealt."""

    def __init__(self) -> None:
        self.cards = [Card.from_index(index) for index in range(DECK_SIZE)]
        """All 52, dealt or not, in the order they are dealt."""
        self.dealt_cards: set[Card] = set()

    def shuffle(self, seed: int | random.Random | None = None) -> None:
        """Put the cards in random order, which a seed or a generator may decide."""
        rng = seed if isinstance(seed, random.Random) else random.Random(seed)
        rng.shuffle(self.cards)

    def deal(self, num_cards: int, num_players: int) -> list[list[Card]]:
        """Deal `num_cards` to each player: the first cards to the first, the next to the second, and so on."""
        if num_cards < 0 or num_players < 0:
            raise RulesError(f"cannot deal {num_cards} cards to {num_players} players")
        left = [card for card in self.cards if card not in self.dealt_cards]
        if num_cards * num_players > len(left):
            raise RulesError(
                f"cannot deal {num_cards} cards to {num_players} players: that takes {num_cards * num_players} cards, "
                f"the deck has {len(left)} left"
            )
        hands = [left[num_cards * player : num_cards * (player + 1)] for player in range(num_players)]
        self.dealt_cards.update(*hands)
        return hands

    def reset(self) -> None:
        """Take all dealt cards back; the order stays."""
        self.dealt_cards.clear()

    def remaining_cards(self) -> int:
        """How many cards are not dealt."""
        return len(self.cards) - len(self.dealt_cards)
