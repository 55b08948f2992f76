"""`Player`, `Trick` and `BlobGame`: the behaviour their source describes."""

from __future__ import annotations

import pickle
import random

import pytest

import overtrick
from overtrick import (
    BlobGame,
    BlobGameException,
    BlobRules,
    Card,
    GameStateException,
    IllegalPlayException,
    InvalidBidException,
    Player,
    Trick,
    generate_round_structure,
)
from overtrick.errors import NotACard, OvertrickError, RulesError


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def lowest_free_bid(player, cards_dealt, is_dealer, forbidden_bid):
    return 1 if forbidden_bid == 0 else 0


def first_card(player, legal_cards):
    return legal_cards[0]


def game_with(*hands: str, trump: str | None = None, bids: list[int] | None = None) -> BlobGame:
    """A game with these hands, all bids made unless `bids` is None."""
    game = BlobGame(len(hands))
    game.setup_round(len(hands[0].split()))
    game.trump_suit = trump
    for player, hand in zip(game.players, hands, strict=True):
        player.hand = cards(hand)
    if bids is not None:
        for player, bid in zip(game.players, bids, strict=True):
            player.make_bid(bid)
        game.game_phase = "playing"
    return game


class TestPlayer:
    def test_a_new_player(self):
        player = Player("Ann", 2)
        assert (player.name, player.position, player.hand, player.bid) == ("Ann", 2, [], None)
        assert (player.tricks_won, player.total_score, player.known_void_suits, player.cards_played) == (
            0,
            0,
            set(),
            [],
        )

    def test_receive_and_play(self):
        player = Player("Ann", 0)
        player.receive_cards(cards("AS 2H"))
        assert player.play_card(Card("A", "♠")) == Card("A", "♠")
        assert (player.hand, player.cards_played) == (cards("2H"), cards("AS"))

    def test_a_card_not_in_hand(self):
        player = Player("Ann", 0)
        player.receive_cards(cards("AS"))
        with pytest.raises(IllegalPlayException) as error:
            player.play_card(Card("K", "♠"))
        assert (error.value.player_name, error.value.card) == ("Ann", Card("K", "♠"))
        assert "Ann played K♠ illegally" in str(error.value)
        assert player.hand == cards("AS")

    @pytest.mark.parametrize(("bid", "tricks", "score"), [(2, 2, 12), (3, 4, 0), (0, 0, 10), (0, 1, 0), (7, 7, 17)])
    def test_score(self, bid, tricks, score):
        player = Player("Ann", 0)
        player.make_bid(bid)
        for _ in range(tricks):
            player.win_trick()
        assert player.calculate_round_score() == score

    def test_no_score_without_a_bid(self):
        with pytest.raises(GameStateException, match="has not bid"):
            Player("Ann", 0).calculate_round_score()

    def test_no_negative_bid(self):
        player = Player("Ann", 0)
        with pytest.raises(InvalidBidException):
            player.make_bid(-1)
        assert player.bid is None

    def test_reset_keeps_the_total(self):
        player = Player("Ann", 0)
        player.receive_cards(cards("AS 2H"))
        player.play_card(Card("A", "♠"))
        player.make_bid(1)
        player.win_trick()
        player.mark_void_suit("♦")
        player.total_score = 21
        player.reset_round()
        assert (player.hand, player.bid, player.tricks_won, player.cards_played) == ([], None, 0, [])
        assert (player.known_void_suits, player.total_score) == (set(), 21)

    def test_sorting_and_suits(self):
        player = Player("Ann", 0)
        player.receive_cards(cards("2D AS KH 3S"))
        player.sort_hand()
        assert player.hand == cards("3S AS KH 2D")
        assert player.has_suit("♥")
        assert not player.has_suit("♣")
        assert repr(player) == "Player('Ann', 0)"


