"""One call for every rule policy of every game."""

from __future__ import annotations

from overtrick.games.randomness import Rng, pick
from overtrick.games.rules import legal_actions
from overtrick.games.state import BLOB, Record
from overtrick.kernel import kernel
from overtrick.policies.blob.actions import easy_action as blob_easy
from overtrick.policies.blob.actions import hard_action as blob_hard
from overtrick.policies.blob.actions import normal_action as blob_normal
from overtrick.policies.blob.actions import playout_action as blob_playout
from overtrick.policies.blob.likelihood import bids_likelihood as blob_likelihood
from overtrick.policies.hearts.actions import easy_action as hearts_easy
from overtrick.policies.hearts.actions import hard_action as hearts_hard
from overtrick.policies.hearts.actions import normal_action as hearts_normal
from overtrick.policies.hearts.actions import playout_action as hearts_playout

RANDOM, EASY, NORMAL, HARD, PLAYOUT, NETWORK = range(6)
"""Policies: any legal action, the three levels people meet, the quick one that plays rounds out, and a network's.

The network's is not a rule policy: `instinct.act_by` knows it, `act` does not."""


@kernel
def act(state: Record, policy: int, style: int, rng: Rng) -> int:
    """What the policy does for the seat to act, which it decides from that hand and public knowledge alone."""
    if policy == RANDOM:
        return pick(rng, legal_actions(state))
    if state.game == BLOB:
        return act_in_blob(state, policy, style, rng)
    return act_in_hearts(state, policy, style, rng)


@kernel
def act_in_blob(state: Record, policy: int, style: int, rng: Rng) -> int:
    if policy == PLAYOUT:
        return blob_playout(state, rng)
    if policy == HARD:
        return blob_hard(state, style, rng)
    return blob_normal(state, rng) if policy == NORMAL else blob_easy(state, rng)


@kernel
def act_in_hearts(state: Record, policy: int, style: int, rng: Rng) -> int:
    if policy == PLAYOUT:
        return hearts_playout(state, rng)
    if policy == HARD:
        return hearts_hard(state, style, rng)
    return hearts_normal(state, rng) if policy == NORMAL else hearts_easy(state, rng)


@kernel
def likelihood(state: Record, seat: int) -> float:
    """How well a full deal explains what the seats other than `seat` have said: from 0 to 1, 1 for nothing known."""
    if state.game == BLOB:
        return blob_likelihood(state, seat)
    return 1.0
