"""Many rounds at once: one call for a whole array, the way to native speed from Python.

Rounds are set up by the house rules (`set_up_round`), then dealt and stepped together. All of them may differ in game,
players, hand size and rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.cards.masks import DECK_SIZE
from overtrick.core.randomness import Rng, below, pick
from overtrick.core.record import NOBODY, OVER, Record, Rounds
from overtrick.engine.rules import apply, deal, legal_actions, score
from overtrick.engine.views import blank_hidden
from overtrick.kernel import kernel

Numbers = np.ndarray[Any, Any]


@kernel
def deal_all(rounds: Rounds, rng: Rng) -> None:
    """Shuffle and deal every round."""
    deck = np.arange(DECK_SIZE)
    for index in range(len(rounds)):
        deal_shuffled(rounds[index], deck, rng)


@kernel
def deal_shuffled(state: Record, deck: Numbers, rng: Rng) -> None:
    """Draw the cards that the round needs to the front of `deck`, in random order, and deal them."""
    for place in range(state.players * state.cards):
        other = place + below(rng, DECK_SIZE - place)
        deck[place], deck[other] = deck[other], deck[place]
    deal(state, deck)


@kernel
def legal_all(rounds: Rounds, masks: Numbers) -> None:
    """Write to `masks` what the seat to act may do in each round; 0 where the round is over."""
    for index in range(len(rounds)):
        masks[index] = legal_actions(rounds[index])


@kernel
def apply_all(rounds: Rounds, actions: Numbers) -> None:
    """Carry out one legal action in each round that is not over."""
    for index in range(len(rounds)):
        if rounds[index].phase != OVER:
            apply(rounds[index], actions[index])


@kernel
def step_all(rounds: Rounds, actions: Numbers, masks: Numbers) -> None:
    """`apply_all`, then `legal_all`, in one pass."""
    for index in range(len(rounds)):
        if rounds[index].phase != OVER:
            apply(rounds[index], actions[index])
        masks[index] = legal_actions(rounds[index])


@kernel
def pick_all(masks: Numbers, rng: Rng, actions: Numbers) -> None:
    """A random action from each mask; where nothing is legal the action is left as it is."""
    for index in range(len(masks)):
        if masks[index] != 0:
            actions[index] = pick(rng, masks[index])


@kernel
def score_all(rounds: Rounds, scores: Numbers) -> None:
    """Write what each finished round adds to every seat's match score; rows are rounds, columns are seats."""
    for index in range(len(rounds)):
        for seat in range(rounds[index].players):
            scores[index, seat] = score(rounds[index], seat)


@kernel
def play_random(rounds: Rounds, rng: Rng) -> int:
    """Deal every round and play it to the end at random; how many actions that took."""
    deck = np.arange(DECK_SIZE)
    steps = 0
    for index in range(len(rounds)):
        state = rounds[index]
        deal_shuffled(state, deck, rng)
        legal = legal_actions(state)
        while legal != 0:
            apply(state, pick(rng, legal))
            legal = legal_actions(state)
            steps += 1
    return steps


@kernel
def play_random_viewed(rounds: Rounds, views: Rounds, rng: Rng) -> int:
    """`play_random` in which every action is chosen from the view of the seat to act, written to `views`."""
    deck = np.arange(DECK_SIZE)
    steps = 0
    for index in range(len(rounds)):
        state = rounds[index]
        deal_shuffled(state, deck, rng)
        while state.turn != NOBODY:
            views[index] = rounds[index]
            blank_hidden(views[index], state.turn)
            apply(state, pick(rng, legal_actions(views[index])))
            steps += 1
    return steps


@kernel
def copy_all(source: Rounds, target: Rounds, times: int) -> None:
    """Copy every round to the same place of `target`, so many times over."""
    for _ in range(times):
        for index in range(len(source)):
            target[index] = source[index]
