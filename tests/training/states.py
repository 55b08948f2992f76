"""States of learners, kept as runs keep them."""

from __future__ import annotations

import json

from safetensors.torch import load, save

from overtrick.training.learner import Learner, LearnerState


def kept(state: LearnerState) -> LearnerState:
    """The state after a trip to the disk."""
    tensors = load(save({name: tensor.contiguous() for name, tensor in state.tensors.items()}))
    return LearnerState(tensors, json.loads(json.dumps(state.numbers)))


def assert_same_state(one: Learner, other: Learner) -> None:
    """Equal bit for bit."""
    left, right = one.state(), other.state()
    assert left.numbers == right.numbers
    assert left.tensors.keys() == right.tensors.keys()
    for name, tensor in left.tensors.items():
        assert tensor.numpy().tobytes() == right.tensors[name].numpy().tobytes(), name
