"""From a model's name or file to an evaluator that has shown it still gives the answers it was exported with."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np

from overtrick.errors import ModelError
from overtrick.nets.bundle import Bundle, find_model, open_bundle
from overtrick.observe.evaluator import Evaluator

Runtime = Literal["auto", "onnx", "plain"]

TOLERANCE = {"none": 1e-4, "int8": 0.1}
"""How far answers may lie from the exported ones; int8 rounds differently on different processors."""


def load_evaluator(name: str, runtime: Runtime = "auto", threads: int = 1) -> Evaluator:
    """The evaluator of a model; `auto` runs plain networks without ONNX Runtime and all others with it."""
    path = find_model(name)
    return _loaded(path.resolve(), path.stat().st_mtime_ns, runtime, threads)


@lru_cache(maxsize=16)
def _loaded(path: Path, _changed: int, runtime: Runtime, threads: int) -> Evaluator:
    return evaluator_of(open_bundle(path), runtime, threads)


def evaluator_of(bundle: Bundle, runtime: Runtime = "auto", threads: int = 1) -> Evaluator:
    """The evaluator of an open bundle, checked against the bundle's test vectors."""
    from overtrick.nets.plain import PlainEvaluator, can_run

    evaluator: Evaluator
    if runtime == "plain" or (runtime == "auto" and can_run(bundle)):
        evaluator = PlainEvaluator(bundle)
    else:
        from overtrick.nets.runtime import OnnxEvaluator

        evaluator = OnnxEvaluator.from_bundle(bundle, threads)
    check_vectors(bundle, evaluator)
    return evaluator


def check_vectors(bundle: Bundle, evaluator: Evaluator) -> None:
    """Refuse a model that no longer answers as it did when it was exported."""
    vectors = bundle.vectors()
    answer = evaluator.evaluate(vectors["observations"], vectors["masks"])
    distance = max(
        float(np.abs(answer.probabilities - vectors["probabilities"]).max()),
        float(np.abs(answer.values - vectors["values"]).max()),
    )
    allowed = TOLERANCE["int8" if bundle.manifest["quantization"] == "int8" else "none"]
    if not distance <= allowed:
        raise ModelError(f"{bundle.source} answers its test vectors {distance:.2g} off; {allowed:g} is allowed")
