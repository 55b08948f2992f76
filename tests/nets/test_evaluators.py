"""Torch, ONNX Runtime and the plain kernels say the same of the same position."""

import numpy as np
import pytest
import torch

from overtrick.errors import ModelError
from overtrick.export.compare import sample_inputs
from overtrick.nets.bundle import open_bundle
from overtrick.nets.loading import check_vectors, evaluator_of, load_evaluator
from overtrick.nets.plain import PlainEvaluator
from overtrick.nets.torch_evaluator import TorchEvaluator
from overtrick.observe.evaluator import Evaluator
from overtrick.observe.masks import EmptyMask
from tests.nets.models import SMALL, small_bundle, small_network

PLAIN = ["hearts-mlp", "hearts-plain", "blob-plain", "hearts-plain-3", "blob-plain-3"]


def evaluators(name):
    yield TorchEvaluator(small_network(name))
    yield load_evaluator(str(small_bundle(name)), "onnx")
    if name in PLAIN:
        yield load_evaluator(str(small_bundle(name)), "plain")


@pytest.mark.parametrize("name", SMALL)
def test_evaluators_agree(name):
    first, *others = evaluators(name)
    observations, masks = sample_inputs(first, 64, seed=9)
    expected = first.evaluate(observations, masks)
    np.testing.assert_allclose(expected.probabilities.sum(axis=1), 1, atol=1e-5)
    assert (expected.probabilities[masks == 0] == 0).all()
    for evaluator in others:
        for rows in (slice(0, 64), slice(32, 33), slice(60, 64)):
            answer = evaluator.evaluate(observations[rows], masks[rows])
            np.testing.assert_allclose(answer.probabilities, expected.probabilities[rows], atol=1e-5)
            np.testing.assert_allclose(answer.values, expected.values[rows], atol=1e-5)


@pytest.mark.parametrize("name", PLAIN)
def test_plain_evaluator_reads_int8(name):
    bundle = open_bundle(small_bundle(name, int8=True))
    exact = TorchEvaluator(small_network(name))
    observations, masks = sample_inputs(exact, 32, seed=4)
    answer = evaluator_of(bundle, "plain").evaluate(observations, masks)
    np.testing.assert_allclose(answer.probabilities, exact.evaluate(observations, masks).probabilities, atol=0.03)


@pytest.mark.parametrize("name", SMALL)
def test_every_evaluator_keeps_the_protocol(name):
    for evaluator in evaluators(name):
        assert isinstance(evaluator, Evaluator)
        rows = np.zeros((2, evaluator.schema.size), np.float32)
        with pytest.raises(EmptyMask, match="row 1"):
            evaluator.evaluate(rows, np.eye(2, 52, dtype=np.float32) * [[1], [0]])


@pytest.mark.parametrize("int8", [False, True])
def test_plain_evaluator_says_where_cards_lie_as_torch_does(int8):
    network = small_network("blob-plain-3")
    evaluator = evaluator_of(open_bundle(small_bundle("blob-plain-3", int8=int8)), "plain")
    observations, _ = sample_inputs(evaluator, 32, seed=4)
    expected = network.locate(torch.from_numpy(observations)).detach().numpy()
    assert expected.shape == (32, 52, 8)
    np.testing.assert_allclose(np.exp(evaluator.locate(observations)), np.exp(expected), atol=0.03 if int8 else 1e-5)


def test_a_network_without_locator_says_so():
    evaluator = load_evaluator(str(small_bundle("blob-plain")), "plain")
    assert not evaluator.can_locate
    with pytest.raises(ModelError, match="train locate"):
        evaluator.locate(np.zeros((1, evaluator.schema.size), np.float32))


def test_plain_evaluator_refuses_other_networks():
    with pytest.raises(ModelError, match="tokens network, which needs ONNX Runtime"):
        PlainEvaluator(open_bundle(small_bundle("blob-tokens")))


def test_changed_answers_are_noticed():
    bundle = open_bundle(small_bundle("hearts-plain"))
    other = evaluator_of(open_bundle(small_bundle("hearts-plain")), "onnx")
    other.evaluate = lambda observations, masks: TorchEvaluator(small_network("hearts-plain").apply(_shift)).evaluate(
        observations, masks
    )
    with pytest.raises(ModelError, match="answers its test vectors"):
        check_vectors(bundle, other)


def _shift(module):
    if hasattr(module, "bias") and module.bias is not None:
        module.bias.data += 0.3


def test_torch_evaluator_leaves_training_mode_alone():
    network = small_network("blobnet").train()
    evaluator = TorchEvaluator(network)
    inputs = sample_inputs(evaluator, 4, seed=1)
    first = evaluator.evaluate(*inputs)
    assert network.training
    np.testing.assert_array_equal(first.probabilities, evaluator.evaluate(*inputs).probabilities)
