"""`StateEncoder` and `ActionMasker`: the encoder of the Blob source, for `BlobGame` tables, on the kernels.

They return NumPy arrays, so that playing needs no torch; `torch.from_numpy` shares their memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from overtrick.cards.card import SUITS, Card
from overtrick.cards.masks import DECK_SIZE, NO_SUIT
from overtrick.compat.blob import BlobGame, Player
from overtrick.core.marks import Row
from overtrick.core.record import MAX_CARDS, MAX_SEATS
from overtrick.core.tricks import following
from overtrick.games.blob.observations.schemas import BLOB_1
from overtrick.observe.encode import encode
from overtrick.observe.masks import check_masks


class StateEncoder:
    """Writes what a player of a `BlobGame` sees as the 256 numbers of schema `blob-1`."""

    state_dim = BLOB_1.size
    card_dim = DECK_SIZE
    max_players = MAX_SEATS

    def encode(self, game: BlobGame, player: Player) -> Row:
        """The numbers for `player`; those about the match are there while `play_full_game` plays one."""
        row: Row = encode(BLOB_1, game.to_round().observe(player.position).data)[0]
        return row

    def _card_to_index(self, card: Card) -> int:
        """♠2-♠A are 0-12, ♥ 13-25, ♣ 26-38, ♦ 39-51."""
        return card.index


class ActionMasker:
    """Marks legal bids and cards in one action space, and draws actions from probabilities."""

    def __init__(self, max_bid: int = MAX_CARDS, deck_size: int = DECK_SIZE) -> None:
        self.max_bid = max_bid
        self.deck_size = deck_size
        self.action_dim = max(max_bid + 1, deck_size)

    def create_bidding_mask(self, cards_dealt: int, is_dealer: bool, forbidden_bid: int | None) -> Row:
        """1 for every bid up to the cards dealt, but for the one forbidden to the dealer."""
        mask = np.zeros(self.action_dim, np.float32)
        mask[: cards_dealt + 1] = 1.0
        if is_dealer and forbidden_bid is not None and 0 <= forbidden_bid <= cards_dealt:
            mask[forbidden_bid] = 0.0
        check_masks(mask[None])
        return mask

    def create_playing_mask(self, hand: Sequence[Card], led_suit: str | None, encoder: StateEncoder) -> Row:
        """1 for every card of the hand that may be played to the suit led; None is the lead."""
        held = sum(1 << encoder._card_to_index(card) for card in hand)
        legal = following(held, NO_SUIT if led_suit is None else SUITS.index(led_suit))
        mask = np.array([legal >> action & 1 for action in range(self.action_dim)], np.float32)
        check_masks(mask[None])
        return mask

    def sample_action(
        self,
        policy: np.ndarray[Any, Any],
        mask: np.ndarray[Any, Any],
        temperature: float = 1.0,
        rng: np.random.Generator | None = None,
    ) -> int:
        """Draw a legal action; a temperature above 1 draws more evenly, below 1 more greedily."""
        legal = np.asarray(mask) > 0
        check_masks(legal[None])
        logits = np.log(np.asarray(policy, np.float64)[legal] + 1e-8) / temperature
        weights = np.exp(logits - logits.max())
        generator = np.random.default_rng() if rng is None else rng
        return int(generator.choice(np.flatnonzero(legal), p=weights / weights.sum()))

    def greedy_action(self, policy: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> int:
        """The most likely legal action."""
        legal = np.asarray(mask) > 0
        check_masks(legal[None])
        return int(np.where(legal, np.asarray(policy), -np.inf).argmax())
