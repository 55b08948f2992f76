"""A critic that sees all cards. It judges how a round is going in training only; players never have one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn

from overtrick.core.marks import Floats
from overtrick.core.policies import PLAYOUT
from overtrick.core.randomness import Rng
from overtrick.core.record import Rounds
from overtrick.core.schema import Schema
from overtrick.engine.rules import gain
from overtrick.kernel import kernel
from overtrick.observe.masks import ACTIONS
from overtrick.search.flat import play_out
from overtrick.training.rollout import REWARD_SCALE, Numbers, other_hands

OUTLOOK = 3
"""Numbers that tell how a round would end if rule players took over."""


class Critic(nn.Module):
    """What the deciding seat will get, by its observation, the other hands and how rule players would end the round."""

    def __init__(self, schema: Schema, layers: Sequence[int]) -> None:
        super().__init__()
        sizes = [schema.size + other_hands(schema) * ACTIONS + OUTLOOK, *layers]
        steps = [step for pair in pairwise(sizes) for step in (nn.Linear(*pair), nn.ReLU())]
        self.trunk = nn.Sequential(*steps, nn.Linear(sizes[-1], 1))

    def forward(self, observations: Tensor, hidden: Tensor, outlooks: Tensor) -> Tensor:
        """[B] expected rewards."""
        seen = torch.cat([observations, hidden.to(observations.dtype), outlooks], dim=1)
        judged: Tensor = self.trunk(seen)
        return judged.squeeze(1) + outlooks[:, 0]


@kernel
def write_outlooks(rounds: Rounds, chosen: Numbers, playouts: int, rng: Rng, scratch: Rounds, rows: Floats) -> None:
    """How each chosen round would end for the seat to act if rule players took over: mean reward, bids made, spread."""
    for row in range(len(chosen)):
        seat = rounds[chosen[row]].turn
        total, square, made = 0.0, 0.0, 0.0
        for _ in range(playouts):
            scratch[0] = rounds[chosen[row]]
            play_out(scratch[0], PLAYOUT, rng)
            result = gain(scratch[0], seat) / REWARD_SCALE
            total += result
            square += result * result
            made += 1.0 if scratch[0].bids[seat] == scratch[0].tricks[seat] else 0.0
        mean = total / playouts
        rows[row, 0] = mean
        rows[row, 1] = made / playouts
        rows[row, 2] = np.sqrt(max(square / playouts - mean * mean, 0.0))
