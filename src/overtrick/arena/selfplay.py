"""Matches between players, kept whole for records."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overtrick.arena.keys import point_rng, shuffled_deck
from overtrick.errors import IllegalAction, NotACard, PlayerError
from overtrick.games.house import Rules
from overtrick.games.match import Match
from overtrick.players.protocol import Player


def play_match(rules: Rules, players: Sequence[Player], *, seed: int, number: int = 0) -> Match:
    """Play match `number` of a run to its end; deals and the players' draws come from the seed."""

    def deck_of(round_number: int) -> list[int]:
        return [int(card) for card in shuffled_deck(seed, number, round_number)]

    match = Match(rules, len(players), deck_of)
    while True:
        _play_round(match, players, seed, number)
        if match.is_finished:
            return match
        match.next_round()


def _play_round(match: Match, players: Sequence[Player], seed: int, number: int) -> None:
    rng = np.zeros(1, np.uint64)
    decided = [0] * match.players
    while not match.round.is_over:
        seat = match.round.turn
        point_rng(rng, seed, number, match.number, seat, decided[seat])
        decided[seat] += 1
        action = players[seat].decide(match.observe(seat), rng).action
        try:
            match.act(seat, action)
        except (IllegalAction, NotACard) as error:
            raise PlayerError(f"{players[seat].name} acted illegally: {error}") from error
