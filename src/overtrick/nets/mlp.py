"""A plain network: cheaper than card tokens, and cheapest alone, where most inputs are zero."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

import torch
from torch import Tensor, nn

from overtrick.engine.catalogue import game as find_game
from overtrick.errors import ModelError
from overtrick.nets.network import ACTIONS, BIDS, SEATS, Network, Outputs, padded
from overtrick.observe.locations import location_places
from overtrick.observe.schemas import schema


class PlainNet(Network):
    """Layers with ReLU, then a head for plays, one for bids or passes, one for values, one for locations.

    `version` is that of the schema it reads. The head for locations makes distillation richer and is not exported.
    `locator` are the widths of layers beside all those, which tell search where the unseen cards lie: what a network
    that plays needs to know is not what a world is drawn by, so the two share nothing.
    """

    architecture: ClassVar[str] = "plain"

    def __init__(
        self,
        game: str,
        layers: Sequence[int] = (256, 128),
        locations: bool = True,
        version: int = 2,
        locator: Sequence[int] = (),
    ) -> None:
        super().__init__()
        if version < 2:
            raise ModelError(f"a plain network reads schemas from version 2 on, not {game}-{version}")
        self.schema = schema(f"{game}-{version}")
        kind = find_game(game)
        self.settings = {"game": game, "layers": list(layers), "locations": locations, "version": version}
        if locator:
            self.settings["locator"] = list(locator)
        sizes = [self.schema.size, *layers]
        self.trunk = nn.Sequential(*_steps(sizes))
        self.play_head = nn.Linear(sizes[-1], ACTIONS)
        self.before_head = nn.Linear(sizes[-1], BIDS if kind.has_bids else ACTIONS)
        self.value_head = nn.Linear(sizes[-1], kind.most_players)
        places = location_places(self.schema)
        self.location_head = nn.Linear(sizes[-1], ACTIONS * places) if locations else None
        self.locator = None
        if locator:
            wide = [self.schema.size, *locator]
            self.locator = nn.Sequential(*_steps(wide), nn.Linear(wide[-1], ACTIONS * places))

    def judge(self, observations: Tensor) -> Outputs:
        return self._answer(observations, self.trunk(observations))

    def judge_with_locations(self, observations: Tensor) -> Outputs:
        """The same with the head that only training uses."""
        features = self.trunk(observations)
        outputs = self._answer(observations, features)
        if self.location_head is None:
            return outputs
        locations = self.location_head(features).reshape(len(features), ACTIONS, -1)
        return Outputs(outputs.logits, outputs.values, locations)

    def locate(self, observations: Tensor) -> Tensor | None:
        """[B, 52, places] log-chances of where each unseen card lies, if there is a locator."""
        if self.locator is None:
            return None
        located: Tensor = self.locator(observations).unflatten(1, (ACTIONS, -1))
        return torch.log_softmax(located, dim=2)

    def _answer(self, observations: Tensor, features: Tensor) -> Outputs:
        phase = self.schema.offsets["phase"]
        is_before = observations[:, phase : phase + 1] > 0.5
        before = padded(self.before_head(features), ACTIONS)
        values = torch.tanh(self.value_head(features))
        return Outputs(torch.where(is_before, before, self.play_head(features)), padded(values, SEATS))


def _steps(sizes: Sequence[int]) -> list[nn.Module]:
    return [step for pair in pairwise(sizes) for step in (nn.Linear(*pair), nn.ReLU())]
