"""Thinking about one decision: worlds from the belief, a search over them, until the budget is used up.

Three ways to search, behind one interface, so that the arena can choose:

- ``flat``: every candidate is played out to the end in the same worlds; the best mean wins. A network's opinion counts
  as points beside the mean, and it can play the rounds out.
- ``tree``: information-set search. One tree; every simulation descends in another world.
- ``trees``: an ensemble. Each of a few worlds has a perfect-information tree of its own, and their visits are added.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from overtrick.core.policies import NETWORK
from overtrick.core.randomness import Rng
from overtrick.core.record import PLAY, Rounds
from overtrick.engine.round import View
from overtrick.engine.worlds import NO_LEANINGS
from overtrick.errors import PlayerError
from overtrick.observe.evaluator import Evaluator, judge
from overtrick.observe.locations import leanings_of, locator_in
from overtrick.policies.instinct import NO_INSTINCT, Instinct
from overtrick.search.belief import Belief, Evidence
from overtrick.search.flat import Numbers, Playouts, evaluate_worlds, make_room, make_sums, playouts_for
from overtrick.search.reuse import actions_between
from overtrick.search.woods import Growth, TreeSearch, gains_from

MODES = ("flat", "tree", "trees")
SURPLUS = 3
"""Worlds weighed for each one kept."""
CHUNK = 64
"""Simulations between two looks at the clock, at first."""
MOST_SIMULATIONS = 1 << 20
LEAST_PROBABILITY = 1e-4
"""Added to a network's probabilities, so that what it would never do is only nine points behind at a weight of one."""
REUSED_FULLNESS = 0.5
"""The share of the nodes in use above which a tree is not reused: what lies beside the new root is not given back."""


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
    locations: bool = False
    """Whether a network that has learned where cards lie draws the worlds, instead of the evidence."""
    reuse: bool = False
    """Whether a single tree goes on from what the last decision of the same seat and round left below this one."""
    growth: Growth = field(default_factory=Growth)
    """How trees grow; its policy and its endings also serve flat search."""
    prior: float = 1.0
    """Flat search with a network: points that a candidate e times as likely as another is ahead."""
    prior_before_play: float = 1.0
    """The same for bids and passes."""
    instinct: Instinct = NO_INSTINCT
    """Plays rounds out where the policy of `growth` is the network."""

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise PlayerError(f"search has the modes {', '.join(MODES)}, not {self.mode!r}")
        if self.mode != "flat" and self.growth.policy == NETWORK:
            raise PlayerError("a network plays rounds out in flat search only; in trees it judges the leaves")

    @property
    def needs_instinct(self) -> bool:
        """Whether a network has to act in kernels."""
        return NETWORK in (self.growth.policy, self.evidence.policy if self.evidence else None)

    def with_instinct(self, instinct: Instinct) -> Settings:
        """The same with the network that plays out and is thought to have acted."""
        evidence = None if self.evidence is None else self.evidence._replace(instinct=instinct)
        return replace(self, evidence=evidence, instinct=instinct)


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
        self.settings = settings
        self._run = _Flat(settings, evaluator) if settings.mode == "flat" else _Trees(settings, evaluator)

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

    def __init__(self, settings: Settings, evaluator: Evaluator | None) -> None:
        self.settings = settings
        self.simulations = 0
        self._locator = locator_in(evaluator) if settings.locations else None

    def begin(self, view: View, rng: Rng) -> None:
        self.view = view
        self.rng = rng
        self.simulations = 0
        self._leanings = NO_LEANINGS if self._locator is None else leanings_of(self._locator, view)

    def draw_worlds(self) -> Rounds:
        """Worlds to be treated as equally likely."""
        settings = self.settings
        if settings.evidence is None or self._locator is not None:
            self.effective_worlds = float(settings.worlds)
            return self.view.sample_worlds(settings.worlds, self.rng, self._leanings)
        belief = Belief(self.view, settings.worlds * SURPLUS, self.rng, settings.evidence)
        self.effective_worlds = belief.effective_size
        return belief.resample(settings.worlds, self.rng)


class _Flat(_Run):
    """Every candidate in every world; a simulation is one candidate played out in one world."""

    def __init__(self, settings: Settings, evaluator: Evaluator | None) -> None:
        super().__init__(settings, evaluator)
        self._evaluator = evaluator
        self._room = make_room()

    def begin(self, view: View, rng: Rng) -> None:
        super().begin(view, rng)
        self._sums = make_sums(view, None if self._evaluator is None else self._bonus(self._evaluator))
        growth = self.settings.growth
        self._playouts = playouts_for(view, Playouts(growth.policy, self.settings.instinct, endings=growth.endings))
        self._used = self.settings.worlds

    def _bonus(self, evaluator: Evaluator) -> Numbers:
        """What the network's probabilities are worth for each candidate, in points."""
        weight = self.settings.prior if self.view.phase == PLAY else self.settings.prior_before_play
        probabilities = judge(evaluator, self.view.data).probabilities[0, self.view.legal_actions()]
        bonus: Numbers = weight * np.log(probabilities.astype(np.float64) + LEAST_PROBABILITY)
        return bonus

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
            chosen = self._order[self._used : self._used + share]
            evaluate_worlds(self._worlds, chosen, self.view.seat, self._room, self._playouts, sums, self.rng)
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
        super().__init__(settings, evaluator)
        self._search = TreeSearch(settings.growth, evaluator)
        self._is_shared = settings.mode == "tree"
        self._last: View | None = None

    def begin(self, view: View, rng: Rng) -> None:
        super().begin(view, rng)
        if not (self.settings.reuse and self._is_shared and self._has_followed(view)):
            self._search.begin(1 if self._is_shared else self.settings.worlds)
        self._last = View(view.data.copy())
        self._worlds = self.draw_worlds()

    def _has_followed(self, view: View) -> bool:
        """Whether the tree of the last decision could be followed to this one, with room left to grow."""
        actions = None if self._last is None else actions_between(self._last, view)
        if actions is None or self._search.fullness > REUSED_FULLNESS:
            return False
        return all(self._search.advance(action) for action in actions)

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
