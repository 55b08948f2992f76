"""What holds in every round and every match, however it is played."""

from __future__ import annotations

import random
from itertools import accumulate

import pytest

from overtrick.core.randomness import make_rng
from overtrick.core.record import BID
from overtrick.engine.catalogue import game
from overtrick.engine.match import Match, seeded_decks
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.spades.house import SpadesRules
from tests.games.property_kernels import broken_invariants
from tests.games.tables import GAMES, any_rules, scaled
from tests.games.test_views import some_rounds


@pytest.mark.parametrize("game", GAMES)
def test_rounds_keep_their_cards_and_add_up(game: str) -> None:
    rounds = some_rounds(game, scaled(6_000))
    faults, checks = broken_invariants(rounds, make_rng(2))
    assert checks > 12 * len(rounds)
    assert faults == 0


@pytest.mark.parametrize("game", GAMES)
def test_matches_run_to_their_end(game: str) -> None:
    chance = random.Random(game)
    for seed in range(scaled(120)):
        rules, players = any_rules(game, chance)
        match = Match(rules, players, seeded_decks(seed))
        play_out(match, chance)
        check_match(match)


def play_out(match: Match, chance: random.Random) -> None:
    """Random play to the end of the match, with the hook watched on the way."""
    while True:
        while not match.round.is_over:
            was_bidding = match.round.phase == BID
            match.act(match.round.turn, chance.choice(match.round.legal_actions()))
            is_hooked = isinstance(match.rules, BlobRules) and match.rules.hook
            if was_bidding and match.round.phase != BID and is_hooked:
                assert int(match.round.record.bids[: match.players].sum()) != match.round.cards
        if match.is_finished:
            return
        match.next_round()


def check_match(match: Match) -> None:
    """The score is the sum of the rounds, the right seats win, and the match was neither cut short nor too long."""
    assert match.scores == [sum(scores) for scores in zip(*match.round_scores, strict=True)]
    best = (min if game(match.rules.game).is_less_better else max)(match.scores)
    assert match.winners() == [seat for seat in range(match.players) if match.scores[seat] == best]
    assert len(match.round_scores) == len(match.deals) == match.number + 1
    if isinstance(match.rules, HeartsRules):
        before = [sum(scores[:-1]) for scores in zip(*match.round_scores, strict=True)]
        assert max(match.scores) >= match.rules.target > max(before)
    elif isinstance(match.rules, BlobRules):
        assert len(match.round_scores) == len(match.rules.schedule(match.players))
    else:
        assert isinstance(match.rules, SpadesRules)
        ours, theirs = (list(accumulate(scores)) for scores in list(zip(*match.round_scores, strict=True))[:2])
        ends = [
            us != them and (max(us, them) >= match.rules.target or min(us, them) <= match.rules.losing_score)
            for us, them in zip(ours, theirs, strict=True)
        ]
        assert ends == [False] * match.number + [True]
        assert match.scores[:2] == match.scores[2:]


def test_the_table_turns_from_round_to_round() -> None:
    match, chance = Match(BlobRules(start_cards=3), 4, seeded_decks(1)), random.Random(1)
    seen = []
    while True:
        seen.append((match.round.cards, int(match.round.record.dealer), int(match.round.record.trump)))
        while not match.round.is_over:
            match.act(match.round.turn, chance.choice(match.round.legal_actions()))
        if match.is_finished:
            break
        match.next_round()
    sizes = [3, 2, 1, 1, 1, 1, 2, 3]
    assert seen == [(cards, number % 4, (0, 1, 2, 3, -1)[number % 5]) for number, cards in enumerate(sizes)]
