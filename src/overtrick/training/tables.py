"""Tables to learn at: which numbers of players and cards, which trumps and passes, within a match or on their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from overtrick.core.randomness import make_rng
from overtrick.core.record import Rounds
from overtrick.engine.batch import deal_all
from overtrick.engine.catalogue import game


@dataclass(frozen=True)
class TableMix:
    """What kinds of rounds are dealt, and how often."""

    game: str
    players: tuple[int, ...] = (4, 4, 4, 3, 5, 6, 7, 8)
    """Numbers of players, in games for several; one that is named more often is dealt more often."""
    cards: tuple[int, ...] | None = None
    """Hand sizes, where they can be chosen, as far as the deck allows; None for all, long ones more rarely."""
    no_trump: float = 0.2
    """The share of rounds without trumps, in games where trumps change."""
    long_hands: float = 0.1
    """The share of rounds with more than ten cards where the deck allows it, if `cards` is None."""
    holds: float = 0.25
    """The share of rounds without a pass, in games that pass."""
    in_match: float = 0.5
    """The share of rounds that are dealt as part of a match, with any scores."""

    def __post_init__(self) -> None:
        game(self.game).training.check_mix(self)


def deal_rounds(mix: TableMix, size: int, seed: int, *path: int) -> Rounds:
    """`size` rounds of the mix, dealt and ready for the first action; the same for the same seed and path."""
    rng = make_rng(seed, *path)
    rounds = game(mix.game).training.draw_mix(mix, size, np.random.default_rng(int(rng[0])))
    deal_all(rounds, rng)
    return rounds
