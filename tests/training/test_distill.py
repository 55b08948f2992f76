"""Teachers' labels, and networks that learn from them."""

import dataclasses

import numpy as np
import pytest
import torch

from overtrick.core.record import OVER
from overtrick.engine.round import Round
from overtrick.games.hearts.observations.schemas import HEARTS_3
from overtrick.kernel import JIT_IS_ON
from overtrick.nets.build import build
from overtrick.observe.questions import ask
from overtrick.training import labels as labelling
from overtrick.training.distill import DistillConfig, Distiller, in_network_order
from overtrick.training.labels import Teacher, label_rounds, label_shards, load_labels, save_labels
from overtrick.training.tables import TableMix, deal_rounds
from tests.training.states import assert_same_state, kept

TEACHER = Teacher(TableMix("blob", players=(3,), cards=(1, 2)), worlds=24, seed=3)
CONFIG = DistillConfig(
    layers=(48,), players=(3,), cards=(1, 2), worlds=24, shards=1, most_shards=2, workers=1, fits=20, minibatch=256
)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(labelling, "SHARD", 20 if JIT_IS_ON else 5)


def after(config, iterations, learner=None):
    learner = learner or Distiller(config)
    for _ in range(iterations):
        learner.iterate()
    return learner


def test_labels_are_the_values_of_every_candidate():
    labels = label_rounds(TEACHER, 0)
    assert len(labels.states) == len(labels.values) == len(labels.ends) > 2 * labelling.SHARD
    assert (labels.ends["phase"] == OVER).all()
    for place in range(len(labels.states)):
        legal = Round(labels.states[place : place + 1]).legal_actions()
        assert len(legal) > 1
        assert np.flatnonzero(np.isfinite(labels.values[place])).tolist() == legal
        played, ended = labels.states[place], labels.ends[place]
        assert (played["history"][: played["plays"]] == ended["history"][: played["plays"]]).all()


def test_a_seed_decides_the_labels_of_each_shard():
    one, same = label_rounds(TEACHER, 1), label_rounds(TEACHER, 1)
    for left, right in zip(one, same, strict=True):
        assert left.tobytes() == right.tobytes()
    assert label_rounds(TEACHER, 2).states.tobytes() != one.states.tobytes()
    listed = list(label_shards(TEACHER, [2, 1]))
    assert listed[1].states.tobytes() == one.states.tobytes()


@pytest.mark.long
def test_workers_label_the_same(monkeypatch):
    monkeypatch.undo()
    alone, together = (list(label_shards(TEACHER, range(2), workers)) for workers in (1, 2))
    assert [labels.values.tobytes() for labels in alone] == [labels.values.tobytes() for labels in together]


def test_labels_come_back_from_their_file(tmp_path):
    labels = label_rounds(TEACHER, 0)
    save_labels(tmp_path / "some.npz", labels)
    assert [path.name for path in tmp_path.iterdir()] == ["some.npz"]
    for left, right in zip(labels, load_labels(tmp_path / "some.npz"), strict=True):
        assert left.dtype == right.dtype
        assert left.tobytes() == right.tobytes()


def test_values_are_put_where_the_network_answers():
    states = deal_rounds(TableMix("hearts", holds=1.0), 20, 1)
    question = ask(HEARTS_3, states)
    values = np.where(question.by_action(question.masks) > 0, np.arange(52), np.nan).astype(np.float32)
    ordered = in_network_order(values, question.places)
    assert not ordered[question.masks == 0].any()
    np.testing.assert_array_equal(question.by_action(ordered), np.nan_to_num(values))


@pytest.mark.skipif(not JIT_IS_ON, reason="labels too few positions to learn from")
def test_a_network_learns_what_the_teacher_found():
    config = dataclasses.replace(CONFIG, layers=(64,), fits=150, learning_rate=3e-3, half_life=2.0)
    learner = Distiller(config)
    first = dataclasses.replace(config, fits=1)
    start = Distiller(first).iterate()
    for _ in range(4):
        figures = learner.iterate()
    assert figures["labels"] == sum(len(labels.states) for labels in learner.labels)
    assert len(learner.labels) == config.most_shards
    assert start["regret"] > 1.5
    assert figures["regret"] < 0.3
    assert figures["loss/policy"] < start["loss/policy"]
    assert figures["loss/value"] < start["loss/value"]
    assert figures["loss/location"] < start["loss/location"]


def test_two_runs_with_one_seed_are_equal():
    assert_same_state(after(CONFIG, 2), after(CONFIG, 2))


@pytest.mark.parametrize("has_folder", [False, True])
def test_a_restored_learner_goes_on_as_if_it_had_never_stopped(tmp_path, monkeypatch, has_folder):
    config = dataclasses.replace(CONFIG, labels=str(tmp_path / "labels") if has_folder else "")
    unbroken = after(config, 1)
    state = kept(unbroken.state())
    after(config, 2, unbroken)
    if has_folder:
        assert len(list((tmp_path / "labels").iterdir())) == 2
        monkeypatch.setattr(labelling, "label_rounds", None)
    resumed = Distiller(config)
    resumed.restore(state)
    assert len(resumed.labels) == 1
    assert_same_state(unbroken, after(config, 2, resumed))


def test_any_network_can_be_taught():
    for start in (
        build("plain", {"game": "blob", "layers": [16], "locations": False}, seed=4),
        build("tokens", {"game": "blob", "dim": 16, "layers": 1, "heads": 2, "feedforward": 16}, seed=4),
    ):
        before = start.state_dict()
        learner = Distiller(dataclasses.replace(CONFIG, fits=2), start)
        assert np.isfinite(list(learner.iterate().values())).all()
        weights = learner.network.state_dict()
        assert any(not torch.equal(weights[name], tensor) for name, tensor in before.items())
