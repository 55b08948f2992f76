"""Tables to learn at."""

import numpy as np
import pytest

from overtrick.core.record import BID, PASS, PLAY
from overtrick.errors import OvertrickError
from overtrick.training.tables import TableMix, deal_rounds


def test_blob_tables_are_of_all_kinds():
    rounds = deal_rounds(TableMix("blob"), 6000, 1)
    players, cards = rounds["players"].astype(int), rounds["cards"].astype(int)
    assert set(players) == set(range(3, 9))
    assert (players == 4).mean() == pytest.approx(3 / 8, abs=0.03)
    assert (cards * players <= 52).all()
    assert (rounds["phase"] == BID).all()
    assert (cards > 10).mean() == pytest.approx(0.1 * (players < 5).mean(), abs=0.02)
    assert set(cards[players == 4]) == set(range(1, 14))
    assert (rounds["trump"] == -1).mean() == pytest.approx(0.2, abs=0.02)
    assert (rounds["dealer"] < players).all()
    held = np.bitwise_count(rounds["hands"].astype(np.uint64)).sum(axis=1)
    assert (held == players * cards).all()


def test_matches_have_scores_and_rounds_of_their_own_have_none():
    rounds = deal_rounds(TableMix("blob"), 2000, 2)
    is_match = rounds["rounds"] > 0
    assert is_match.mean() == pytest.approx(0.5, abs=0.05)
    assert not rounds["scores"][~is_match].any()
    assert (rounds["round"] <= rounds["rounds"]).all()
    assert not rounds["scores"][np.arange(8) >= rounds["players"][:, None]].any()
    hearts = deal_rounds(TableMix("hearts", in_match=1.0), 500, 2)
    assert (hearts["target"] == 100).all()
    assert hearts["scores"][:, :4].max() < 100


def test_hearts_tables_pass_in_all_directions():
    rounds = deal_rounds(TableMix("hearts"), 2000, 3)
    shares = np.bincount(rounds["pass_to"], minlength=4) / 2000
    assert shares.tolist() == pytest.approx([0.25] * 4, abs=0.04)
    assert ((rounds["phase"] == PLAY) == (rounds["pass_to"] == 0)).all()
    assert ((rounds["phase"] == PASS) == (rounds["pass_to"] != 0)).all()


def test_hand_sizes_can_be_chosen():
    rounds = deal_rounds(TableMix("blob", players=(4, 8), cards=(3, 9)), 500, 4)
    assert set(zip(rounds["players"].tolist(), rounds["cards"].tolist(), strict=True)) == {
        (4, 3),
        (4, 9),
        (8, 3),
        (8, 6),
    }


@pytest.mark.parametrize("game", ["blob", "hearts"])
def test_seed_and_path_decide_the_deals(game):
    one, same, other = (deal_rounds(TableMix(game), 50, 1, path).tobytes() for path in (1, 1, 2))
    assert one == same != other


def test_what_cannot_be_dealt():
    with pytest.raises(OvertrickError, match="Blob is for 3 to 8 players"):
        TableMix("blob", players=(2, 4))
    with pytest.raises(OvertrickError, match="8 players cannot have 7 cards each"):
        TableMix("blob", players=(4, 8), cards=(7, 9))
