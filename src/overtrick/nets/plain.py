"""Plain networks run by NumPy and Numba alone: no ONNX Runtime, no torch, and no time lost on inputs that are zero."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from overtrick.core.marks import Floats, Row
from overtrick.core.schema import Schema
from overtrick.errors import ModelError
from overtrick.kernel import kernel
from overtrick.nets.bundle import Bundle
from overtrick.nets.graph import Weights
from overtrick.observe.evaluator import Evaluation
from overtrick.observe.masks import ACTIONS, check_masks
from overtrick.policies.instinct import Instinct, make_instinct

SEATS = 8
RELU, SILU = range(2)
SOURCE_HEAD = "pass_head.weight"
"""Weights that only the sources' MLP has: SiLU, a head for passes, one value for the own seat."""
SMALL_BATCH = 16
"""Up to here row by row, skipping zeros, is faster than NumPy's matrix product."""


@dataclass(frozen=True)
class _Layer:
    weight: Floats
    """[in, out], so that an input that is zero is a row that is skipped."""
    bias: Row


class PlainEvaluator:
    """Evaluates a `plain` model, or one laid out as the sources' MLP; int8 weights are widened when they are loaded."""

    def __init__(self, bundle: Bundle) -> None:
        if not can_run(bundle):
            raise ModelError(f"{bundle.source} is a {bundle.architecture} network, which needs ONNX Runtime")
        weights = bundle.graph.unrounded()
        self._source = bundle.source
        self._schema = bundle.schema
        self._is_source_mlp = SOURCE_HEAD in weights
        self._trunk = _layers(weights, "trunk")
        self._play = _layer(weights, "play_head")
        self._before = _layer(weights, "pass_head" if self._is_source_mlp else "before_head")
        self._value = _layer(weights, "value_head")
        self._locator = _layers(weights, "locator")
        self._phase = self._schema.offsets["passing_phase" if self._is_source_mlp else "phase"]
        order = self._schema.card_order
        self._places = None if order is None else np.argsort(np.array(order))

    @property
    def schema(self) -> Schema:
        return self._schema

    def instinct(self) -> Instinct:
        """The same network for kernels, with room of its own."""
        if self._is_source_mlp or len(self._trunk) != 2:
            raise ModelError(f"kernels run plain networks with two layers, not {self._source}")
        first, second = self._trunk
        return make_instinct(
            self._schema.version,
            self._schema.by_role,
            first.weight,
            second.weight,
            self._play.weight.T,
            self._before.weight.T,
            (first.bias, second.bias, self._play.bias, self._before.bias),
        )

    @property
    def can_locate(self) -> bool:
        """Whether the network has learned where unseen cards lie."""
        return bool(self._locator)

    def locate(self, observations: Floats) -> Floats:
        """[B, 52, places] log-chances, see observe.locations."""
        if not self._locator:
            raise ModelError(f"{self._source} has not learned where cards lie: `overtrick train locate` teaches it")
        features = observations
        for layer in self._locator[:-1]:
            features = _apply(layer, features, RELU)
        last = self._locator[-1]
        located = (features @ last.weight + last.bias).reshape(len(observations), ACTIONS, -1)
        located -= located.max(axis=2, keepdims=True)
        log_chances: Floats = located - np.log(np.exp(located).sum(axis=2, keepdims=True))
        return log_chances

    def evaluate(self, observations: Floats, masks: Floats) -> Evaluation:
        check_masks(masks)
        activation = SILU if self._is_source_mlp else RELU
        features = observations
        for layer in self._trunk:
            features = _apply(layer, features, activation)
        logits = self._logits(observations, features)
        probabilities = np.zeros_like(masks)
        masked_softmax_rows(logits, masks, probabilities)
        return Evaluation(probabilities, self._values(features))

    def _logits(self, observations: Floats, features: Floats) -> Floats:
        is_before = observations[:, self._phase] > 0.5
        logits = features @ self._play.weight + self._play.bias
        if is_before.any():
            before = features[is_before] @ self._before.weight + self._before.bias
            logits[is_before] = np.pad(before, ((0, 0), (0, ACTIONS - before.shape[1])))
        return logits if self._places is None else logits[:, self._places]

    def _values(self, features: Floats) -> Floats:
        values = np.zeros((len(features), SEATS), np.float32)
        own = features @ self._value.weight + self._value.bias
        if self._is_source_mlp:
            values[:, :1] = own
            values[:, 1:4] = -own / 3.0
        else:
            values[:, : own.shape[1]] = np.tanh(own)
        return values


def can_run(bundle: Bundle) -> bool:
    """Whether the network is one of the plain ones."""
    return bundle.architecture == "plain" or SOURCE_HEAD in bundle.graph.unrounded()


def _layers(weights: Weights, name: str) -> list[_Layer]:
    """Layers one behind the other; none where the model has no such part."""
    numbers = {int(weight.split(".")[1]) for weight in weights if weight.startswith(f"{name}.")}
    return [_layer(weights, f"{name}.{number}") for number in sorted(numbers)]


def _layer(weights: Weights, name: str) -> _Layer:
    try:
        weight, bias = weights[f"{name}.weight"].T, weights[f"{name}.bias"]
    except KeyError as error:
        raise ModelError(f"the model has no weights {error}") from error
    return _Layer(np.ascontiguousarray(weight, np.float32), np.ascontiguousarray(bias, np.float32))


def _apply(layer: _Layer, rows: Floats, activation: int) -> Floats:
    """One layer with its activation for every row."""
    if len(rows) <= SMALL_BATCH:
        out = np.empty((len(rows), len(layer.bias)), np.float32)
        sparse_layer(rows, layer.weight, layer.bias, activation, out)
        return out
    product: Floats = rows @ layer.weight + layer.bias
    if activation == RELU:
        return np.maximum(product, np.float32(0.0))
    activated: Floats = (product / (1.0 + np.exp(-product))).astype(np.float32, copy=False)
    return activated


@kernel
def sparse_layer(rows: Floats, weight: Floats, bias: Row, activation: int, out: Floats) -> None:
    """Add up the weights of the inputs that are not zero."""
    for index in range(len(rows)):
        total = out[index]
        for place in range(len(bias)):
            total[place] = bias[place]
        for source in range(rows.shape[1]):
            value = rows[index, source]
            if value != 0.0:
                column = weight[source]
                for place in range(len(bias)):
                    total[place] += value * column[place]
        for place in range(len(bias)):
            if activation == RELU:
                total[place] = max(total[place], np.float32(0.0))
            else:
                total[place] = total[place] / (np.float32(1.0) + np.exp(-total[place]))


@kernel
def masked_softmax_rows(logits: Floats, masks: Floats, probabilities: Floats) -> None:
    """Probabilities over what each mask allows; every mask allows something."""
    for index in range(len(logits)):
        highest = -np.inf
        for action in range(ACTIONS):
            if masks[index, action] > 0 and logits[index, action] > highest:
                highest = logits[index, action]
        total = 0.0
        for action in range(ACTIONS):
            if masks[index, action] > 0:
                probabilities[index, action] = np.exp(logits[index, action] - highest)
                total += probabilities[index, action]
        for action in range(ACTIONS):
            probabilities[index, action] /= total
