"""Flat Monte Carlo: play every candidate out in many sampled worlds and compare the mean results.

All candidates meet the same worlds and the same random numbers, so most of the luck cancels when two are compared. A
candidate that is clearly worse than the best, judged by the paired differences so far, is dropped and the time goes to
the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from overtrick.games.randomness import Rng, uniform
from overtrick.games.round import View, cards_of
from overtrick.games.rules import apply, gain, score
from overtrick.games.state import BLOB, OVER, Record, Rounds, empty_rounds
from overtrick.games.worlds import sample_worlds
from overtrick.kernel import kernel
from overtrick.policies.dispatch import PLAYOUT, act, likelihood

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
    """How often each candidate ended with the own bid made exactly; all 0 outside Blob."""

    @property
    def best(self) -> int:
        """The candidate with the highest mean among those never dropped."""
        most = max(self.counts)
        return max(
            (mean, -place, candidate)
            for place, (candidate, mean, worlds) in enumerate(
                zip(self.candidates, self.means, self.counts, strict=True)
            )
            if worlds == most
        )[2]

    @property
    def worlds(self) -> int:
        return max(self.counts)


class FlatSearch:
    """Room for worlds and sums, kept from decision to decision. Not to be shared between threads."""

    def __init__(self, *, policy: int = PLAYOUT, likely_worlds: bool = True, own_score: bool = False) -> None:
        self.policy = policy
        """Plays every seat after the candidate, see policies.dispatch."""
        self.likely_worlds = likely_worlds
        """Whether worlds that explain the others' bids are preferred."""
        self.own_score = own_score
        """Whether a result is the own score alone and not the lead over the others' mean."""
        self._pool = empty_rounds(LARGEST_BATCH * SURPLUS)
        self._table = empty_rounds(1)

    def by_worlds(self, view: View, worlds: int, rng: Rng) -> Estimates:
        """Play out `worlds` worlds, fewer if one candidate is left before: the same answer for the same seed."""
        sums = Sums(view)
        while sums.needs_more() and sums.worlds < worlds:
            self._batch(view, min(ENOUGH, worlds - sums.worlds), rng, sums)
        return sums.estimates()

    def by_time(
        self, view: View, seconds: float, rng: Rng, clock: Callable[[], float] = time.perf_counter
    ) -> Estimates:
        """Play out worlds until the time is used up; at least one batch, whose size the last one's speed decides."""
        start = now = clock()
        sums = Sums(view)
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
        drawn = size * SURPLUS if self.likely_worlds and view.record.game == BLOB else size
        evaluate_batch(
            view.data,
            rng,
            self._pool[:drawn],
            size,
            self._table,
            self.policy,
            self.own_score,
            sums.candidates,
            sums.active,
            sums.counts,
            sums.totals,
            sums.products,
            sums.made,
        )


class Sums:
    """Running sums of the results of C candidates."""

    def __init__(self, view: View) -> None:
        self.candidates = np.array(cards_of(view.legal_mask()), np.int64)  # [C]
        size = len(self.candidates)
        self.active = np.ones(size, np.bool_)  # [C]
        self.counts = np.zeros(size, np.int64)  # [C]
        self.totals = np.zeros(size)  # [C]
        self.products = np.zeros((size, size))  # [C, C]
        self.made = np.zeros(size)  # [C]

    @property
    def worlds(self) -> int:
        return int(self.counts.max())

    def needs_more(self) -> bool:
        """Whether there is still a choice; one batch is played in any case, for the values."""
        return self.worlds == 0 or int(self.active.sum()) > 1

    def estimates(self) -> Estimates:
        means = self.totals / self.counts
        best = int(np.argmax(np.where(self.active, means, -np.inf)))
        errors = [
            paired_error(self.counts, self.totals, self.products, place, best) for place in range(len(self.candidates))
        ]
        return Estimates(
            self.candidates.tolist(), means.tolist(), errors, self.counts.tolist(), (self.made / self.counts).tolist()
        )


@kernel
def play_out(state: Record, policy: int, rng: Rng) -> None:
    """Let the policy act for every seat until the round is over."""
    while state.phase != OVER:
        apply(state, act(state, policy, 0, rng))


@kernel
def evaluate_batch(
    views: Rounds,
    rng: Rng,
    pool: Rounds,
    size: int,
    table: Rounds,
    policy: int,
    own_score: bool,
    candidates: Numbers,
    active: Numbers,
    counts: Numbers,
    totals: Numbers,
    products: Numbers,
    made: Numbers,
) -> None:
    """Play every active candidate out in `size` worlds drawn for `views[0]`, add to the sums, drop clear losers.

    When the pool is larger than `size`, it is filled and the worlds are drawn from it by their likelihood.
    """
    sample_worlds(views, 0, rng, pool)
    chosen = choose_likely(pool, views[0].seat, size, rng)
    evaluate_worlds(
        pool, chosen, views[0].seat, rng, table, policy, own_score, candidates, active, counts, totals, products, made
    )


@kernel
def evaluate_worlds(
    pool: Rounds,
    chosen: Numbers,
    seat: int,
    rng: Rng,
    table: Rounds,
    policy: int,
    own_score: bool,
    candidates: Numbers,
    active: Numbers,
    counts: Numbers,
    totals: Numbers,
    products: Numbers,
    made: Numbers,
) -> None:
    """Play every active candidate out in the chosen worlds of the pool, add to the sums, drop clear losers."""
    results = np.zeros(len(candidates))
    luck = np.empty(1, np.uint64)
    for place in chosen:
        for which in range(len(candidates)):
            if active[which]:
                table[0] = pool[place]
                state = table[0]
                luck[0] = rng[0]
                apply(state, candidates[which])
                play_out(state, policy, luck)
                results[which] = score(state, seat) if own_score else gain(state, seat)
                made[which] += 1.0 if state.game == BLOB and state.bids[seat] == state.tricks[seat] else 0.0
        uniform(rng)
        add_results(results, active, counts, totals, products)
    drop_worse(active, counts, totals, products)


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
def add_results(results: Numbers, active: Numbers, counts: Numbers, totals: Numbers, products: Numbers) -> None:
    """Add one world's results of the active candidates."""
    for which in range(len(results)):
        if active[which]:
            counts[which] += 1
            totals[which] += results[which]
            for other in range(which + 1):
                if active[other]:
                    products[which, other] += results[which] * results[other]


@kernel
def drop_worse(active: Numbers, counts: Numbers, totals: Numbers, products: Numbers) -> None:
    """Drop every candidate that is behind the best by more than chance explains."""
    best = -1
    for which in range(len(active)):
        if active[which] and (best < 0 or totals[which] > totals[best]):
            best = which
    if counts[best] < ENOUGH:
        return
    for which in range(len(active)):
        if active[which] and which != best:
            behind = (totals[best] - totals[which]) / counts[best]
            error = paired_error(counts, totals, products, which, best)
            if behind > CLEARLY * error and behind > 0.0:
                active[which] = False


@kernel
def paired_error(counts: Numbers, totals: Numbers, products: Numbers, which: int, other: int) -> float:
    """Standard error of the mean difference of two candidates; for one dropped earlier, of its mean alone."""
    if which == other:
        return 0.0
    n = counts[which]
    mean = totals[which] / n
    variance = products[which, which] / n - mean * mean
    if counts[other] == n:
        other_mean = totals[other] / n
        both = products[max(which, other), min(which, other)]
        variance += products[other, other] / n - other_mean * other_mean - 2.0 * (both / n - mean * other_mean)
    return np.sqrt(max(variance, 0.0) / max(n - 1, 1))  # type: ignore[no-any-return]
