"""What each Blob policy does: a bid or a card for the seat to act, from its hand and what everybody has seen."""

from __future__ import annotations

from overtrick.games.randomness import Rng
from overtrick.games.state import BID, Record
from overtrick.kernel import kernel
from overtrick.policies.blob.bidding import best_bid
from overtrick.policies.blob.play import planned_card
from overtrick.policies.blob.rules_of_thumb import greedy_card, honour_bid, simple_bid, simple_card


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
