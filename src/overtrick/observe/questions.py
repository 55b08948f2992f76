"""Questions to a network: what the seat to act sees and may do, in the order the network reads and answers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from overtrick.cards.masks import lowest
from overtrick.core.marks import Floats
from overtrick.core.record import BID, NOBODY, Rounds
from overtrick.core.schema import Schema
from overtrick.engine.dispatch.observations import encode_seat
from overtrick.engine.rules import legal_actions
from overtrick.kernel import kernel
from overtrick.observe.encode import check_game
from overtrick.observe.masks import ACTIONS, check_masks
from overtrick.observe.places import write_places

Places = np.ndarray[Any, np.dtype[np.int64]]


class Question(NamedTuple):
    """What is put to a network for a batch of positions."""

    observations: Floats
    """[B, schema.size]"""
    masks: Floats
    """[B, 52], 1 at the place of each legal action."""
    places: Places
    """[B, 52], where the network answers for each action: bids at their number, cards by role if the schema does so."""

    def by_action(self, answers: Floats) -> Floats:
        """[B, 52] numbers the network gave, in the engine's order of actions."""
        sorted_: Floats = np.take_along_axis(answers, self.places, axis=1)
        return sorted_


def ask(schema: Schema, rounds: Rounds) -> Question:
    """The questions of the seats to act in rounds or views; refused where a round is over."""
    check_game(schema, rounds)
    size = len(rounds)
    question = Question(
        np.empty((size, schema.size), np.float32),
        np.empty((size, ACTIONS), np.float32),
        np.empty((size, ACTIONS), np.int64),
    )
    write_questions(schema.version, schema.by_role, rounds, np.arange(size), *question)
    check_masks(question.masks)
    return question


@kernel
def write_questions(
    version: int, by_role: bool, rounds: Rounds, chosen: Places, rows: Floats, masks: Floats, places: Places
) -> None:
    """Fill one row of each array for every chosen round; zeros where nobody is to act."""
    for row in range(len(chosen)):
        state = rounds[chosen[row]]
        masks[row] = 0.0
        for action in range(ACTIONS):
            places[row, action] = action
        if state.turn == NOBODY:
            rows[row] = 0.0
            continue
        encode_seat(version, state, state.turn, rows[row])
        if by_role and state.phase != BID:
            write_places(state, state.turn, places[row])
        legal = legal_actions(state)
        while legal != 0:
            masks[row, places[row, lowest(legal)]] = 1.0
            legal &= legal - 1
