"""A network run by torch: in training, and wherever a checkpoint has not been exported yet."""

from __future__ import annotations

import torch

from overtrick.core.marks import Floats
from overtrick.core.schema import Schema
from overtrick.nets.network import Network, masked_softmax
from overtrick.observe.evaluator import Evaluation
from overtrick.observe.masks import check_masks


class TorchEvaluator:
    """Evaluates with the network as it is now, without dropout or gradients."""

    def __init__(self, network: Network) -> None:
        self.network = network

    @property
    def schema(self) -> Schema:
        return self.network.schema

    def evaluate(self, observations: Floats, masks: Floats) -> Evaluation:
        check_masks(masks)
        was_training = self.network.training
        self.network.eval()
        with torch.inference_mode():
            outputs = self.network.judge(torch.from_numpy(observations))
            probabilities = masked_softmax(outputs.logits, torch.from_numpy(masks))
        self.network.train(was_training)
        return Evaluation(probabilities.numpy(), outputs.values.numpy())
