"""Belief: how likely each world is, given what the others did.

A world that fits the view is weighted by the likelihood of the others' bids, passes and plays in it under a policy:

    w(world) = prod over decisions of  (1 - slack) [policy would do that] + slack / choices       (plays)
                                       exp(-sharpness |bid - policy's bid|) / normaliser          (bids)
                                       (1 - slack)^k slack^(3 - k) for k of the three cards       (the pass received)

A network says how likely it is to do something, so that it takes the place of the brackets, for plays and bids alike.

Slack keeps every world alive: people and programs do other things than the policy. The effective sample size,
(sum w)² / sum w², tells how many equal worlds the weighted ones are worth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from overtrick.cards.masks import CARDS_IN_SUIT, DECK_SIZE, SUIT, count, lowest, suit_of
from overtrick.core.passing import giver, take_back_passes
from overtrick.core.policies import NETWORK, PLAYOUT
from overtrick.core.randomness import Rng, uniform
from overtrick.core.record import (
    BID,
    NO_BID,
    PASS,
    PASSED_CARDS,
    PLAY,
    Record,
    Rounds,
    clear,
    empty_rounds,
)
from overtrick.engine.dispatch.rules import begin
from overtrick.engine.policies import act
from overtrick.engine.round import View
from overtrick.engine.rules import apply, legal_actions
from overtrick.engine.worlds import NO_LEANINGS
from overtrick.kernel import kernel
from overtrick.policies.instinct import NO_INSTINCT, Instinct, act_by, chance_of

Numbers = np.ndarray[Any, Any]


class Evidence(NamedTuple):
    """How much is read into what the others do."""

    policy: int = PLAYOUT
    """The policy the others are thought to follow, see core.policies."""
    slack: float = 0.5
    """The share of plays that are thought to be made at random."""
    sharpness: float = 1.0
    """How much less likely a bid one further from the policy's is, as an exponent."""
    pass_slack: float = 0.4
    """The same for a card received in the pass."""
    instinct: Instinct = NO_INSTINCT
    """What the others follow where the policy is the network."""


class Belief:
    """Weighted worlds for one view: what a seat knows, and how likely each way the cards may lie is.

    Worlds are drawn by leanings, where a network has some (observe.locations), and weighted by evidence, where that is
    wanted; to have both counts what the others did twice.
    """

    def __init__(
        self,
        view: View,
        size: int,
        rng: Rng,
        evidence: Evidence | None = None,
        leanings: Numbers = NO_LEANINGS,
    ) -> None:
        self.view = view
        self.worlds = view.sample_worlds(size, rng, leanings)
        self.weights = np.full(size, 1.0 / size)
        if evidence is not None:
            weigh_worlds(self.worlds, view.seat, evidence, empty_rounds(1), self.weights, rng)

    @property
    def effective_size(self) -> float:
        """How many equally likely worlds these are worth."""
        return float(1.0 / np.sum(self.weights**2))

    def resample(self, size: int, rng: Rng) -> Rounds:
        """`size` worlds drawn by weight, to be treated as equally likely."""
        drawn = empty_rounds(size)
        resample(self.worlds, self.weights, rng, drawn)
        return drawn

    def holders(self) -> Numbers:
        """[8, 52]: the chance that each seat holds each card."""
        hands = self.worlds["hands"][:, :, None] >> np.arange(DECK_SIZE) & 1
        chances: Numbers = np.einsum("w,wsc->sc", self.weights, hands)
        return chances

    def entropy(self) -> float:
        """How much is unknown, in bits: the sum over unseen cards of the entropy of where they lie."""
        chances = self.holders()
        elsewhere = np.clip(1.0 - chances.sum(axis=0), 0.0, 1.0)
        places = np.vstack([chances, elsewhere])
        logs = np.log2(places, out=np.zeros_like(places), where=places > 0)
        return max(0.0, float(-np.sum(places * logs)))


@kernel
def weigh_worlds(worlds: Rounds, viewer: int, evidence: Evidence, scratch: Rounds, weights: Numbers, rng: Rng) -> None:
    """Fill `weights`, adding up to 1, with the likelihood of the others' actions in each world."""
    for index in range(len(worlds)):
        weights[index] = log_likelihood(worlds, index, viewer, evidence, scratch, rng)
    weights[:] = np.exp(weights - weights.max())
    weights /= weights.sum()


