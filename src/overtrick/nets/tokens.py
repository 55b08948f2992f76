"""The card-token network: 52 cards and the table look at each other; every card scores itself.

Each card is a token made of its numbers in the schema's block of cards plus what it is; the table's numbers are one
more token. What a card learns about being third in its suit or held by a void hand serves all cards alike.
"""

from __future__ import annotations

from typing import ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from overtrick.nets.heads import Heads
from overtrick.nets.network import ACTIONS, Network, Outputs
from overtrick.observe.schemas import schema


class TokenNet(Network):
    """Attention over 53 tokens, for any game; a logit per card, bids and values from the table's token."""

    architecture: ClassVar[str] = "tokens"

    def __init__(
        self,
        game: str,
        dim: int = 64,
        layers: int = 2,
        heads: int = 4,
        feedforward: int = 128,
        locations: bool = True,
    ) -> None:
        super().__init__()
        self.schema = schema(f"{game}-2")
        self.settings = {
            "game": game,
            "dim": dim,
            "layers": layers,
            "heads": heads,
            "feedforward": feedforward,
            "locations": locations,
        }
        self.card_in = nn.Linear(self.schema.planes, dim)
        self.table_in = nn.Linear(self.schema.table_size, dim)
        self.card_identity = nn.Parameter(torch.randn(ACTIONS, dim) * 0.1)
        self.blocks = nn.ModuleList(Block(dim, heads, feedforward) for _ in range(layers))
        self.norm = nn.LayerNorm(dim)
        self.heads = Heads(self.schema, card_dim=dim, table_dim=dim, locations=locations)

    def judge(self, observations: Tensor) -> Outputs:
        tokens = self._tokens(observations)
        return self.heads(observations, tokens[:, :ACTIONS], tokens[:, ACTIONS])  # type: ignore[no-any-return]

    def judge_with_locations(self, observations: Tensor) -> Outputs:
        """The same with the head that only training uses."""
        tokens = self._tokens(observations)
        outputs = self.heads(observations, tokens[:, :ACTIONS], tokens[:, ACTIONS])
        return Outputs(outputs.logits, outputs.values, self.heads.locate(tokens[:, :ACTIONS]))

    def _tokens(self, observations: Tensor) -> Tensor:
        split = self.schema.planes * ACTIONS
        planes = observations[:, :split].reshape(-1, self.schema.planes, ACTIONS)
        cards = self.card_in(planes.transpose(1, 2)) + self.card_identity
        table = self.table_in(observations[:, split:]).unsqueeze(1)
        tokens = torch.cat([cards + table, table], dim=1)  # [B, 53, dim]
        for block in self.blocks:
            tokens = block(tokens)
        normed: Tensor = self.norm(tokens)
        return normed


class Block(nn.Module):
    """One layer: tokens look at each other, then think alone; norms first, so that deep stacks train."""

    def __init__(self, dim: int, heads: int, feedforward: int) -> None:
        super().__init__()
        self.heads = heads
        self.look_norm = nn.LayerNorm(dim)
        self.look_in = nn.Linear(dim, 3 * dim)
        self.look_out = nn.Linear(dim, dim)
        self.think_norm = nn.LayerNorm(dim)
        self.think_in = nn.Linear(dim, feedforward)
        self.think_out = nn.Linear(feedforward, dim)

    def forward(self, tokens: Tensor) -> Tensor:
        tokens = tokens + self.look_out(self._look(self.look_norm(tokens)))
        thought: Tensor = self.think_out(functional.relu(self.think_in(self.think_norm(tokens))))
        return tokens + thought

    def _look(self, tokens: Tensor) -> Tensor:
        batch, count, dim = tokens.shape
        width = dim // self.heads
        parts = self.look_in(tokens).reshape(batch, count, 3, self.heads, width).permute(2, 0, 3, 1, 4)
        query, key, value = parts[0], parts[1], parts[2]  # [B, heads, 53, width]
        weights = torch.softmax(query @ key.transpose(2, 3) * width**-0.5, dim=-1)
        mixed: Tensor = (weights @ value).transpose(1, 2).reshape(batch, count, dim)
        return mixed
