"""The scales of results: for networks, for search trees, and the keys of exact endings.

Written by tools/make_dispatch.py from overtrick.core.contract; change that, not this.
"""

from __future__ import annotations

from overtrick.core.record import Record
from overtrick.games.blob import NUMBER as BLOB
from overtrick.games.blob.values import gain_per_value as blob_gain_per_value
from overtrick.games.blob.values import lone_cards as blob_lone_cards
from overtrick.games.blob.values import match_worth as blob_match_worth
from overtrick.games.blob.values import tally as blob_tally
from overtrick.games.blob.values import utility_scale as blob_utility_scale
from overtrick.games.blob.values import value_of_result as blob_value_of_result
from overtrick.games.hearts import NUMBER as HEARTS
from overtrick.games.hearts.values import gain_per_value as hearts_gain_per_value
from overtrick.games.hearts.values import lone_cards as hearts_lone_cards
from overtrick.games.hearts.values import match_worth as hearts_match_worth
from overtrick.games.hearts.values import tally as hearts_tally
from overtrick.games.hearts.values import utility_scale as hearts_utility_scale
from overtrick.games.hearts.values import value_of_result as hearts_value_of_result
from overtrick.games.spades import NUMBER as SPADES
from overtrick.games.spades.values import gain_per_value as spades_gain_per_value
from overtrick.games.spades.values import lone_cards as spades_lone_cards
from overtrick.games.spades.values import match_worth as spades_match_worth
from overtrick.games.spades.values import tally as spades_tally
from overtrick.games.spades.values import utility_scale as spades_utility_scale
from overtrick.games.spades.values import value_of_result as spades_value_of_result
from overtrick.kernel import kernel


@kernel
def value_of_result(state: Record, seat: int) -> float:
    """The finished round's value for the seat in [-1, 1]: what a network learns to predict."""
    if state.game == BLOB:
        return blob_value_of_result(state, seat)
    if state.game == HEARTS:
        return hearts_value_of_result(state, seat)
    if state.game == SPADES:
        return spades_value_of_result(state, seat)
    raise ValueError("the number in the record stands for no game")


@kernel
def gain_per_value(state: Record) -> float:
    """Points of gain that make one unit of difference between values."""
    if state.game == BLOB:
        return blob_gain_per_value(state)
    if state.game == HEARTS:
        return hearts_gain_per_value(state)
    if state.game == SPADES:
        return spades_gain_per_value(state)
    raise ValueError("the number in the record stands for no game")


@kernel
def utility_scale(state: Record) -> float:
    """Points of gain that make one unit of utility in a search tree."""
    if state.game == BLOB:
        return blob_utility_scale(state)
    if state.game == HEARTS:
        return hearts_utility_scale(state)
    if state.game == SPADES:
        return spades_utility_scale(state)
    raise ValueError("the number in the record stands for no game")


@kernel
def match_worth(state: Record) -> float:
    """Points of gain that winning the match is worth, against losing it, in a round that may end it."""
    if state.game == BLOB:
        return blob_match_worth(state)
    if state.game == HEARTS:
        return hearts_match_worth(state)
    if state.game == SPADES:
        return spades_match_worth(state)
    raise ValueError("the number in the record stands for no game")


@kernel
def tally(state: Record, seat: int) -> int:
    """What the seat has taken so far, below 32: with the cards still held it decides how an ending can score."""
    if state.game == BLOB:
        return blob_tally(state, seat)
    if state.game == HEARTS:
        return hearts_tally(state, seat)
    if state.game == SPADES:
        return spades_tally(state, seat)
    raise ValueError("the number in the record stands for no game")


@kernel
def lone_cards(state: Record) -> int:
    """Cards that never do the same work as their neighbours in the suit."""
    if state.game == BLOB:
        return blob_lone_cards(state)
    if state.game == HEARTS:
        return hearts_lone_cards(state)
    if state.game == SPADES:
        return spades_lone_cards(state)
    raise ValueError("the number in the record stands for no game")
