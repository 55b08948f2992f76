"""A round robin: every pair meets on the same duplicate deals, both ways round, and one fit rates them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from overtrick.arena.plan import Plan
from overtrick.arena.ratings import Rating, rate
from overtrick.arena.runner import Ending, Report, run_plan
from overtrick.arena.statistics import Interval, differences, interval, win_rates
from overtrick.errors import PlayerError


@dataclass(frozen=True)
class Meeting:
    """How one pair of a league came out."""

    player: str
    opponent: str
    difference: Interval
    """Points per deal, player minus opponent."""
    win_rate: float


@dataclass(frozen=True)
class League:
    """Ratings, strongest first, and every meeting."""

    game: str
    deals: int
    ratings: list[Rating]
    meetings: list[Meeting]
    ending: Ending

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "deals": self.deals,
            "ending": self.ending,
            "ratings": [
                {"player": r.player, "elo": round(r.elo, 2), "low": round(r.low, 2), "high": round(r.high, 2)}
                for r in self.ratings
            ],
            "meetings": [
                {
                    "player": m.player,
                    "opponent": m.opponent,
                    "difference": m.difference.as_json(),
                    "win_rate": round(m.win_rate, 6),
                }
                for m in self.meetings
            ],
        }


def play_league(
    plan: Plan,
    names: Sequence[str],
    *,
    anchor: str | None = None,
    workers: int = 1,
    report: Callable[[str, str], Report | None] | None = None,
) -> League:
    """Let every pair of `names` play the deals of `plan`, and rate them; Ctrl-C rates the deals all pairs have done."""
    if len(names) < 2 or len(set(names)) != len(names):
        raise PlayerError(f"a league needs two or more different players, not {', '.join(names) or 'none'}")
    anchor = names[0] if anchor is None else anchor
    if anchor not in names:
        raise PlayerError(f"the anchor {anchor!r} does not play in this league: {', '.join(names)}")
    runs = {}
    ending: Ending = "finished"
    for pair in combinations(range(len(names)), 2):
        first, second = names[pair[0]], names[pair[1]]
        watcher = report(first, second) if report is not None else None
        pairing = replace(plan, player=first, opponent=second, tables="both")
        runs[pair] = run_plan(pairing, workers=workers, report=watcher)
        ending = runs[pair].ending if runs[pair].ending != "finished" else ending
        if ending == "interrupted":
            raise PlayerError("interrupted before every pair had met: nothing to rate")
    deals = min(run.deals for run in runs.values())
    scores = np.zeros((len(names), len(names), deals))
    meetings = []
    for (one, other), run in runs.items():
        outcomes = run.outcomes[:deals]
        scores[one, other] = win_rates(run.plan, outcomes)
        scores[other, one] = 1.0 - scores[one, other]
        ahead = interval(differences(run.plan, outcomes))
        meetings.append(Meeting(names[one], names[other], ahead, float(scores[one, other].mean())))
    ratings = rate(names, scores, anchor=list(names).index(anchor), seed=plan.seed)
    return League(plan.game, deals, sorted(ratings, key=lambda r: -r.elo), meetings, ending)
