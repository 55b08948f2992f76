"""`overtrick bench inference`: encoding, forward passes of each evaluator, and whole decisions.

All figures are for one core. Networks have random weights: what they say does not change how long they take.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overtrick.compat import ARCHITECTURES as COMPAT
from overtrick.engine.catalogue import GAME_KEYS

if TYPE_CHECKING:
    from overtrick.nets.bundle import Bundle
    from overtrick.nets.network import Network

app = typer.Typer()

BATCHES = (1, 16, 256)
NETWORKS: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: (name, {}) for name in COMPAT},
    **{f"{key} plain": ("plain", {"game": key}) for key in GAME_KEYS},
    **{f"{key} plain-3": ("plain", {"game": key, "version": 3}) for key in GAME_KEYS},
    **{f"{key} tokens": ("tokens", {"game": key}) for key in GAME_KEYS},
}

Figure = dict[str, Any]


@app.command()
def inference(
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for programs.")] = False,
    repetitions: Annotated[int, typer.Option(min=1, help="How often each figure is taken; medians are shown.")] = 7,
    seconds: Annotated[float, typer.Option(min=0.001, help="Length of one repetition.")] = 0.05,
    only: Annotated[str, typer.Option(help=f"One of the networks: {', '.join(NETWORKS)}.")] = "",
) -> None:
    """Measure encoding, networks and decisions, in microseconds for each position."""
    results = list(measure(repetitions, seconds, only))
    if as_json:
        typer.echo(json.dumps({"results": results}, indent=2))
        return
    for figure in results:
        typer.echo(
            f"{figure['what']:24} {figure['evaluator']:10} batch {figure['batch']:4} {figure['us_each']:10.2f} µs"
        )


def measure(repetitions: int, seconds: float, only: str = "") -> Iterator[Figure]:
    """All figures: the encoders', then each network's."""
    import torch

    torch.set_num_threads(1)
    clock = Clock(repetitions, seconds)
    if not only:
        yield from encoding_figures(clock)
    for name, (architecture, settings) in NETWORKS.items():
        if only in ("", name):
            yield from network_figures(clock, name, architecture, settings)


class Clock:
    """Takes the time of a call: medians over repetitions."""

    def __init__(self, repetitions: int, seconds: float) -> None:
        self.repetitions = repetitions
        self.seconds = seconds

    def us(self, call: Callable[[], object]) -> float:
        """Microseconds of one call."""
        call()
        start = time.perf_counter()
        call()
        calls = max(1, int(self.seconds / max(time.perf_counter() - start, 1e-7)))
        return 1e6 * median(self._seconds_each(call, calls) for _ in range(self.repetitions))

    def _seconds_each(self, call: Callable[[], object], calls: int) -> float:
        start = time.perf_counter()
        for _ in range(calls):
            call()
        return (time.perf_counter() - start) / calls


def encoding_figures(clock: Clock) -> Iterator[Figure]:
    """Encoders and masks on views of random play."""
    import numpy as np

    from overtrick.export.positions import random_positions
    from overtrick.observe.encode import encode_views
    from overtrick.observe.schemas import SCHEMAS

    for schema in SCHEMAS.values():
        for batch in BATCHES:
            views = random_positions(schema.game, batch, 1)
            rows = np.empty((batch, schema.size), np.float32)
            us = clock.us(lambda views=views, rows=rows, version=schema.version: encode_views(version, views, rows))  # type: ignore[misc]
            yield _figure(f"encode {schema.name}", "kernel", batch, us / batch)


def network_figures(clock: Clock, name: str, architecture: str, settings: dict[str, Any]) -> Iterator[Figure]:
    """One network by every evaluator that runs it, in each batch size, and one whole decision with each."""
    from overtrick.core.randomness import make_rng
    from overtrick.engine.round import View
    from overtrick.export.positions import random_positions
    from overtrick.nets.build import build
    from overtrick.observe.questions import ask
    from overtrick.players.net import decide_by

    network = build(architecture, settings, seed=1)
    schema, rng = network.schema, make_rng(1)
    for kind, evaluator in evaluators_of(network).items():
        for batch in BATCHES:
            asked = ask(schema, random_positions(schema.game, batch, 1))
            us = clock.us(lambda e=evaluator, q=asked: e.evaluate(q.observations, q.masks))  # type: ignore[misc]
            yield _figure(f"forward {name}", kind, batch, us / batch)
        view = View(random_positions(schema.game, 1, 2))
        us = clock.us(lambda e=evaluator, v=view: decide_by(e, v, 0.0, rng))  # type: ignore[misc]
        yield _figure(f"decision {name}", kind, 1, us)


def evaluators_of(network: Network) -> dict[str, Any]:
    """Torch, ONNX Runtime, both again in int8, and the plain evaluator where the network is plain."""
    from overtrick.nets.loading import evaluator_of
    from overtrick.nets.plain import can_run
    from overtrick.nets.torch_evaluator import TorchEvaluator

    exact, small = bundles_of(network)
    evaluators: dict[str, Any] = {
        "torch": TorchEvaluator(network),
        "onnx": evaluator_of(exact, "onnx"),
        "onnx-int8": evaluator_of(small, "onnx"),
    }
    if can_run(exact):
        evaluators["embedded"] = evaluator_of(exact, "plain")
        evaluators["embedded-int8"] = evaluator_of(small, "plain")
    return evaluators


def bundles_of(network: Network) -> tuple[Bundle, Bundle]:
    """The network as a bundle, in full and in int8."""
    from overtrick.export.bundle import export_bundle
    from overtrick.nets.bundle import open_bundle

    with tempfile.TemporaryDirectory() as folder:
        exact, small = Path(folder, "exact.overtrick"), Path(folder, "small.overtrick")
        export_bundle(network, exact)
        export_bundle(network, small, int8=True, deals=2)
        return open_bundle(exact), open_bundle(small)


def _figure(what: str, evaluator: str, batch: int, us_each: float) -> Figure:
    return {"what": what, "evaluator": evaluator, "batch": batch, "us_each": round(us_each, 3)}
