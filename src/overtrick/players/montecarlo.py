"""The player `montecarlo`: plays every candidate out in sampled worlds and takes the best on average."""

from __future__ import annotations

from overtrick.core.policies import HARD, NORMAL, PLAYOUT
from overtrick.core.randomness import Rng
from overtrick.engine.catalogue import game
from overtrick.engine.round import View
from overtrick.errors import PlayerError
from overtrick.players.protocol import Decision
from overtrick.players.wording import action_name, standing
from overtrick.search.flat import Estimates, FlatSearch

POLICIES = {"playout": PLAYOUT, "normal": NORMAL, "hard": HARD}
DEFAULT_MS = 5.0


class MonteCarloPlayer:
    """Flat Monte Carlo with a budget in milliseconds, or in worlds for answers that a seed repeats."""

    def __init__(
        self,
        *,
        ms: float | None = None,
        worlds: int | None = None,
        playouts: str = "playout",
        likely: bool = True,
    ) -> None:
        if ms is not None and worlds is not None:
            raise PlayerError("montecarlo takes ms or worlds as its budget, not both")
        if (ms is not None and ms <= 0) or (worlds is not None and worlds < 1):
            raise PlayerError(f"montecarlo needs a budget above zero, not ms={ms}, worlds={worlds}")
        if playouts not in POLICIES:
            raise PlayerError(f"montecarlo plays out with {', '.join(POLICIES)}, not {playouts!r}")
        self.ms = ms if worlds is not None or ms is not None else DEFAULT_MS
        self.worlds = worlds
        self.name = f"montecarlo:ms={self.ms:g}" if worlds is None else f"montecarlo:worlds={worlds}"
        self._search = FlatSearch(policy=POLICIES[playouts], likely_worlds=likely)

    def decide(self, view: View, rng: Rng) -> Decision:
        """The candidate with the best mean result; a forced action costs no time."""
        legal = view.legal_actions()
        if len(legal) == 1:
            return Decision(legal[0], probabilities={legal[0]: 1.0}, reasons=("Nothing else is allowed.",))
        if self.worlds is not None:
            estimates = self._search.by_worlds(view, self.worlds, rng)
        else:
            estimates = self._search.by_time(view, (self.ms or DEFAULT_MS) / 1000.0, rng)
        best = estimates.best
        return Decision(
            best,
            values=dict(zip(estimates.candidates, estimates.means, strict=True)),
            probabilities={action: float(action == best) for action in legal},
            reasons=_reasons(view, estimates),
        )


def _reasons(view: View, estimates: Estimates) -> tuple[str, ...]:
    best = estimates.candidates.index(estimates.best)
    name = action_name(view, estimates.best)
    result = f"{name} ends {standing(estimates.means[best])}"
    said = [f"Played out in {estimates.worlds} deals that fit what is known, {result}."]
    if game(view.game).has_bids:
        said.append(f"The own bid is then made in {100 * estimates.made[best]:.0f} % of them.")
    others = [place for place in range(len(estimates.candidates)) if place != best]
    second = max(others, key=lambda place: estimates.means[place])
    behind = estimates.means[best] - estimates.means[second]
    rival = action_name(view, estimates.candidates[second])
    if behind < 0.05:
        said.append(f"{rival} is just as good.")
    elif behind < 2 * estimates.errors[second]:
        said.append(f"{rival} is about as good: {behind:.1f} points less, within chance.")
    else:
        said.append(f"Next comes {rival}, {behind:.1f} points worse.")
    return tuple(said)
