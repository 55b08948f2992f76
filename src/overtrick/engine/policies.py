"""One call for every rule policy of every game."""

from __future__ import annotations

from overtrick.core.policies import RANDOM
from overtrick.core.randomness import Rng, pick
from overtrick.core.record import Record
from overtrick.engine.dispatch import policies as games
from overtrick.engine.dispatch.rules import legal_actions
from overtrick.kernel import kernel

_act_by_rules = games.act


@kernel
def act(state: Record, policy: int, style: int, rng: Rng) -> int:
    """What the policy does for the seat to act, which it decides from that hand and public knowledge alone."""
    if policy == RANDOM:
        return pick(rng, legal_actions(state))
    return _act_by_rules(state, policy, style, rng)
