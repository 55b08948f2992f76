"""What every player of the catalogue keeps: legal actions, hands off the view, one answer to one question."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from overtrick.core.randomness import make_rng
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.round import Round
from overtrick.errors import OvertrickError, PlayerError
from overtrick.players.catalogue import CATALOGUE, make_player
from overtrick.players.protocol import Decision, Player
from overtrick.players.rule import RulePlayer, act_in_round
from tests.players.tables import SAMPLES, blob_round, hearts_round, play_on, spades_round

BUDGETS = {
    "random": ["random"],
    "easy": ["easy"],
    "normal": ["normal"],
    "hard": ["hard", "hard:style=cautious", "hard:style=aggressive-moon", "hard:style=hunt-leader"],
    "montecarlo": ["montecarlo:worlds=8"],
    "search": ["search:sims=60"],
    "embedded": ["embedded"],
}
"""Every name with budgets that a seed repeats. `net` and `external` have tests of their own."""

NAMES = [name for entry in CATALOGUE for name in BUDGETS.get(entry, [])]
RULES = [name for name in NAMES if name.split(":")[0] in ("random", "easy", "normal", "hard")]


@cache
def positions() -> tuple[Round, ...]:
    """Bids, passes, first, middle and last tricks of all games, with 3 to 8 players."""
    hearts = [
        play_on(hearts_round(seed, ("left", "hold", "across")[seed % 3]), actions, seed)
        for seed in range(6)
        for actions in (0, 5, 14, 33, 57)
    ]
    blob = [
        play_on(blob_round(seed, players, cards, seed % 5 - 1, seed % players), actions, seed)
        for seed in range(6)
        for players, cards in ((3, 17), (4, 7), (5, 3), (8, 6))
        for actions in (0, players, players * cards // 2 + players)
    ]
    spades = [
        play_on(spades_round(seed, seed % 4), actions, seed) for seed in range(6) for actions in (0, 3, 9, 30, 50)
    ]
    return tuple(table for table in hearts + blob + spades if not table.is_over)


def seat_player(name: str, game: str) -> Player:
    """The player, unless this installation cannot seat it."""
    try:
        player = make_player(name)
        sample = SAMPLES[game]()
        player.decide(sample.observe(sample.turn), make_rng(0))
    except OvertrickError as error:
        pytest.skip(f"{name} cannot play {game} here: {error}")
    return player


@pytest.mark.parametrize("game", GAME_KEYS)
@pytest.mark.parametrize("name", NAMES)
def test_decisions_are_legal_and_leave_the_view_alone(name: str, game: str) -> None:
    player = seat_player(name, game)
    for number, table in enumerate(positions()):
        if table.game != game:
            continue
        view = table.observe(table.turn)
        before = view.data.tobytes()
        decision = player.decide(view, make_rng(1, number))
        assert view.data.tobytes() == before
        assert_sound(decision, view.legal_actions())


def assert_sound(decision: Decision, legal: list[int]) -> None:
    assert type(decision.action) is int
    assert decision.action in legal
    assert set(decision.values) <= set(legal)
    assert set(decision.probabilities) <= set(legal)
    if decision.probabilities:
        assert sum(decision.probabilities.values()) == pytest.approx(1.0, abs=1e-3)
    assert all(isinstance(reason, str) and reason for reason in decision.reasons)


@pytest.mark.parametrize("game", GAME_KEYS)
@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_decision(name: str, game: str) -> None:
    """Also from another copy of the player, and whatever it was asked before."""
    player, twin = seat_player(name, game), seat_player(name, game)
    chosen = [table for table in positions() if table.game == game][::3]
    for number, table in reversed(list(enumerate(chosen))):
        player.decide(table.observe(table.turn), make_rng(2, number))
    for number, table in enumerate(chosen):
        view = table.observe(table.turn)
        first = player.decide(view, make_rng(3, number))
        second = twin.decide(view, make_rng(3, number))
        assert (first.action, first.values) == (second.action, second.values)


@pytest.mark.parametrize("name", RULES)
def test_hidden_cards_do_not_matter(name: str) -> None:
    """A rule policy handed a full state, as in playouts, decides the same in every world that fits the view."""
    player = make_player(name)
    assert isinstance(player, RulePlayer)
    for number, table in enumerate(positions()):
        view = table.observe(table.turn)
        asked = act_in_round(view.data, 0, player.policy, player.style_in(view.game), make_rng(4, number))
        worlds = view.sample_worlds(3, make_rng(5, number))
        worlds["turn"] = table.turn
        for place in range(len(worlds)):
            assert act_in_round(worlds, place, player.policy, player.style_in(view.game), make_rng(4, number)) == asked


@pytest.mark.parametrize("game", GAME_KEYS)
@pytest.mark.parametrize("name", NAMES)
def test_plays_whole_rounds(name: str, game: str) -> None:
    player = seat_player(name, game)
    table = blob_round(7, players=5, cards=4, dealer=2) if game == "blob" else SAMPLES[game](7)
    number = 0
    while not table.is_over:
        number += 1
        table.act(table.turn, player.decide(table.observe(table.turn), make_rng(6, number)).action)
    assert np.isfinite([table.gain(seat) for seat in range(table.players)]).all()


def test_everybody_is_covered() -> None:
    assert set(CATALOGUE) - set(BUDGETS) == {"net", "external"}
    with pytest.raises(PlayerError):
        make_player("nobody")
