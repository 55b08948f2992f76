"""What a network on a rich schema answers with: cards, passes or bids, values, and where unseen cards lie."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from overtrick.core.schema import Schema
from overtrick.engine.catalogue import game
from overtrick.nets.network import ACTIONS, BIDS, SEATS, Outputs, padded
from overtrick.observe.locations import location_places


class Heads(nn.Module):
    """Heads over 52 card vectors and one table vector.

    The second action head serves the phase before play: bids from the table, or passes from the cards.
    """

    def __init__(self, schema: Schema, card_dim: int, table_dim: int, locations: bool) -> None:
        super().__init__()
        self.bids = game(schema.game).has_bids
        self.phase = schema.offsets["phase"]
        seats = game(schema.game).most_players
        self.play = nn.Linear(card_dim, 1)
        self.before = nn.Linear(table_dim, BIDS) if self.bids else nn.Linear(card_dim, 1)
        self.value = nn.Sequential(nn.Linear(table_dim, table_dim), nn.ReLU(), nn.Linear(table_dim, seats), nn.Tanh())
        self.location = nn.Linear(card_dim, location_places(schema)) if locations else None

    def forward(self, observations: Tensor, cards: Tensor, table: Tensor) -> Outputs:
        """Logits and values from [B, 52, card_dim] and [B, table_dim]."""
        play = self.play(cards).squeeze(2)
        before = padded(self.before(table), ACTIONS) if self.bids else self.before(cards).squeeze(2)
        is_before = observations[:, self.phase : self.phase + 1] > 0.5
        return Outputs(torch.where(is_before, before, play), padded(self.value(table), SEATS))

    def locate(self, cards: Tensor) -> Tensor | None:
        """[B, 52, places] logits of where each card lies, if the head is there."""
        return None if self.location is None else self.location(cards)
