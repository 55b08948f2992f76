"""A run: one folder with everything about it, from which it can go on as if it had never stopped.

Each iteration ends with its figures and then a checkpoint on the disk. Whatever kills the process loses at most the
iteration in progress; `resume` goes back to the last checkpoint and forgets figures written after it.
"""

from __future__ import annotations

import dataclasses
import json
import platform
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any, Literal

import torch
from safetensors import SafetensorError

from overtrick import __version__
from overtrick.engine.catalogue import game
from overtrick.errors import TrainingError
from overtrick.nets.checkpoint import load_checkpoint, save_checkpoint
from overtrick.nets.network import Network
from overtrick.nets.torch_evaluator import TorchEvaluator
from overtrick.training.checkpoints import (
    NETWORK,
    Saved,
    checkpoint_path,
    latest_checkpoint,
    thin_out,
    write_checkpoint,
)
from overtrick.training.display import Display, Progress
from overtrick.training.evaluation import Evaluation, evaluate
from overtrick.training.guard import Guard
from overtrick.training.learner import Learner, LearnerState
from overtrick.training.metrics import Log
from overtrick.training.plots import plot_run

FORMAT = "overtrick-run-1"
CONFIG, BEST, PLOTS = "config.json", "best.safetensors", "plots.png"
GENERATOR = "run/generator"
"""The tensor that holds the state of torch's own generator."""
PACE = 0.8
"""How much of the pace is older than the last iteration."""
PLOT_SECONDS = 120.0
"""Plots are drawn at the end, and before that after evaluations, but no more often than this: it takes a second."""

Ending = Literal["finished", "interrupted"]


@dataclass(frozen=True)
class RunSettings:
    """When a run ends, how it is watched and what it keeps."""

    iterations: int | None = None
    """Iterations in all; none for no limit."""
    minutes: float | None = None
    """Minutes of work in all, over every session; none for no limit."""
    evaluate_every: int = 10
    """Iterations between two evaluations; 0 for none but at the start and the end."""
    evaluation_deals: int = 1000
    """Duplicate deals against each opponent."""
    opponents: tuple[str, ...] = ("hard", "normal")
    """Who the network is measured against; the first decides which checkpoint is best."""
    rare_opponents: tuple[str, ...] = ()
    """Opponents that take their time, such as montecarlo:worlds=40."""
    rare_every: int = 10
    """They play in every so-manieth evaluation, and in the last."""
    rare_deals: int = 100
    """Duplicate deals against each of them."""
    evaluation_tables: tuple[str, ...] = ("4x7",)
    """The tables of evaluations, players x cards, where that can be chosen; the first decides which is best."""
    checkpoint_every: int = 1
    """Iterations between two checkpoints: what a crash may cost."""
    keep_last: int = 3
    """Checkpoints that stay, besides the best."""
    keep_every: int = 50
    """Of older checkpoints every so-manieth iteration's stays; 0 for none."""
    loss_jump: float = 20.0
    """A loss so many times above what is usual ends the run."""
    highest_kl: float = 2.0
    """A KL divergence above this ends the run."""


@dataclass(frozen=True)
class Recipe:
    """What a run is made of, as `config.json` keeps it."""

    algorithm: str
    config: Any
    """The algorithm's own config, a dataclass with `game`, `seed` and `threads`."""
    settings: RunSettings = field(default_factory=RunSettings)
    start: str | None = None
    """The checkpoint the network came from."""

    def as_json(self, network: Network) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "algorithm": self.algorithm,
            "game": self.config.game,
            "seed": self.config.seed,
            "config": dataclasses.asdict(self.config),
            "run": dataclasses.asdict(self.settings),
            "start": self.start,
            "network": {
                "architecture": network.architecture,
                "settings": network.settings,
                "parameters": network.count_parameters(),
            },
            "versions": versions(network),
        }


def versions(network: Network) -> dict[str, str]:
    """What the figures of a run depend on beside its config."""
    packages = {name: version(name) for name in ("torch", "numba", "numpy")}
    schema = network.schema
    return {
        "overtrick": __version__,
        **packages,
        "python": platform.python_version(),
        "schema": schema.name,
        "schema_hash": schema.hash,
        "rules": str(game(schema.game).rules_version),
    }


def latest_network(folder: Path) -> Network:
    """The network of the last checkpoint that can be read, from which a learner is built anew."""
    network, _ = load_checkpoint(checkpoint_path(folder, latest_checkpoint(folder).iteration) / NETWORK)
    return network


