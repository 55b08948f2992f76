"""What each Blob policy does: a bid or a card for the seat to act, from its hand and what everybody has seen."""

from __future__ import annotations

from overtrick.core.policies import HARD, NORMAL, PLAYOUT
from overtrick.core.randomness import Rng
from overtrick.core.record import BID, Record
from overtrick.games.blob.policies.bidding import best_bid
from overtrick.games.blob.policies.play import planned_card
from overtrick.games.blob.policies.rules_of_thumb import greedy_card, honour_bid, simple_bid, simple_card
from overtrick.kernel import kernel


@kernel
def easy_action(state: Record, rng: Rng) -> int:
    """A beginner: counts honours, grabs tricks until the bid is full, slips now and then."""
    if state.phase == BID:
        return honour_bid(state, rng)
    return greedy_card(state, rng)


@kernel
def normal_action(state: Record, rng: Rng) -> int:
    """A casual player: adds up chances to bid, wins cheaply, ducks high."""
    if state.phase == BID:
        return simple_bid(state)
    return simple_card(state)


@kernel
def hard_action(state: Record, style: int, rng: Rng) -> int:
    """A club player: knows the odds of every card, plays for the bid and then against everybody else's."""
    if state.phase == BID:
        return best_bid(state)
    return planned_card(state)


@kernel
def playout_action(state: Record, rng: Rng) -> int:
    """The policy of playouts: the quickest that plays well to its bid."""
    if state.phase == BID:
        return best_bid(state)
    return planned_card(state)


@kernel
def act(state: Record, policy: int, style: int, rng: Rng) -> int:
    """What the policy does for the seat to act."""
    if policy == PLAYOUT:
        return playout_action(state, rng)
    if policy == HARD:
        return hard_action(state, style, rng)
    return normal_action(state, rng) if policy == NORMAL else easy_action(state, rng)
