"""Writes a network as an ONNX graph with a dynamic batch, and shrinks it to int8."""

from __future__ import annotations

import logging
import tempfile
import warnings
from collections import Counter
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from overtrick.nets.network import ACTIONS, Network, masked_softmax

OPSET = 18


class _Answer(nn.Module):
    """The network with masks and softmax, the way it is exported."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        outputs = self.network.judge(observation)
        located = self.network.locate(observation)
        answer = (masked_softmax(outputs.logits, mask), outputs.values)
        return answer if located is None else (*answer, located)


def onnx_of(network: Network) -> bytes:
    """The graph: `observation` [batch, size] and `mask` [batch, 52] in, `probabilities` and `values` out.

    A network that knows where cards lie has a third output, `locations`.

    Constants are left unfolded, ONNX Runtime folds them anyway, so that weights keep their names and can be counted.
    """
    batch = torch.export.Dim("batch", min=1, max=1 << 20)
    example = (torch.zeros(2, network.schema.size), torch.ones(2, ACTIONS))
    network.eval()
    names = ["probabilities", "values", "locations"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.getLogger("torch.onnx").setLevel(logging.ERROR)
        program = torch.onnx.export(
            _Answer(network),
            example,
            dynamo=True,
            optimize=False,
            dynamic_shapes=({0: batch}, {0: batch}),
            input_names=["observation", "mask"],
            output_names=names[: 2 if network.locate(example[0]) is None else 3],
            opset_version=OPSET,
            verbose=False,
        )
    assert program is not None
    model = program.model_proto
    _shorten_names(model)
    _fold_transposes(model.graph)
    onnx.checker.check_model(model, full_check=True)
    return bytes(model.SerializeToString())


def quantized(model: bytes) -> bytes:
    """The same graph with matrix weights as int8 and a scale for each."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "source.onnx"), Path(folder, "target.onnx")
        source.write_bytes(model)
        logging.getLogger().setLevel(logging.ERROR)
        quantize_dynamic(source, target, weight_type=QuantType.QInt8)
        return target.read_bytes()


def _shorten_names(model: onnx.ModelProto) -> None:
    """Call weights what the network calls them, and leave out what only debugging needs."""
    for weight in model.graph.initializer:
        _rename(model.graph, weight.name, weight.name.removeprefix("network."))
    for node in model.graph.node:
        node.ClearField("metadata_props")
        node.ClearField("doc_string")
    del model.graph.value_info[:]


def _fold_transposes(graph: onnx.GraphProto) -> None:
    """Store weights the way they are used, so that quantization finds them: it looks no further than a product."""
    weights = {weight.name: weight for weight in graph.initializer}
    uses = Counter(name for node in graph.node for name in node.input)
    for node in [node for node in graph.node if node.op_type == "Transpose"]:
        source = node.input[0]
        if source in weights and uses[source] == 1:
            order = next(list(attribute.ints) for attribute in node.attribute if attribute.name == "perm")
            turned = numpy_helper.to_array(weights[source]).transpose(order)
            weights[source].CopyFrom(numpy_helper.from_array(turned.copy(), source))
            graph.node.remove(node)
            _rename(graph, node.output[0], source)


def _rename(graph: onnx.GraphProto, old: str, new: str) -> None:
    for weight in graph.initializer:
        if weight.name == old:
            weight.name = new
    for node in graph.node:
        for place, name in enumerate(node.input):
            if name == old:
                node.input[place] = new