class TestTrick:
    @pytest.mark.parametrize(
        ("trump", "played", "winner"),
        [
            (None, "5H KH 2H", 1),  # the highest card of the suit led
            (None, "5H AS 2H", 0),  # other suits win nothing without trump
            ("♠", "AH 2S KH", 1),  # any trump beats the rest
            ("♠", "AH 2S 3S", 2),  # the highest trump
            ("♠", "5S AH KS", 2),  # trump led
            ("♦", "10C JC 9C", 1),
        ],
    )
    def test_winner(self, trump, played, winner):
        players = [Player(name, seat) for seat, name in enumerate("ABC")]
        trick = Trick(trump)
        for player, card in zip(players, cards(played), strict=True):
            trick.add_card(player, card)
        assert trick.winner is None
        assert trick.determine_winner() is trick.winner is players[winner]
        assert trick.get_winning_card() == cards(played)[winner]

    def test_led_suit_and_completeness(self):
        trick = Trick("♠")
        assert (trick.led_suit, trick.is_complete(2)) == (None, False)
        trick.add_card(Player("A", 0), Card("5", "♥"))
        trick.add_card(Player("B", 1), Card("5", "♠"))
        assert (trick.led_suit, trick.is_complete(2), trick.is_complete(3)) == ("♥", True, False)
        trick.clear()
        assert (trick.cards_played, trick.led_suit, trick.winner, trick.trump_suit) == ([], None, None, "♠")

    def test_an_empty_trick_has_no_winner(self):
        with pytest.raises(GameStateException):
            Trick(None).determine_winner()
        with pytest.raises(GameStateException):
            Trick(None).get_winning_card()

    def test_an_unknown_trump(self):
        trick = Trick("spades")
        trick.add_card(Player("A", 0), Card("5", "♥"))
        with pytest.raises(NotACard, match="'spades' is not a suit"):
            trick.determine_winner()


