"""Runs a plan on several cores and keeps what is done in the order of the deals.

Work is cut into the same pieces however many workers there are, and rules for stopping look only at an unbroken row of
finished pieces, so the number of workers never shows in a result.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context, util
from typing import Literal

import numpy as np

from overtrick.arena.outcomes import Outcomes, empty_outcomes
from overtrick.arena.plan import OPPONENT, PLAYER, Plan
from overtrick.arena.statistics import Interval, differences, interval
from overtrick.arena.tables import Cast, Forfeit, play_table
from overtrick.players.external import ExternalPlayer

COMPILED_PIECE = 25
"""Deals in a piece of work when kernels play whole rounds; else a piece is one deal."""

FEWEST_TO_BE_CLEAR = 100
"""Deals before an evaluation may stop because the difference is clear."""

MOST_FORFEITS = 20
"""An evaluation ends after so many failures: such a player is broken, and waiting for its timeouts helps nobody."""

Ending = Literal["finished", "clear", "interrupted", "forfeits"]


@dataclass
class Run:
    """What was played of a plan."""

    plan: Plan
    outcomes: Outcomes
    forfeits: list[Forfeit] = field(default_factory=list)
    ending: Ending = "finished"

    @property
    def deals(self) -> int:
        return len(self.outcomes)


Report = Callable[[int, Interval], None]
"""Told after every piece how many deals are done and the running difference."""


def run_plan(plan: Plan, *, workers: int = 1, until_clear: bool = False, report: Report | None = None) -> Run:
    """Play the plan. Ctrl-C ends it early, with everything up to the first unfinished deal."""
    is_compiled = _try_players(plan)
    pieces = _pieces(plan, COMPILED_PIECE if is_compiled and not plan.is_match else 1)
    run = Run(plan, empty_outcomes(0, len(plan.seatings)))
    done: list[Outcomes] = []
    ahead: list[float] = []
    try:
        with _results(plan, pieces, min(workers, len(pieces)), is_compiled) as results:
            for outcomes, forfeits in results:
                done.append(outcomes)
                run.forfeits += forfeits
                ahead += differences(plan, outcomes).tolist()
                if len(ahead) > 1 and _must_stop(run, ahead, until_clear, report):
                    break
    except KeyboardInterrupt:
        run.ending = "interrupted"
    if done:
        run.outcomes = np.concatenate(done)
    return run


def play_piece(plan: Plan, piece: range, cast: Cast) -> tuple[Outcomes, list[Forfeit]]:
    """Play some deals of a plan, every seating of each."""
    outcomes = empty_outcomes(len(piece), len(plan.seatings))
    forfeits = []
    for place, deal in enumerate(piece):
        for table in range(len(plan.seatings)):
            failure = play_table(cast, deal, table, outcomes[place, table])
            if failure is not None:
                forfeits.append(failure)
    return outcomes, forfeits


def _try_players(plan: Plan) -> bool:
    """Make both players once, so that what cannot be seated is refused at once; whether both are rule players."""
    cast = Cast(plan)
    try:
        for side in (PLAYER, OPPONENT):
            player = cast.at(0, side)
            if isinstance(player, ExternalPlayer):
                player.start()
        return cast.are_rules
    finally:
        cast.close()


def _pieces(plan: Plan, size: int) -> list[range]:
    return [range(first, min(first + size, plan.deals)) for first in range(0, plan.deals, size)]


def _must_stop(run: Run, ahead: list[float], until_clear: bool, report: Report | None) -> bool:
    running = interval(np.array(ahead))
    if report is not None:
        report(len(ahead), running)
    if len(run.forfeits) >= MOST_FORFEITS:
        run.ending = "forfeits"
    elif until_clear and len(ahead) >= FEWEST_TO_BE_CLEAR and running.is_clear:
        run.ending = "clear"
    return run.ending != "finished"


@contextmanager
def _results(
    plan: Plan, pieces: list[range], workers: int, is_compiled: bool
) -> Iterator[Iterator[tuple[Outcomes, list[Forfeit]]]]:
    """The results of all pieces in order, from this process, its threads, or other processes."""
    if workers <= 1:
        cast = Cast(plan)
        try:
            yield (play_piece(plan, piece, cast) for piece in pieces)
        finally:
            cast.close()
        return
    executor: Executor
    if is_compiled:
        executor = ThreadPoolExecutor(workers)
        futures = [executor.submit(play_piece, plan, piece, Cast(plan)) for piece in pieces]
    else:
        executor = ProcessPoolExecutor(workers, get_context("spawn"), _enter_worker, (plan,))
        futures = [executor.submit(_play_in_worker, piece) for piece in pieces]
    try:
        yield (future.result() for future in futures)
    finally:
        executor.shutdown(cancel_futures=True)


_worker_cast: list[Cast] = []
"""The players of a worker process: one cast, once the worker is set up."""


def _enter_worker(plan: Plan) -> None:
    """Ctrl-C is the parent's business; programs that players start must end with the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cast = Cast(plan)
    _worker_cast.append(cast)
    util.Finalize(None, cast.close, exitpriority=10)


def _play_in_worker(piece: range) -> tuple[Outcomes, list[Forfeit]]:
    (cast,) = _worker_cast
    return play_piece(cast.plan, piece, cast)
