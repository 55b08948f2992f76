"""Kernels against the reference encoders and the golden files."""

import numpy as np
import pytest

from overtrick.cards.card import parse_card
from overtrick.core.record import empty_rounds
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.round import Round, new_round
from overtrick.errors import ModelError
from overtrick.games.blob.house import BlobRules
from overtrick.games.blob.observations.schemas import BLOB_1, BLOB_2
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.hearts.observations.schemas import HEARTS_1, HEARTS_2
from overtrick.kernel import JIT_IS_ON
from overtrick.observe.encode import encode, encode_turns
from overtrick.observe.schemas import SCHEMAS, schema
from tests.golden.make_observations import FOLDER, REFERENCE, golden_views
from tests.observe.positions import random_views, stacked

POSITIONS = 400 if JIT_IS_ON else 150
MANY_POSITIONS = 10_000


@pytest.mark.parametrize("name", SCHEMAS)
def test_kernel_agrees_with_reference(name):
    assert_agreement(name, random_views(schema(name).game, POSITIONS, seed=7))


@pytest.mark.long
@pytest.mark.parametrize("name", SCHEMAS)
def test_kernel_agrees_with_reference_on_many_positions(name):
    assert_agreement(name, random_views(schema(name).game, MANY_POSITIONS, seed=8))


def assert_agreement(name, views):
    expected = np.array([REFERENCE[name](view) for view in views])
    rows = encode(schema(name), stacked(views))
    wrong = np.argwhere(np.abs(rows - expected) > 1e-6)
    assert len(wrong) == 0, f"{schema(name).labels()[wrong[0][1]]} of view {wrong[0][0]}"


@pytest.mark.parametrize("name", SCHEMAS)
def test_kernel_agrees_with_golden_file(name):
    views = stacked(golden_views(schema(name).game))
    golden = np.load(FOLDER / f"observations-{name}.npz", allow_pickle=False)["observations"]
    assert len(golden) == 100
    np.testing.assert_allclose(encode(schema(name), views), golden, atol=1e-6)


@pytest.mark.parametrize("name", SCHEMAS)
def test_full_states_tell_no_more_than_views(name):
    chance = np.random.default_rng(3)
    checked = 0
    for view in random_views(schema(name).game, 60, seed=11, only_turns=True):
        world = view.sample_world(np.array([chance.integers(2**63)], np.uint64))
        world.record.turn = view.seat
        np.testing.assert_array_equal(encode_turns(schema(name), world.data), encode(schema(name), view.data))
        checked += 1
    assert checked == 60


@pytest.mark.parametrize("name", SCHEMAS)
def test_nobody_to_act_is_all_zero(name):
    rounds = empty_rounds(1)
    rounds["game"] = GAME_KEYS.index(schema(name).game)
    rounds["turn"] = -1
    assert not encode_turns(schema(name), rounds).any()


def test_wrong_game_is_refused():
    with pytest.raises(ModelError, match="blob-2 describes blob, not hearts"):
        encode(BLOB_2, stacked(random_views("hearts", 1, seed=1)))


def blob_table() -> Round:
    """Three players, two cards each, spades are trump, seat 0 deals: it holds 2♠ 3♠, seat 1 4♠ 5♠, seat 2 6♠ 7♠."""
    table = new_round()
    BlobRules().set_up_round(table.record, 3, 2, 0, 0)
    table.deal(range(52))
    return table


def test_blob_1_while_bidding():
    table = blob_table()
    table.bid(1, 1)
    table.bid(2, 2)
    row = encode(BLOB_1, table.observe(0).data)[0]
    at = BLOB_1.offsets
    assert np.flatnonzero(row[:52]).tolist() == [0, 1]
    assert row[156:164].tolist() == [-1.0, 0.5, 1.0, 0, 0, 0, 0, 0]
    assert row[at["my_bid"]] == -1.0
    assert row[174:186].tolist() == pytest.approx([2 / 13, 0, 0, 3 / 8, 1, 0, 0, 0, 1, 1, 0, 0])
    assert row[at["pace"]] == 0.0
    assert not row[191:202].any()
    assert not row[202:].any()


