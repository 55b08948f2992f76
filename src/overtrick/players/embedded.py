"""`embedded` plays the network that comes with the package, with no file outside it."""

from __future__ import annotations

from overtrick.core.randomness import Rng
from overtrick.engine.round import View
from overtrick.errors import PlayerError
from overtrick.nets.bundle import has_shipped_model
from overtrick.nets.loading import load_evaluator
from overtrick.players.net import checked_temperature, decide_by
from overtrick.players.protocol import Decision


class EmbeddedPlayer:
    """One forward pass of the shipped network of whichever game is played."""

    def __init__(self, temperature: float = 0.0) -> None:
        self.name = "embedded"
        self.temperature = checked_temperature(temperature)

    def decide(self, view: View, rng: Rng) -> Decision:
        return decide_by(load_evaluator(shipped_model(view.game)), view, self.temperature, rng)


def shipped_model(game: str) -> str:
    """The name of the package's model for a game."""
    if not has_shipped_model(game):
        raise PlayerError(
            f"this installation ships no network for {game}; put one in with `overtrick gen-weights --from FILE`, "
            f"or play against a file with net:FILE"
        )
    return game
