"""Learning where the unseen cards lie, from rounds of a network that can play already.

Whoever bids and plays tells something about the hand behind it. The network's locator, layers of their own beside those
that play, learns from thousands of rounds in which all cards are known what can be read from bids, tricks and voids:

    L = -mean over unseen cards of log chance(where the card lies)

Search draws its worlds by these chances. What plays is not changed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from overtrick.core.randomness import make_rng
from overtrick.core.record import Rounds
from overtrick.errors import TrainingError
from overtrick.nets.build import build
from overtrick.nets.mlp import PlainNet
from overtrick.nets.network import Network
from overtrick.observe.locations import NOT_ASKED, write_locations
from overtrick.observe.masks import ACTIONS
from overtrick.training.fitting import descend, fit_shuffled, lower_rate
from overtrick.training.learner import LearnerConfig, LearnerState
from overtrick.training.opponents import Pool, seat_company
from overtrick.training.rollout import Notes, Numbers, most_decisions, play_rounds
from overtrick.training.states import Parts, restore_parts, tensors_of
from overtrick.training.tables import TableMix, deal_rounds


@dataclass(frozen=True)
class LocateConfig(LearnerConfig):
    """How to learn where cards lie."""

    locator: tuple[int, ...] = (384, 256)
    """Widths of the locator's layers."""
    rounds: int = 2048
    """Rounds played in an iteration."""
    rule_share: float = 0.25
    """Tables with rule players: others than the network bid and play, too."""
    minibatch: int = 1024
    """Decisions in one step of the optimizer."""
    half_life: float = 60.0
    """Iterations after which the learning rate is halved."""


class Locating:
    """Teaches a network where cards lie."""

    def __init__(self, config: LocateConfig, start: Network | None = None) -> None:
        torch.set_num_threads(config.threads)
        self.config = config
        self.network = _with_locator(config, start)
        assert self.network.locator is not None
        self.optimizer = torch.optim.Adam(self.network.locator.parameters(), config.learning_rate)
        self._parts: Parts = {"network": self.network, "optimizer": self.optimizer}
        self.mix = TableMix(config.game, players=config.players, cards=config.cards)
        self._notes = Notes(self.network.schema)
        self.iteration = 0
        self.steps = 0

    def iterate(self) -> dict[str, float]:
        """Play, look at all cards, learn."""
        start = time.perf_counter()
        config = self.config
        chance = np.random.default_rng([config.seed, 5, self.iteration])
        tables = deal_rounds(self.mix, config.rounds, config.seed, 6, self.iteration)
        shares = (0.0, config.rule_share)
        company = seat_company(self.network, Pool(0), tables["players"].astype(np.int64), shares, chance)
        lie = np.empty((most_decisions(tables), ACTIONS), np.int64)
        by_role = self.network.schema.by_role

        def look(rounds: Rounds, chosen: Numbers, rows: slice) -> None:
            write_locations(rounds, chosen, by_role, lie[rows])

        batch = play_rounds(
            self.network,
            tables,
            make_rng(config.seed, 5, self.iteration),
            seating=company.seating,
            opponents=company.opponents,
            watch=look,
            notes=self._notes,
        )
        size = len(batch.choices)
        rate = lower_rate(self.optimizer, config, self.iteration)
        figures = fit_shuffled(
            self._step, (batch.observations, lie[:size]), epochs=1, minibatch=config.minibatch, chance=chance
        )
        self.iteration += 1
        self.steps += size
        return figures | {
            "learning_rate": rate,
            "steps": float(self.steps),
            "steps_per_s": size / (time.perf_counter() - start),
        }

    def _step(self, observations: Tensor, lie: Tensor) -> dict[str, float]:
        """One step of the optimizer."""
        located = self.network.locate(observations)
        assert located is not None
        flat, truth = located.reshape(-1, located.shape[2]), lie.reshape(-1)
        loss = nn.functional.nll_loss(flat, truth, ignore_index=NOT_ASKED)
        descend(self.optimizer, loss)
        return {"loss/location": loss.item(), "location/gain": guess_loss(lie) - loss.item()}

    def state(self) -> LearnerState:
        """All that the next iteration depends on."""
        return LearnerState(tensors_of(self._parts), {"iteration": self.iteration, "steps": self.steps})

    def restore(self, state: LearnerState) -> None:
        """Go back to a state of a learner with the same config."""
        restore_parts(self._parts, state.tensors)
        self.iteration, self.steps = state.numbers["iteration"], state.numbers["steps"]


def guess_loss(lie: Tensor) -> float:
    """The loss of one who knows only how many cards lie at each place."""
    asked = lie != NOT_ASKED
    counts = nn.functional.one_hot(lie.clamp(min=0), ACTIONS)[:, :, :8].mul(asked[:, :, None]).sum(dim=1).double()
    cards = counts.sum(dim=1, keepdim=True)
    missed = -(counts * torch.log((counts / cards.clamp(min=1)).clamp(min=1e-12))).sum()
    return float(missed / cards.sum())


def _with_locator(config: LocateConfig, start: Network | None) -> PlainNet:
    """The network to start with, and beside it a locator: its own, if it has one of these widths, or a new one."""
    if not isinstance(start, PlainNet):
        raise TrainingError("locate teaches a plain network that can play: name one with --from, such as embedded")
    settings = {**start.settings, "locator": list(config.locator)}
    network = build(start.architecture, settings, config.seed)
    assert isinstance(network, PlainNet)
    is_same = start.settings.get("locator") == settings["locator"]
    weights = {name: tensor for name, tensor in start.state_dict().items() if is_same or "locator." not in name}
    network.load_state_dict(weights, strict=False)
    return network
