"""Kernels for many rounds at once do what one round at a time does."""

from __future__ import annotations

import random

import numpy as np
import pytest

from overtrick.core.randomness import make_rng
from overtrick.core.record import OVER, Rounds, empty_rounds
from overtrick.engine import batch
from overtrick.engine.calls import legal_listed, step_listed
from overtrick.engine.round import Round
from overtrick.engine.views import observe_turns
from tests.games.tables import GAMES, any_table, scaled


def mixed_rounds(size: int) -> Rounds:
    """Rounds of both games and all sorts of tables, side by side."""
    chance, rounds = random.Random(5), empty_rounds(size)
    for index in range(size):
        rounds[index] = any_table(GAMES[index % 2], chance)[0].data[0]
    return rounds


def test_stepping_all_is_stepping_each() -> None:
    rounds = mixed_rounds(scaled(120))
    batch.deal_all(rounds, make_rng(1))
    singles = [Round(rounds[index : index + 1].copy()) for index in range(len(rounds))]
    masks, actions, scores = (
        np.zeros(len(rounds), np.int64),
        np.zeros(len(rounds), np.int64),
        np.zeros((len(rounds), 8)),
    )
    rng = make_rng(2)
    batch.legal_all(rounds, masks)
    while masks.any():
        assert masks.tolist() == [single.legal_mask() for single in singles]
        batch.pick_all(masks, rng, actions)
        for single, action in zip(singles, actions.tolist(), strict=True):
            if not single.is_over:
                single.act(single.turn, action)
        batch.step_all(rounds, actions, masks)
    batch.score_all(rounds, scores)
    for index, single in enumerate(singles):
        assert Round(rounds[index : index + 1]) == single
        assert scores[index, : single.players].tolist() == single.scores()


def test_apply_all_leaves_finished_rounds_alone() -> None:
    rounds = mixed_rounds(scaled(60))
    batch.play_random(rounds, make_rng(3))
    before = rounds.tobytes()
    batch.apply_all(rounds, np.zeros(len(rounds), np.int64))
    assert rounds.tobytes() == before
    batch.deal_all(rounds, make_rng(4))
    masks = np.zeros(len(rounds), np.int64)
    batch.legal_all(rounds, masks)
    actions = np.array([int(mask).bit_length() - 1 for mask in masks])
    batch.apply_all(rounds, actions)
    assert rounds.tobytes() != before


def test_random_play_ends_every_round_and_counts_its_steps() -> None:
    rounds = mixed_rounds(scaled(200))
    steps = batch.play_random(rounds, make_rng(6))
    assert (rounds["phase"] == OVER).all()
    passes = 12 * int((rounds["pass_to"] > 0).sum())
    bids = int(rounds["players"][rounds["game"] == 0].sum())
    assert steps == int(rounds["plays"].sum()) + passes + bids


def test_views_change_nothing_in_random_play() -> None:
    plain, viewed = mixed_rounds(scaled(200)), mixed_rounds(scaled(200))
    views = empty_rounds(len(viewed))
    assert batch.play_random(plain, make_rng(7)) == batch.play_random_viewed(viewed, views, make_rng(7))
    assert plain.tobytes() == viewed.tobytes()
    assert (views["seat"] >= 0).all()


def test_the_views_of_all_turns() -> None:
    rounds = mixed_rounds(scaled(60))
    views = empty_rounds(len(rounds))
    observe_turns(rounds, views)
    for index in range(len(rounds)):
        single = Round(rounds[index : index + 1])
        assert views[index : index + 1].tobytes() == single.observe(single.turn).data.tobytes()


def test_copies() -> None:
    rounds, copies = mixed_rounds(6), empty_rounds(6)
    batch.copy_all(rounds, copies, 2)
    assert copies.tobytes() == rounds.tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_listed_actions_are_the_legal_ones(game: str) -> None:
    chance, actions = random.Random(game), np.zeros(52, np.int64)
    table, _ = any_table(game, chance)
    size = legal_listed(table.data, 0, actions)
    while size:
        assert actions[:size].tolist() == table.legal_actions()
        size = step_listed(table.data, 0, chance.choice(table.legal_actions()), actions)
    assert table.is_over
