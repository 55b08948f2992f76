"""Masks, the Blob source's encoder classes, values and the evaluator protocol."""

import subprocess
import sys

import numpy as np
import pytest

import overtrick.observe
from overtrick import BlobGame, Card
from overtrick.compat.encoder import ActionMasker, StateEncoder
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.round import new_round
from overtrick.games.blob.house import BlobRules
from overtrick.games.blob.observations.schemas import BLOB_1, BLOB_2
from overtrick.games.blob.rules import SCORING
from overtrick.games.hearts.observations.schemas import HEARTS_2
from overtrick.games.hearts.rules import JACK_SCORES
from overtrick.observe.encode import encode
from overtrick.observe.evaluator import Evaluation, Evaluator, judge
from overtrick.observe.masks import EmptyMask, action_masks
from overtrick.observe.values import gains_of, write_values
from tests.observe.positions import random_views, stacked


@pytest.mark.parametrize("game", GAME_KEYS)
def test_masks_are_the_legal_actions(game):
    views = random_views(game, 200, seed=5, only_turns=True)
    masks = action_masks(stacked(views))
    assert [np.flatnonzero(mask).tolist() for mask in masks] == [view.legal_actions() for view in views]


def test_a_finished_round_has_no_mask():
    over = [view for view in random_views("hearts", 300, seed=6) if view.is_over]
    with pytest.raises(EmptyMask, match="row 0 of the masks allows no action"):
        action_masks(stacked(over))


def test_encoder_of_the_source_writes_blob_1():
    game = BlobGame(num_players=4, seed=3)
    game.setup_round(5)
    encoder = StateEncoder()
    row = encoder.encode(game, game.players[2])
    assert row.shape == (encoder.state_dim,) == (256,)
    np.testing.assert_array_equal(row, encode(BLOB_1, game.to_round().observe(2).data)[0])
    assert [card for card in game.players[2].hand if row[encoder._card_to_index(card)] != 1] == []


def test_bidding_masks():
    masker = ActionMasker()
    assert np.flatnonzero(masker.create_bidding_mask(5, is_dealer=False, forbidden_bid=3)).tolist() == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]
    assert np.flatnonzero(masker.create_bidding_mask(5, is_dealer=True, forbidden_bid=3)).tolist() == [0, 1, 2, 4, 5]
    assert np.flatnonzero(masker.create_bidding_mask(1, is_dealer=True, forbidden_bid=None)).tolist() == [0, 1]
    with pytest.raises(ValueError, match="allows no action"):
        masker.create_bidding_mask(0, is_dealer=True, forbidden_bid=0)


def test_playing_masks():
    masker, encoder = ActionMasker(), StateEncoder()
    hand = [Card("A", "♠"), Card("2", "♥"), Card("3", "♥")]
    assert np.flatnonzero(masker.create_playing_mask(hand, "♥", encoder)).tolist() == [13, 14]
    assert np.flatnonzero(masker.create_playing_mask(hand, "♦", encoder)).tolist() == [12, 13, 14]
    assert np.flatnonzero(masker.create_playing_mask(hand, None, encoder)).tolist() == [12, 13, 14]
    with pytest.raises(ValueError, match="allows no action"):
        masker.create_playing_mask([], None, encoder)


def test_actions_drawn_are_legal():
    masker = ActionMasker()
    policy = np.full(52, 1 / 52)
    policy[7] = 0.5
    mask = np.zeros(52)
    mask[[3, 9]] = 1
    rng = np.random.default_rng(1)
    assert {masker.sample_action(policy, mask, 2.0, rng) for _ in range(50)} == {3, 9}
    assert masker.sample_action(policy, mask) in (3, 9)
    policy[9] = 0.3
    assert masker.greedy_action(policy, mask) == 9
    assert {masker.sample_action(policy, mask, 0.01, rng) for _ in range(50)} == {9}


@pytest.mark.parametrize(("game", "rich"), [("blob", BLOB_2), ("hearts", HEARTS_2)])
def test_values_read_back_as_gains(game, rich):
    over = [view for view in random_views(game, 400, seed=9) if view.is_over]
    standard = [view for view in over if view.record.house[SCORING] != 1 and not view.record.house[JACK_SCORES]]
    rounds = stacked(standard)
    values = np.empty((len(rounds), 8), np.float32)
    write_values(rounds, rounds["seat"].astype(np.int64), values)
    assert np.abs(values).max() <= 1.0
    gains = gains_of(rounds, values)
    np.testing.assert_allclose(gains.sum(axis=1), 0, atol=1e-4)
    for view, row in zip(standard, gains, strict=True):
        scores = [view_score(view, seat) for seat in range(view.players)]
        mean = [(sum(scores) - score) / (view.players - 1) for score in scores]
        sign = 1 if game == "blob" else -1
        expected = [sign * (score - other) for score, other in zip(scores, mean, strict=True)]
        assert row[: view.players].tolist() == pytest.approx(expected, abs=1e-4)


def view_score(view, seat):
    from overtrick.engine.calls import score_of_seat

    return int(score_of_seat(view.data, 0, seat))


def test_blob_value_is_the_scaled_score():
    table = new_round()
    BlobRules(hook=False).set_up_round(table.record, 3, 1, -1, 0)
    table.deal(range(52))
    for seat, bid in ((1, 0), (2, 0), (0, 0)):
        table.bid(seat, bid)
    for seat, card in ((1, 1), (2, 2), (0, 0)):
        table.play(seat, card)
    values = np.empty((1, 8), np.float32)
    write_values(table.data, np.array([1]), values)
    made = 2 * 10 / 11 - 1
    assert values[0].tolist() == pytest.approx([made, -1.0, made, 0, 0, 0, 0, 0])


class Indifferent:
    """Any legal action, any seat: the smallest evaluator."""

    schema = BLOB_2

    def evaluate(self, observations, masks):
        return Evaluation(masks / masks.sum(axis=1, keepdims=True), np.zeros((len(masks), 8), np.float32))


def test_judging_views():
    assert isinstance(Indifferent(), Evaluator)
    views = random_views("blob", 20, seed=4, only_turns=True)
    judgement = judge(Indifferent(), stacked(views))
    assert judgement.probabilities.sum(axis=1).tolist() == pytest.approx([1.0] * 20)
    assert not judgement.gains.any()


def test_package_exports_only_what_it_has():
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        overtrick.observe.Nothing  # noqa: B018


def test_describing_schemas_needs_no_numba():
    code = "import sys, overtrick.observe.document as page; page.document(); sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(sys.path)})