class Run:
    """A learner at work in a folder."""

    def __init__(self, folder: Path, recipe: Recipe, learner: Learner, display: Display) -> None:
        self.folder = folder
        self.recipe = recipe
        self.learner = learner
        self.display = display
        self.iteration = 0
        self.seconds = 0.0
        self.evaluation_count = 0
        self.evaluated: int | None = None
        self.evaluations: list[Evaluation] = []
        self.figures: list[dict[str, Any]] = []
        """Of the last evaluation, as they go into the notes of a network."""
        self.metrics: dict[str, float] = {}
        self.best: tuple[int, float] | None = None
        """Iteration and points of the best evaluation."""
        self._pace = 0.0
        self._clock = self._drawn = time.monotonic()
        self._guard = Guard(recipe.settings.loss_jump, recipe.settings.highest_kl)
        torch.set_num_threads(recipe.config.threads)
        torch.manual_seed(recipe.config.seed)

    def begin(self) -> None:
        """Make the folder of a new run; refused where a run lies already."""
        if (self.folder / CONFIG).exists():
            raise TrainingError(f"{self.folder} holds a run already; go on with --resume, or choose another --run")
        with self._disk():
            self.folder.mkdir(parents=True, exist_ok=True)
            self._write_config(self.recipe.as_json(self.learner.network))

    def resume(self) -> None:
        """Go back to the last checkpoint that can be read."""
        config = json.loads((self.folder / CONFIG).read_text(encoding="utf-8"))
        self._warn_of_versions(config["versions"])
        saved = latest_checkpoint(self.folder, self.display.say)
        with self._disk():
            self._write_config({**config, "run": dataclasses.asdict(self.recipe.settings)})
        tensors = dict(saved.learner.tensors)
        torch.set_rng_state(tensors.pop(GENERATOR))
        self.learner.restore(LearnerState(tensors, saved.learner.numbers))
        self.iteration, self.seconds = saved.iteration, saved.progress["seconds"]
        self._pace = saved.progress["pace"]
        self.evaluation_count, self.evaluated = saved.progress["evaluations"], saved.progress["evaluated"]
        self.figures = saved.progress["figures"]
        self.best = saved.progress["best"] and tuple(saved.progress["best"])
        self._guard.usual = saved.progress["usual"]

    def train(self) -> Ending:
        """Iterate until a limit is reached or somebody presses Ctrl-C; the last checkpoint is where it stopped."""
        with self._disk():
            log = Log(self.folder, self.iteration)
        try:
            with self.display, _interruptible(self.display) as wants_to_stop:
                self._clock = time.monotonic() - self.seconds
                if self.iteration == 0:
                    self.display.say("measuring where it begins; the first time, kernels are compiled for a minute")
                    self._finish_iteration(log, {}, must_evaluate=True)
                while not self._is_done() and not wants_to_stop():
                    self._iterate(log)
                if self._is_done() and self.evaluated != self.iteration:
                    self._finish_iteration(log, {}, must_evaluate=True)
        except KeyboardInterrupt:
            return "interrupted"
        finally:
            log.close()
        self._draw()
        return "finished" if self._is_done() else "interrupted"

    def _iterate(self, log: Log) -> None:
        start = time.monotonic()
        metrics = self.learner.iterate()
        problem = self._guard.problem(metrics, self.learner.network)
        if problem is not None:
            raise TrainingError(
                f"stopped in iteration {self.iteration + 1}: {problem}; the last good checkpoint is "
                f"{checkpoint_path(self.folder, self.iteration)}. Begin anew from its network (--from) with a lower "
                "learning rate or another seed"
            )
        self.iteration += 1
        self.metrics = metrics
        now = time.monotonic()
        self.seconds = now - self._clock
        self._pace = now - start if self._pace == 0.0 else PACE * self._pace + (1 - PACE) * (now - start)
        every = self.recipe.settings.evaluate_every
        is_due = every > 0 and self.iteration % every == 0
        self._finish_iteration(log, metrics, must_evaluate=is_due or self._is_done())

    def _finish_iteration(self, log: Log, metrics: dict[str, float], *, must_evaluate: bool) -> None:
        """Evaluate where it is time to, and keep everything."""
        evaluations = self._evaluate() if must_evaluate else []
        self.seconds = time.monotonic() - self._clock
        with self._disk():
            log.add(self.iteration, {**metrics, "seconds": self.seconds} if metrics else {}, evaluations)
            if must_evaluate or self.iteration % self.recipe.settings.checkpoint_every == 0:
                self._save()
        if must_evaluate and time.monotonic() - self._drawn > PLOT_SECONDS:
            self._draw()
        self.display.show(self._progress(), is_new=must_evaluate)

    def _evaluate(self) -> list[Evaluation]:
        settings, evaluator = self.recipe.settings, TorchEvaluator(self.learner.network)
        is_rare = self._is_done() or self.evaluation_count % max(1, settings.rare_every) == settings.rare_every - 1
        matches = [(name, settings.evaluation_deals) for name in settings.opponents]
        matches += [(name, settings.rare_deals) for name in settings.rare_opponents if is_rare]
        tables = settings.evaluation_tables if game(self.recipe.config.game).has_stock else (None,)
        self.evaluations = [
            evaluate(evaluator, name, deals=deals, table=table) for name, deals in matches for table in tables
        ]
        self.figures = [evaluation.as_row() for evaluation in self.evaluations]
        self.evaluation_count += 1
        self.evaluated = self.iteration
        if self.evaluations and (self.best is None or self.evaluations[0].difference.mean > self.best[1]):
            self.best = self.iteration, self.evaluations[0].difference.mean
        return self.evaluations

    def _save(self) -> None:
        """The checkpoint, the network for `overtrick export`, and the best one so far."""
        state, settings = self.learner.state(), self.recipe.settings
        progress = {
            "seconds": self.seconds,
            "pace": self._pace,
            "evaluations": self.evaluation_count,
            "evaluated": self.evaluated,
            "figures": self.figures,
            "best": self.best,
            "usual": self._guard.usual,
        }
        tensors = {**state.tensors, GENERATOR: torch.get_rng_state()}
        saved = Saved(self.iteration, LearnerState(tensors, state.numbers), progress)
        notes = self._notes()
        write_checkpoint(self.folder, saved, self.learner.network, notes)
        save_checkpoint(self.folder / NETWORK, self.learner.network, notes)
        if self.best is not None and self.best[0] == self.iteration:
            save_checkpoint(self.folder / BEST, self.learner.network, notes)
        best = None if self.best is None else self.best[0]
        thin_out(self.folder, last=settings.keep_last, every=settings.keep_every, best=best)

    def _notes(self) -> dict[str, Any]:
        """How the network came to be, for the manifest of a model file."""
        return {
            "algorithm": self.recipe.algorithm,
            "iteration": self.iteration,
            "minutes": round(self.seconds / 60, 1),
            "seed": self.recipe.config.seed,
            "config": dataclasses.asdict(self.recipe.config),
            "start": self.recipe.start,
            "evaluated": self.evaluated,
            "evaluations": self.figures,
        }

    def _is_done(self) -> bool:
        settings = self.recipe.settings
        has_iterated = settings.iterations is not None and self.iteration >= settings.iterations
        return has_iterated or (settings.minutes is not None and self.seconds >= 60 * settings.minutes)

    def _progress(self) -> Progress:
        settings = self.recipe.settings
        return Progress(
            self.iteration,
            settings.iterations,
            self.seconds,
            settings.minutes,
            self._pace,
            self.metrics,
            self.evaluations,
            self.evaluated,
        )

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        with self._disk():
            plot_run(self.folder, self.folder / PLOTS)

    def _write_config(self, config: dict[str, Any]) -> None:
        unfinished = self.folder / f"{CONFIG}.part"
        unfinished.write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
        unfinished.replace(self.folder / CONFIG)

    def _warn_of_versions(self, before: dict[str, str]) -> None:
        now = versions(self.learner.network)
        if before["schema_hash"] != now["schema_hash"] or before["rules"] != now["rules"]:
            raise TrainingError(f"{self.folder} was made for another schema or other rules and cannot go on")
        changed = [f"{name} {before[name]} is now {now[name]}" for name in now if before.get(name) != now[name]]
        if changed:
            self.display.say(f"the numbers may differ from those of an unbroken run: {', '.join(changed)}")

    @contextmanager
    def _disk(self) -> Iterator[None]:
        """Turn what the disk refuses into a message that says what is left."""
        try:
            yield
        except (OSError, SafetensorError) as error:
            try:
                saved = latest_checkpoint(self.folder).iteration
                kept = f"the last good checkpoint is {checkpoint_path(self.folder, saved)}; make room and --resume"
            except (OSError, TrainingError):
                kept = "no checkpoint was written yet"
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise TrainingError(
                f"stopped after iteration {self.iteration}: cannot write to {self.folder}: {reason}; {kept}"
            ) from error


@contextmanager
def _interruptible(display: Display) -> Iterator[Callable[[], bool]]:
    """Whether somebody asked to stop: the first Ctrl-C lets the iteration end, the second ends it at once."""
    asked: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        display.say("stopping after this iteration; Ctrl-C again stops now and loses it")

    try:
        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    except ValueError:  # signals belong to the main thread
        yield lambda: False
        return
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
