"""The record itself: its layout, and the readings everybody may take from it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from overtrick.cards.masks import NO_SUIT
from overtrick.core.record import NOBODY, ROUND, UNDEALT, cards_on_table, clear, hand_size, led_suit, seat_of_play
from tests.games.tables import GAMES, any_table, scaled, turns


def test_the_record_has_no_holes() -> None:
    """NumPy does not copy padding, so a hole would make equal states differ."""
    fields = [ROUND.fields[name] for name in ROUND.names]
    assert sum(field[0].itemsize for field in fields) == ROUND.itemsize


def test_copies_are_equal_and_independent() -> None:
    table, _ = any_table("hearts", random.Random(1))
    scrap = np.full(64, 255, np.uint8)  # so that fresh memory is not all zeros
    del scrap
    copy = table.copy()
    assert copy == table
    copy.apply(copy.legal_actions()[0])
    assert copy != table


@pytest.mark.parametrize("game", GAMES)
def test_public_readings(game: str) -> None:
    for table in turns(game, random.Random(game), scaled(60)):
        record = table.record
        for seat in range(table.players):
            assert hand_size(record, seat) == int(record.hands[seat]).bit_count()
        trick = table.trick()
        assert cards_on_table(record) == len(trick)
        assert led_suit(record) == (trick[0][1] // 13 if trick else NO_SUIT)
        played = [pair for tricks in table.tricks() for pair in tricks]
        assert played == [(seat_of_play(record, play), int(record.history[play])) for play in range(record.plays)]


def test_clear_keeps_the_table_and_blanks_the_deal() -> None:
    table, _ = any_table("blob", random.Random(2))
    players, cards = table.players, table.cards
    clear(table.record)
    assert (table.players, table.cards) == (players, cards)
    assert (table.phase, table.turn) == (UNDEALT, NOBODY)
    assert not table.record.hands.any()
