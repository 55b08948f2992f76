"""`overtrick bench training`: rollouts and learning against the bare network, and self-play rounds by tree search.

Rollouts, the bare network and learning are measured on one core each, self-play with a process on every core. Blob, 4
players, 5 cards. The self-play figures of BlobMaster, which the last table quotes, come from a 16-core machine with a
GPU.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overtrick.cli.benches.engine import cores

if TYPE_CHECKING:
    from multiprocessing.synchronize import Barrier

    from overtrick.nets.network import Network
    from overtrick.observe.evaluator import Evaluator

app = typer.Typer()

PLAYERS, CARDS = 4, 5
LAYERS = (256, 256)
"""The network that is measured."""
BATCH = 4096
"""Rounds in a rollout, and decisions in a step of the optimizer."""
BLOBMASTER = {"2x20": 1049, "3x30": 741, "5x50": 310}
"""Self-play rounds per minute by trees x simulations, as BlobMaster reports them for 32 processes and an RTX 4060."""
TREES_AT_ONCE = 512
"""Trees of all tables of a process: enough for efficient batches, few enough for the cache."""


@app.command()
def training(
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for programs.")] = False,
    repetitions: Annotated[int, typer.Option(min=1, help="How often each figure is taken; medians are shown.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.01, help="Length of one repetition, and of each self-play.")] = 8.0,
    processes: Annotated[int, typer.Option(min=0, help="For self-play; 0 takes every core.")] = 0,
) -> None:
    """Measure rollouts, learning and self-play."""
    try:
        figures = measure(repetitions, seconds, processes or cores())
    except ModuleNotFoundError as error:
        typer.echo(f"overtrick: training needs {error.name}; install it with pip install 'overtrick[train]'", err=True)
        raise typer.Exit(2) from error
    typer.echo(json.dumps(figures, indent=2) if as_json else as_text(figures))


def measure(repetitions: int, seconds: float, processes: int) -> dict[str, Any]:
    """All figures, as `--json` prints them."""
    import torch

    from overtrick.nets.build import build

    torch.set_num_threads(1)
    network = build("plain", {"game": "blob", "layers": list(LAYERS), "locations": False, "version": 3}, seed=1).eval()
    runners = {
        "rollout_steps_per_s": rollout_runner(network),
        "network_ceiling_per_s": ceiling_runner(network),
        "train_samples_per_s": learning_runner(network),
    }
    for run in (*runners.values(), selfplay_runner("2x2", seed=0)):
        run()  # compiles, or loads what was compiled
    samples: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(repetitions):
        for name, run in runners.items():
            samples[name].append(rate(run, seconds / repetitions))
    figures: dict[str, Any] = {name: round(median(rates)) for name, rates in samples.items()}
    ceilings = zip(samples["rollout_steps_per_s"], samples["network_ceiling_per_s"], strict=True)
    return figures | {
        "rollout_share_of_ceiling": round(median(steps / ceiling for steps, ceiling in ceilings), 3),
        "selfplay_rounds_per_min": {size: round(selfplay_rate(size, seconds, processes)) for size in BLOBMASTER},
        "selfplay_network": "shipped" if shipped_model() else f"plain {LAYERS}",
        "blobmaster_rounds_per_min": BLOBMASTER,
        "processes": processes,
    }


def as_text(figures: dict[str, Any]) -> str:
    """The same figures for people."""
    share = figures["rollout_share_of_ceiling"]
    lines = [
        f"rollouts            {figures['rollout_steps_per_s']:>10,} steps/s, {share:.0%} of the bare network's",
        f"bare network        {figures['network_ceiling_per_s']:>10,} evaluations/s in batches",
        f"learning            {figures['train_samples_per_s']:>10,} samples/s; all three on one core",
        "",
        f"self-play, rounds per minute, {figures['processes']} processes, network: {figures['selfplay_network']}",
        f"{'trees x simulations':24}{'here':>10}{'BlobMaster':>12}{'ratio':>8}",
    ]
    for size, rounds in figures["selfplay_rounds_per_min"].items():
        peer = BLOBMASTER[size]
        lines.append(f"{size:24}{rounds:>10,}{peer:>12,}{rounds / peer:>8.1f}")
    return "\n".join(lines)


def rate(run: Callable[[], int], seconds: float) -> float:
    """Units per second of a function that returns how many it did."""
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += run()
    return done / (time.perf_counter() - start)


def rollout_runner(network: Network) -> Callable[[], int]:
    """Whole rounds of self-play, with everything that learning needs of them; the unit is a decision."""
    from overtrick.core.randomness import make_rng
    from overtrick.training.rollout import Notes, play_rounds
    from overtrick.training.tables import TableMix, deal_rounds

    mix, rng, notes = TableMix("blob", players=(PLAYERS,), cards=(CARDS,)), make_rng(1), Notes(network.schema)
    return lambda: len(play_rounds(network, deal_rounds(mix, BATCH, int(rng[0] >> 1)), rng, notes=notes).choices)


def ceiling_runner(network: Network) -> Callable[[], int]:
    """Forward passes alone, as many at once as rollouts ask for, on positions that are there already."""
    import torch

    from overtrick.training.rollout import AT_ONCE

    observations = torch.from_numpy(_question(network).observations[:AT_ONCE].copy())

    def judge() -> int:
        with torch.inference_mode():
            network.judge(observations)
        return len(observations)

    return judge


def learning_runner(network: Network) -> Callable[[], int]:
    """Steps of Adam on policy and values."""
    import torch

    from overtrick.nets.network import masked_log_softmax

    question = _question(network)
    observations, masks = torch.from_numpy(question.observations), torch.from_numpy(question.masks)
    optimizer = torch.optim.Adam(network.parameters(), 0.0)

    def learn() -> int:
        outputs = network.judge(observations)
        logs = masked_log_softmax(outputs.logits, masks)
        loss = outputs.values.square().mean() - (logs * masks / masks.sum(dim=1, keepdim=True)).sum(dim=1).mean()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        return len(observations)

    return learn


def _question(network: Network) -> Any:
    """A batch of positions at the first bid."""
    from overtrick.observe.questions import ask
    from overtrick.training.tables import TableMix, deal_rounds

    mix = TableMix("blob", players=(PLAYERS,), cards=(CARDS,))
    return ask(network.schema, deal_rounds(mix, BATCH, 1))


def selfplay_rate(size: str, seconds: float, processes: int) -> float:
    """Rounds per minute of self-play by search in all processes together."""
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"  # read by the processes when they start
    context = get_context("spawn")
    start = (size, context.Barrier(processes))
    with ProcessPoolExecutor(processes, context, _warm_up, start) as pool:
        return sum(pool.map(_play_for, [seconds] * processes))


_plays: list[Callable[[], int]] = []
"""Self-play of a process that is warm."""


def _warm_up(size: str, together: Barrier) -> None:
    """Get one process ready, and wait for the others."""
    import torch

    torch.set_num_threads(1)
    _plays.append(selfplay_runner(size, os.getpid()))
    _plays[0]()
    together.wait()


def _play_for(seconds: float) -> float:
    """Rounds per minute of this process."""
    return 60 * rate(_plays[0], seconds)


def selfplay_runner(size: str, seed: int) -> Callable[[], int]:
    """Plays two rounds for every table, with noise and temperature as in training; returns how many."""
    from overtrick.core.randomness import make_rng
    from overtrick.training.searching import Searching, play_searching
    from overtrick.training.tables import TableMix, deal_rounds

    trees, simulations = map(int, size.split("x"))
    searching = Searching(tables=TREES_AT_ONCE // trees, trees=trees, simulations=simulations)
    mix, rng, evaluator = TableMix("blob", players=(PLAYERS,), cards=(CARDS,)), make_rng(seed), make_evaluator()

    def play() -> int:
        rounds = deal_rounds(mix, 2 * searching.tables, int(rng[0] >> 1))
        play_searching(rounds, evaluator, searching, rng)
        return len(rounds)

    return play


def make_evaluator() -> Evaluator:
    """The network that comes with the package, or one of its size with random weights."""
    from overtrick.nets.build import build
    from overtrick.nets.loading import load_evaluator
    from overtrick.nets.torch_evaluator import TorchEvaluator

    if shipped_model():
        return load_evaluator("blob")
    settings = {"game": "blob", "layers": list(LAYERS), "locations": False, "version": 3}
    return TorchEvaluator(build("plain", settings, seed=1).eval())


def shipped_model() -> bool:
    """Whether the package has a network for Blob."""
    from overtrick.nets.bundle import SHIPPED, SUFFIX

    return (SHIPPED / f"blob{SUFFIX}").exists()
