"""Where the unseen cards lie, as a network puts it: for each card the other seats from the left on, then the stock."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np

from overtrick.core.marks import Floats, unseen_cards
from overtrick.core.record import MAX_SEATS, Record, Rounds
from overtrick.core.schema import Schema
from overtrick.engine.catalogue import game
from overtrick.engine.round import View
from overtrick.engine.worlds import PLACES, STOCK
from overtrick.kernel import kernel
from overtrick.observe.encode import encode
from overtrick.observe.masks import ACTIONS
from overtrick.observe.places import write_places

Numbers = np.ndarray[Any, Any]

NOT_ASKED = -100
"""In place of a location: the card lies in the own hand or was played."""
LEAST = -12.0
"""No chance is put lower than e to this, so that no deal is ruled out by a network that is sure and wrong."""


@runtime_checkable
class Locator(Protocol):
    """A network that says where unseen cards lie."""

    @property
    def schema(self) -> Schema: ...

    @property
    def can_locate(self) -> bool:
        """Whether it has learned to."""
        ...

    def locate(self, observations: Floats) -> Floats:
        """[B, 52, places] logarithms of chances, cards in the schema's order."""
        ...


def locator_in(network: object) -> Locator | None:
    """The network, if it has learned where cards lie."""
    return network if isinstance(network, Locator) and network.can_locate else None


def location_places(schema: Schema) -> int:
    """Where an unseen card can lie: any other seat, or the stock in a game that leaves cards undealt."""
    kind = game(schema.game)
    return kind.most_players if kind.has_stock else kind.most_players - 1


def leanings_of(locator: Locator, view: View) -> Numbers:
    """What a network makes of the view, as `sample_worlds` takes it."""
    leanings = np.zeros((ACTIONS, PLACES))
    located = locator.locate(encode(locator.schema, view.data))[0]
    write_leanings(view.data, locator.schema.by_role, located, leanings)
    return leanings


@kernel
def write_leanings(views: Rounds, by_role: bool, located: Floats, leanings: Numbers) -> None:
    """Put a network's log-chances for the seat of `views[0]` to the engine's cards and places."""
    view = views[0]
    places = card_places(view, view.seat, by_role)
    for card in range(ACTIONS):
        for step in range(1, view.players):
            leanings[card, (view.seat + step) % view.players] = max(located[places[card], step - 1], LEAST)
        if located.shape[1] == MAX_SEATS:
            leanings[card, STOCK] = max(located[places[card], MAX_SEATS - 1], LEAST)


@kernel
def write_locations(rounds: Rounds, chosen: Numbers, by_role: bool, rows: Numbers) -> None:
    """Where each unseen card lies in truth, for the seat to act in each chosen round: what a network is to learn."""
    for row in range(len(chosen)):
        state = rounds[chosen[row]]
        places = card_places(state, state.turn, by_role)
        rows[row] = NOT_ASKED
        unseen = unseen_cards(state, state.turn)
        for card in range(ACTIONS):
            if unseen >> card & 1:
                rows[row, places[card]] = location(state, card)


@kernel
def location(state: Record, card: int) -> int:
    """How far to the left of the seat to act the card lies, from 0; the last place is the stock."""
    for step in range(1, state.players):
        if state.hands[(state.turn + step) % state.players] >> card & 1:
            return step - 1
    return MAX_SEATS - 1


@kernel
def card_places(state: Record, seat: int, by_role: bool) -> Numbers:
    """Where a network looks for each card."""
    places = np.arange(ACTIONS)
    if by_role:
        write_places(state, seat, places)
    return places
