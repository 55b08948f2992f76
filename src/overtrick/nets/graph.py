"""Reads an ONNX file just far enough to trust it: its weights, its operators, and whether it points outside itself.

Playing does not need the `onnx` package, and a file is looked through before ONNX Runtime gets it. The format is
protocol buffers: fields of a number, a wire type and a payload (https://protobuf.dev/programming-guides/encoding).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from overtrick.errors import ModelError

Weights = dict[str, np.ndarray[Any, Any]]
"""Arrays by the names they have in torch."""

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5

_MODEL_GRAPH, _MODEL_FUNCTIONS = 7, 25
_GRAPH_NODE, _GRAPH_INITIALIZER, _GRAPH_SPARSE = 1, 5, 15
_NODE_OPERATOR, _NODE_ATTRIBUTE, _NODE_DOMAIN = 4, 5, 7
_ATTRIBUTE_TENSOR, _ATTRIBUTE_GRAPH, _ATTRIBUTE_TENSORS, _ATTRIBUTE_GRAPHS = 5, 6, 10, 11
_TENSOR_DIMS, _TENSOR_TYPE, _TENSOR_FLOATS, _TENSOR_NAME, _TENSOR_RAW = 1, 2, 4, 8, 9
_TENSOR_EXTERNAL, _TENSOR_LOCATION = 13, 14

_TYPES = {1: "<f4", 2: "u1", 3: "i1", 6: "<i4", 7: "<i8", 9: "?", 10: "<f2", 11: "<f8"}
_WEIGHT_TYPES = ("<f4", "u1", "i1", "<f2", "<f8")
_SCALES = ("_scale", "_zero_point")
"""What quantization adds beside the weights."""
_ROUNDED = ("_quantized", *_SCALES)


@dataclass(frozen=True)
class Graph:
    """What an ONNX file holds."""

    weights: Weights
    """Initializers by name."""
    operators: frozenset[str]

    def unrounded(self) -> Weights:
        """Weights as torch has them. Those in 8 bits are numbers again, and turned: products store them [in, out]."""
        weights = {name: weight for name, weight in self.weights.items() if not name.endswith(_ROUNDED)}
        for name, weight in self.weights.items():
            whole = name.removesuffix("_quantized")
            scale = self.weights.get(f"{whole}_scale")
            if whole != name and scale is not None:
                weights[whole] = (weight.astype(np.float32) * scale).T
        return weights

    def count_parameters(self) -> int:
        """Numbers that training made: all weights, without index lists and the scales of quantization."""
        return sum(
            prod(weight.shape)
            for name, weight in self.weights.items()
            if weight.ndim > 0 and weight.dtype.str.lstrip("|") in _WEIGHT_TYPES and not name.endswith(_SCALES)
        )


def read_graph(data: bytes) -> Graph:
    """Look through the file; refuse one that is damaged, refers to other files or needs operators beyond ONNX's own."""
    try:
        graphs = [payload for number, payload in _fields(memoryview(data)) if number == _MODEL_GRAPH]
        functions = [payload for number, payload in _fields(memoryview(data)) if number == _MODEL_FUNCTIONS]
        if len(graphs) != 1 or functions:
            raise ModelError("the model is not a plain ONNX graph")
        weights: Weights = {}
        operators: set[str] = set()
        _read_graph(graphs[0], weights, operators)
    except (IndexError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"the ONNX graph is damaged: {error}") from error
    return Graph(weights, frozenset(operators))


def _read_graph(graph: memoryview, weights: Weights, operators: set[str]) -> None:
    for number, payload in _fields(graph):
        if number == _GRAPH_INITIALIZER:
            name, array = _read_tensor(payload)
            weights[name] = array
        elif number == _GRAPH_SPARSE:
            raise ModelError("the ONNX graph has sparse weights, which this program does not read")
        elif number == _GRAPH_NODE:
            operators.add(_read_node(payload))


def _read_node(node: memoryview) -> str:
    """The node's operator; tensors and graphs inside its attributes are looked through too."""
    operator, domain = "", ""
    for number, payload in _fields(node):
        if number == _NODE_OPERATOR:
            operator = bytes(payload).decode()
        elif number == _NODE_DOMAIN:
            domain = bytes(payload).decode()
        elif number == _NODE_ATTRIBUTE:
            for inner, value in _fields(payload):
                if inner in (_ATTRIBUTE_TENSOR, _ATTRIBUTE_TENSORS):
                    _read_tensor(value)
                elif inner in (_ATTRIBUTE_GRAPH, _ATTRIBUTE_GRAPHS):
                    _read_graph(value, {}, set())
    if domain not in ("", "ai.onnx"):
        raise ModelError(f"the ONNX graph uses the operator {domain}.{operator}; only ONNX's own are allowed")
    return operator


def _read_tensor(tensor: memoryview) -> tuple[str, np.ndarray[Any, Any]]:
    shape: list[int] = []
    kind, name, raw, floats = 0, "", b"", b""
    for number, payload in _fields(tensor):
        if number == _TENSOR_DIMS:
            shape += [payload] if isinstance(payload, int) else _varints(payload)
        elif number == _TENSOR_TYPE:
            kind = payload
        elif number == _TENSOR_NAME:
            name = bytes(payload).decode()
        elif number == _TENSOR_RAW:
            raw = bytes(payload)
        elif number == _TENSOR_FLOATS:
            floats += bytes(payload)
        elif number == _TENSOR_EXTERNAL or (number == _TENSOR_LOCATION and payload == 1):
            raise ModelError(
                "the ONNX graph keeps weights in another file, which is never opened; export it in one piece"
            )
    data = raw or floats
    if not data:
        return name, np.zeros(0)
    return name, np.frombuffer(data, _TYPES[kind]).reshape(shape)


def _varints(payload: memoryview) -> list[int]:
    numbers, place = [], 0
    while place < len(payload):
        number, place = _varint(payload, place)
        numbers.append(number)
    return numbers


def _varint(data: memoryview, place: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[place]
        place += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, place
        shift += 7


def _fields(data: memoryview) -> Iterator[tuple[int, Any]]:
    """Number and payload of every field: an integer, or the bytes."""
    place = 0
    while place < len(data):
        key, place = _varint(data, place)
        number, wire = key >> 3, key & 7
        if wire == _VARINT:
            value, place = _varint(data, place)
            yield number, value
            continue
        if wire == _BYTES:
            size, place = _varint(data, place)
        elif wire in (_FIXED32, _FIXED64):
            size = 4 if wire == _FIXED32 else 8
        else:
            raise ModelError(f"the ONNX graph is damaged: unknown wire type {wire}")
        if place + size > len(data):
            raise ModelError("the ONNX graph is truncated")
        yield number, data[place : place + size]
        place += size
