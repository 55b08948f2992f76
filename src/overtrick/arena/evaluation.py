"""An evaluation from the first check to the finished figures, for people and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from overtrick.arena.outcomes import empty_outcomes
from overtrick.arena.plan import Plan
from overtrick.arena.runner import Report, Run, run_plan
from overtrick.arena.statistics import (
    SIDES,
    GameCounts,
    Interval,
    differences,
    elo_difference,
    interval,
    milliseconds,
    placements,
    side_means,
    table_points,
    win_rates,
)
from overtrick.arena.tables import Cast, play_table
from overtrick.engine.catalogue import game, games
from overtrick.errors import PlayerError

CHECK_DEALS = 2
"""Deals on which copies of one player meet themselves first."""

TIMED_DEALS = 4
"""Deals replayed decision by decision to time players whose rounds a kernel plays whole."""


@dataclass(frozen=True)
class Check:
    """Copies of one player at all seats: they must come out even."""

    player: str
    difference: Interval

    @property
    def is_exact(self) -> bool:
        """True for every player that decides the same from the same view and randomness, so not under a clock."""
        return self.difference == Interval(0.0, 0.0, 0.0)


def check_even(plan: Plan, player: str) -> Check:
    """Seat copies of `player` on both sides; refuse to go on if one side is ahead of the other beyond chance."""
    run = run_plan(replace(plan, player=player, opponent=player, deals=CHECK_DEALS, is_match=False))
    if run.deals < CHECK_DEALS:
        raise KeyboardInterrupt
    check = Check(player, interval(differences(run.plan, run.outcomes)))
    if check.difference.is_clear:
        raise PlayerError(
            f"copies of {player} did not come out even ({check.difference.mean:+.3f} points per deal between equals): "
            "no measurement with this player can be trusted"
        )
    return check


def check_players(plan: Plan) -> list[Check]:
    """Check both players of a plan, one after the other."""
    return [check_even(plan, name) for name in dict.fromkeys((plan.player, plan.opponent))]


def evaluate(
    plan: Plan,
    *,
    workers: int = 1,
    until_clear: bool = False,
    has_check: bool = True,
    is_timed: bool = True,
    report: Report | None = None,
) -> dict[str, Any]:
    """Check both players, play the plan and sum it up as the JSON of `overtrick eval`."""
    checks = check_players(plan) if has_check else []
    run = run_plan(plan, workers=workers, until_clear=until_clear, report=report)
    return summary(run, checks, is_timed=is_timed)


def summary(run: Run, checks: list[Check], *, is_timed: bool = True) -> dict[str, Any]:
    """Everything an evaluation says, ready for JSON. Without timing it depends on the plan alone."""
    plan, outcomes = run.plan, run.outcomes
    if run.deals < 2:
        raise PlayerError("interrupted before two deals were done: nothing to report")
    rates = interval(win_rates(plan, outcomes))
    points = table_points(plan, outcomes)
    sign = -1 if game(plan.game).is_less_better else 1
    return {
        "game": plan.game,
        "player": plan.player,
        "opponent": plan.opponent,
        "players": plan.players,
        "cards": [plan.rules.hand_size] if plan.rules.hand_size else list(plan.cards),
        "seed": plan.seed,
        "unit": "match" if plan.is_match else "deal",
        "tables": plan.tables,
        "deals": run.deals,
        "games": run.deals * len(plan.seatings),
        "ending": run.ending,
        "difference": interval(differences(plan, outcomes)).as_json(),
        "points": {name: _short(sign * side_means(plan, points, side).mean()) for name, side in SIDES.items()},
        "win_rate": _short(rates.mean),
        "win_rate_interval": {"low": _short(max(0.0, rates.low)), "high": _short(min(1.0, rates.high))},
        "elo": _short(elo_difference(rates.mean, run.deals)),
        "elo_interval": {
            "low": _short(elo_difference(max(0.0, rates.low), run.deals)),
            "high": _short(elo_difference(min(1.0, rates.high), run.deals)),
        },
        "placements": {name: [_short(p) for p in placements(plan, outcomes, side)] for name, side in SIDES.items()},
        **_game_figures(run),
        "ms_per_decision": _times(run) if is_timed else None,
        "checks": [
            {"player": check.player, "difference": check.difference.as_json(), "is_exact": check.is_exact}
            for check in checks
        ],
        "forfeits": [asdict(forfeit) for forfeit in run.forfeits],
    }


def _game_figures(run: Run) -> dict[str, Any]:
    """What the game counts; the figures of other games are null."""
    others = {key: None for other in games() for key in other.arena.KEYS}
    return {**others, **game(run.plan.game).arena.report(GameCounts(run.plan, run.outcomes))}


def _times(run: Run) -> dict[str, float | None]:
    """Milliseconds per decision, as seen through the player protocol."""
    outcomes = run.outcomes
    if not outcomes["decisions"].any():
        cast = Cast(replace(run.plan, is_match=False), is_compiled=False)
        outcomes = empty_outcomes(TIMED_DEALS, len(run.plan.seatings))
        for deal, table in np.ndindex(outcomes.shape):
            play_table(cast, deal, table, outcomes[deal, table])
    times = {name: milliseconds(outcomes, side) for name, side in SIDES.items()}
    return {name: None if time is None else round(time, 4) for name, time in times.items()}


def _short(value: float) -> float:
    return round(float(value), 6) + 0.0
