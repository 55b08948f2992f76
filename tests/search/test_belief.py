"""Belief: weights that keep every world alive and lean toward the truth."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.core.randomness import make_rng
from overtrick.core.record import empty_rounds
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.round import Round
from overtrick.engine.worlds import PLACES
from overtrick.kernel import JIT_IS_ON
from overtrick.search.belief import Belief, Evidence, resample, rewind
from tests.search.positions import played_round, some_round

POSITIONS = 60 if JIT_IS_ON else 2
WORLDS = 400 if JIT_IS_ON else 12


def log_chance_of_truth(table: Round, evidence: Evidence | None, number: int) -> float:
    """How likely the belief of the seat to act holds the true place of each hidden card, on average, as a logarithm."""
    seat = table.turn
    holders = Belief(table.observe(seat), WORLDS, make_rng(5, number), evidence).holders()
    logs = [
        np.log(max(holders[other, card], 1e-4))
        for other in range(table.players)
        if other != seat
        for card in range(52)
        if int(table.record.hands[other]) >> card & 1
    ]
    return float(np.mean(logs)) if logs else 0.0


@pytest.mark.parametrize("game", GAME_KEYS)
@pytest.mark.skipif(not JIT_IS_ON, reason="needs many worlds, which plain Python is too slow for")
def test_evidence_brings_the_belief_nearer_to_the_truth(game: str) -> None:
    evidence = Evidence(slack=0.7)
    tables = [played_round(game, number) for number in range(POSITIONS)]
    plain = np.mean([log_chance_of_truth(table, None, number) for number, table in enumerate(tables)])
    weighted = np.mean([log_chance_of_truth(table, evidence, number) for number, table in enumerate(tables)])
    assert weighted > plain + 0.02


@pytest.mark.parametrize("game", GAME_KEYS)
def test_no_world_dies_and_weights_add_up(game: str) -> None:
    for number in range(POSITIONS):
        table = played_round(game, number)
        belief = Belief(table.observe(table.turn), WORLDS, make_rng(number), Evidence())
        assert np.all(belief.weights > 0)
        assert belief.weights.sum() == pytest.approx(1)
        assert 1 <= belief.effective_size <= WORLDS + 1e-6


@pytest.mark.parametrize("game", GAME_KEYS)
def test_marginals_respect_what_is_known(game: str) -> None:
    for number in range(POSITIONS):
        table = played_round(game, number)
        view = table.observe(table.turn)
        belief = Belief(view, WORLDS, make_rng(number), Evidence())
        holders = belief.holders()
        assert holders.sum(axis=0).max() <= 1 + 1e-9
        for seat in range(table.players):
            assert holders[seat].sum() == pytest.approx(int(table.record.hands[seat]).bit_count())
            shown = [card for card in range(52) if int(view.record.lacks[seat]) >> card & 1]
            assert not holders[seat, shown].any()
        assert belief.entropy() >= 0


def test_knowing_more_leaves_less_entropy() -> None:
    early = some_round("hearts", 3)
    late = early.copy()
    while late.record.plays < 40:
        late.apply(late.legal_actions()[0])
    rng = make_rng(1)
    assert Belief(late.observe(0), 50, rng).entropy() < Belief(early.observe(0), 50, rng).entropy()


@pytest.mark.parametrize("game", GAME_KEYS)
def test_rewinding_gives_the_deal(game: str) -> None:
    for number in range(8):
        dealt = some_round(game, number)
        table = dealt.copy()
        while not table.is_over:
            again = table.copy()
            rewind(again.record)
            assert again.data["hands"].tolist() == dealt.data["hands"].tolist()
            assert again.phase == dealt.phase
            table.apply(table.legal_actions()[-1])


def test_resampling_follows_the_weights() -> None:
    worlds = some_round("blob", 1).observe(0).sample_worlds(4, make_rng(2))
    drawn = empty_rounds(1000)
    resample(worlds, np.array([0.1, 0.0, 0.6, 0.3]), make_rng(3), drawn)
    counts = [sum(world.tobytes() == original.tobytes() for world in drawn) for original in worlds]
    assert counts[1] == 0
    assert counts == pytest.approx([100, 0, 600, 300], abs=1)


def test_leanings_say_who_holds_a_card():
    view = some_round("blob", 1).observe(0)
    card = next(card for card in range(52) if not view.hand >> card & 1)
    leanings = np.zeros((52, PLACES))
    leanings[card, 2] = 3.0
    belief = Belief(view, 400, make_rng(1), leanings=leanings)
    assert belief.holders()[2, card] > 0.5 > Belief(view, 400, make_rng(1)).holders()[2, card]
    assert belief.effective_size == pytest.approx(400)
    assert belief.entropy() < Belief(view, 400, make_rng(1)).entropy()
