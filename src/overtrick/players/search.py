"""The player `search`: the strongest measured way to think about a decision, within a budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from overtrick.errors import PlayerError
from overtrick.games.randomness import Rng
from overtrick.games.round import View
from overtrick.players.protocol import Decision
from overtrick.players.wording import comparison
from overtrick.search.belief import Evidence
from overtrick.search.think import Budget, Settings, Thinker, Thought

DEFAULT_MS = 50.0

DEFAULTS = {
    "blob": Settings(evidence=Evidence(slack=0.7)),
    "hearts": Settings(evidence=None),
}
"""The combination that measured strongest for each game, see docs/search.md."""


class SearchPlayer:
    """Search with a budget in milliseconds, or in simulations for answers that a seed repeats."""

    def __init__(
        self,
        *,
        ms: float | None = None,
        sims: int | None = None,
        mode: str | None = None,
        worlds: int | None = None,
        belief: bool | None = None,
        exploration: float | None = None,
    ) -> None:
        if ms is not None and sims is not None:
            raise PlayerError("search takes ms or sims as its budget, not both")
        if (ms is not None and ms <= 0) or (sims is not None and sims < 1):
            raise PlayerError(f"search needs a budget above zero, not ms={ms}, sims={sims}")
        self.budget = Budget(ms=DEFAULT_MS if ms is None and sims is None else ms, simulations=sims)
        self.name = f"search:ms={self.budget.ms:g}" if sims is None else f"search:sims={sims}"
        self.report: Callable[[Thought], bool] | None = None
        """Is shown how far the thinking is; returning True means: move now."""
        self._changes = (mode, worlds, belief, exploration)
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
            reasons=comparison(view, thought.best, thought.gains, f"In {thought.simulations} simulated rounds"),
        )

    def _thinker(self, game: str) -> Thinker:
        if game not in self._thinkers:
            self._thinkers[game] = Thinker(_changed(DEFAULTS[game], *self._changes))
        return self._thinkers[game]


def _changed(
    settings: Settings, mode: str | None, worlds: int | None, belief: bool | None, exploration: float | None
) -> Settings:
    """The game's settings with what the player's options say instead."""
    if mode is not None:
        settings = replace(settings, mode=mode)
    if worlds is not None:
        settings = replace(settings, worlds=worlds)
    if belief is not None:
        settings = replace(settings, evidence=(settings.evidence or Evidence(slack=0.7)) if belief else None)
    if exploration is not None:
        settings = replace(settings, growth=replace(settings.growth, exploration=exploration))
    return settings
