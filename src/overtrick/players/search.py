"""The player `search`: the strongest measured way to think about a decision, within a budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from overtrick.core.policies import NETWORK, PLAYOUT
from overtrick.core.randomness import Rng
from overtrick.core.record import BID
from overtrick.engine.catalogue import game
from overtrick.engine.round import View
from overtrick.errors import PlayerError
from overtrick.nets.bundle import has_shipped_model
from overtrick.nets.loading import load_evaluator
from overtrick.nets.plain import PlainEvaluator
from overtrick.observe.evaluator import Evaluator
from overtrick.observe.locations import locator_in
from overtrick.players.protocol import Decision
from overtrick.players.wording import comparison, sentences, table_talk
from overtrick.search.belief import Evidence
from overtrick.search.think import Budget, Settings, Thinker, Thought
from overtrick.search.woods import Growth

DEFAULT_MS = 50.0
NO_MODEL = "none"
"""As a model's name: search without a network."""


def default_settings(key: str) -> Settings:
    """What a game is searched with, and why: see docs/search.md."""
    options: dict[str, Any] = {
        "evidence": True,
        "slack": Evidence().slack,
        "locations": False,
        "endings": Growth().endings,
        "prior": 1.0,
    }
    options |= game(key).search
    return Settings(
        locations=options["locations"],
        evidence=Evidence(slack=options["slack"]) if options["evidence"] else None,
        growth=Growth(endings=options["endings"]),
        prior=options["prior"],
    )


Belief = Literal["off", "rules", "network", "learned"]
Playouts = Literal["rules", "network"]
_POLICIES = {"rules": PLAYOUT, "network": NETWORK}


class Changes(NamedTuple):
    """What the player's options say; None leaves the game's default."""

    mode: str | None
    worlds: int | None
    belief: Belief | None
    playouts: Playouts | None
    exploration: float | None
    endings: int | None
    reuse: bool
    prior: float | None
    bids: float | None


class SearchPlayer:
    """Search with a budget in milliseconds, or in simulations for answers that a seed repeats."""

    def __init__(
        self,
        *,
        ms: float | None = None,
        sims: int | None = None,
        mode: str | None = None,
        worlds: int | None = None,
        belief: Belief | None = None,
        playouts: Playouts | None = None,
        exploration: float | None = None,
        endings: int | None = None,
        reuse: bool = False,
        model: str | None = None,
        prior: float | None = None,
        bids: float | None = None,
    ) -> None:
        if ms is not None and sims is not None:
            raise PlayerError("search takes ms or sims as its budget, not both")
        if (ms is not None and ms <= 0) or (sims is not None and sims < 1):
            raise PlayerError(f"search needs a budget above zero, not ms={ms}, sims={sims}")
        self.budget = Budget(ms=DEFAULT_MS if ms is None and sims is None else ms, simulations=sims)
        self.name = f"search:ms={self.budget.ms:g}" if sims is None else f"search:sims={sims}"
        self.report: Callable[[Thought], bool] | None = None
        """Is shown how far the thinking is; returning True means: move now."""
        self._changes = Changes(mode, worlds, belief, playouts, exploration, endings, reuse, prior, bids)
        self._model = model
        self._thinkers: dict[str, Thinker] = {}

    def decide(self, view: View, rng: Rng) -> Decision:
        """The best candidate of the search; a forced action costs no time."""
        legal = view.legal_actions()
        if len(legal) == 1:
            return Decision(legal[0], probabilities={legal[0]: 1.0}, reasons=("Nothing else is allowed.",))
        thought = self._thinker(view.game).think(view, self.budget, rng, report=self.report)
        total = sum(thought.visits.values())
        return Decision(
            thought.best,
            values=thought.gains,
            probabilities={action: thought.visits[action] / total for action in legal},
            reasons=self._reasons(view, thought),
        )

    @staticmethod
    def _reasons(view: View, thought: Thought) -> tuple[str, ...]:
        """For a card what it is for, then what the simulations say."""
        source = f"In {thought.simulations:,} rounds played through"
        told = comparison(view, thought.best, thought.gains, source)
        return told if view.phase == BID else sentences(table_talk(view, thought.best)) + told

    def _thinker(self, key: str) -> Thinker:
        if key not in self._thinkers:
            settings, evaluator = _changed(default_settings(key), self._changes), self._evaluator(key)
            if self._changes.belief == "learned" and locator_in(evaluator) is None:
                raise PlayerError("belief=learned needs a network that has learned where cards lie: see train locate")
            if settings.needs_instinct:
                if not isinstance(evaluator, PlainEvaluator):
                    raise PlayerError("playouts and beliefs by a network need a plain one, which kernels can run")
                settings = settings.with_instinct(evaluator.instinct())
            self._thinkers[key] = Thinker(settings, evaluator)
        return self._thinkers[key]

    def _evaluator(self, key: str) -> Evaluator | None:
        """The network that helps: the one named, the one that comes with the package, or none."""
        if self._model == NO_MODEL or (self._model is None and not has_shipped_model(key)):
            return None
        return load_evaluator(self._model or key)


def _changed(settings: Settings, changes: Changes) -> Settings:
    """The game's settings with what the player's options say instead."""
    if changes.mode is not None:
        settings = replace(settings, mode=changes.mode)
    if changes.worlds is not None:
        settings = replace(settings, worlds=changes.worlds)
    if changes.belief is not None:
        settings = replace(settings, locations=changes.belief == "learned")
    if changes.belief == "off":
        settings = replace(settings, evidence=None)
    elif changes.belief in _POLICIES:
        evidence = settings.evidence or Evidence(slack=0.7)
        settings = replace(settings, evidence=evidence._replace(policy=_POLICIES[changes.belief]))
    if changes.prior is not None:
        settings = replace(settings, prior=changes.prior)
    if changes.bids is not None:
        settings = replace(settings, prior_before_play=changes.bids)
    growth = settings.growth
    if changes.exploration is not None:
        growth = replace(growth, exploration=changes.exploration)
    if changes.endings is not None:
        growth = replace(growth, endings=changes.endings)
    if changes.playouts is not None:
        growth = replace(growth, policy=_POLICIES[changes.playouts])
    return replace(settings, reuse=changes.reuse, growth=growth)
