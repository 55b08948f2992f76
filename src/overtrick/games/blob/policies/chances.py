"""How likely a card takes a trick, now or later, from one hand and what everybody has seen.

A card kept for later is meant either to take a trick or to lose one, each with its own chance of coming out as meant.
All chances are logistic regressions on a few counts, fitted to self-play by `tools/fit_blob.py` for every number of
players. A card is *live* when another seat holds it; of an unseen card one only knows the share that was dealt at all.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from overtrick.cards.masks import CARDS_IN_SUIT, NO_SUIT, SUIT, count, of_suit, suit_of
from overtrick.core.record import Record, cards_on_table
from overtrick.core.tricks import beats
from overtrick.games.blob.house import MIN_SEATS
from overtrick.games.blob.policies.coefficients import NOW, STRAY, WIN
from overtrick.games.blob.policies.table import cards_above
from overtrick.kernel import kernel

Numbers: TypeAlias = np.ndarray[Any, Any]
Features: TypeAlias = tuple[float, float, float, float, float, float, float, float, float, float]

FEATURES = 10

PLAIN_CARD, TRUMP_CARD, NO_TRUMP_CARD = range(3)
"""Kinds of cards: a side suit beside a trump, a trump, any card where there is no trump."""
KINDS = 3
IN_PLAY, AT_BID = 0, KINDS
"""Stages, added to the kind: a hand as dealt, when bids are made, has coefficients of its own."""

_STEPS = 32
_LIMIT = 8
_GRID = np.arange(2 * _LIMIT * _STEPS + 1) / _STEPS - _LIMIT
_CHANCE = 1.0 / (1.0 + np.exp(-_GRID))
_LOG_CHANCE = np.log(_CHANCE)
"""The logistic function and its logarithm from -8 to 8 in small steps: much quicker to read than to compute."""


@kernel
def grid_place(x: float) -> int:
    """Where the tables have the value for x."""
    return int((min(max(x, -8.0), 8.0) + _LIMIT) * _STEPS + 0.5)


@kernel
def chance(log_odds: float) -> float:
    """1 / (1 + exp(-log_odds)), to 0.004."""
    return _CHANCE[grid_place(log_odds)]  # type: ignore[no-any-return]


@kernel
def log_chance(log_odds: float) -> float:
    """The logarithm of `chance`."""
    return _LOG_CHANCE[grid_place(log_odds)]  # type: ignore[no-any-return]


@kernel
def card_kind(card: int, trump: int) -> int:
    if trump == NO_SUIT:
        return NO_TRUMP_CARD
    return TRUMP_CARD if suit_of(card) == trump else PLAIN_CARD


@kernel
def regression(row: Numbers, x: Features) -> float:
    """The log odds that a row of coefficients gives to the features."""
    return (  # type: ignore[no-any-return]
        row[0]
        + row[1] * x[0]
        + row[2] * x[1]
        + row[3] * x[2]
        + row[4] * x[3]
        + row[5] * x[4]
        + row[6] * x[5]
        + row[7] * x[6]
        + row[8] * x[7]
        + row[9] * x[8]
        + row[10] * x[9]
    )


@kernel
def log_win(state: Record, stage: int, hand: int, card: int, unseen: int, share: float, wanted: float) -> float:
    """Logarithm of the chance that `card`, kept in `hand` to take a trick, does so.

    `stage` is AT_BID or IN_PLAY, `share` the chance that an unseen card is live, `wanted` the tricks the others want
    per trick left.
    """
    kind = stage + card_kind(card, state.trump)
    features = later_features(state, hand, card, unseen, share, wanted)
    return log_chance(regression(WIN[state.players - MIN_SEATS, kind], features))


@kernel
def log_lose(state: Record, stage: int, hand: int, card: int, unseen: int, share: float, wanted: float) -> float:
    """Logarithm of the chance that `card`, kept in `hand` to take no trick, takes none."""
    kind = stage + card_kind(card, state.trump)
    features = later_features(state, hand, card, unseen, share, wanted)
    return log_chance(-regression(STRAY[state.players - MIN_SEATS, kind], features))


@kernel
def later_features(state: Record, hand: int, card: int, unseen: int, share: float, wanted: float) -> Features:
    """What is counted for a card kept for later."""
    suit = suit_of(card)
    above = cards_above(card)
    higher = count(unseen & above) * share
    trumps = 0.0
    own_trumps = 0
    if state.trump != NO_SUIT:
        trumps = count(of_suit(unseen, state.trump)) * share
        own_trumps = count(of_suit(hand, state.trump))
    left = count(hand)
    return (
        higher,
        1.0 / (1.0 + higher),
        count(of_suit(unseen, suit)) * share,
        float(count(hand & above)),
        float(count(of_suit(hand, suit))),
        float(own_trumps),
        trumps,
        float(left),
        wanted,
        higher * wanted,
    )


@kernel
def now_chance(state: Record, card: int, unseen: int, share: float, wanters: int, wanted: float) -> float:
    """How likely `card` takes the trick in progress, or the one it leads.

    `wanters` counts the seats still to play that want a trick.
    """
    place = cards_on_table(state)
    if place > 0 and not beats(card, state.best, state.trump):
        return 0.0
    kind = card_kind(card, state.trump)
    beating = unseen & cards_above(card)
    if kind == PLAIN_CARD:
        beating |= of_suit(unseen, state.trump)
    if beating == 0 or place == state.players - 1:
        return 1.0
    features = now_features(state, card, unseen, share, wanters, wanted)
    return chance(regression(NOW[state.players - MIN_SEATS, kind], features))


@kernel
def now_features(state: Record, card: int, unseen: int, share: float, wanters: int, wanted: float) -> Features:
    """What `now_chance` counts, for a card that would be winning with seats still to play."""
    place = cards_on_table(state)
    after = state.players - 1 - place
    suit = suit_of(card if place == 0 else state.history[state.plays - place])
    behind = share * after / (state.players - 1)
    higher = count(unseen & cards_above(card)) * behind
    trumps = 0.0
    ruffers = 0
    if state.trump != NO_SUIT:
        trumps = count(of_suit(unseen, state.trump)) * behind
        ruffers = count_ruffers(state, after, suit)
    return (
        higher,
        1.0 / (1.0 + higher),
        count(of_suit(unseen, suit)) * behind,
        trumps,
        float(ruffers),
        float(after),
        wanters / after,
        wanted,
        higher * wanters / after,
        float(count(state.hands[state.turn])),
    )


@kernel
def count_ruffers(state: Record, after: int, suit: int) -> int:
    """Seats still to play that are known to be void in `suit` and may have a trump."""
    ruffers = 0
    seat = state.turn
    for _ in range(after):
        seat = seat + 1 if seat + 1 < state.players else 0
        if is_void(state, seat, suit) and not is_void(state, seat, state.trump):
            ruffers += 1
    return ruffers


@kernel
def is_void(state: Record, seat: int, suit: int) -> bool:
    """Whether the seat has shown that it holds nothing of the suit."""
    return state.lacks[seat] >> (CARDS_IN_SUIT * suit) & SUIT == SUIT  # type: ignore[no-any-return]


@kernel
def count_wanters(state: Record) -> int:
    """Seats still to play to this trick that want one more."""
    wanters = 0
    seat = state.turn
    for _ in range(state.players - 1 - cards_on_table(state)):
        seat = seat + 1 if seat + 1 < state.players else 0
        wanters += 1 if state.bids[seat] > state.tricks[seat] else 0
    return wanters
