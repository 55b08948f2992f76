"""Learning from search: what self-play leaves, the replay buffer, the gate, and equal runs from equal seeds."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import torch

from overtrick.cards.masks import DECK_SIZE
from overtrick.core.randomness import make_rng
from overtrick.core.record import OVER, empty_rounds
from overtrick.errors import TrainingError
from overtrick.kernel import JIT_IS_ON
from overtrick.nets.build import build
from overtrick.nets.torch_evaluator import TorchEvaluator
from overtrick.observe.masks import action_masks
from overtrick.observe.values import write_values
from overtrick.search.tree import make_forest, plant
from overtrick.training.alphazero import AlphaZero, AlphaZeroConfig
from overtrick.training.evaluation import evaluate
from overtrick.training.replay import Replay
from overtrick.training.searching import Positions, Searching, mix_noise, play_searching, play_visited
from overtrick.training.tables import TableMix, deal_rounds
from tests.training.states import assert_same_state, kept

TINY = AlphaZeroConfig(
    layers=(16,),
    players=(3,),
    cards=(2,),
    rounds=12 if JIT_IS_ON else 3,
    tables=4,
    trees=2,
    simulations=3,
    last_simulations=5,
    schedule=2,
    replay=100,
    fits=3,
    minibatch=16,
    gate_every=2,
    gate_deals=4 if JIT_IS_ON else 2,
)
HEARTS = dataclasses.replace(TINY, game="hearts", rounds=3 if JIT_IS_ON else 1, replay=400, gate_deals=2)
GAMES = [pytest.param(TINY, id="blob"), pytest.param(HEARTS, id="hearts")]


def after(learner: AlphaZero, iterations: int) -> AlphaZero:
    for _ in range(iterations):
        learner.iterate()
    return learner


def small_evaluator(game: str) -> TorchEvaluator:
    return TorchEvaluator(build("plain", {"game": game, "layers": [8], "version": 3}, seed=3).eval())


@pytest.mark.parametrize("game", ["blob", "hearts"])
def test_self_play_keeps_what_seats_saw_and_how_it_ended(game: str) -> None:
    mix = TableMix(game, players=(3, 5), cards=(1, 3))  # type: ignore[arg-type]
    rounds = deal_rounds(mix, 9 if JIT_IS_ON and game == "blob" else 2, 5)
    searching = Searching(tables=4, trees=2, simulations=3)
    positions = play_searching(rounds, small_evaluator(game), searching, make_rng(7))
    assert (rounds["phase"] == OVER).all()
    legal = action_masks(positions.views)
    assert (legal.sum(axis=1) > 1).all(), "forced actions are nothing to learn from"
    assert (positions.visits[legal == 0] == 0).all()
    np.testing.assert_allclose(positions.visits.sum(axis=1), 1.0, rtol=1e-5)
    seats = positions.views["seat"].astype(np.int64)
    assert ((positions.views["hands"] != 0).sum(axis=1) == 1).all(), "a view shows one hand"
    ends = {result.tobytes() for result in every_result(rounds)}
    assert {value.tobytes() for value in positions.values} <= ends
    assert set(seats) == set(range(int(rounds["players"].max())))


def every_result(rounds: np.ndarray) -> list[np.ndarray]:
    """The results of each round, from every seat leftwards."""
    found = []
    for seat in range(int(rounds["players"].max())):
        values = np.zeros((len(rounds), 8), np.float32)
        write_values(rounds, seat % rounds["players"].astype(np.int64), values)
        found += list(values)
    return found


def test_the_number_of_tables_at_once_does_not_lose_rounds() -> None:
    mix = TableMix("blob", players=(4,), cards=(2,))
    for tables in (1, 3, 50):
        rounds = deal_rounds(mix, 7, 1)
        play_searching(rounds, small_evaluator("blob"), Searching(tables=tables, trees=1, simulations=2), make_rng(1))
        assert (rounds["phase"] == OVER).all()


def test_a_search_needs_two_simulations() -> None:
    with pytest.raises(TrainingError, match="two simulations"):
        Searching(simulations=1)


def test_temperature_zero_takes_the_most_visited() -> None:
    rounds = deal_rounds(TableMix("blob", players=(3,), cards=(5,), in_match=0.0), 200, 1)
    visits = np.zeros((200, DECK_SIZE), np.float32)
    visits[:, 1], visits[:, 2], visits[:, 3] = 0.3, 0.6, 0.1
    first = np.arange(200)
    for temperature, share in ((0.0, 1.0), (1.0, 0.6), (0.5, 0.36 / 0.46)):
        played = rounds.copy()
        movers = played["turn"].astype(np.int64)
        play_visited(played, first, visits, temperature, make_rng(2))
        assert (played["bids"][first, movers] == 2).mean() == pytest.approx(share, abs=0.1)


def test_noise_keeps_priors_a_distribution_over_the_same_actions() -> None:
    forest = make_forest(2)
    plant(forest, 2)
    forest.prior[0, [3, 8, 20]] = 0.5, 0.25, 0.25
    mix_noise(forest, np.random.default_rng(1).standard_gamma(0.5, (2, DECK_SIZE)), 0.25)
    assert forest.prior[0].sum() == pytest.approx(1.0)
    assert (np.flatnonzero(forest.prior[0]) == [3, 8, 20]).all()
    assert forest.prior[0, 3] >= 0.375
    assert not forest.prior[1].any()


def test_the_replay_buffer_forgets_the_oldest() -> None:
    replay = Replay(5)
    for number in range(1, 8):
        replay.add(positions_of(number, 1))
    assert len(replay) == 5
    drawn = replay.draw(100, np.random.default_rng(1))
    assert set(drawn.views["round"].tolist()) == {3, 4, 5, 6, 7}
    assert (drawn.values[:, 0] == drawn.views["round"]).all()
    other = Replay(5)
    other.restore(replay.tensors(), replay.added)
    again = other.draw(100, np.random.default_rng(1))
    assert again.views.tobytes() == drawn.views.tobytes()
    replay.add(positions_of(9, 12))
    assert set(replay.draw(50, np.random.default_rng(1)).views["round"].tolist()) == {9}


def positions_of(number: int, size: int) -> Positions:
    views = empty_rounds(size)
    views["round"] = number
    return Positions(views, np.full((size, DECK_SIZE), 0.5), np.full((size, 8), float(number)))


@pytest.mark.parametrize("config", GAMES)
def test_two_runs_with_one_seed_are_equal(config: AlphaZeroConfig) -> None:
    one, other = after(AlphaZero(config), 2), after(AlphaZero(config), 2)
    assert_same_state(one, other)
    third = after(AlphaZero(dataclasses.replace(config, seed=2)), 2)
    assert not torch.equal(next(one.network.parameters()), next(third.network.parameters()))


def test_threads_play_the_same_rounds_each_time() -> None:
    config = dataclasses.replace(TINY, threads=2)
    assert_same_state(after(AlphaZero(config), 1), after(AlphaZero(config), 1))
    torch.set_num_threads(1)


@pytest.mark.parametrize("config", GAMES)
def test_a_restored_learner_goes_on_as_if_it_had_never_stopped(config: AlphaZeroConfig) -> None:
    unbroken = after(AlphaZero(config), 1)
    resumed = AlphaZero(config)
    resumed.restore(kept(unbroken.state()))
    assert_same_state(after(unbroken, 2), after(resumed, 2))


def test_schedules_go_from_the_first_to_the_last_value() -> None:
    learner = AlphaZero(TINY)
    seen = []
    for learner.iteration in (0, 1, 2, 9):
        searching = learner.searching()
        seen.append((searching.simulations, round(searching.temperature, 3)))
    assert seen == [(3, 1.0), (4, 0.65), (5, 0.3), (5, 0.3)]


def test_the_gate_keeps_the_better_network() -> None:
    learner = AlphaZero(dataclasses.replace(TINY, gate=1.1))
    figures = after(learner, 1)._pass_gate()
    assert figures == {}, "it is not time"
    figures = learner.iterate()
    assert 0.0 <= figures["gate/win_rate"] <= 1.0
    assert learner.elo == 0.0
    assert not torch.equal(next(learner.best.parameters()), next(learner.network.parameters()))
    learner = after(AlphaZero(dataclasses.replace(TINY, gate=-0.1)), 2)
    assert torch.equal(next(learner.best.parameters()), next(learner.network.parameters()))
    assert learner.elo != 0.0


@pytest.mark.skipif(not JIT_IS_ON, reason="takes minutes without compiled kernels")
def test_it_learns_to_bid_one_card() -> None:
    """A bid on one card is nearly all there is to it: the network soon makes far more of them than at first."""
    config = AlphaZeroConfig(
        layers=(32,),
        players=(3,),
        cards=(1,),
        rounds=150,
        tables=150,
        trees=8,
        simulations=8,
        last_simulations=8,
        fits=30,
        minibatch=256,
        learning_rate=5e-3,
        gate_every=1,
        gate_deals=40,
    )
    learner = AlphaZero(config)
    before = evaluate(TorchEvaluator(learner.network), "easy", deals=200, table="3x1")
    after(learner, 6)
    later = evaluate(TorchEvaluator(learner.network), "easy", deals=200, table="3x1")
    assert later.difference.low > before.difference.high
    assert learner.elo > 0
