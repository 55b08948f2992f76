"""Rule players.

Written by tools/make_dispatch.py from overtrick.core.contract; change that, not this.
"""

from __future__ import annotations

from overtrick.core.randomness import Rng
from overtrick.core.record import Record
from overtrick.games.blob import NUMBER as BLOB
from overtrick.games.blob.policies.actions import act as blob_act
from overtrick.games.hearts import NUMBER as HEARTS
from overtrick.games.hearts.policies.actions import act as hearts_act
from overtrick.games.spades import NUMBER as SPADES
from overtrick.games.spades.policies.actions import act as spades_act
from overtrick.kernel import kernel


@kernel
def act(state: Record, policy: int, style: int, rng: Rng) -> int:
    """What a rule policy (EASY, NORMAL, HARD or PLAYOUT of `core.policies`) does for the seat to act."""
    if state.game == BLOB:
        return blob_act(state, policy, style, rng)
    if state.game == HEARTS:
        return hearts_act(state, policy, style, rng)
    if state.game == SPADES:
        return spades_act(state, policy, style, rng)
    raise ValueError("the number in the record stands for no game")
