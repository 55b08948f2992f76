"""Duplicate deals: every hand is held by each side equally often."""

from __future__ import annotations

import pytest

from overtrick.arena.plan import OPPONENT, PLAYER, Plan
from overtrick.errors import RulesError
from overtrick.games.hearts import NUMBER as HEARTS


@pytest.mark.parametrize("players", [3, 4, 5, 8])
def test_player_sits_in_every_seat_once(players: int) -> None:
    plan = Plan("blob", "hard", "easy", players=players, cards=(5,))
    assert len(plan.seatings) == players
    assert all(seating.count(PLAYER) == 1 for seating in plan.seatings)
    for seat in range(players):
        assert [seating[seat] for seating in plan.seatings].count(PLAYER) == 1


def test_both_adds_the_mirrored_tables() -> None:
    plan = Plan("hearts", "hard", "easy", tables="both")
    assert len(plan.seatings) == 8
    for seat in range(4):
        sides = [seating[seat] for seating in plan.seatings]
        assert sides.count(PLAYER) == sides.count(OPPONENT) == 4


def test_halves_hold_every_seat_once_each() -> None:
    assert Plan("hearts", "hard", "easy", tables="halves").seatings == ((0, 1, 0, 1), (1, 0, 1, 0))
    with pytest.raises(RulesError, match="no halves"):
        Plan("blob", "hard", "easy", players=5, tables="halves")


def test_hearts_goes_through_the_pass_directions() -> None:
    plan = Plan("hearts", "hard", "easy")
    records = [plan.set_up(deal).record for deal in range(8)]
    assert [record.pass_to for record in records] == [1, 3, 2, 0] * 2
    assert all(record.game == HEARTS and record.target == 100 for record in records)


def test_blob_goes_through_hand_sizes_trumps_and_dealers() -> None:
    plan = Plan("blob", "hard", "easy", cards=(5, 7))
    records = [plan.set_up(deal).record for deal in range(10)]
    assert [record.cards for record in records] == [5, 7] * 5
    assert [record.trump for record in records[::2]] == [0, 1, 2, 3, -1]
    assert [record.dealer for record in records[:4]] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"game": "hearts", "players": 5}, "Hearts is for 4 players, not 5"),
        ({"game": "blob", "players": 9}, "Blob is for 3 to 8 players, not 9"),
        ({"game": "blob", "players": 8, "cards": (7,)}, "8 players can have up to 6 each"),
        ({"game": "blob", "deals": 1}, "at least 2 deals"),
        ({"game": "blob", "seed": -1}, "a seed is a whole number"),
    ],
)
def test_impossible_plans_are_refused(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        Plan(player="hard", opponent="easy", **arguments)  # type: ignore[arg-type]
