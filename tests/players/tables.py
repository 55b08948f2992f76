"""Rounds in the middle of play, for tests of players."""

from __future__ import annotations

from overtrick.core.randomness import make_rng, pick
from overtrick.engine.round import Round, new_round
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.spades.house import SpadesRules


def hearts_round(seed: int = 0, way: str = "left") -> Round:
    """A Hearts deal, before the pass."""
    table = new_round()
    HeartsRules().set_up_round(table.record, way)
    table.record.target = 100
    table.deal_random(make_rng(seed))
    return table


def blob_round(seed: int = 0, players: int = 4, cards: int = 7, trump: int = 0, dealer: int = 0) -> Round:
    """A Blob deal, before the bids."""
    table = new_round()
    BlobRules().set_up_round(table.record, players, cards, trump, dealer)
    table.deal_random(make_rng(seed))
    return table


def spades_round(seed: int = 0, dealer: int = 0) -> Round:
    """A Spades deal, before the bids."""
    table = new_round()
    SpadesRules().set_up(table.record, 4, dealer, [203, 145, 203, 145])
    table.deal_random(make_rng(seed))
    return table


SAMPLES = {"blob": blob_round, "hearts": hearts_round, "spades": spades_round}
"""A round of each game."""


def play_on(table: Round, actions: int, seed: int = 0) -> Round:
    """Random legal actions, at most until one is left."""
    rng = make_rng(seed, 1)
    for _ in range(actions):
        if not table.is_over:
            table.apply(pick(rng, table.legal_mask()))
    return table
