"""The Spades policies by strength: each chooses a bid or a card for the seat to act."""

from __future__ import annotations

from overtrick.core.policies import HARD, NORMAL, PLAYOUT
from overtrick.core.randomness import Rng
from overtrick.core.record import BID, Record
from overtrick.games.spades.policies.bidding import planned_bid
from overtrick.games.spades.policies.play import planned_card
from overtrick.games.spades.policies.simple import greedy_card, honour_bid, simple_bid, simple_card
from overtrick.kernel import kernel


@kernel
def easy_action(state: Record, rng: Rng) -> int:
    """A beginner: counts honours, grabs tricks until the contract is made, slips now and then."""
    if state.phase == BID:
        return honour_bid(state, rng)
    return greedy_card(state, rng)


@kernel
def normal_action(state: Record, rng: Rng) -> int:
    """A casual player: counts quick tricks, wins cheaply, leaves the partner's tricks alone, ducks bags."""
    if state.phase == BID:
        return simple_bid(state)
    return simple_card(state)


@kernel
def hard_action(state: Record, style: int, rng: Rng) -> int:
    """A club player: weighs contract, bags and nils of both sides in every card, and minds the match score."""
    if state.phase == BID:
        return planned_bid(state)
    return planned_card(state)


@kernel
def playout_action(state: Record, rng: Rng) -> int:
    """The policy of playouts."""
    if state.phase == BID:
        return planned_bid(state)
    return planned_card(state)


@kernel
def act(state: Record, policy: int, style: int, rng: Rng) -> int:
    """What the policy does for the seat to act."""
    if policy == PLAYOUT:
        return playout_action(state, rng)
    if policy == HARD:
        return hard_action(state, style, rng)
    return normal_action(state, rng) if policy == NORMAL else easy_action(state, rng)
