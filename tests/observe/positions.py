"""Random positions of all games: every player count, hand size, trump, phase and house rule, seen from any seat."""

from __future__ import annotations

import random
from collections.abc import Iterator

from overtrick.core.record import Rounds, empty_rounds
from overtrick.engine.round import Round, View, new_round
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.spades.rules import SEATS
from tests.games.tables import any_spades_rules


def random_views(game: str, size: int, seed: int, only_turns: bool = False) -> list[View]:
    """Views of `size` positions, each of a random seat or of the seat to act."""
    chance = random.Random(seed)
    views: list[View] = []
    while len(views) < size:
        for round_ in _play(_table(game, chance), chance):
            if chance.random() < 0.3 and len(views) < size and not (only_turns and round_.is_over):
                views.append(round_.observe(round_.turn if only_turns else chance.randrange(round_.players)))
    return views


def stacked(views: list[View]) -> Rounds:
    """The views as one array, the form kernels take."""
    rounds = empty_rounds(len(views))
    for index, view in enumerate(views):
        rounds[index] = view.data[0]
    return rounds


def _table(game: str, chance: random.Random) -> Round:
    table = new_round()
    _SET_UPS[game](table, chance)
    deck = list(range(52))
    chance.shuffle(deck)
    table.deal(deck)
    return table


def _set_up_hearts(table: Round, chance: random.Random) -> None:
    rules = HeartsRules(
        queen_breaks_hearts=chance.random() < 0.3,
        moon=chance.choice(["add", "subtract"]),
        jack_of_diamonds=chance.random() < 0.3,
        first_trick_points=chance.random() < 0.3,
    )
    if chance.random() < 0.5:
        rules.set_up_round(table.record, chance.choice(["left", "right", "across", "hold"]))
    else:
        rules.set_up(table.record, 4, chance.randrange(8), [chance.randrange(100) for _ in range(4)])


def _set_up_blob(table: Round, chance: random.Random) -> None:
    players = chance.randint(3, 8)
    most = 52 // players
    rules = BlobRules(
        hook=chance.random() < 0.7,
        scoring=chance.choice(["exact", "difference", "square"]),
        start_cards=chance.randint(1, most),
    )
    if chance.random() < 0.5:
        rules.set_up_round(
            table.record, players, chance.randint(1, most), chance.randint(-1, 3), chance.randrange(players)
        )
    else:
        number = chance.randrange(len(rules.schedule(players)))
        rules.set_up(table.record, players, number, [chance.randint(-20, 150) for _ in range(players)])


def _set_up_spades(table: Round, chance: random.Random) -> None:
    rules = any_spades_rules(chance)
    scores = [chance.randint(-300, 480), chance.randint(-300, 480)] * 2
    if chance.random() < 0.5:
        rules.set_up_round(table.record, chance.randrange(SEATS))
        table.record.scores[:SEATS] = [score % 10 for score in scores]
    else:
        rules.set_up(table.record, SEATS, chance.randrange(8), scores)


_SET_UPS = {"blob": _set_up_blob, "hearts": _set_up_hearts, "spades": _set_up_spades}


def _play(table: Round, chance: random.Random) -> Iterator[Round]:
    """The table before every action of random play, and at the end."""
    yield table
    while not table.is_over:
        table.apply(chance.choice(table.legal_actions()))
        yield table