@kernel
def log_likelihood(worlds: Rounds, index: int, viewer: int, evidence: Evidence, scratch: Rounds, rng: Rng) -> float:
    """The logarithm of one world's likelihood, found by replaying the round in it."""
    scratch[0] = worlds[index]
    rewind(scratch[0])
    likelihood = 0.0
    if scratch[0].phase == PASS:
        likelihood += replay_pass(scratch[0], worlds[index], viewer, evidence, rng)
    while scratch[0].phase == BID and worlds[index].bids[scratch[0].turn] != NO_BID:
        bid = worlds[index].bids[scratch[0].turn]
        if scratch[0].turn != viewer:
            likelihood += bid_likelihood(scratch[0], bid, evidence, rng)
        apply(scratch[0], bid)
    for play in range(worlds[index].plays):
        card = worlds[index].history[play]
        if scratch[0].turn != viewer:
            likelihood += play_likelihood(scratch[0], card, evidence, rng)
        apply(scratch[0], card)
    return likelihood


@kernel
def rewind(state: Record) -> None:
    """Take the round back to its deal, all cards in the hands they were dealt to."""
    hands = state.hands | state.played
    passed = state.passed.copy()
    has_exchanged = state.pass_to != 0 and state.phase >= PLAY
    clear(state)
    for seat in range(state.players):
        state.hands[seat] = hands[seat]
        state.passed[seat] = passed[seat] if has_exchanged else 0
    if has_exchanged:
        take_back_passes(state)
    for seat in range(state.players):
        state.passed[seat] = 0
    begin(state)


@kernel
def replay_pass(state: Record, world: Record, viewer: int, evidence: Evidence, rng: Rng) -> float:
    """Make the passes of the world, and say how likely the one the viewer received was."""
    if world.phase < PLAY:
        return 0.0
    likelihood = 0.0
    for seat in range(state.players):
        state.turn = seat
        if seat == giver(world, viewer):
            agreed = pass_agreement(state, world.passed[seat], evidence, rng)
            slack = evidence.pass_slack
            likelihood += agreed * np.log(1.0 - slack) + (PASSED_CARDS - agreed) * np.log(slack)
        cards = world.passed[seat]
        while cards != 0:
            apply(state, lowest(cards))
            cards &= cards - 1
    return likelihood


@kernel
def pass_agreement(state: Record, passed: int, evidence: Evidence, rng: Rng) -> int:
    """How many of the cards passed the policy would pass, too."""
    seat = state.turn
    agreed = 0
    for _ in range(PASSED_CARDS):
        card = act_by(state, evidence.policy, evidence.instinct, rng)
        agreed += passed >> card & 1
        state.passed[seat] |= 1 << card
    state.passed[seat] = 0
    return agreed


@kernel
def bid_likelihood(state: Record, bid: int, evidence: Evidence, rng: Rng) -> float:
    """Bids near the policy's are likely, and the less so the further away."""
    if evidence.policy == NETWORK:
        return network_likelihood(state, bid, evidence)
    expected = act(state, evidence.policy, 0, rng)
    sharpness = evidence.sharpness
    legal = legal_actions(state)
    total = 0.0
    for other in range(state.cards + 1):
        if legal >> other & 1:
            total += np.exp(-sharpness * abs(other - expected))
    return -sharpness * abs(bid - expected) - np.log(total)  # type: ignore[no-any-return]


@kernel
def play_likelihood(state: Record, card: int, evidence: Evidence, rng: Rng) -> float:
    """Likely when the policy would play the card or one that does the same work; a forced card tells nothing."""
    legal = legal_actions(state)
    choices = count(legal)
    if choices < 2:
        return 0.0
    if evidence.policy == NETWORK:
        return network_likelihood(state, card, evidence)
    expected = act(state, evidence.policy, 0, rng)
    likely = evidence.slack / choices
    if are_equals(state, expected, card):
        likely += 1.0 - evidence.slack
    return np.log(likely)  # type: ignore[no-any-return]


@kernel
def network_likelihood(state: Record, action: int, evidence: Evidence) -> float:
    """The network's own chance of the action, with slack."""
    likely = evidence.slack / count(legal_actions(state))
    return np.log(likely + (1.0 - evidence.slack) * chance_of(evidence.instinct, state, action))  # type: ignore[no-any-return]


@kernel
def are_equals(state: Record, one: int, other: int) -> bool:
    """Whether no card that another seat may hold lies between the two."""
    if one == other:
        return True
    suit = suit_of(one)
    if suit != suit_of(other):
        return False
    low, high = min(one, other), max(one, other)
    between = (SUIT << (CARDS_IN_SUIT * suit)) & ((1 << high) - (2 << low))
    gone = state.hands[state.turn]
    for seat in range(state.players):
        gone |= state.played[seat] & ~state.table
    return between & ~gone == 0  # type: ignore[no-any-return]


@kernel
def resample(worlds: Rounds, weights: Numbers, rng: Rng, drawn: Rounds) -> None:
    """Systematic resampling: each world appears in proportion to its weight, give or take one."""
    step = 1.0 / len(drawn)
    point = uniform(rng) * step
    index = 0
    reached = weights[0]
    for place in range(len(drawn)):
        while reached < point and index < len(worlds) - 1:
            index += 1
            reached += weights[index]
        drawn[place] = worlds[index]
        point += step
