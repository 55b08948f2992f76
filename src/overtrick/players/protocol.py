"""What can sit at a table: anything that decides from a view."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from overtrick.core.randomness import Rng
from overtrick.engine.round import View


@dataclass(frozen=True)
class Decision:
    """What a player does, and what it thought of the alternatives where it knows."""

    action: int
    """A bid or a card; in a pass, the next card to give away."""
    values: dict[int, float] = field(default_factory=dict)
    """Expected gain (points against the mean of the others, more is better) of each candidate."""
    probabilities: dict[int, float] = field(default_factory=dict)
    """How likely the player is to choose each candidate; they add up to 1 if given."""
    reasons: tuple[str, ...] = ()
    """Why, in plain words, most important first."""


@runtime_checkable
class Player(Protocol):
    """Decides for one seat from what that seat may know."""

    name: str
    """As in the catalogue, with its options: `hard:style=cautious`."""

    def decide(self, view: View, rng: Rng) -> Decision:
        """Choose one of `view.legal_actions()`; all randomness comes from `rng`."""
        ...
