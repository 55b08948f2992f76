"""Whole matches between players, kept as records."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np

from overtrick.arena.keys import point_rng
from overtrick.core.house import HouseRules
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.records.log import match_lines
from overtrick.errors import IllegalAction, NotACard, PlayerError
from overtrick.players.catalogue import make_player
from overtrick.players.protocol import Player


@dataclass(frozen=True)
class Played:
    """The record of one match."""

    lines: list[str]
    scores: list[int]
    report: str | None = None
    """Why the match ended early, if a player failed."""


def play_records(
    rules: HouseRules, names: Sequence[str], *, games: int, seed: int, workers: int = 1
) -> Iterator[Played]:
    """Play matches with the seeds `seed`, `seed + 1` and so on; records come in that order on any number of workers."""
    rules.check_players(len(names))
    for name in dict.fromkeys(names):
        make_player(name)
    seeds = range(seed, seed + games)
    if min(workers, games) <= 1:
        for number in seeds:
            yield record_match(rules, names, number)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(min(workers, games), context, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as executor:
        futures = [executor.submit(record_match, rules, names, number) for number in seeds]
        try:
            for future in futures:
                yield future.result()
        finally:
            executor.shutdown(cancel_futures=True)


def record_match(rules: HouseRules, names: Sequence[str], seed: int) -> Played:
    """One match and its record; if a player fails, the record ends there."""
    players = [make_player(name) for name in names]
    match = Match(rules, len(players), seeded_decks(seed))
    report = None
    try:
        play_match(match, players, seed)
    except PlayerError as error:
        report = str(error)
    finally:
        for player in players:
            if hasattr(player, "close"):
                player.close()
    return Played(list(match_lines(match, names, seed)), match.scores, report)


def play_match(match: Match, players: Sequence[Player], seed: int) -> None:
    """Play a match to its end; every decision has randomness of its own from the seed."""
    while True:
        _play_round(match, players, seed)
        if match.is_finished:
            return
        match.next_round()


def _play_round(match: Match, players: Sequence[Player], seed: int) -> None:
    rng = np.zeros(1, np.uint64)
    decided = [0] * match.players
    while not match.round.is_over:
        seat = match.round.turn
        point_rng(rng, seed, 0, match.number, seat, decided[seat])
        decided[seat] += 1
        action = players[seat].decide(match.observe(seat), rng).action
        try:
            match.act(seat, action)
        except (IllegalAction, NotACard) as error:
            raise PlayerError(f"{players[seat].name} acted illegally: {error}") from error
