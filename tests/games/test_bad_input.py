"""Everything that is refused has its own error, which says what was wrong and what was allowed, and changes nothing."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from overtrick.cards.card import parse_card
from overtrick.core.randomness import make_rng
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.round import Round, new_round
from overtrick.errors import (
    BadPass,
    BidOutOfRange,
    CardBarred,
    CardNotInHand,
    ForbiddenBid,
    IllegalAction,
    NotACard,
    OutOfTurn,
    OvertrickError,
    Revoke,
    RulesError,
    WrongPhase,
)
from overtrick.games.blob.house import BlobRules, generate_round_structure
from overtrick.games.hearts.house import HeartsRules


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def deck(*hands: str) -> list[int]:
    """A deck that deals these hands."""
    dealt = [card for hand in hands for card in cards(hand)]
    return dealt + [card for card in range(52) if card not in dealt]


def blob(*hands: str, trump: int = -1, hook: bool = True) -> Round:
    """A Blob round, seat 0 deals, so seat 1 speaks and leads first."""
    table = new_round()
    BlobRules(hook=hook).set_up_round(table.record, len(hands), len(hands[0].split()), trump, 0)
    table.deal(deck(*hands))
    return table


def blob_in_play(*hands: str) -> Round:
    table = blob(*hands, hook=False)
    while table.turn != 0:
        table.bid(table.turn, 0)
    table.bid(0, 0)
    return table


SPADES = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
MIXED_1 = "2C 3C 4C 5C 6C 7C 8D 9D TD JD QD KD AD"
MIXED_2 = "2D 3D 4D 5D 6D 7D 8C 9C TC JC QC KC AC"


def hearts(*hands: str, pass_to: str = "hold", **rules) -> Round:
    table = new_round()
    HeartsRules(**rules).set_up_round(table.record, pass_to)
    table.deal(deck(*hands))
    return table


@contextmanager
def refused(table: Round, error: type[OvertrickError], says: str):
    """The block raises exactly this error with this text, and the round stays as it was."""
    before = table.data.tobytes()
    with pytest.raises(OvertrickError, match=says) as caught:
        yield
    assert caught.type is error
    assert table.data.tobytes() == before


class TestBids:
    @pytest.mark.parametrize("bid", [-1, 3, 100])
    def test_out_of_range(self, bid):
        table = blob("AS 2H", "5H 9S", "KH 3C")
        with refused(table, BidOutOfRange, f"from 0 to 2, the cards dealt, not {bid}"):
            table.bid(1, bid)
        with refused(table, BidOutOfRange, "from 0 to 2"):
            table.act(1, bid)

    def test_the_hook(self):
        table = blob("AS 2H", "5H 9S", "KH 3C")
        table.bid(1, 1)
        table.bid(2, 0)
        with refused(table, ForbiddenBid, "may not bid 1: the bids would add up to 2 tricks; allowed: 0, 2"):
            table.bid(0, 1)
        table.bid(0, 2)

    @pytest.mark.parametrize("seat", [0, 2, 3, -1, 99])
    def test_out_of_turn(self, seat):
        table = blob("AS 2H", "5H 9S", "KH 3C")
        with refused(table, OutOfTurn, f"seat {seat} cannot bid now: it is seat 1's turn"):
            table.bid(seat, 0)

    def test_a_card_while_bids_are_made(self):
        table = blob("AS 2H", "5H 9S", "KH 3C")
        with refused(table, WrongPhase, "cannot play now: bids are being made"):
            table.play(1, parse_card("5H"))
        with refused(table, WrongPhase, "cannot pass now: bids are being made"):
            table.pass_cards(1, cards("5H 9S KH"))


class TestPlays:
    def test_a_card_not_in_hand(self):
        table = blob_in_play("AS 2H", "5H 9S", "KH 3C")
        with refused(table, CardNotInHand, "does not hold A♦; it holds 9♠ 5♥"):
            table.play(1, parse_card("AD"))

    @pytest.mark.parametrize("card", [-1, 52, 1000])
    def test_an_unknown_card(self, card):
        table = blob_in_play("AS 2H", "5H 9S", "KH 3C")
        with refused(table, NotACard, f"no card number {card}: cards are 0 to 51"):
            table.play(1, card)
        with refused(table, NotACard, "0 to 51"):
            table.act(1, card)

    def test_a_revoke(self):
        table = blob_in_play("AS 2H", "5H 9S", "KH 3C")
        table.play(1, parse_card("5H"))
        with refused(table, Revoke, "must follow hearts and cannot play 3♣; allowed: K♥"):
            table.play(2, parse_card("3C"))

    def test_out_of_turn(self):
        table = blob_in_play("AS 2H", "5H 9S", "KH 3C")
        with refused(table, OutOfTurn, "seat 2 cannot play now: it is seat 1's turn"):
            table.play(2, parse_card("KH"))

    def test_a_bid_while_cards_are_played(self):
        table = blob_in_play("AS 2H", "5H 9S", "KH 3C")
        with refused(table, WrongPhase, "cannot bid now: cards are being played"):
            table.bid(1, 0)

    def test_anything_after_the_end(self):
        table = blob_in_play("AS", "5H", "KH")
        for seat, text in ((1, "5H"), (2, "KH"), (0, "AS")):
            table.play(seat, parse_card(text))
        with refused(table, WrongPhase, "cannot play now: the round is over"):
            table.act(0, parse_card("AS"))
        with refused(table, WrongPhase, "the round is over"):
            table.bid(0, 0)

    def test_anything_before_the_deal(self):
        table = new_round()
        BlobRules().set_up_round(table.record, 3, 2, 0, 0)
        with refused(table, WrongPhase, "nothing is dealt yet"):
            table.act(1, 0)


class TestHearts:
    def test_the_two_of_clubs_leads(self):
        table = hearts(SPADES, HEARTS, MIXED_1, MIXED_2)
        with refused(table, CardBarred, "the two of clubs leads, not A♦; allowed: 2♣"):
            table.play(2, parse_card("AD"))

    def test_no_points_on_the_first_trick(self):
        table = hearts("2C 3S 4S 5S 6S 7S 8S 9S TS JS KS AS 2H", "QS 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 2D")
        table.play(0, parse_card("2C"))
        with refused(table, CardBarred, "no points on the first trick, so not Q♠; allowed: 2♦"):
            table.play(1, parse_card("QS"))

    def test_hearts_are_not_led_before_they_are_broken(self):
        table = hearts("2C 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS", "AC QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH 2D")
        for seat, text in enumerate(("2C", "AC", "3C", "KC")):
            table.play(seat, parse_card(text))
        with refused(table, CardBarred, "hearts are not broken, so 2♥ may not be led; allowed: Q♠ 2♦"):
            table.play(1, parse_card("2H"))

    def test_passes(self):
        table = hearts(SPADES, HEARTS, MIXED_1, MIXED_2, pass_to="left")
        with refused(table, BadPass, "3 different cards, not 2♠ 3♠"):
            table.pass_cards(0, cards("2S 3S"))
        with refused(table, BadPass, "3 different cards, not 2♠ 2♠ 3♠"):
            table.pass_cards(0, cards("2S 2S 3S"))
        with refused(table, CardNotInHand, "does not hold 2♥"):
            table.pass_cards(0, cards("2S 3S 2H"))
        with refused(table, NotACard, "0 to 51"):
            table.pass_cards(0, [0, 1, 52])
        with refused(table, WrongPhase, "cannot play now: cards are being passed"):
            table.play(0, 0)
        with refused(table, WrongPhase, "cannot bid now: cards are being passed"):
            table.bid(0, 0)
        with refused(table, OutOfTurn, "there is no seat 4"):
            table.pass_cards(4, cards("2S 3S 4S"))
        table.pass_cards(0, cards("2S 3S 4S"))
        with refused(table, BadPass, "seat 0 has passed already"):
            table.pass_cards(0, cards("5S 6S 7S"))

    def test_a_pass_card_by_card(self):
        table = hearts(SPADES, HEARTS, MIXED_1, MIXED_2, pass_to="left")
        table.act(1, parse_card("2H"))
        with refused(table, BadPass, "seat 1 has chosen 2♥ to pass already"):
            table.act(1, parse_card("2H"))
        with refused(table, BadPass, "seat 1 has chosen 2♥ to pass already"):
            table.pass_cards(1, cards("3H 4H 5H"))


class TestTables:
    @pytest.mark.parametrize("players", [-1, 0, 1, 2, 9, 52])
    def test_blob_is_for_three_to_eight(self, players):
        with pytest.raises(RulesError, match=f"3 to 8 players, not {players}"):
            Match(BlobRules(start_cards=1), players, seeded_decks(1))
        with pytest.raises(RulesError, match="3 to 8 players"):
            generate_round_structure(1, players)

    @pytest.mark.parametrize("players", [2, 3, 5, 9])
    def test_hearts_is_for_four(self, players):
        with pytest.raises(RulesError, match=f"4 players, not {players}"):
            Match(HeartsRules(), players, seeded_decks(1))

    def test_eight_players_cannot_have_seven_cards(self):
        with pytest.raises(RulesError, match=r"cannot deal 7 cards to 8 players.*56.*up to 6 each"):
            Match(BlobRules(), 8, seeded_decks(1))
        with pytest.raises(ValueError, match="cannot deal 7 cards to 8 players"):
            generate_round_structure(7, 8)

    @pytest.mark.parametrize(("players", "most"), [(3, 17), (4, 13), (5, 10), (6, 8), (7, 7), (8, 6)])
    def test_the_largest_hands(self, players, most):
        assert max(generate_round_structure(most, players)) == most
        with pytest.raises(RulesError):
            generate_round_structure(most + 1, players)

    @pytest.mark.parametrize(
        ("make", "says"),
        [
            (lambda: BlobRules(scoring="double"), "'scoring' should be one of exact, difference, square, not 'double'"),
            (lambda: BlobRules(trumps=()), "'trumps' should be a list of 0, 1, 2, 3, -1"),
            (lambda: BlobRules(trumps=(4,)), "'trumps' should be a list of 0, 1, 2, 3, -1"),
            (lambda: BlobRules(round_cards=()), "'round_cards' should be a list of whole numbers, or none"),
            (lambda: Match(BlobRules(round_cards=(3, 0)), 3, seeded_decks(1)), "at least one card each, not 0"),
            (lambda: HeartsRules(target=0), "'target' should be from 1 to 10000, not 0"),
            (lambda: HeartsRules(passes=("up",)), "'passes' should be a list of left, right, across, hold"),
            (lambda: HeartsRules(moon="ignore"), "'moon' should be one of add, subtract, not 'ignore'"),
        ],
    )
    def test_house_rules(self, make, says):
        with pytest.raises(RulesError, match=says):
            make()

    @pytest.mark.parametrize("cards", [[], list(range(51)), [0] * 52, list(range(1, 53))])
    def test_a_deck_is_52_cards(self, cards):
        table = new_round()
        BlobRules().set_up_round(table.record, 3, 2, 0, 0)
        with refused(table, NotACard, "each of the 52 cards once"):
            table.deal(cards)


class TestMatches:
    def test_a_refused_action_is_not_noted(self):
        match = Match(BlobRules(), 4, seeded_decks(1))
        before = match.round.data.tobytes(), [list(done) for done in match.actions], list(match.scores)
        for seat, action in ((0, 0), (1, 99), (1, -1), (7, 0)):
            with pytest.raises(IllegalAction):
                match.act(seat, action)
        with pytest.raises(WrongPhase):
            match.pass_cards(1, [0, 1, 2])
        assert (match.round.data.tobytes(), match.actions, match.scores) == before

    def test_no_next_round_before_the_end_of_this_one(self):
        match = Match(BlobRules(), 4, seeded_decks(1))
        with pytest.raises(WrongPhase, match="cannot deal another round: the round is not over"):
            match.next_round()
        with pytest.raises(WrongPhase, match="not finished"):
            match.winners()

    def test_no_round_after_the_match(self):
        match = Match(BlobRules(round_cards=(1,)), 3, seeded_decks(1))
        while not match.round.is_over:
            match.act(match.round.turn, match.round.legal_actions()[0])
        assert match.is_finished
        with pytest.raises(WrongPhase, match="the match is finished"):
            match.next_round()
        with pytest.raises(WrongPhase, match="the round is over"):
            match.act(0, 0)


def test_every_illegal_action_of_random_rounds_is_refused_and_changes_nothing():
    for seed, rules in enumerate((BlobRules(), HeartsRules(), BlobRules(hook=False), HeartsRules(passes=("hold",)))):
        match = Match(rules, 4, seeded_decks(seed))
        rng = make_rng(seed)
        while not match.round.is_over:
            table = match.round
            legal = table.legal_actions()
            for action in range(-1, 54):
                if action not in legal:
                    before = table.data.tobytes()
                    with pytest.raises((IllegalAction, NotACard)):
                        table.act(table.turn, action)
                    assert table.data.tobytes() == before
            match.act(table.turn, legal[int(rng[0]) % len(legal)])
            rng[0] += 7919
