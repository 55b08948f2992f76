"""Claims: granted only when no world that fits the view can change the outcome, and then played out so."""

from __future__ import annotations

import itertools

from overtrick.core.randomness import pick
from overtrick.core.record import PLAY
from overtrick.engine.catalogue import game as find_game
from overtrick.server.claims import can_claim, play_out
from overtrick.server.reading import read
from tests.server.secrecy import positions

WORLDS = 6


def test_a_granted_claim_holds_in_every_world():
    granted = 0
    for table, seat, rng in itertools.islice(positions(21), 6_000):
        view = table.match.observe(seat)
        if not can_claim(view):
            continue
        granted += 1
        for _ in range(WORLDS):
            world = view.sample_world(rng)
            honest = played(
                world.copy(), seat, rng, is_settled=find_game(view.game).table.are_scores_settled(read(view))
            )
            assert played_out(world, seat) == honest
    assert granted > 50


def played_out(game, seat):
    for _, card in play_out(game, seat):
        game.apply(card)
    return game.scores()


def played(game, seat, rng, *, is_settled):
    """The others play anything; the claimer too if nothing matters any more, else trumps from the top."""
    while not game.is_over:
        legal = game.legal_mask()
        if game.turn == seat and not is_settled:
            cards = game.legal_actions()
            trumps = [card for card in cards if card // 13 == int(game.record.trump)]
            game.apply(max(trumps or cards))
        else:
            game.apply(int(pick(rng, legal)))
    return game.scores()


def test_claims_are_for_the_play():
    for table, seat, _ in itertools.islice(positions(22), 300):
        if table.match.round.phase != PLAY:
            assert not can_claim(table.match.observe(seat))
