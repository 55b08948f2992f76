"""Networks at the table: random weights are legal players, if bad ones."""

import shutil

import numpy as np
import pytest

from overtrick.core.randomness import make_rng
from overtrick.engine.match import Match, seeded_decks
from overtrick.errors import ModelError, PlayerError
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.nets import bundle as bundles
from overtrick.players.catalogue import make_player
from overtrick.players.embedded import EmbeddedPlayer
from overtrick.players.net import NetPlayer
from tests.nets.models import SMALL, small_bundle
from tests.observe.positions import random_views


def play_a_match(match, player):
    rng, decisions = make_rng(3), 0
    while True:
        while not match.round.is_over:
            seat = match.round.turn
            match.act(seat, player.decide(match.observe(seat), rng).action)
            decisions += 1
        if match.is_finished or decisions > 300:
            return decisions
        match.next_round()


@pytest.mark.parametrize("name", SMALL)
def test_random_weights_play_by_the_rules(name):
    player = make_player(f"net(temperature=1):{small_bundle(name)}")
    if "hearts" in name:
        match = Match(HeartsRules(target=26), 4, seeded_decks(1))
    else:
        match = Match(BlobRules(start_cards=3), 5, seeded_decks(1))
    assert play_a_match(match, player) > 100


def test_greedy_takes_the_likeliest_and_temperature_draws():
    greedy, warm = (
        NetPlayer(str(small_bundle("hearts-mlp"))),
        NetPlayer(str(small_bundle("hearts-mlp")), temperature=1.0),
    )
    rng = make_rng(1)
    for view in random_views("hearts", 30, seed=8, only_turns=True):
        decision = greedy.decide(view, rng)
        assert decision.probabilities[decision.action] == max(decision.probabilities.values())
        assert sum(decision.probabilities.values()) == pytest.approx(1.0)
        assert list(decision.probabilities) == view.legal_actions()
    view = next(view for view in random_views("hearts", 99, seed=9, only_turns=True) if len(view.legal_actions()) > 8)
    drawn = [warm.decide(view, rng).action for _ in range(300)]
    expected = warm.decide(view, rng).probabilities
    for action, share in expected.items():
        assert drawn.count(action) / 300 == pytest.approx(share, abs=0.1)


def test_the_same_rng_gives_the_same_choices():
    player = NetPlayer(str(small_bundle("blob-tokens")), temperature=2.0)
    views = random_views("blob", 20, seed=4, only_turns=True)
    first, second = ([player.decide(view, rng).action for view in views] for rng in (make_rng(7), make_rng(7)))
    assert first == second


def test_hidden_cards_change_nothing():
    player = NetPlayer(str(small_bundle("hearts-tokens")))
    for view in random_views("hearts", 10, seed=5, only_turns=True):
        world = view.sample_world(make_rng(1))
        assert player.decide(world.observe(view.seat), make_rng(2)) == player.decide(view, make_rng(2))


def test_a_model_of_the_other_game_is_refused():
    player = NetPlayer(str(small_bundle("hearts-mlp")))
    with pytest.raises(PlayerError, match="has learned hearts and cannot play blob"):
        player.decide(random_views("blob", 1, seed=1, only_turns=True)[0], make_rng(1))


def test_bad_options_are_refused(tmp_path):
    with pytest.raises(PlayerError, match="temperature"):
        NetPlayer(str(small_bundle("hearts-mlp")), temperature=-1.0)
    with pytest.raises(ModelError, match="there is no model"):
        make_player(f"net:{tmp_path}/nothing")


def test_embedded_plays_what_the_package_ships(tmp_path, monkeypatch):
    monkeypatch.setattr(bundles, "SHIPPED", tmp_path)
    view = random_views("hearts", 1, seed=1, only_turns=True)[0]
    with pytest.raises(PlayerError, match="ships no network for hearts"):
        EmbeddedPlayer().decide(view, make_rng(1))
    shutil.copy(small_bundle("hearts-mlp"), tmp_path / "hearts.overtrick")
    expected = NetPlayer(str(small_bundle("hearts-mlp"))).decide(view, make_rng(1))
    assert EmbeddedPlayer().decide(view, make_rng(1)) == expected
    assert np.isfinite(list(expected.probabilities.values())).all()
