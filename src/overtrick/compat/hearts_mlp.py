"""The Hearts source's network: three layers, and heads that score cards to pass, cards to play and the position."""

from __future__ import annotations

from typing import ClassVar

import torch
from torch import Tensor, nn

from overtrick.games.hearts.observations.schemas import CLUBS_FIRST, HEARTS_1
from overtrick.nets.network import SEATS, Network, Outputs, padded

OTHERS = 3


class HeartsMLP(Network):
    """270 numbers, 512-512-256 with SiLU, and three heads, which score cards in the order ♣ ♦ ♥ ♠."""

    architecture: ClassVar[str] = "hearts-mlp"

    def __init__(self) -> None:
        super().__init__()
        self.schema = HEARTS_1
        self.settings = {}
        self.trunk = nn.Sequential(
            nn.Linear(HEARTS_1.size, 512), nn.SiLU(), nn.Linear(512, 512), nn.SiLU(), nn.Linear(512, 256), nn.SiLU()
        )
        self.pass_head = nn.Linear(256, 52)
        self.play_head = nn.Linear(256, 52)
        self.value_head = nn.Linear(256, 1)
        places = torch.argsort(torch.tensor(CLUBS_FIRST))
        self.register_buffer("places", places, persistent=False)

    def forward(self, obs: Tensor, legal_mask: Tensor | None = None) -> dict[str, Tensor]:
        """The source's answer: `pass_logits`, `play_logits` (-inf where the mask forbids) and `value`."""
        features = self.trunk(obs)
        play_logits = self.play_head(features)
        if legal_mask is not None:
            play_logits = play_logits.masked_fill(~legal_mask, float("-inf"))
        return {"pass_logits": self.pass_head(features), "play_logits": play_logits, "value": self.value_head(features)}

    def judge(self, observations: Tensor) -> Outputs:
        """The head that the phase asks for, cards in the engine's order; the others share what the viewer loses."""
        answer = self.forward(observations)
        passing = HEARTS_1.offsets["passing_phase"]
        is_passing = observations[:, passing : passing + 1] > 0.5
        logits = torch.where(is_passing, answer["pass_logits"], answer["play_logits"])
        value = answer["value"]
        values = torch.cat([value, (-value / OTHERS).expand(-1, OTHERS)], dim=1)
        return Outputs(logits.index_select(1, self.get_buffer("places")), padded(values, SEATS))
