"""Where unseen cards lie: what networks are taught, and how their answers get back to the engine's cards and places."""

import numpy as np
import pytest

from overtrick.core.seen import cards_of
from overtrick.engine.worlds import STOCK
from overtrick.games.blob.observations.schemas import BLOB_3
from overtrick.games.hearts.observations.schemas import HEARTS_3
from overtrick.games.spades.observations.schemas import SPADES_3
from overtrick.observe.locations import LEAST, NOT_ASKED, leanings_of, location_places, locator_in, write_locations
from overtrick.observe.questions import ask
from tests.observe.positions import random_views


@pytest.mark.parametrize("kind", [BLOB_3, HEARTS_3, SPADES_3])
def test_locations_are_where_unseen_cards_lie(kind):
    others = 7 if kind.game == "blob" else 3
    for view in random_views(kind.game, 40, seed=3, only_turns=True):
        world = view.sample_world(np.array([4], np.uint64))
        world.record.turn = view.seat
        lie = np.empty((1, 52), np.int64)
        write_locations(world.data, np.arange(1), False, lie)
        seen = {card for trick in view.tricks() for _, card in trick} | set(cards_of(view.hand))
        for card in range(52):
            holders = [seat for seat in range(view.players) if world.record.hands[seat] >> card & 1]
            stock = others if not holders else (holders[0] - view.seat) % view.players - 1
            assert lie[0, card] == (NOT_ASKED if card in seen else stock)
        by_role = np.empty((1, 52), np.int64)
        write_locations(world.data, np.arange(1), True, by_role)
        unseen = kind.offsets["unseen"]
        asked = ask(kind, world.data).observations[0, unseen : unseen + 52] > 0
        assert ((by_role[0] != NOT_ASKED) == asked).all()
        assert sorted(by_role[0]) == sorted(lie[0])


class Oracle:
    """Knows where the cards of one world lie, and says so the way a network does."""

    can_locate = True

    def __init__(self, schema, world):
        self.schema = schema
        self._lie = np.empty((1, 52), np.int64)
        write_locations(world.data, np.arange(1), schema.by_role, self._lie)

    def locate(self, observations):
        located = np.full((1, 52, location_places(self.schema)), -np.inf, np.float32)
        for place, where in enumerate(self._lie[0]):
            if where != NOT_ASKED:
                located[0, place, where] = 0.0
        return located


@pytest.mark.parametrize("kind", [BLOB_3, HEARTS_3, SPADES_3])
def test_leanings_are_the_locations_by_card_and_seat(kind):
    for view in random_views(kind.game, 60, seed=8, only_turns=True):
        world = view.sample_world(np.array([9], np.uint64))
        world.record.turn = view.seat
        leanings = leanings_of(Oracle(kind, world), view)
        played = {card for trick in view.tricks() for _, card in trick}
        for card in set(range(52)) - played - set(cards_of(view.hand)):
            holders = [seat for seat in range(view.players) if world.record.hands[seat] >> card & 1]
            others = [seat for seat in range(view.players) if seat not in (view.seat, *holders)]
            assert leanings[card, holders or [STOCK]] == 0.0
            assert (leanings[card, others] == LEAST).all()


def test_only_what_has_learned_it_is_a_locator():
    oracle = Oracle(
        HEARTS_3, random_views("hearts", 1, seed=1, only_turns=True)[0].sample_world(np.array([1], np.uint64))
    )
    assert locator_in(oracle) is oracle
    oracle.can_locate = False
    assert locator_in(oracle) is None
    assert locator_in(None) is None
