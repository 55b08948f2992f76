"""PTN export: what a round looks like, and what the notation cannot say."""

from __future__ import annotations

import random

import pytest

from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.records.ptn import match_to_ptn
from overtrick.errors import RecordError
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.spades.house import SpadesRules


def finished(match: Match) -> Match:
    chance = random.Random(1)
    while not match.is_finished:
        if match.round.is_over:
            match.next_round()
        else:
            match.act(match.round.turn, chance.choice(match.round.legal_actions()))
    return match


def test_a_round_of_blob() -> None:
    match = finished(Match(BlobRules(round_cards=(2,)), 3, seeded_decks(1)))
    lines = match_to_ptn(match, ["Ann", 'Bob "B"', "Cem"]).splitlines()
    assert lines[:7] == [
        '[Game "Blob"]',
        '[Board "1"]',
        '[PlayerN "Ann"]',
        r'[PlayerSE "Bob \"B\""]',
        '[PlayerSW "Cem"]',
        '[Dealer "N"]',
        '[Trump "S"]',
    ]
    assert lines[7].startswith('[Deal "N:')
    assert lines[8] == '[Auction "SE"]'
    assert lines[10] == '[Play "SE"]'
    assert [len(line.split()) for line in lines[11:13]] == [3, 3]
    assert lines[13].startswith('[Score "N:')


def test_a_round_of_spades() -> None:
    match = finished(Match(SpadesRules(target=50, losing_score=-200), 4, seeded_decks(1)))
    lines = match_to_ptn(match).splitlines()
    assert lines[0] == '[Game "Spades"]'
    assert lines[7] == '[Trump "S"]'
    assert lines[9] == '[Auction "E"]'
    assert len(lines[10].split()) == 4
    assert '[Play "E"]' in lines
    first, second = match.round_scores[0][:2]
    assert f'[Score "N:{first} E:{second} S:{first} W:{second}"]' in lines


def test_a_round_in_progress_has_dashes() -> None:
    match = Match(HeartsRules(passes=("hold",)), 4, seeded_decks(2))
    assert "[Play " not in match_to_ptn(match)
    match.act(match.round.turn, match.round.legal_actions()[0])
    text = match_to_ptn(match)
    assert "C2 - - -" in text
    assert "Score" not in text
    assert "Auction" not in text


def test_what_ptn_cannot_say_is_refused() -> None:
    with pytest.raises(RecordError, match="at most 6 seats, and this match has 7"):
        match_to_ptn(Match(BlobRules(start_cards=2), 7, seeded_decks(1)))
    with pytest.raises(RecordError, match="cannot show that cards are passed, as in round 0"):
        match_to_ptn(Match(HeartsRules(), 4, seeded_decks(1)))
