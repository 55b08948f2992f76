"""Flat Monte Carlo: play every candidate out in many sampled worlds and compare the mean results.

All candidates meet the same worlds and the same random numbers, so most of the luck cancels when two are compared. A
candidate that is clearly worse than the best, judged by the paired differences so far, is dropped and the time goes to
the others. Of cards that do the same work one is played out for all.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from overtrick.core.marks import unseen_cards
from overtrick.core.policies import NETWORK, PLAYOUT
from overtrick.core.randomness import Rng, pick, uniform
from overtrick.core.record import BID, MAX_SEATS, OVER, PLAY, Record, Rounds, empty_rounds
from overtrick.core.seen import cards_of
from overtrick.engine.catalogue import game
from overtrick.engine.dispatch.evidence import likelihood
from overtrick.engine.dispatch.rules import is_made
from overtrick.engine.dispatch.values import match_worth
from overtrick.engine.policies import act
from overtrick.engine.round import View
from overtrick.engine.rules import apply, can_end_match, gain, legal_actions, score, sides, victory
from overtrick.engine.worlds import NO_LEANINGS, sample_worlds
from overtrick.kernel import kernel
from overtrick.policies.instinct import NO_INSTINCT, Instinct, act_by
from overtrick.search.exact import Memory, ending_gains, is_ending, lowest_of_runs, make_memory

Numbers = np.ndarray[Any, Any]

FIRST_BATCH = 16
"""Worlds before anything is known about how long one takes."""
LARGEST_BATCH = 256
SURPLUS = 4
"""Worlds drawn for each one kept, when likely worlds are preferred."""
CLEARLY = 3.0
"""Standard errors by which a candidate has to be behind to be dropped."""
ENOUGH = 48
"""Worlds a candidate has met before it may be dropped."""

SLIPS_AFTER_BID = 0.25
"""The share of random cards in playouts that judge a bid."""


class Playouts(NamedTuple):
    """How rounds are played out, and what counts in the end."""

    policy: int = PLAYOUT
    """Plays every seat after the candidate, see core.policies."""
    instinct: Instinct = NO_INSTINCT
    """What plays where the policy is the network."""
    own_score: bool = False
    """Whether a result is the own score alone and not the lead over the others' mean."""
    slips: float = 0.0
    """The share of cards that are played at random."""
    endings: int = 0
    """Solve rounds with this many cards in a hand or fewer instead of playing them out; the lead is then the result."""


class Room(NamedTuple):
    """Where rounds are played out; one per thread."""

    table: Rounds  # [1] the round being played
    memory: Memory  # for endings


class Sums(NamedTuple):
    """Running sums of the results of C candidates."""

    candidates: Numbers  # [C] the legal actions, lowest first
    active: Numbers  # [C] not dropped
    counts: Numbers  # [C] worlds met
    totals: Numbers  # [C] of the results
    products: Numbers  # [C, C] of two candidates' results in the same world, lower half
    made: Numbers  # [C] worlds in which the own bid was made; solved endings do not say
    bonus: Numbers  # [C] points for each candidate beside its results: what a network makes of it
    twins: Numbers  # [C] the place of the candidate that is played out for this one: its own, or that of an equal card

    @property
    def worlds(self) -> int:
        """Worlds that the candidates never dropped have met."""
        return int(self.counts.max())

    def needs_more(self) -> bool:
        """Whether there is still a choice; one batch is played in any case, for the values."""
        return self.worlds == 0 or int(self.active.sum()) > 1

    def estimates(self) -> Estimates:
        """What the sums say, after at least one world."""
        counts, totals, bonus = self.counts[self.twins], self.totals[self.twins], self.bonus[self.twins]
        means = totals / counts
        best = int(np.argmax(np.where(self.active, means, -np.inf)))
        return Estimates(
            self.candidates.tolist(),
            (means - bonus).tolist(),
            [paired_error(self, place, best) for place in self.twins],
            counts.tolist(),
            (self.made[self.twins] / counts).tolist(),
            self.bonus.tolist(),
        )


def make_sums(view: View, bonus: Numbers | None = None) -> Sums:
    """Sums of the view's legal actions before the first world; `bonus` has points for each of them, lowest first."""
    candidates = np.array(cards_of(view.legal_mask()), np.int64)
    size = len(candidates)
    points = np.zeros(size) if bonus is None else bonus
    twins = find_twins(view, points)
    return Sums(
        candidates,
        twins == np.arange(size),
        np.zeros(size, np.int64),
        np.zeros(size),
        np.zeros((size, size)),
        np.zeros(size),
        points,
        twins,
    )


