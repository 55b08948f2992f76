"""What seats are paid: nothing in all, and ties share their places."""

import numpy as np
import pytest

from overtrick.core.policies import EASY
from overtrick.core.randomness import make_rng
from overtrick.core.record import empty_rounds
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.kernel import JIT_IS_ON
from overtrick.training.rollout import RANK, RELATIVE, SCORE, RuleOpponent, write_rewards
from overtrick.training.tables import TableMix, deal_rounds


def rewards_of(rounds, reward):
    rewards = np.zeros((len(rounds), 8), np.float32)
    write_rewards(rounds, reward, rewards)
    return rewards


def blob_round(bids, tricks):
    rounds = empty_rounds(1)
    BlobRules().set_up_round(rounds[0], len(bids), sum(tricks), 0, 0)
    rounds["bids"][0, : len(bids)], rounds["tricks"][0, : len(bids)] = bids, tricks
    return rounds


def hearts_round(points, **rules):
    rounds = empty_rounds(1)
    HeartsRules(**rules).set_up_round(rounds[0], "hold")
    rounds["points"][0, :4], rounds["jack"] = points, -1
    return rounds


def test_blob_by_hand():
    rounds = blob_round(bids=[1, 0, 2, 1], tricks=[1, 0, 0, 2])
    mean = [11 - 10 / 3, 10 - 11 / 3, -7, -7]
    assert rewards_of(rounds, RELATIVE)[0, :4].tolist() == pytest.approx([gain / 10 for gain in mean])
    assert rewards_of(rounds, RANK)[0, :4].tolist() == pytest.approx([0.3, 0.1, -0.2, -0.2])
    assert rewards_of(rounds, SCORE)[0, :4].tolist() == pytest.approx([1.1, 1.0, 0, 0])


def test_hearts_by_hand():
    rounds = hearts_round([13, 5, 5, 3])
    assert rewards_of(rounds, RELATIVE)[0, 0] == pytest.approx((13 / 3 - 13) / 10)
    assert rewards_of(rounds, RANK)[0, :4].tolist() == pytest.approx([-0.3, 0, 0, 0.3])
    assert rewards_of(rounds, SCORE)[0, :4].tolist() == pytest.approx([-1.3, -0.5, -0.5, -0.3])


@pytest.mark.parametrize(("moon", "scores"), [("add", [0, -2.6, -2.6, -2.6]), ("subtract", [2.6, 0, 0, 0])])
def test_the_moon_pays_alike_however_it_is_counted(moon, scores):
    rounds = hearts_round([26, 0, 0, 0], moon=moon)
    assert rewards_of(rounds, RELATIVE)[0, :4].tolist() == pytest.approx([2.6, -2.6 / 3, -2.6 / 3, -2.6 / 3])
    assert rewards_of(rounds, RANK)[0, :4].tolist() == pytest.approx([0.3, -0.1, -0.1, -0.1])
    assert rewards_of(rounds, SCORE)[0, :4].tolist() == pytest.approx(scores)


@pytest.mark.parametrize("bids", [[1, 1, 1], [0, 0, 1], [3, 3, 3, 3, 3], [0] * 8])
def test_ties_share_the_mean_of_their_places(bids):
    players = len(bids)
    rounds = blob_round(bids, tricks=[1] + [0] * (players - 1))
    scores = [int(bid == won) * (10 + bid) for bid, won in zip(bids, [1] + [0] * (players - 1), strict=True)]
    best_first = sorted(scores, reverse=True)
    pays = [players - 1 - 2 * place for place in range(players)]
    shared = {
        score: np.mean([pay for pay, other in zip(pays, best_first, strict=True) if other == score]) for score in scores
    }
    assert rewards_of(rounds, RANK)[0, :players].tolist() == pytest.approx([shared[score] / 10 for score in scores])


@pytest.mark.parametrize("game", ["blob", "hearts"])
@pytest.mark.parametrize("reward", [RELATIVE, RANK])
def test_a_table_is_paid_nothing_in_all(game, reward):
    rounds, rng = deal_rounds(TableMix(game), 200 if JIT_IS_ON else 20, 3), make_rng(1)
    while (live := np.flatnonzero(rounds["turn"] >= 0)).size:
        RuleOpponent(EASY).act(rounds, live, rng)
    np.testing.assert_allclose(rewards_of(rounds, reward).sum(axis=1), 0, atol=1e-5)
