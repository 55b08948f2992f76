"""A `BlobGame` and the engine's record are the same game in two forms."""

from __future__ import annotations

import random

import pytest

from overtrick import BlobGame, BlobRules, Card, GameStateException, HeartsRules, Match, seeded_decks
from overtrick.core.randomness import make_rng, pick
from overtrick.core.record import OVER
from overtrick.engine.round import new_round
from overtrick.games.blob.house import SCORINGS


def random_matches(count):
    rng = random.Random(5)
    for seed in range(count):
        players = rng.randint(3, 8)
        rules = BlobRules(
            hook=rng.random() < 0.7,
            scoring=rng.choice(list(SCORINGS)),
            round_cards=tuple(rng.randint(1, 52 // players) for _ in range(3)),
        )
        yield Match(rules, players, seeded_decks(seed))


def test_every_state_of_random_matches_becomes_a_game_and_the_same_record_again():
    for number, match in enumerate(random_matches(25)):
        rng = make_rng(number)
        while True:
            game = BlobGame.from_round(match.round)
            assert game.to_round() == match.round
            assert game.copy().to_round() == match.round
            player = game.get_current_player()
            if match.round.is_over:
                if match.is_finished:
                    break
                match.next_round()
                continue
            assert player.position == match.round.turn
            legal = game.get_legal_actions(player)
            assert [
                action.index if isinstance(action, Card) else action for action in legal
            ] == match.round.legal_actions()
            action = pick(rng, match.round.legal_mask())
            match.act(match.round.turn, action)
            game.apply_action(action, player)
            assert game.to_round() == match.round


def test_every_state_of_a_full_game_becomes_a_record_and_the_same_game_again():
    rng = random.Random(3)
    game = BlobGame(5, seed=3)

    def check():
        twin = BlobGame.from_round(game.to_round())
        assert twin.get_game_state() == game.get_game_state()
        assert twin.cards_played_this_round == game.cards_played_this_round
        assert twin.cards_remaining_by_suit == game.cards_remaining_by_suit
        assert [player.cards_played for player in twin.players] == [player.cards_played for player in game.players]
        assert twin.deck.dealt_cards == game.deck.dealt_cards

    def bid(player, cards_dealt, is_dealer, forbidden_bid):
        check()
        return rng.choice([bid for bid in range(cards_dealt + 1) if bid != forbidden_bid])

    def play(player, legal_cards):
        check()
        return rng.choice(legal_cards)

    game.play_full_game([4, 2, 1, 1, 3], bid, play)


def test_a_match_has_the_same_records_in_both_forms():
    schedule = (3, 1, 1, 1, 2)
    match = Match(BlobRules(round_cards=schedule), 3, seeded_decks(1))
    records = []

    def bid(player, cards_dealt, is_dealer, forbidden_bid):
        records.append(game.to_round())
        return 0 if forbidden_bid != 0 else 1

    game = BlobGame(3, seed=1)
    game.play_full_game(schedule, bid, lambda player, legal: legal[0])
    for number in range(len(schedule)):
        expected, got = match.rules, records[3 * number].record
        table = new_round()
        expected.set_up(table.record, 3, number, got.scores[:3])
        for field in (
            "round",
            "rounds",
            "start_cards",
            "ones_left",
            "stage",
            "trump",
            "dealer",
            "cards",
        ):
            assert got[field] == table.record[field], field
        assert list(got.recent) == list(table.record.recent)


def test_a_scored_round_is_the_round_before_scoring():
    game = BlobGame(4, seed=8)
    for cards in (3, 2):
        game.setup_round(cards)
        game.bidding_phase(lambda player, cards_dealt, is_dealer, forbidden_bid: 1 if forbidden_bid == 0 else 0)
        game.playing_phase(lambda player, legal: legal[-1])
        waiting = game.to_round()
        assert waiting.phase == OVER
        totals = [player.total_score for player in game.players]
        game.scoring_phase()
        assert game.to_round() == waiting
        assert [
            player.total_score - before for player, before in zip(game.players, totals, strict=True)
        ] == waiting.scores()


def test_an_undealt_table_both_ways():
    game = BlobGame(6, seed=1)
    table = game.to_round()
    assert BlobGame.from_round(table).to_round() == table
    assert BlobGame.from_round(table).game_phase == "setup"


def test_hands_that_no_deal_gives_are_refused():
    game = BlobGame(3, seed=1)
    game.setup_round(2)
    game.players[0].hand = list(game.players[1].hand)
    with pytest.raises(GameStateException, match="one deck"):
        game.to_round()


def test_tricks_that_break_the_rules_are_refused():
    game = BlobGame(3, seed=1)
    game.setup_round(2)
    for player in game.players:
        player.make_bid(0)
    trick = game.create_trick()
    trick.add_card(game.players[0], game.players[0].play_card(game.players[0].hand[0]))
    with pytest.raises(GameStateException, match="break the rules"):
        game.to_round()


def test_hearts_is_not_blob():
    table = Match(HeartsRules(), 4, seeded_decks(1)).round
    with pytest.raises(GameStateException, match="round of hearts"):
        BlobGame.from_round(table)
