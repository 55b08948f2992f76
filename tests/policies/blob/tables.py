"""Random Blob positions for tests."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core.policies import RANDOM
from overtrick.core.randomness import below, make_rng
from overtrick.engine.round import Round, new_round
from overtrick.games.blob.house import BlobRules
from overtrick.players.rule import act_in_round

SCORINGS = ("exact", "difference", "square")


def random_table(seed: int) -> Round:
    """A dealt round with any number of players, hand size, trump, dealer and scoring."""
    rng = make_rng(seed, 1)
    players = 3 + below(rng, 6)
    cards = 1 + below(rng, min(52 // players, 10))
    table = new_round()
    rules = BlobRules(scoring=SCORINGS[below(rng, 3)], hook=below(rng, 4) != 0)
    rules.set_up_round(table.record, players, cards, below(rng, 5) - 1, below(rng, players))
    table.deal_random(rng)
    return table


def random_walk(seed: int) -> Iterator[Round]:
    """Every position of a round of random bids and cards."""
    table = random_table(seed)
    rng = make_rng(seed, 2)
    while not table.is_over:
        yield table
        table.apply(act_in_round(table.data, 0, RANDOM, 0, rng))
