"""What one more trick is worth to the side of the seat to act, in points: contracts, bags and the match."""

from __future__ import annotations

from math import exp, sqrt

from overtrick.core.record import Record, tricks_done
from overtrick.games.spades.rules import (
    BAG_PENALTIES,
    BAG_PENALTY,
    NIL_VALUE,
    NIL_VALUES,
    SEATS,
    TRICK_POINTS,
    TRICKS,
    contract_of,
    counted_tricks,
    partner_of,
)
from overtrick.kernel import kernel

MATCH = 100.0
"""Points that a contract is worth beside its own when it decides the match."""
ALERT = 0.35
"""Tricks that a seat may take though it needs none."""
SPREAD = 0.6
"""How far the tricks of a side stray from what is expected, times the square root of the tricks left."""
CONTRACT_FIRST = 15.0
"""The least that a trick is worth to a side that needs it."""
NIL_TRICKS = 0.05
"""The same for a nil that has not failed."""


@kernel
def is_alive(state: Record, seat: int) -> bool:
    """Whether the seat bid nil and has taken no trick."""
    return state.bids[seat] == 0 and state.tricks[seat] == 0  # type: ignore[no-any-return]


@kernel
def nil_stake(state: Record) -> float:
    """What a nil that fails instead of being made costs."""
    return 2.0 * NIL_VALUES[state.house[NIL_VALUE]]


@kernel
def appetite(state: Record, seat: int) -> float:
    """Tricks that a seat is likely to take yet, by its bid."""
    if is_alive(state, seat):
        return NIL_TRICKS
    return max(float(state.bids[seat] - state.tricks[seat]), 0.0) + ALERT


@kernel
def expected_tricks(state: Record, seat: int, own: float) -> float:
    """Tricks left that the seat's side is likely to take, with `own` from the seat's hand."""
    left = TRICKS - tricks_done(state)
    own = min(own, float(left))
    partner = appetite(state, partner_of(seat))
    others = appetite(state, (seat + 1) % SEATS) + appetite(state, (seat + 3) % SEATS)
    return own + (left - own) * partner / (partner + others)


@kernel
def trick_worth(state: Record, seat: int, own: float, sure: int) -> float:
    """Points that the seat's side gains by a trick that the other side would have taken otherwise.

    Bags count for nothing before the contract is as good as made: `sure` tricks of the own hand cannot be lost.
    """
    left = TRICKS - tricks_done(state)
    ours = expected_tricks(state, seat, own)
    spread = SPREAD * sqrt(left) + 0.15
    other = (seat + 1) % SEATS
    worth = side_worth(state, seat, ours, spread, left) + side_worth(state, other, left - ours, spread, left)
    need = contract_of(state, seat) - counted_tricks(state, seat)
    if sure < need <= left:
        return max(worth, CONTRACT_FIRST)
    return worth


@kernel
def side_worth(state: Record, seat: int, tricks: float, spread: float, left: int) -> float:
    """What a trick more or less means for one side that is likely to take so many: for its contract, and as a bag."""
    contract = contract_of(state, seat)
    need = contract - counted_tricks(state, seat)
    if need > left:
        return 0.0
    bag = bag_cost(state, seat)
    if need <= 0:
        return -bag
    distance = (tricks - need + 0.5) / spread
    chance = 0.4 * exp(-0.5 * distance * distance) / spread
    over = 1.0 / (1.0 + exp(-1.7 * (tricks - need - 0.5) / spread))
    return chance * contract_stake(state, seat) - over * bag


@kernel
def contract_stake(state: Record, seat: int) -> float:
    """Points between making and losing the contract; more if making it would end the match."""
    contract = contract_of(state, seat)
    points = 2.0 * TRICK_POINTS * contract
    if 0 < state.target <= state.scores[seat] + TRICK_POINTS * contract:
        points += MATCH
    return points


@kernel
def bag_cost(state: Record, seat: int) -> float:
    """What a bag costs: a tenth of the penalty, less the point it brings; nothing when the contract ends the match."""
    if 0 < state.target <= state.scores[seat] + TRICK_POINTS * contract_of(state, seat):
        return 0.0
    return BAG_PENALTIES[state.house[BAG_PENALTY]] / 10.0 - 1.0