def find_twins(view: View, bonus: Numbers) -> Numbers:
    """For each candidate the place of the one that stands for all cards doing the same work: the best by bonus."""
    candidates = cards_of(view.legal_mask())
    if view.phase != PLAY:
        return np.arange(len(candidates))
    others = unseen_cards(view.record, view.seat) | int(view.record.table)
    kept = lowest_of_runs(view.record, view.legal_mask(), others)
    runs = np.cumsum([int(kept) >> card & 1 for card in candidates])
    return np.array([max(np.flatnonzero(runs == run), key=lambda place: bonus[place]) for run in runs], np.int64)


def make_room() -> Room:
    return Room(empty_rounds(1), make_memory())


@dataclass(frozen=True)
class Estimates:
    """What the playouts say about each candidate."""

    candidates: list[int]
    """The legal actions, lowest first."""
    means: list[float]
    """Mean result of each candidate, more is better."""
    errors: list[float]
    """Standard error of each candidate's distance to the best; 0 for the best itself."""
    counts: list[int]
    """Worlds each candidate was played out in."""
    made: list[float]
    """How often each candidate ended with the own bid made exactly; all 0 in games without bids."""
    bonuses: list[float]
    """Points each candidate was given beside its mean."""

    @property
    def best(self) -> int:
        """The candidate with the highest mean, bonus included, among those never dropped."""
        most = max(self.counts)
        return max(
            (mean + bonus, -place, candidate)
            for place, (candidate, mean, bonus, worlds) in enumerate(
                zip(self.candidates, self.means, self.bonuses, self.counts, strict=True)
            )
            if worlds == most
        )[2]

    @property
    def worlds(self) -> int:
        return max(self.counts)


class FlatSearch:
    """Room for worlds, kept from decision to decision. Not to be shared between threads."""

    def __init__(self, *, policy: int = PLAYOUT, likely_worlds: bool = True, own_score: bool = False) -> None:
        self.playouts = Playouts(policy, own_score=own_score)
        self.likely_worlds = likely_worlds
        """Whether worlds that explain the others' bids are preferred."""
        self._pool = empty_rounds(LARGEST_BATCH * SURPLUS)
        self._room = make_room()

    def by_worlds(self, view: View, worlds: int, rng: Rng) -> Estimates:
        """Play out `worlds` worlds, fewer if one candidate is left before: the same answer for the same seed."""
        sums = make_sums(view)
        while sums.needs_more() and sums.worlds < worlds:
            self._batch(view, min(ENOUGH, worlds - sums.worlds), rng, sums)
        return sums.estimates()

    def by_time(
        self, view: View, seconds: float, rng: Rng, clock: Callable[[], float] = time.perf_counter
    ) -> Estimates:
        """Play out worlds until the time is used up; at least one batch, whose size the last one's speed decides."""
        start = now = clock()
        sums = make_sums(view)
        size = FIRST_BATCH
        while sums.needs_more():
            before = now
            self._batch(view, size, rng, sums)
            now = clock()
            affordable = int((seconds - (now - start)) / max(now - before, 1e-9) * size)
            if affordable < FIRST_BATCH // 4:
                break
            size = min(affordable, LARGEST_BATCH, max(FIRST_BATCH, 2 * size))
        return sums.estimates()

    def _batch(self, view: View, size: int, rng: Rng, sums: Sums) -> None:
        drawn = size * SURPLUS if self.likely_worlds and game(view.game).has_evidence else size
        playouts = playouts_for(view, self.playouts)
        evaluate_batch(view.data, self._pool[:drawn], size, self._room, playouts, sums, rng)


def playouts_for(view: View, playouts: Playouts) -> Playouts:
    """A bid is judged by rule players that slip, see docs/search.md for what was measured."""
    can_slip = view.phase == BID and playouts.policy != NETWORK
    return playouts._replace(slips=SLIPS_AFTER_BID) if can_slip else playouts


@kernel
def play_out(state: Record, policy: int, rng: Rng) -> None:
    """Let the policy act for every seat until the round is over."""
    while state.phase != OVER:
        apply(state, act(state, policy, 0, rng))


@kernel
def finish(state: Record, playouts: Playouts, rng: Rng) -> None:
    """The same as the playouts want it: by the network, or with a share of the cards, not of the bids, at random."""
    while state.phase != OVER:
        if playouts.slips > 0.0 and state.phase == PLAY and uniform(rng) < playouts.slips:
            apply(state, pick(rng, legal_actions(state)))
        else:
            apply(state, act_by(state, playouts.policy, playouts.instinct, rng))


