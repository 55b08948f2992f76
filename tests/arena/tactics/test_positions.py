"""Positions in text become views, and impossible ones are refused with the reason."""

import pytest

from overtrick.arena.tactics.positions import build_view, parse_cards
from overtrick.cards.card import card_code, parse_card
from overtrick.core.randomness import make_rng, pick
from overtrick.core.record import BID, PASS, PLAY
from overtrick.core.seen import cards_of
from overtrick.engine.round import new_round
from overtrick.errors import RecordError
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules

HEARTS_HAND = "AS KS 2H 3H 4H 5D 6D 7D 8D 9D 3C TC AC"


def hearts(**setup):
    return {"name": "a trick", "game": "hearts", "setup": {"pass_to": "hold", "seat": 2, "hand": HEARTS_HAND, **setup}}


def test_a_play_in_the_first_trick():
    view = build_view(hearts(leader=0, plays=["2C", "KC"], scores=[10, 20, 30, 40]))
    assert view.phase == PLAY
    assert view.hand == parse_cards(HEARTS_HAND)
    assert view.trick() == [(0, parse_card("2C")), (1, parse_card("KC"))]
    assert view.record.scores[:4].tolist() == [10, 20, 30, 40]


def test_a_pass_with_one_card_chosen():
    view = build_view(hearts(pass_to="left", passed="AS"))
    assert view.phase == PASS
    assert parse_card("AS") not in view.legal_actions()
    assert len(view.legal_actions()) == 12


def test_cards_passed_and_received_are_known():
    view = build_view(
        hearts(pass_to="left", passed="QS QH KH", received="AS KS AC", leader=0, plays=["2C", "KC"], seat=2)
    )
    assert view.record.passed[2] == parse_cards("QS QH KH")
    assert view.record.passed[1] == parse_cards("AS KS AC")


def test_a_bid_and_a_play_of_blob():
    setup = {"players": 4, "cards": 3, "trump": "S", "dealer": 3, "bids": [1, 0], "seat": 2, "hand": "AS KS 2H"}
    assert build_view({"game": "blob", "setup": setup}).phase == BID
    setup |= {"bids": [1, 0, 2, 1], "plays": ["2C", "KC"]}
    assert build_view({"game": "blob", "setup": setup}).phase == PLAY


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (hearts(leader=0, plays=["2C"]), "seat 1's turn"),
        (hearts(leader=0, plays=["3D", "KC"]), "does not hold"),
        (hearts(leader=0, plays=["2C", "KC"], hand="AS KS 2H"), "cards"),
        (hearts(leader=0, plays=["2C", "AC"]), "cannot come about"),
        (hearts(leader=0, plays=["2C", "KX"]), "KX"),
        (hearts(pass_to="left", leader=0, plays=["2C", "KC"]), "'passed'"),
    ],
)
def test_an_impossible_position_is_refused(entry, reason):
    with pytest.raises(RecordError, match=reason):
        build_view(entry)


@pytest.mark.parametrize("seed", range(12))
def test_any_position_of_a_random_round_survives_the_way_through_text(seed):
    rng = make_rng(seed)
    table = new_round()
    if seed % 2:
        HeartsRules().set_up_round(table.record, "hold")
        table.deal_random(rng)
        table.record.target = HeartsRules().target
        setup = {"pass_to": "hold", "leader": table.turn}
    else:
        BlobRules().set_up_round(table.record, 5, 6, 2, 1)
        table.deal_random(rng)
        setup = {"players": 5, "cards": 6, "trump": "C", "dealer": 1}
    bids, plays = [], []
    while not table.is_over:
        view = table.observe(table.turn)
        entry = {"game": table.game, "setup": {**setup, "bids": bids, "plays": plays, "seat": view.seat}}
        entry["setup"]["hand"] = [card_code(card) for card in cards_of(view.hand)]
        assert build_view(entry) == view
        action = pick(rng, table.legal_mask())
        (bids if table.phase == BID else plays).append(int(action) if table.phase == BID else card_code(int(action)))
        table.act(table.turn, int(action))