class TestSetup:
    @pytest.mark.parametrize("players", range(3, 9))
    def test_every_table(self, players):
        game = BlobGame(players)
        assert [player.position for player in game.players] == list(range(players))
        assert (game.game_phase, game.current_round, game.dealer_position) == ("setup", 0, 0)
        game.setup_round(52 // players)
        assert game.game_phase == "bidding"
        assert {len(player.hand) for player in game.players} == {52 // players}
        assert len({card for player in game.players for card in player.hand}) == players * (52 // players)
        assert game.cards_remaining_by_suit == {"♠": 13, "♥": 13, "♣": 13, "♦": 13}
        assert all(player.hand == sorted(player.hand, key=lambda card: card.index) for player in game.players)

    @pytest.mark.parametrize("players", [0, 2, 9])
    def test_tables_of_other_sizes(self, players):
        with pytest.raises(ValueError, match=f"3 to 8 players, not {players}"):
            BlobGame(players)

    def test_names(self):
        assert [player.name for player in BlobGame(3, ["A", "B", "C"]).players] == ["A", "B", "C"]
        with pytest.raises(RulesError, match="3 names, not 2"):
            BlobGame(3, ["A", "B"])

    def test_trump_rotation(self):
        game = BlobGame(3)
        seen = []
        for game.current_round in range(7):
            game.setup_round(1)
            seen.append(game.trump_suit)
        assert seen == ["♠", "♥", "♣", "♦", None, "♠", "♥"]

    def test_a_deal_beyond_the_deck_changes_nothing(self):
        game = BlobGame(8, seed=1)
        game.setup_round(6)
        before = game.get_game_state()
        with pytest.raises(ValueError, match="cannot deal 7 cards to 8 players"):
            game.setup_round(7)
        assert game.get_game_state() == before

    def test_a_seed_decides_the_deal(self):
        one, same, other = BlobGame(4, seed=3), BlobGame(4, seed=3), BlobGame(4, seed=4)
        for game in (one, same, other):
            game.setup_round(5)
        assert one.get_game_state() == same.get_game_state() != other.get_game_state()


class TestBidding:
    @pytest.mark.parametrize(
        ("total", "dealt", "forbidden"), [(3, 5, 2), (0, 5, 5), (5, 5, 0), (6, 5, None), (50, 5, None), (900, 5, None)]
    )
    def test_forbidden_bid(self, total, dealt, forbidden):
        game = BlobGame(3)
        assert game.get_forbidden_bid(total, dealt) == forbidden
        allowed = [bid for bid in range(-1, 8) if game.is_valid_bid(bid, True, total, dealt)]
        assert allowed == [bid for bid in range(dealt + 1) if bid != forbidden]
        assert all(game.is_valid_bid(bid, False, total, dealt) for bid in range(dealt + 1))

    def test_without_the_hook_every_bid_is_free(self):
        game = BlobGame(3, rules=BlobRules(hook=False))
        assert game.get_forbidden_bid(3, 5) is None
        assert game.is_valid_bid(2, True, 3, 5)

    def test_left_of_the_dealer_speaks_first_and_the_dealer_last(self):
        game = BlobGame(4, seed=1)
        game.dealer_position = 2
        game.setup_round(3)
        asked = []

        def bid(player, cards_dealt, is_dealer, forbidden_bid):
            asked.append((player.position, cards_dealt, is_dealer, forbidden_bid))
            return 0

        game.bidding_phase(bid)
        assert asked == [(3, 3, False, None), (0, 3, False, None), (1, 3, False, None), (2, 3, True, 3)]
        assert game.game_phase == "playing"
        assert [player.bid for player in game.players] == [0] * 4
        assert game.get_current_player() is game.players[3]

    def test_a_bad_bid_is_refused_and_nothing_changes(self):
        game = BlobGame(3, seed=1)
        game.setup_round(2)
        for bid in (-1, 3):
            with pytest.raises(InvalidBidException, match="allowed: 0, 1, 2"):
                game.apply_action(bid, game.players[1])
        with pytest.raises(InvalidBidException):
            game.apply_action(Card("A", "♠"), game.players[1])
        game.apply_action(1, game.players[1])
        game.apply_action(0, game.players[2])
        with pytest.raises(InvalidBidException, match="cannot bid 1; allowed: 0, 2"):
            game.apply_action(1, game.players[0])
        assert [player.bid for player in game.players] == [None, 1, 0]
        assert game.get_legal_bids() == game.get_legal_actions(game.players[0]) == [0, 2]
        assert game.get_legal_bids(4) == [0, 1, 2, 4]


class TestPlaying:
    def test_legal_plays(self):
        game = game_with("AS 2H 3H", "KS QS JS", "2C 3C 4C")
        player = game.players[0]
        assert game.get_legal_plays(player, None) == cards("AS 2H 3H")
        assert game.get_legal_plays(player, "♥") == cards("2H 3H")
        assert game.get_legal_plays(player, "♦") == cards("AS 2H 3H")
        assert game.is_valid_play(Card("2", "♥"), player, "♥")
        assert not game.is_valid_play(Card("A", "♠"), player, "♥")
        assert not game.is_valid_play(Card("A", "♦"), player, None)

    def test_a_whole_trick_by_hand(self):
        game = game_with("AS 2H", "5H 9S", "KH 3C", bids=[0, 0, 1])
        game.apply_action(Card("5", "♥"), game.players[1])
        assert game.get_legal_actions(game.players[2]) == cards("KH")
        game.apply_action(Card("K", "♥").index)
        game.apply_action(Card("2", "♥"))
        assert game.current_trick is None
        assert [trick.winner for trick in game.tricks_history] == [game.players[2]]
        assert game.get_current_player() is game.players[2]
        assert game.cards_played_this_round == cards("5H KH 2H")
        assert game.cards_remaining_by_suit["♥"] == 10

    def test_cheating_is_detected_and_changes_nothing(self):
        game = game_with("AS 2H", "5H 9S", "KH 3C", bids=[0, 0, 1])
        game.apply_action(Card("5", "♥"))
        before = game.get_game_state(), list(game.cards_played_this_round), dict(game.cards_remaining_by_suit)
        with pytest.raises(IllegalPlayException, match="must follow ♥; allowed: K♥"):
            game.apply_action(Card("3", "♣"))
        with pytest.raises(IllegalPlayException, match="not in hand; holds K♥ 3♣"):
            game.apply_action(Card("A", "♦"))
        with pytest.raises(NotACard):
            game.apply_action(77)
        with pytest.raises(GameStateException, match="it is Player 3's turn"):
            game.apply_action(Card("2", "♥"), game.players[0])
        assert (game.get_game_state(), game.cards_played_this_round, game.cards_remaining_by_suit) == before

    def test_a_discard_shows_the_void(self):
        game = game_with("AS 2H", "5H 9S", "KS 3C", bids=[0, 0, 1])
        game.apply_action(Card("5", "♥"))
        game.apply_action(Card("3", "♣"))
        assert game.players[2].known_void_suits == {"♥"}
        assert game.players[0].known_void_suits == set()

    def test_a_known_void_raises_no_false_alarm(self):
        game = game_with("AS 2H", "5H 6H", "KS 3C", bids=[0, 0, 1])
        for text in ("5H", "3C", "2H", "6H", "KS", "AS"):
            game.apply_action(Card.parse(text))
        assert game.game_phase == "scoring"
        assert [player.tricks_won for player in game.players] == [0, 2, 0]

    def test_a_trick_on_the_table_can_be_begun_by_hand(self):
        game = game_with("AS 2H", "5H 9S", "KH 3C", bids=[0, 0, 1])
        trick = game.create_trick()
        for seat, text in ((1, "5H"), (2, "KH"), (0, "2H")):
            trick.add_card(game.players[seat], game.players[seat].play_card(Card.parse(text)))
        trick.determine_winner().win_trick()
        assert game.get_current_player() is game.players[2]
        assert game.create_trick() is game.current_trick
        assert game.tricks_history == [trick]

    def test_bids_made_on_the_players_open_the_play(self):
        game = game_with("AS 2H", "5H 9S", "KH 3C")
        for player in game.players:
            player.make_bid(0)
        assert game.get_current_player() is game.players[1]
        game.apply_action(Card("5", "♥"))
        assert game.game_phase == "playing"


class TestWholeRounds:
    @pytest.mark.parametrize("players", range(3, 9))
    def test_a_round(self, players):
        game = BlobGame(players, seed=players)
        summary = game.play_round(5, lowest_free_bid, first_card)
        assert game.game_phase == "complete"
        assert sum(summary["tricks_won"]) == 5
        assert summary["bids"] == [0] * players
        assert summary["scores"] == [10 if tricks == 0 else 0 for tricks in summary["tricks_won"]]
        assert summary["total_scores"] == summary["scores"]
        assert game.get_current_player() is None
        assert game.get_legal_actions(game.players[0]) == []

    def test_house_scoring(self):
        game = BlobGame(4, rules=BlobRules(scoring="difference"), seed=5)
        summary = game.play_round(5, lowest_free_bid, first_card)
        assert summary["scores"] == [10 if tricks == 0 else -tricks for tricks in summary["tricks_won"]]

    def test_a_full_game(self):
        game = BlobGame(4, ["A", "B", "C", "D"], seed=9)
        structure = generate_round_structure(5, 4)
        summary = game.play_full_game(structure, lowest_free_bid, first_card)
        assert [part["cards_dealt"] for part in summary["rounds"]] == structure
        assert [part["dealer_position"] for part in summary["rounds"]] == [number % 4 for number in range(12)]
        assert [part["trump"] for part in summary["rounds"]][:6] == ["♠", "♥", "♣", "♦", None, "♠"]
        assert summary["final_scores"] == [sum(part["scores"][seat] for part in summary["rounds"]) for seat in range(4)]
        best = max(summary["final_scores"])
        assert summary["winners"] == [
            name for name, score in zip("ABCD", summary["final_scores"], strict=True) if score == best
        ]

    def test_two_games_in_a_row_are_independent(self):
        game = BlobGame(3, seed=1)
        game.play_full_game([2, 1], lowest_free_bid, first_card)
        summary = game.play_full_game([1], lowest_free_bid, first_card)
        assert summary["rounds"][0]["round"] == 0
        assert summary["final_scores"] == summary["rounds"][0]["scores"]

    def test_a_list_of_rounds_that_does_not_fit_plays_nothing(self):
        game = BlobGame(8, seed=1)
        with pytest.raises(RulesError):
            game.play_full_game([6, 7], lowest_free_bid, first_card)
        assert game.game_phase == "setup"

    def test_phases_are_kept_apart(self):
        game = BlobGame(3)
        for step in (
            lambda: game.bidding_phase(lowest_free_bid),
            lambda: game.playing_phase(first_card),
            lambda: game.play_trick(first_card),
            game.scoring_phase,
            lambda: game.apply_action(0),
        ):
            with pytest.raises(GameStateException, match="phase 'setup'"):
                step()


class TestStateQueries:
    def test_a_player_sees_only_the_own_hand(self):
        game = game_with("AS 2H", "5H 9S", "KS 3C", bids=[0, 0, 1])
        game.apply_action(Card("5", "♥"))
        state = game.get_game_state(game.players[2])
        assert [player["hand"] for player in state["players"]] == [[], [], cards("KS 3C")]
        assert [player["cards_in_hand"] for player in state["players"]] == [2, 1, 2]
        assert state["current_trick"] == {"cards_played": [(1, Card("5", "♥"))], "led_suit": "♥", "winner": None}
        assert (state["phase"], state["trump"], state["tricks_history"]) == ("playing", None, [])
        assert game.get_game_state()["players"][0]["hand"] == cards("AS 2H")

    def test_a_copy_is_independent(self):
        game = game_with("AS 2H", "5H 9S", "KS 3C", bids=[0, 0, 1])
        game.apply_action(Card("5", "♥"))
        before = game.get_game_state()
        twin = game.copy()
        assert twin.get_game_state() == before
        assert twin.current_trick.cards_played[0][0] is twin.players[1]
        twin.apply_action(Card("3", "♣"), game.players[2])
        assert game.get_game_state() == before
        assert game.players[2].known_void_suits == set()

    def test_a_copy_deals_the_same_next_round(self):
        game = BlobGame(3, seed=2)
        game.setup_round(3)
        twin = game.copy()
        game.setup_round(3)
        twin.setup_round(3)
        assert game.get_game_state() == twin.get_game_state()


class TestExceptions:
    def test_the_tree(self):
        for error in (IllegalPlayException, InvalidBidException, GameStateException):
            assert issubclass(error, BlobGameException)
            assert issubclass(error, OvertrickError)

    def test_an_illegal_play_survives_pickling(self):
        error = pickle.loads(pickle.dumps(IllegalPlayException("Ann", Card("A", "♠"), "no")))
        assert (error.player_name, error.card, error.reason) == ("Ann", Card("A", "♠"), "no")


def test_ten_thousand_actions_of_random_games_conserve_the_cards():
    rng = random.Random(11)
    actions = 0
    while actions < 10_000:
        players = rng.randint(3, 8)
        game = BlobGame(players, seed=rng.random())
        game.setup_round(rng.randint(1, 52 // players))
        dealt = {card for player in game.players for card in player.hand}
        while (player := game.get_current_player()) is not None:
            game.apply_action(rng.choice(game.get_legal_actions(player)), player)
            actions += 1
        assert set(game.cards_played_this_round) == dealt
        assert sum(game.cards_remaining_by_suit.values()) == 52 - len(dealt)
        assert sum(player.bid for player in game.players) != len(dealt) // players
        assert sum(player.tricks_won for player in game.players) == len(game.tricks_history) == len(dealt) // players


def test_the_names_can_be_imported_from_the_package():
    assert overtrick.BlobGame is BlobGame
    assert {"MCTS", "Policy", "StateEncoder"} <= set(dir(overtrick))
    for name in overtrick.__all__:
        assert getattr(overtrick, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'Bridge'"):
        _ = overtrick.Bridge
