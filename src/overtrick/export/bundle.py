"""Writes model bundles: export, compare with torch, and refuse what differs."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from overtrick.engine.catalogue import game
from overtrick.errors import ModelError
from overtrick.export.compare import Points, agreement, largest_difference, points_per_deal, sample_inputs
from overtrick.export.onnx import onnx_of, quantized
from overtrick.nets.bundle import FORMAT, MODEL, VECTORS, open_bundle, write_bundle
from overtrick.nets.graph import read_graph
from overtrick.nets.loading import evaluator_of
from overtrick.nets.network import Network
from overtrick.nets.runtime import OnnxEvaluator
from overtrick.nets.torch_evaluator import TorchEvaluator
from overtrick.observe.evaluator import Evaluator

MOST_DIFFERENCE = 1e-5
"""Torch and ONNX Runtime may lie this far apart."""
COMPARED = 512
VECTOR_ROWS = 8


@dataclass(frozen=True)
class Quantized:
    """What int8 saved and cost."""

    bytes_before: int
    bytes_after: int
    agreement: float
    """Share of positions in which the choice stayed the same."""
    points: Points
    """Gain per deal of the int8 model among its fp32 originals; negative is a loss."""


@dataclass(frozen=True)
class Report:
    """What an export found out."""

    output: Path
    parameters: int
    difference: float
    """Largest distance between torch and ONNX Runtime over random and real positions."""
    int8: Quantized | None


def export_bundle(
    network: Network,
    output: Path,
    training: Mapping[str, Any] | None = None,
    *,
    int8: bool = False,
    deals: int = 200,
    seed: int = 1,
) -> Report:
    """Write the network as a bundle: into `output` if that is a folder, else as a single file; then open it again."""
    model = onnx_of(network)
    exact = OnnxEvaluator(model, network.schema)
    inputs = sample_inputs(exact, COMPARED, seed)
    difference = largest_difference(TorchEvaluator(network), exact, *inputs)
    if difference > MOST_DIFFERENCE:
        raise ModelError(
            f"torch and ONNX Runtime differ by {difference:.2g}, more than {MOST_DIFFERENCE:g}; nothing was written"
        )
    small = quantized(model) if int8 else None
    evaluator = exact if small is None else OnnxEvaluator(small, network.schema)
    parts = {MODEL: small or model, VECTORS: _vectors(evaluator, *inputs, is_int8=int8)}
    manifest = _manifest(network, parts, training or {}, difference, is_int8=int8)
    write_bundle(output, manifest, parts)
    evaluator_of(open_bundle(output), "onnx")
    cost = None if small is None else _cost(exact, evaluator, len(model), len(small), deals, seed)
    return Report(output, manifest["parameters"], difference, cost)


def _vectors(evaluator: Evaluator, observations: Any, masks: Any, *, is_int8: bool) -> bytes:
    """A few inputs with their answers; with int8 only real positions, because noise magnifies how it is rounded."""
    rows = np.linspace(len(masks) // 2 if is_int8 else 0, len(masks) - 1, VECTOR_ROWS).astype(int)
    answer = evaluator.evaluate(observations[rows], masks[rows])
    file = io.BytesIO()
    np.savez_compressed(file, observations=observations[rows], masks=masks[rows], **answer._asdict())
    return file.getvalue()


def _manifest(
    network: Network, parts: dict[str, bytes], training: Mapping[str, Any], difference: float, *, is_int8: bool
) -> dict[str, Any]:
    schema = network.schema
    return {
        "format": FORMAT,
        "game": schema.game,
        "schema": {"name": schema.name, "hash": schema.hash, "size": schema.size},
        "rules": {"game": schema.game, "version": game(schema.game).rules_version},
        "architecture": {"name": network.architecture, "settings": network.settings},
        "parameters": read_graph(parts[MODEL]).count_parameters(),
        "quantization": "int8" if is_int8 else "none",
        "difference_to_torch": difference,
        "training": {"commit": _commit(), **training},
        "parts": {
            name: {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)} for name, data in parts.items()
        },
    }


def _commit() -> str:
    """The commit of the working copy this program runs from, or `unknown` outside one."""
    git = shutil.which("git")
    if git is None:
        return "unknown"
    found = subprocess.run(  # noqa: S603
        [git, "-C", str(Path(__file__).parent), "rev-parse", "HEAD"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


def _cost(exact: Evaluator, small: Evaluator, before: int, after: int, deals: int, seed: int) -> Quantized:
    return Quantized(before, after, agreement(exact, small, 2000, seed), points_per_deal(small, exact, deals, seed))


def report_as_json(report: Report) -> dict[str, Any]:
    """The report as plain data."""
    return {**asdict(report), "output": str(report.output)}
