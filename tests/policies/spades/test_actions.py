"""The Spades policies: each level stronger than the one below, sane bids, and the evidence of bids."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.arena.evaluation import evaluate
from overtrick.arena.plan import Plan
from overtrick.arena.tactics.positions import build_view, parse_cards
from overtrick.core.randomness import make_rng
from overtrick.core.record import NO_BID
from overtrick.engine.dispatch.evidence import likelihood
from overtrick.engine.round import View, new_round
from overtrick.games.spades.house import SpadesRules
from overtrick.games.spades.policies.bidding import likely_tricks, nil_chance
from overtrick.games.spades.policies.standing import bag_cost, trick_worth
from overtrick.kernel import JIT_IS_ON
from overtrick.players.catalogue import make_player

DEALS = 400 if JIT_IS_ON else 2


@pytest.mark.skipif(not JIT_IS_ON, reason="takes compiled kernels")
@pytest.mark.parametrize(("better", "worse"), [("normal", "easy"), ("hard", "normal")])
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    plan = Plan("spades", better, worse, deals=DEALS, seed=3)
    found = evaluate(plan, has_check=False, is_timed=False)
    assert found["difference"]["low"] > 0
    assert found["contracts_made"]["player"] > 0.9


def test_stronger_hands_are_worth_more() -> None:
    weak, fair = (
        parse_cards("2S 4S 3H 5H 8H 2C 4C 7C 9C 3D 5D 6D 9D"),
        parse_cards("AS QS 5S AH KH 6H 3H KC 8C 4C 9D 7D 2D"),
    )
    strong = parse_cards("AS KS QS JS 9S 6S 3S AH 5H KC 4C 8D 2D")
    assert likely_tricks(weak) < 1.5 < 3.5 < likely_tricks(fair) < 5.5 < 7 < likely_tricks(strong)
    assert nil_chance(weak, NO_BID) > 0.7 > 0.1 > nil_chance(fair, NO_BID)
    assert nil_chance(strong, NO_BID) == 0.0
    assert nil_chance(weak, 5) > nil_chance(weak, 2)


def test_all_hands_together_take_thirteen_tricks() -> None:
    table, rng, total = new_round(), make_rng(4), 0.0
    deals = 300 if JIT_IS_ON else 20
    for deal in range(deals):
        SpadesRules().set_up_deal(table.record, 4, deal, ())
        table.deal_random(rng)
        total += sum(float(likely_tricks(int(hand))) for hand in table.record.hands[:4])
    assert total / deals == pytest.approx(13, abs=0.25)


def test_a_nil_tells_of_low_cards() -> None:
    """Worlds in which the nil of seat 1 holds the ace of spades explain its bid worse."""
    table = new_round()
    SpadesRules().set_up_round(table.record, 0)
    table.deal_random(make_rng(8))
    for bid in (0, 3, 3):
        table.act(table.turn, bid)
    worlds = table.observe(0).sample_worlds(400, make_rng(9))
    has_ace = worlds["hands"][:, 1] >> 12 & 1 == 1
    likely = np.array([likelihood(worlds[place], 0) for place in range(len(worlds))])
    assert 0 < has_ace.sum() < len(worlds)
    assert likely[~has_ace].mean() > 1.3 * likely[has_ace].mean()


def standing(bids: list[int], plays: list[str], hand: str, scores: list[int]) -> View:
    """Seat 0 to act, dealt by seat 3."""
    setup = {"dealer": 3, "seat": 0, "hand": hand, "bids": bids, "plays": plays, "scores": scores}
    return build_view({"game": "spades", "setup": setup})


def test_a_trick_is_worth_a_contract_then_costs_a_bag() -> None:
    plays = ["AH", "5H", "2H", "7H", "AC", "4C", "3C", "9C"]
    hand = "KS 9S 4S KH 9H KC JC AD 8D 3D 2D"
    made = standing([1, 1, 1, 1], plays, hand, [103, 98])
    assert trick_worth(made.record, 0, 4.0, 0) < 0
    short = standing([6, 3, 3, 1], plays, hand, [103, 98])
    assert trick_worth(short.record, 0, 4.0, 0) > 20
    winning = standing([1, 3, 1, 3], plays, hand, [483, 98])
    assert bag_cost(winning.record, 0) == 0 < bag_cost(made.record, 0)


def test_reasons_speak_of_nils_and_bags() -> None:
    player = make_player("hard")
    cover = {"dealer": 0, "seat": 0, "bids": [4, 0, 3, 4], "plays": ["5H", "9H", "6H"]}
    view = build_view({"game": "spades", "setup": {**cover, "hand": "AS 9S 4S KH TH 2H QC 8C 4C 3C KD 9D 5D"}})
    assert "takes the trick off its partner, who bid nil" in player.decide(view, make_rng(1)).reasons[0]
    opening = {"dealer": 3, "seat": 0, "bids": [], "plays": [], "hand": "2S 4S 3H 5H 8H 2C 4C 7C 9C 3D 5D 6D 9D"}
    assert "bids nil" in player.decide(build_view({"game": "spades", "setup": opening}), make_rng(1)).reasons[0]