def test_blob_1_in_a_trick():
    table = blob_table()
    for seat, bid in ((1, 1), (2, 2), (0, 0)):
        table.bid(seat, bid)
    table.play(1, 3)
    row = encode(BLOB_1, table.observe(2).data)[0]
    assert row[52 + 3] == 1.0
    assert row[104 + 3] == 1.0
    assert row[176] == pytest.approx(2 / 3)
    assert row[183:186].tolist() == [0, 1, 0]
    assert row[189] == -1.0
    assert row[190] == pytest.approx(1 / 3)


def test_blob_1_of_a_match():
    table = new_round()
    BlobRules(start_cards=3).set_up(table.record, 4, 5, [30, 11, 0, 22])
    table.deal(range(52))
    row = encode(BLOB_1, table.observe(1).data)[0]
    assert row[202:206].tolist() == pytest.approx([30 / 65, 11 / 65, 0, 22 / 65])
    assert row[210:214].tolist() == pytest.approx([5 / 8, 3 / 8, 1 / 4, 0.5])
    assert row[214:220].tolist() == pytest.approx([1, 2 / 3, 1 / 3, 1 / 3, 1 / 3, 0])
    assert row[229:231].tolist() == [0.5, 3 / 8]


def test_blob_1_in_the_first_round_of_a_match():
    table = new_round()
    BlobRules(start_cards=3).set_up(table.record, 4, 0, [0, 0, 0, 0])
    table.deal(range(52))
    row = encode(BLOB_1, table.observe(1).data)[0]
    assert not row[202:210].any()
    assert row[210:214].tolist() == [0, 1, 1, 0]


def test_blob_1_before_the_deal():
    table = new_round()
    BlobRules().set_up_round(table.record, 3, 2, 0, 0)
    row = encode(BLOB_1, table.observe(0).data)[0]
    assert not row[183:186].any()


def test_blob_2_knows_the_forbidden_bid():
    table = blob_table()
    table.bid(1, 1)
    table.bid(2, 0)
    row = encode(BLOB_2, table.observe(0).data)[0]
    at = BLOB_2.offsets
    assert np.flatnonzero(row[at["forbidden"] : at["scoring"]]).tolist() == [1]
    assert row[at["balance"]] == -0.25


def test_hearts_1_orders_clubs_first():
    table = new_round()
    HeartsRules().set_up_round(table.record, "hold")
    table.deal(range(52))
    table.play(2, parse_card("2C"))
    row = encode(HEARTS_1, table.observe(3).data)[0]
    at = HEARTS_1.offsets
    assert np.flatnonzero(row[:52]).tolist() == list(range(13, 26))
    assert row[at["seen"]] == 1.0
    assert row[at["trick_led_suit"] : at["trick_led_suit"] + 4].tolist() == [1, 0, 0, 0]
    assert row[at["trick_count"]] == row[at["my_trick_position"]] == 0.25
    assert row[at["passing_direction"] : at["passing_direction"] + 4].tolist() == [0, 0, 0, 1]


def test_hearts_2_knows_the_cards_passed():
    table = new_round()
    HeartsRules().set_up_round(table.record, "left")
    table.deal(range(52))
    for seat in range(4):
        table.pass_cards(seat, [13 * seat, 13 * seat + 1, 13 * seat + 2])
    row = encode(HEARTS_2, table.observe(1).data)[0]
    at = HEARTS_2.offsets
    left = row[at["known"] : at["known"] + 52]
    assert np.flatnonzero(left).tolist() == [13, 14, 15]
    received = row[at["received"] : at["received"] + 52]
    assert np.flatnonzero(received).tolist() == [0, 1, 2]
