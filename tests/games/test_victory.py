"""Who wins the match, as kernels see it: the same as the house rules say."""

from __future__ import annotations

import random

import pytest

from overtrick.core.house import HouseRules
from overtrick.engine.catalogue import game
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.rules import can_end_match, victory
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.spades.house import SpadesRules
from overtrick.kernel import JIT_IS_ON

MATCHES = 12 if JIT_IS_ON else 1


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (HeartsRules(), 4),
        (HeartsRules(target=50, jack_of_diamonds=True, moon="subtract"), 4),
        (BlobRules(start_cards=3), 3),
        (BlobRules(start_cards=2), 5),
        (SpadesRules(target=100, losing_score=-200), 4),
    ],
    ids=["hearts", "house", "blob", "five", "spades"],
)
def test_rounds_that_end_a_match_share_out_the_victory(rules: HouseRules, players: int) -> None:
    for seed in range(MATCHES):
        chance, match = random.Random(seed), Match(rules, players, seeded_decks(seed))
        while True:
            while not match.round.is_over:
                match.act(match.round.turn, chance.choice(match.round.legal_actions()))
            shares = [victory(match.round.record, seat) for seat in range(players)]
            sides = game(rules.game).sides(players)
            assert sum(shares[:sides]) == pytest.approx(1)
            if match.is_finished:
                break
            assert shares == [1 / sides] * players
            match.next_round()
        winners = {seat % sides for seat in match.winners()}
        assert shares == [1 / len(winners) if seat % sides in winners else 0 for seat in range(players)]
        assert can_end_match(match.round.record)


def test_a_match_that_is_far_from_its_end_cannot_end() -> None:
    match = Match(HeartsRules(), 4, seeded_decks(1))
    assert not can_end_match(match.round.record)
    match.round.record.scores[2] = 73
    assert not can_end_match(match.round.record)
    match.round.record.scores[2] = 74
    assert can_end_match(match.round.record)
