"""Shapes, sizes, masks and learning of the networks."""

import numpy as np
import pytest
import torch

import overtrick.nets
from overtrick import ActionMasker, BlobGame, BlobNet, BlobNetTrainer, StateEncoder
from overtrick.compat.hearts_mlp import HeartsMLP
from overtrick.errors import ModelError
from overtrick.games.hearts.observations.schemas import CLUBS_FIRST, HEARTS_1
from overtrick.nets.build import build
from overtrick.nets.network import masked_log_softmax, masked_softmax
from overtrick.observe.encode import encode
from tests.nets.models import SMALL, small_network
from tests.observe.positions import random_views, stacked


def test_sizes_of_the_sources_networks():
    assert HeartsMLP().count_parameters() == 559_721
    assert BlobNet().count_parameters() == 4_917_301


@pytest.mark.parametrize("name", SMALL)
def test_every_network_answers_alike(name):
    network = small_network(name).eval()
    views = random_views(network.schema.game, 6, seed=2)
    outputs = network.judge(torch.from_numpy(encode(network.schema, stacked(views))))
    assert outputs.logits.shape == (6, 52)
    assert outputs.values.shape == (6, 8)
    assert torch.isfinite(outputs.logits).all()


@pytest.mark.parametrize("name", SMALL)
def test_a_seed_decides_the_weights(name):
    left, right = small_network(name), small_network(name)
    assert all(torch.equal(one, other) for one, other in zip(left.parameters(), right.parameters(), strict=True))


@pytest.mark.parametrize(("name", "places"), [("blob-plain", 8), ("blob-tokens", 8), ("hearts-plain", 3)])
def test_location_heads_are_for_training(name, places):
    network = small_network(name)
    rows = torch.zeros(3, network.schema.size)
    assert network.judge_with_locations(rows).locations.shape == (3, 52, places)
    assert network.judge(rows).locations is None
    without = build(SMALL[name][0], {**SMALL[name][1], "locations": False})
    assert without.judge_with_locations(rows).locations is None


def test_plain_networks_refuse_the_sources_schemas():
    with pytest.raises(ModelError, match="from version 2 on, not blob-1"):
        build("plain", {"game": "blob", "version": 1})


def test_masks_never_make_nan():
    logits = torch.tensor([[1e4, -1e4, 0.0], [5.0, 5.0, 5.0], [0.0, 0.0, 0.0]])
    masks = torch.tensor([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    probabilities = masked_softmax(logits, masks)
    assert torch.isfinite(probabilities).all()
    assert torch.isfinite(masked_log_softmax(logits, masks)).all()
    assert probabilities[0, 0] == 0.0
    assert probabilities[1].tolist() == [1.0, 0.0, 0.0]


def test_hearts_mlp_keeps_the_sources_heads():
    network = HeartsMLP().eval()
    row = torch.zeros(1, HEARTS_1.size)
    answer = network(row, torch.tensor([[card < 26 for card in range(52)]]))
    assert set(answer) == {"pass_logits", "play_logits", "value"}
    assert torch.isinf(answer["play_logits"][0, 26:]).all()
    outputs = network.judge(row)
    play = network(row)["play_logits"][0]
    assert [outputs.logits[0, card].item() for card in CLUBS_FIRST] == play.tolist()
    row[0, HEARTS_1.offsets["passing_phase"]] = 1.0
    passes = network(row)["pass_logits"][0]
    assert [network.judge(row).logits[0, card].item() for card in CLUBS_FIRST] == passes.tolist()
    assert outputs.values.sum().item() == pytest.approx(0.0, abs=1e-6)


def test_blobnet_takes_one_state_or_many():
    network = BlobNet(num_layers=1).eval()
    policy, value = network(np.zeros(256, np.float32))
    assert policy.shape == (52,)
    assert value.shape == (1,)
    policies, values = network(torch.zeros(3, 256), torch.ones(3, 52))
    assert policies.sum(dim=1).tolist() == pytest.approx([1.0] * 3)
    assert values.abs().max() <= 1.0


def test_training_pipeline_of_the_source():
    torch.manual_seed(1)
    encoder, trainer = StateEncoder(), BlobNetTrainer(BlobNet(num_layers=2))
    game = BlobGame(num_players=4, seed=1)
    game.setup_round(5)
    state = encoder.encode(game, game.players[0])[None]
    mask = ActionMasker().create_bidding_mask(5, is_dealer=False, forbidden_bid=None)[None]
    target = np.zeros((1, 52), np.float32)
    target[0, :6] = [0.1, 0.5, 0.2, 0.1, 0.05, 0.05]
    losses = [trainer.train_step(state, target, np.array([[0.5]]), mask) for _ in range(12)]
    assert losses[-1]["total_loss"] < losses[0]["total_loss"]
    assert all(np.isfinite(list(loss.values())).all() for loss in losses)
    assert losses[0]["total_loss"] == pytest.approx(losses[0]["policy_loss"] + losses[0]["value_loss"])


@pytest.mark.parametrize("name", ["blob-tokens", "hearts-plain"])
def test_rich_networks_learn(name):
    network = small_network(name).train()
    views = random_views(network.schema.game, 64, seed=3, only_turns=True)
    rows = torch.from_numpy(encode(network.schema, stacked(views)))
    wanted = torch.tensor([view.legal_actions()[0] for view in views])
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    losses = []
    for _ in range(40):
        loss = torch.nn.functional.cross_entropy(network.judge(rows).logits, wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 2


def test_unknown_architectures_and_settings_are_refused():
    with pytest.raises(ModelError, match="plain, tokens, blobnet, hearts-mlp"):
        build("perceptron", {})
    with pytest.raises(ModelError, match="cannot be built"):
        build("plain", {"game": "blob", "depth": 3})


def test_package_exports_only_what_it_has():
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        overtrick.nets.Nothing  # noqa: B018