@kernel
def evaluate_batch(
    views: Rounds, pool: Rounds, size: int, room: Room, playouts: Playouts, sums: Sums, rng: Rng
) -> None:
    """Play every active candidate out in `size` worlds drawn for `views[0]`, add to the sums, drop clear losers.

    When the pool is larger than `size`, it is filled and the worlds are drawn from it by their likelihood.
    """
    sample_worlds(views, 0, NO_LEANINGS, rng, pool)
    chosen = choose_likely(pool, views[0].seat, size, rng)
    evaluate_worlds(pool, chosen, views[0].seat, room, playouts, sums, rng)


@kernel
def evaluate_worlds(
    pool: Rounds, chosen: Numbers, seat: int, room: Room, playouts: Playouts, sums: Sums, rng: Rng
) -> None:
    """Play every active candidate out in the chosen worlds of the pool, add to the sums, drop clear losers."""
    results = np.zeros(len(sums.candidates))
    luck = np.empty(1, np.uint64)
    for place in chosen:
        for which in range(len(results)):
            if sums.active[which]:
                room.table[0] = pool[place]
                state = room.table[0]
                luck[0] = rng[0]
                apply(state, sums.candidates[which])
                results[which] = result(state, seat, room, playouts, luck) + sums.bonus[which]
                sums.made[which] += 1.0 if has_made(state, seat) else 0.0
        uniform(rng)
        add_results(sums, results)
    drop_worse(sums)


@kernel
def result(state: Record, seat: int, room: Room, playouts: Playouts, rng: Rng) -> float:
    """What the seat has in the end of the round on the table, `state`, which is played out or solved."""
    is_for_match = can_end_match(state)
    if is_ending(state, playouts.endings) and not is_for_match:
        gains = np.empty(MAX_SEATS)
        ending_gains(room.table, 0, room.memory, gains)
        return gains[seat]  # type: ignore[no-any-return]
    finish(state, playouts, rng)
    points = score(state, seat) if playouts.own_score else gain(state, seat)
    if is_for_match:
        points += match_worth(state) * (victory(state, seat) - 1.0 / sides(state))
    return points


@kernel
def has_made(state: Record, seat: int) -> bool:
    """Whether the seat made its bid in a round that was played out."""
    return state.phase == OVER and is_made(state, seat)


@kernel
def choose_likely(pool: Rounds, seat: int, size: int, rng: Rng) -> Numbers:
    """Places of `size` worlds of the pool, each as often as its likelihood asks for (systematic resampling)."""
    chosen = np.arange(size)
    if len(pool) == size:
        return chosen
    weights = np.empty(len(pool))
    total = 0.0
    for place in range(len(pool)):
        total += likelihood(pool[place], seat)
        weights[place] = total
    place = 0
    start = uniform(rng)
    for which in range(size):
        mark = (which + start) * total / size
        while place < len(pool) - 1 and weights[place] <= mark:
            place += 1
        chosen[which] = place
    return chosen


@kernel
def add_results(sums: Sums, results: Numbers) -> None:
    """Add one world's results of the active candidates."""
    for which in range(len(results)):
        if sums.active[which]:
            sums.counts[which] += 1
            sums.totals[which] += results[which]
            for other in range(which + 1):
                if sums.active[other]:
                    sums.products[which, other] += results[which] * results[other]


@kernel
def drop_worse(sums: Sums) -> None:
    """Drop every candidate that is behind the best by more than chance explains."""
    best = -1
    for which in range(len(sums.active)):
        if sums.active[which] and (best < 0 or sums.totals[which] > sums.totals[best]):
            best = which
    if sums.counts[best] < ENOUGH:
        return
    for which in range(len(sums.active)):
        if sums.active[which] and which != best:
            behind = (sums.totals[best] - sums.totals[which]) / sums.counts[best]
            if behind > CLEARLY * paired_error(sums, which, best) and behind > 0.0:
                sums.active[which] = False


@kernel
def paired_error(sums: Sums, which: int, other: int) -> float:
    """Standard error of the mean difference of two candidates; for one dropped earlier, of its mean alone."""
    if which == other:
        return 0.0
    n = sums.counts[which]
    mean = sums.totals[which] / n
    variance = sums.products[which, which] / n - mean * mean
    if sums.counts[other] == n:
        other_mean = sums.totals[other] / n
        both = sums.products[max(which, other), min(which, other)]
        variance += sums.products[other, other] / n - other_mean * other_mean - 2.0 * (both / n - mean * other_mean)
    return np.sqrt(max(variance, 0.0) / max(n - 1, 1))  # type: ignore[no-any-return]
