"""Legal actions as numbers for networks: one row of 52, bids at their number, cards to play or pass at theirs."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.cards.masks import DECK_SIZE
from overtrick.core.marks import Floats, mark
from overtrick.core.record import NOBODY, Rounds
from overtrick.engine.rules import legal_actions
from overtrick.errors import OvertrickError
from overtrick.kernel import kernel

ACTIONS = DECK_SIZE
"""Width of the action space."""


class EmptyMask(OvertrickError, ValueError):
    """A mask that allows nothing: no probabilities could follow from it."""


def action_masks(rounds: Rounds) -> Floats:
    """1 for each action open to the seat to act in each round or view, as [B, 52]; refused where there is none."""
    masks = np.empty((len(rounds), ACTIONS), np.float32)
    write_masks(rounds, masks)
    check_masks(masks)
    return masks


def check_masks(masks: np.ndarray[Any, Any]) -> None:
    """Refuse masks with a row that allows nothing."""
    empty = np.flatnonzero(~masks.any(axis=-1))
    if len(empty) > 0:
        raise EmptyMask(f"row {empty[0]} of the masks allows no action; each row must: leave out rounds nobody acts in")


@kernel
def write_masks(rounds: Rounds, masks: Floats) -> None:
    """Fill `masks`; a row stays zero where nobody is to act."""
    for index in range(len(rounds)):
        masks[index] = 0.0
        if rounds[index].turn != NOBODY:
            mark(masks[index], 0, legal_actions(rounds[index]))
