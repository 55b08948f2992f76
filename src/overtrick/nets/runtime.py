"""A model run by ONNX Runtime."""

from __future__ import annotations

import numpy as np
import onnxruntime

from overtrick.core.marks import Floats
from overtrick.core.schema import Schema
from overtrick.errors import ModelError
from overtrick.nets.bundle import MODEL, Bundle
from overtrick.observe.evaluator import Evaluation
from overtrick.observe.masks import check_masks

INPUTS, OUTPUTS = ("observation", "mask"), ("probabilities", "values")


class OnnxEvaluator:
    """Evaluates with ONNX Runtime, by default on one core: searches and servers run several side by side."""

    def __init__(self, model: bytes, schema: Schema, threads: int = 1) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # ONNX Runtime's errors share no base class
            raise ModelError(f"ONNX Runtime refuses the model: {error}") from error
        inputs = {put.name: put.shape for put in self._session.get_inputs()}
        if set(inputs) != set(INPUTS) or inputs["observation"][-1] != schema.size:
            raise ModelError(
                f"the model takes {inputs}; for {schema.name} it must take {schema.size} numbers and a mask"
            )
        self._schema = schema

    @classmethod
    def from_bundle(cls, bundle: Bundle, threads: int = 1) -> OnnxEvaluator:
        """The evaluator of a checked bundle."""
        return cls(bundle.parts[MODEL], bundle.schema, threads)

    @property
    def schema(self) -> Schema:
        return self._schema

    def evaluate(self, observations: Floats, masks: Floats) -> Evaluation:
        check_masks(masks)
        feeds = {"observation": np.ascontiguousarray(observations), "mask": np.ascontiguousarray(masks)}
        probabilities, values = self._session.run(OUTPUTS, feeds)
        return Evaluation(probabilities, values)
