"""`net:MODEL` plays a network's first thought: one forward pass per decision, greedily or by chance."""

from __future__ import annotations

import numpy as np

from overtrick.core.randomness import Rng, uniform
from overtrick.engine.round import View
from overtrick.errors import PlayerError
from overtrick.nets.loading import Runtime, load_evaluator
from overtrick.observe.evaluator import Evaluator, judge
from overtrick.players.protocol import Decision


class NetPlayer:
    """Asks a model from a file, or one that comes with the package, what to do."""

    def __init__(self, model: str, temperature: float = 0.0, runtime: Runtime = "auto") -> None:
        self.name = f"net:{model}"
        self.temperature = checked_temperature(temperature)
        self.evaluator = load_evaluator(model, runtime)

    def decide(self, view: View, rng: Rng) -> Decision:
        if view.game != self.evaluator.schema.game:
            raise PlayerError(f"{self.name} has learned {self.evaluator.schema.game} and cannot play {view.game}")
        return decide_by(self.evaluator, view, self.temperature, rng)


def decide_by(evaluator: Evaluator, view: View, temperature: float, rng: Rng) -> Decision:
    """The network's choice for a view: the likeliest action at temperature 0, else drawn with p^(1/temperature)."""
    judgement = judge(evaluator, view.data)
    probabilities = judgement.probabilities[0].astype(np.float64)
    actions = view.legal_actions()
    shares = probabilities[actions] / probabilities[actions].sum()
    place = int(shares.argmax())
    if temperature > 0:
        weights = (shares / shares.max()) ** (1.0 / temperature)
        shares = weights / weights.sum()
        place = min(int(np.searchsorted(np.cumsum(shares), uniform(rng), side="right")), len(actions) - 1)
    gain = float(judgement.gains[0, view.seat])
    return Decision(
        actions[place],
        probabilities=dict(zip(actions, map(float, shares), strict=True)),
        reasons=(f"the network prefers it and expects {gain:+.1f} points against the mean of the others",),
    )


def checked_temperature(temperature: float) -> float:
    """Refuse what is no temperature."""
    if not 0.0 <= temperature < float("inf"):
        raise PlayerError(f"a temperature is 0 (always the likeliest action) or above, not {temperature}")
    return temperature
