"""Rollouts: whole rounds, and of them exactly what the learner saw, did and got."""

import numpy as np
import pytest
import torch

from overtrick.core.policies import NORMAL
from overtrick.core.randomness import make_rng
from overtrick.core.record import OVER, PASS
from overtrick.core.seen import cards_of
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.catalogue import game as find_game
from overtrick.engine.round import Round
from overtrick.errors import OvertrickError
from overtrick.kernel import JIT_IS_ON
from overtrick.nets.mlp import PlainNet
from overtrick.nets.network import masked_log_softmax
from overtrick.nets.torch_evaluator import TorchEvaluator
from overtrick.observe.evaluator import judge
from overtrick.observe.questions import ask
from overtrick.training.rollout import NetworkOpponent, Notes, RuleOpponent, draw, play_rounds
from overtrick.training.tables import TableMix, deal_rounds
from tests.observe.positions import random_views, stacked
from tests.reference.encode_blob import blob_slots
from tests.reference.encode_common import in_slots
from tests.reference.encode_hearts import hearts_slots
from tests.reference.encode_spades import spades_slots

SLOTS = {"blob": blob_slots, "hearts": hearts_slots, "spades": spades_slots}


def network_for(game, seed=1, version=3):
    torch.manual_seed(seed)
    return PlainNet(game, layers=(32,), locations=False, version=version)


TABLES = 24 if JIT_IS_ON else 6


def played(game, *, size=TABLES, seed=5, mixed=True, watch=None, **options):
    """Rounds, seating and batch of a learner that shares its tables with a rule player and another network."""
    rounds = deal_rounds(TableMix(game), size, seed)
    seating = np.random.default_rng(seed).integers(0, 3, (size, 8)) if mixed else np.zeros((size, 8), np.int64)
    company = [RuleOpponent(NORMAL), NetworkOpponent(network_for(game, seed=2))]
    network = network_for(game)
    batch = play_rounds(network, rounds, make_rng(seed), seating=seating, opponents=company, watch=watch, **options)
    return rounds, seating, batch


@pytest.mark.parametrize("game", GAME_KEYS)
@pytest.mark.parametrize("mixed", [False, True])
def test_every_decision_of_the_learner_is_kept_once_and_nobody_elses(game, mixed):
    passes = deal_rounds(TableMix(game), TABLES, 5)["phase"] == PASS
    rounds, seating, batch = played(game, mixed=mixed)
    assert (rounds["phase"] == OVER).all()
    kept = np.zeros((TABLES, 8), np.int64)
    np.add.at(kept, (batch.rounds, batch.seats), 1)
    for table in range(TABLES):
        decisions = int(rounds["cards"][table]) + (1 if find_game(game).has_bids else 3 * passes[table])
        seats = np.arange(8) < rounds["players"][table]
        assert kept[table].tolist() == np.where(seats & (seating[table] == 0), decisions, 0).tolist()


