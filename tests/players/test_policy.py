"""The two-method policy and the player protocol are two sides of one thing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from overtrick.cards.masks import DECK_SIZE
from overtrick.compat.policy import PlayerPolicy, Policy, PolicyContext, PolicyPlayer, make_context
from overtrick.core.randomness import make_rng
from overtrick.engine.round import Round
from overtrick.errors import PlayerError
from overtrick.players.catalogue import make_player
from tests.players.tables import blob_round, hearts_round, play_on


class HighestPass:
    """Passes its three highest cards, which are no longer its highest once one is chosen, and plays its lowest."""

    def __init__(self) -> None:
        self.asked = 0

    def choose_pass(self, ctx: PolicyContext) -> Sequence[int]:
        self.asked += 1
        return ctx.hand[-3:]

    def choose_play(self, ctx: PolicyContext) -> int:
        return ctx.legal_moves[0]


def finish(table: Round, players: list[PolicyPlayer]) -> Round:
    rng = make_rng(5)
    while not table.is_over:
        table.act(table.turn, players[table.turn].decide(table.observe(table.turn), rng).action)
    return table


def test_policy_plans_its_pass_once_and_plays_to_the_end() -> None:
    policies = [HighestPass() for _ in range(4)]
    table = hearts_round(2)
    hands = [table.observe(seat).legal_actions() for seat in range(4)]
    finish(table, [PolicyPlayer(policy) for policy in policies])
    assert [policy.asked for policy in policies] == [1, 1, 1, 1]
    passed = [int(table.record.passed[seat]) for seat in range(4)]
    assert passed == [sum(1 << card for card in hand[-3:]) for hand in hands]


def test_player_there_and_back_is_the_same_player() -> None:
    player = make_player("hard")
    direct, wrapped = hearts_round(4), hearts_round(4)
    finish(direct, [PolicyPlayer(PlayerPolicy(player)) for _ in range(4)])
    rng = make_rng(5)
    while not wrapped.is_over:
        wrapped.act(wrapped.turn, player.decide(wrapped.observe(wrapped.turn), rng).action)
    assert direct == wrapped


def test_policies_are_recognised() -> None:
    assert isinstance(HighestPass(), Policy)
    assert isinstance(PlayerPolicy(make_player("easy")), Policy)


def test_context_reads_the_view() -> None:
    table = play_on(hearts_round(1), 12 + 9)
    view = table.observe(table.turn)
    ctx = make_context(view)
    assert ctx.seat == table.turn
    assert len(ctx.tracker.unseen) == DECK_SIZE - 9 - len(ctx.hand)
    assert ctx.passing_direction == "left"
    assert ctx.legal_moves == tuple(view.legal_actions())
    assert ctx.scores == (0, 0, 0, 0)


def test_bad_passes_and_other_games_are_refused() -> None:
    class Twice(HighestPass):
        def choose_pass(self, ctx: PolicyContext) -> Sequence[int]:
            return (ctx.hand[0], ctx.hand[0], ctx.hand[1])

    with pytest.raises(PlayerError, match="3 different cards"):
        PolicyPlayer(Twice()).decide(hearts_round().observe(0), make_rng(0))
    with pytest.raises(PlayerError, match="for Hearts, not blob"):
        make_context(blob_round().observe(1))
