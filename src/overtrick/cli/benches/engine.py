"""`overtrick bench engine`: random play of every game, beside OpenSpiel's in the same run.

Every figure counts actions of players per second, with the time for dealing included, on both sides. OpenSpiel deals by
actions of its own, one card each; they are not counted. The repetitions take turns, so that whatever else the machine
does meets all of them, and the medians are compared.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer

from overtrick.engine.catalogue import GAME_KEYS, games
from overtrick.engine.catalogue import game as find_game

app = typer.Typer()

PLAYERS, CARDS = 4, 7
"""The table that is measured, where that can be chosen."""
OPENSPIEL_NAMES = {kind.key: kind.peer for kind in games()}
MODES = {
    "step": "one call per step",
    "batch": "batch",
    "batch_views": "batch, each action from a view",
}
BATCH = 1024
"""Rounds played by one call in the batch modes."""

Runner = Callable[[float], float]
"""Plays for about so many seconds and returns steps per second."""


@app.command()
def engine(
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for programs.")] = False,
    repetitions: Annotated[int, typer.Option(min=1, help="How often each figure is taken; medians are shown.")] = 7,
    seconds: Annotated[float, typer.Option(min=0.01, help="Length of one repetition.")] = 0.25,
    threads: Annotated[int, typer.Option(min=0, help="For the batch modes; 0 takes every core.")] = 0,
) -> None:
    """Measure random play of every game, one call per step and in batches, beside OpenSpiel."""
    figures = measure(repetitions, seconds, threads or cores())
    if as_json:
        typer.echo(json.dumps(figures, indent=2))
    else:
        typer.echo(as_table(figures))


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def measure(repetitions: int, seconds: float, threads: int) -> dict[str, Any]:
    """All figures, as `--json` prints them."""
    results = []
    peers = {}
    for game in OPENSPIEL_NAMES:
        runners = {mode: run for mode, run in game_runners(game, threads).items() if run is not None}
        for run in runners.values():
            run(seconds / 5)  # compiles, or loads what was compiled, and warms up
        samples: dict[str, list[float]] = {mode: [] for mode in runners}
        for _ in range(repetitions):
            for mode, run in runners.items():
                samples[mode].append(run(seconds))
        rates = {mode: median(rates) for mode, rates in samples.items()}
        peer = peers[game] = rates.get("openspiel")
        results += [
            {
                "game": game,
                "mode": mode,
                "steps_per_s": round(rates[mode]),
                "ratio_to_openspiel": round(rates[mode] / peer, 2) if peer else None,
                "threads": threads if mode.startswith("batch") else 1,
            }
            for mode in MODES
        ]
    return {
        "results": results,
        "openspiel_steps_per_s": {game: round(rate) if rate else None for game, rate in peers.items()},
        "copy_ns": round(copy_ns(repetitions), 1),
        "note": "" if any(peers.values()) else "open_spiel is not installed: no ratios (pip install open_spiel)",
    }


def as_table(figures: dict[str, Any]) -> str:
    """The same figures for people."""
    lines = [f"{'game':8}{'mode':44}{'steps/s':>14}{'x OpenSpiel':>13}"]
    for result in figures["results"]:
        ratio = result["ratio_to_openspiel"]
        mode = MODES[result["mode"]] + (f" ({result['threads']} threads)" if result["threads"] > 1 else "")
        lines.append(f"{result['game']:8}{mode:44}{result['steps_per_s']:>14,}{ratio or '-':>13}")
    lines += [
        f"{game:8}{'OpenSpiel from Python':44}{rate:>14,}{1:>13}"
        for game, rate in figures["openspiel_steps_per_s"].items()
        if rate
    ]
    lines.append(f"copying a state inside a kernel: {figures['copy_ns']} ns")
    return "\n".join(lines + ([figures["note"]] if figures["note"] else []))


def game_runners(game: str, threads: int) -> dict[str, Runner | None]:
    """What is measured, by mode."""
    return {
        "openspiel": openspiel_runner(OPENSPIEL_NAMES[game]),
        "step": step_runner(game),
        "batch": batch_runner(game, threads, has_views=False),
        "batch_views": batch_runner(game, threads, has_views=True),
    }


def openspiel_runner(name: str) -> Runner | None:
    """OpenSpiel driven from Python, one call per step, with the cheapest choice of a random action; None without it."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, chance = pyspiel.load_game(name), random.Random(0).random

    def play_round() -> int:
        state, steps = game.new_initial_state(), 0
        while state.is_chance_node():
            outcomes = state.legal_actions()
            state.apply_action(outcomes[int(chance() * len(outcomes))])
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            steps += 1
        return steps

    return timed(play_round)


def step_runner(game: str) -> Runner:
    """The engine driven from Python the same way."""
    from overtrick.core.randomness import make_rng, new_deck, shuffle
    from overtrick.engine.calls import deal_round, legal_listed, step_listed

    data, rng, deck, chance = set_up(game, 1), make_rng(0), new_deck(), random.Random(0).random
    actions = np.zeros(52, np.int64)
    action_at = actions.item

    def play_round() -> int:
        shuffle(rng, deck)
        deal_round(data, 0, deck)
        size, steps = legal_listed(data, 0, actions), 0
        while size:
            size = step_listed(data, 0, action_at(int(chance() * size)), actions)
            steps += 1
        return steps

    return timed(play_round)


def batch_runner(game: str, threads: int, *, has_views: bool) -> Runner:
    """Whole batches inside one kernel call per thread."""
    from overtrick.core.randomness import make_rng
    from overtrick.core.record import empty_rounds
    from overtrick.engine.batch import play_random, play_random_viewed

    tables = [(set_up(game, BATCH), empty_rounds(BATCH), make_rng(number)) for number in range(threads)]

    def play_for(seconds: float, number: int) -> float:
        rounds, views, rng = tables[number]
        if has_views:
            return timed(lambda: play_random_viewed(rounds, views, rng))(seconds)
        return timed(lambda: play_random(rounds, rng))(seconds)

    if threads == 1:
        return lambda seconds: play_for(seconds, 0)
    pool = ThreadPoolExecutor(threads)
    return lambda seconds: sum(pool.map(play_for, [seconds] * threads, range(threads)))


def set_up(game: str, size: int) -> Any:
    """Rounds of the measured tables, which go through whatever changes from round to round."""
    from overtrick.core.record import empty_rounds

    rounds, rules = empty_rounds(size), find_game(game).rules()
    for number in range(size):
        rules.set_up_deal(rounds[number], PLAYERS, number, (CARDS,))
    return rounds


def timed(play: Callable[[], int]) -> Runner:
    """Steps per second of a function that returns how many steps it took."""

    def run(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            steps += play()
        return steps / (time.perf_counter() - start)

    return run


def copy_ns(repetitions: int) -> float:
    """What copying one state inside a kernel costs, in nanoseconds."""
    from overtrick.core.record import empty_rounds
    from overtrick.engine.batch import copy_all

    source, target, times = set_up(GAME_KEYS[-1], 64), empty_rounds(64), 2_000
    copy_all(source, target, 1)
    samples = []
    for _ in range(repetitions):
        start = time.perf_counter()
        copy_all(source, target, times)
        samples.append((time.perf_counter() - start) / (times * len(source)) * 1e9)
    return median(samples)