@pytest.mark.parametrize("game", GAME_KEYS)
def test_choices_are_legal_and_chances_those_of_the_network(game):
    _, _, batch = played(game)
    rows = np.arange(len(batch.choices))
    assert batch.masks[rows, batch.choices].all()
    with torch.no_grad():
        logits = network_for(game).judge(torch.from_numpy(batch.observations)).logits
    logs = masked_log_softmax(logits, torch.from_numpy(batch.masks)).numpy()
    np.testing.assert_allclose(batch.log_chances, logs[rows, batch.choices], atol=1e-4)
    forced = batch.masks.sum(axis=1) == 1
    assert forced.any()
    np.testing.assert_allclose(batch.log_chances[forced], 0, atol=1e-6)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_the_learner_is_asked_what_it_sees_and_the_critic_shown_the_other_hands(game):
    before = []
    _, _, batch = played(game, size=8, watch=lambda rounds, own, rows: before.append(rounds[own].copy()))
    states = np.concatenate(before)
    assert len(states) == len(batch.choices)
    question = ask(network_for(game).schema, states)
    np.testing.assert_array_equal(batch.observations, question.observations)
    np.testing.assert_array_equal(batch.masks, question.masks)
    hidden = batch.hidden.reshape(len(states), -1, 52)
    for row, shown in enumerate(hidden):
        table = Round(states[row : row + 1])
        view = table.observe(table.turn)
        played_cards = [card for trick in view.tricks() for _, card in trick]
        unseen = [card for card in range(52) if card not in played_cards and not view.hand >> card & 1]
        order = SLOTS[game](view, cards_of(view.hand), unseen)
        for step in range(1, len(shown) + 1):
            seat = (table.turn + step) % table.players
            hand = cards_of(table.record.hands[seat]) if step < table.players else []
            assert shown[step - 1].tolist() == in_slots(hand, order)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_rewards_and_values_are_those_of_the_end(game):
    rounds, _, batch = played(game)
    for row in range(len(batch.choices)):
        table = Round(rounds[batch.rounds[row] : batch.rounds[row] + 1])
        assert batch.rewards[row] == pytest.approx(table.gain(int(batch.seats[row])) / 10, abs=1e-5)
        left = (int(batch.seats[row]) + 1) % table.players
        value = {
            "blob": 2 * table.score(left) / (10 + table.cards) - 1,
            "hearts": table.gain(left) / 26,
            "spades": min(max(table.gain(left) / 200, -1), 1),
        }[game]
        assert batch.values[row, 1] == pytest.approx(value, abs=1e-5)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_a_seed_decides_everything(game):
    (one_end, _, one), (other_end, _, other), (_, _, third) = (played(game, seed=seed) for seed in (7, 7, 8))
    assert one_end.tobytes() == other_end.tobytes()
    for left, right in zip(one, other, strict=True):
        np.testing.assert_array_equal(left, right)
    assert len(one.choices) != len(third.choices) or (one.choices != third.choices).any()


def test_other_schemas_are_hidden_from_in_their_own_order():
    before = []
    rounds = deal_rounds(TableMix("blob"), 4, 2)
    watch = lambda rounds, own, rows: before.append(rounds[own].copy())  # noqa: E731
    batch = play_rounds(network_for("blob", version=2), rounds, make_rng(1), watch=watch)
    states = np.concatenate(before)
    for row, shown in enumerate(batch.hidden.reshape(len(states), 7, 52)):
        left = (states["turn"][row] + 1) % states["players"][row]
        assert np.flatnonzero(shown[0]).tolist() == cards_of(states["hands"][row, left])


def test_unknown_rewards_are_refused():
    with pytest.raises(OvertrickError, match="rewards are relative, rank, score, not 'fame'"):
        played("blob", reward="fame")


def test_draws_follow_the_chances():
    logits, places, rng = np.log(np.array([0.5, 0.3, 0.2], np.float32)), np.array([2, 0, 1]), make_rng(1)
    drawn = np.bincount([draw(0b111, logits, places, 1.0, rng) for _ in range(6000)], minlength=3) / 6000
    assert drawn.tolist() == pytest.approx([0.2, 0.5, 0.3], abs=0.03)
    assert {draw(0b101, logits, places, 0.0, rng) for _ in range(20)} == {2}


@pytest.mark.parametrize("game", GAME_KEYS)
def test_a_greedy_network_takes_its_likeliest_action(game):
    network, views = network_for(game), random_views(game, 30, seed=3, only_turns=True)
    worlds = stacked([view.sample_world(make_rng(1)) for view in views])
    worlds["turn"] = [view.seat for view in views]
    best = judge(TorchEvaluator(network), stacked(views)).probabilities.argmax(axis=1)
    expected = worlds.copy()
    for table, action in zip(range(len(views)), best, strict=True):
        Round(expected[table : table + 1]).apply(int(action))
    NetworkOpponent(network, temperature=0.0).act(worlds, np.arange(len(views)), make_rng(2))
    assert worlds.tobytes() == expected.tobytes()


def test_notes_are_used_again_without_a_trace():
    network, notes = network_for("blob"), Notes(network_for("blob").schema)
    for size, players in ((6, (5,)), (3, (3, 4)), (9, (4,))):
        tables = deal_rounds(TableMix("blob", players=players, cards=(2, 3)), size, 1)
        fresh = play_rounds(network, tables.copy(), make_rng(1))
        again = play_rounds(network, tables.copy(), make_rng(1), notes=notes)
        for one, other in zip(fresh, again, strict=True):
            np.testing.assert_array_equal(one, other)
