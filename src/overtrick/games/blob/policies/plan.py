"""A plan for a hand: which cards are to take the tricks needed, and the odds that it works out.

For k tricks the k cards that gain most by being meant to win are the winners, the others the losers, and the plan works
when every card does what it is meant to. The chances of the cards are multiplied as if they were independent.
"""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import count, lowest
from overtrick.core.record import MAX_CARDS, Record
from overtrick.games.blob.policies.chances import Numbers, log_lose, log_win
from overtrick.kernel import kernel

LOSE, GAIN, ORDERED = range(3)
"""Rows of a plan: log chance to lose as meant, by card; what meaning to win adds, by card; the latter, best first."""
ROWS = 3
HOPELESS = -12.0
"""Log odds of a plan that cannot work, such as more tricks than cards."""


@kernel
def make_plan(state: Record, stage: int, hand: int, unseen: int, share: float, wanted: float) -> Numbers:
    """The logarithms of all cards' chances, in the order of the hand."""
    plan = np.empty((ROWS, MAX_CARDS))
    size = 0
    cards = hand
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        lose = log_lose(state, stage, hand, card, unseen, share, wanted)
        gain = log_win(state, stage, hand, card, unseen, share, wanted) - lose
        plan[LOSE, size] = lose
        plan[GAIN, size] = gain
        place = size
        while place > 0 and plan[ORDERED, place - 1] < gain:
            plan[ORDERED, place] = plan[ORDERED, place - 1]
            place -= 1
        plan[ORDERED, place] = gain
        size += 1
    return plan


@kernel
def log_odds_of_all_losing(plan: Numbers, size: int) -> float:
    """The plan for no trick."""
    total = 0.0
    for place in range(size):
        total += plan[LOSE, place]
    return total


@kernel
def log_odds_without(plan: Numbers, all_lose: float, size: int, place: int, tricks: int) -> float:
    """The plan for `tricks` tricks with all cards of the hand but the one at `place`."""
    if tricks < 0 or tricks >= size:
        return HOPELESS
    total = all_lose - plan[LOSE, place]
    own = plan[GAIN, place]
    for order in range(tricks):
        total += plan[ORDERED, order]
    if tricks > 0 and own >= plan[ORDERED, tricks - 1]:
        total += plan[ORDERED, tricks] - own
    return total  # type: ignore[no-any-return]


@kernel
def place_in_hand(hand: int, card: int) -> int:
    """How many cards of the hand come before `card`."""
    return count(hand & ((1 << card) - 1))
