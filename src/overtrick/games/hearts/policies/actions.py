"""The Hearts policies by strength: each chooses one card, to pass or to play, for the seat to act."""

from __future__ import annotations

from overtrick.core.policies import HARD, NORMAL, PLAYOUT
from overtrick.core.randomness import Rng
from overtrick.core.record import PASS, Record
from overtrick.games.hearts.policies.passing import greedy_pass, pass_by_danger, pass_highest, planned_pass
from overtrick.games.hearts.policies.play import planned_play
from overtrick.games.hearts.policies.simple import duck_play, low_play
from overtrick.games.hearts.policies.styles import PLAIN
from overtrick.kernel import kernel


@kernel
def easy_action(state: Record, rng: Rng) -> int:
    """Plays low and throws its highest cards, and looks no further."""
    if state.phase == PASS:
        return pass_highest(state)
    return low_play(state)


@kernel
def normal_action(state: Record, rng: Rng) -> int:
    """Ducks, counts the suits it leads and gets rid of what is dangerous; knows nothing of moons or the match."""
    if state.phase == PASS:
        return pass_by_danger(state)
    return duck_play(state)


@kernel
def hard_action(state: Record, style: int, rng: Rng) -> int:
    """Weighs every card by what it will cost now and later, shoots and stops moons and minds the match score."""
    if state.phase == PASS:
        return planned_pass(state)
    return planned_play(state, style)


@kernel
def playout_action(state: Record, rng: Rng) -> int:
    """The policy of playouts."""
    if state.phase == PASS:
        return greedy_pass(state)
    return planned_play(state, PLAIN)


@kernel
def act(state: Record, policy: int, style: int, rng: Rng) -> int:
    """What the policy does for the seat to act."""
    if policy == PLAYOUT:
        return playout_action(state, rng)
    if policy == HARD:
        return hard_action(state, style, rng)
    return normal_action(state, rng) if policy == NORMAL else easy_action(state, rng)
