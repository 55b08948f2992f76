"""Thinking about one decision: worlds from the belief, a search over them, until the budget is used up.

Three ways to search, behind one interface, so that the arena can choose:

- ``flat``: every candidate is played out to the end in the same worlds; the best mean wins.
- ``tree``: information-set search. One tree; every simulation descends in another world.
- ``trees``: an ensemble. Each of a few worlds has a perfect-information tree of its own, and their visits are added.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from overtrick.errors import PlayerError
from overtrick.games.randomness import Rng
from overtrick.games.round import View
from overtrick.games.state import Rounds, empty_rounds
from overtrick.observe.evaluator import Evaluator
from overtrick.search.belief import Belief, Evidence
from overtrick.search.flat import Sums, evaluate_worlds
from overtrick.search.woods import Growth, TreeSearch, gains_from

MODES = ("flat", "tree", "trees")
SURPLUS = 3
"""Worlds weighed for each one kept."""
CHUNK = 64
"""Simulations between two looks at the clock, at first."""
MOST_SIMULATIONS = 1 << 20


@dataclass(frozen=True)
class Budget:
    """When to stop: after so many milliseconds, or so many simulations for answers that a seed repeats."""

    ms: float | None = None
    simulations: int | None = None


@dataclass(frozen=True)
class Settings:
    """How to search."""

    mode: str = "flat"
    """`flat`, `tree` or `trees`, see above."""
    worlds: int = 64
    """Worlds drawn at a time; in an ensemble, trees."""
    passes: int = 4
    """Simulations of a tree in each world before new ones are drawn; an ensemble keeps its worlds."""
    evidence: Evidence | None = field(default_factory=Evidence)
    """How the others' actions weigh worlds; None to take every world that fits alike."""
    growth: Growth = field(default_factory=Growth)
    """How trees grow; its policy also plays out flat search."""

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise PlayerError(f"search has the modes {', '.join(MODES)}, not {self.mode!r}")


@dataclass(frozen=True)
class Thought:
    """What a search found, so far or at its end."""

    best: int
    """The candidate to choose: the best mean in flat search, the one visited most in trees."""
    visits: dict[int, int]
    """Simulations that went through each candidate."""
    gains: dict[int, float]
    """Expected gain of each candidate that was tried."""
    simulations: int
    effective_worlds: float
    """How many equally likely worlds the last ones drawn were worth."""


class Thinker:
    """Thinks about one decision after another in the same memory. Not to be shared between threads."""

    def __init__(self, settings: Settings, evaluator: Evaluator | None = None) -> None:
        if settings.mode == "flat" and evaluator is not None:
            raise PlayerError("flat search plays out by rules; a network needs mode=tree or mode=trees")
        self.settings = settings
        self._run = _Flat(settings) if settings.mode == "flat" else _Trees(settings, evaluator)

    def think(
        self,
        view: View,
        budget: Budget,
        rng: Rng,
        *,
        report: Callable[[Thought], bool] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> Thought:
        """Search the decision of `view`; `report` sees the thought after each chunk and may return True to move now."""
        deadline = clock() + budget.ms / 1000 if budget.ms is not None else np.inf
        limit = budget.simulations if budget.simulations is not None else MOST_SIMULATIONS
        run = self._run
        run.begin(view, rng)
        chunk = CHUNK
        while run.simulations < limit and run.has_choice():
            before, done = clock(), run.simulations
            run.grow(min(chunk, limit - run.simulations))
            now = clock()
            if report is not None and report(run.thought()):
                break
            affordable = (deadline - now) / max(now - before, 1e-9) * (run.simulations - done)
            if affordable < CHUNK / 4:
                break
            chunk = int(min(affordable, 8 * CHUNK)) if np.isfinite(deadline) else CHUNK
        return run.thought()


class _Run:
    """One decision being searched: the worlds, and what the two kinds of search share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.simulations = 0

    def begin(self, view: View, rng: Rng) -> None:
        self.view = view
        self.rng = rng
        self.simulations = 0

    def draw_worlds(self) -> Rounds:
        """Worlds to be treated as equally likely."""
        settings = self.settings
        if settings.evidence is None:
            self.effective_worlds = float(settings.worlds)
            return self.view.sample_worlds(settings.worlds, self.rng)
        belief = Belief(self.view, settings.worlds * SURPLUS, self.rng, settings.evidence)
        self.effective_worlds = belief.effective_size
        return belief.resample(settings.worlds, self.rng)


class _Flat(_Run):
    """Every candidate in every world; a simulation is one candidate played out in one world."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._scratch = empty_rounds(1)

    def begin(self, view: View, rng: Rng) -> None:
        super().begin(view, rng)
        self._sums = Sums(view)
        self._used = self.settings.worlds

    def has_choice(self) -> bool:
        return self._sums.needs_more()

    def grow(self, simulations: int) -> None:
        sums = self._sums
        wanted = max(1, simulations // int(sums.active.sum()))
        while wanted > 0:
            if self._used == self.settings.worlds:
                self._worlds = self.draw_worlds()
                self._order = np.argsort(np.random.default_rng(int(self.rng[0])).random(self._used))
                self._used = 0
            share = min(wanted, self.settings.worlds - self._used)
            self.simulations += share * int(sums.active.sum())
            evaluate_worlds(
                self._worlds,
                self._order[self._used : self._used + share],
                self.view.seat,
                self.rng,
                self._scratch,
                self.settings.growth.policy,
                False,
                sums.candidates,
                sums.active,
                sums.counts,
                sums.totals,
                sums.products,
                sums.made,
            )
            self._used += share
            wanted -= share

    def thought(self) -> Thought:
        estimates = self._sums.estimates()
        return Thought(
            best=estimates.best,
            visits=dict(zip(estimates.candidates, estimates.counts, strict=True)),
            gains=dict(zip(estimates.candidates, estimates.means, strict=True)),
            simulations=self.simulations,
            effective_worlds=self.effective_worlds,
        )


class _Trees(_Run):
    """One tree or an ensemble."""

    def __init__(self, settings: Settings, evaluator: Evaluator | None) -> None:
        super().__init__(settings)
        self._search = TreeSearch(settings.growth, evaluator)
        self._is_shared = settings.mode == "tree"

    def begin(self, view: View, rng: Rng) -> None:
        super().begin(view, rng)
        self._search.begin(1 if self._is_shared else self.settings.worlds)
        self._worlds = self.draw_worlds()

    def has_choice(self) -> bool:
        return True

    def grow(self, simulations: int) -> None:
        """Run so many simulations, with new worlds for a shared tree whenever the old ones are used up."""
        round_trip = self.settings.worlds * self.settings.passes if self._is_shared else MOST_SIMULATIONS
        while simulations > 0:
            done = self.simulations
            if done and done % round_trip == 0:
                self._worlds = self.draw_worlds()
            share = min(simulations, round_trip - done % round_trip)
            self._search.grow(self._worlds, share, self.rng)
            self.simulations += share
            simulations -= share

    def thought(self) -> Thought:
        visits, utilities = self._search.results(self.view.seat)
        gains = gains_from(utilities, self._worlds)
        legal = self.view.legal_actions()
        return Thought(
            best=max(legal, key=lambda action: (visits[action], gains[action], -action)),
            visits={action: int(visits[action]) for action in legal},
            gains={action: float(gains[action]) for action in legal if visits[action]},
            simulations=self.simulations,
            effective_worlds=self.effective_worlds,
        )
