"""A `BlobGame` as the engine's record, and back, without loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from overtrick.cards.card import SUITS, Card
from overtrick.cards.masks import CARDS_IN_SUIT, DECK, NO_SUIT
from overtrick.compat.blob.exceptions import GameStateException
from overtrick.compat.blob.player import Player
from overtrick.compat.blob.suits import cards_in, mask_of, suit_number, suit_symbol
from overtrick.compat.blob.trick import Trick
from overtrick.core.record import BID, NO_BID, OVER, PLAY, UNDEALT, Rounds, empty_rounds
from overtrick.core.seen import cards_of
from overtrick.core.tricks import open_play
from overtrick.engine.round import Round
from overtrick.games.blob import NUMBER
from overtrick.games.blob.house import SCORINGS, BlobRules
from overtrick.games.blob.rules import HOOK, SCORING

if TYPE_CHECKING:
    from overtrick.compat.blob.game import BlobGame, Phase

PHASES: dict[int, Phase] = {UNDEALT: "setup", BID: "bidding", PLAY: "playing", OVER: "scoring"}


def match_figures(rules: BlobRules, players: int, schedule: Sequence[int] = (), number: int = 0) -> Rounds:
    """A record with the house rules and, within a schedule, where the match stands; the rest is filled in later."""
    rounds = empty_rounds(1)
    if number < len(schedule):
        replace(rules, round_cards=tuple(schedule)).set_up(rounds[0], players, number, [0] * players)
    else:
        rules.set_up_round(rounds[0], players, 1, NO_SUIT, 0)
    return rounds


def round_of_game(game: BlobGame) -> Round:
    """The engine's full state of the game: what was dealt is dealt again, bid again and played again."""
    table = Round(game.figures.copy())
    record = table.record
    record.trump = suit_number(game.trump_suit)
    record.dealer = game.dealer_position
    record["round"] = game.current_round
    record.scores[: game.num_players] = _scores_before_round(game)
    if game.game_phase == "setup":
        return table
    record.cards = game.cards_dealt
    table.deal(_dealt_deck(game))
    _set_bids(table, game)
    for player, card in _plays(game):
        if player.position != table.turn or not table.legal_mask() >> card.index & 1:
            raise GameStateException(
                f"the tricks on the table break the rules: {player.name} cannot have played {card}"
            )
        table.apply(card.index)
    return table


def fill_game(game: BlobGame, table: Round) -> None:
    """Put a fresh game into the state of the record."""
    record = table.record
    if record.game != NUMBER:
        raise GameStateException(f"a round of {table.game} cannot become a BlobGame")
    scoring = {code: name for name, code in SCORINGS.items()}[int(record.house[SCORING])]
    game.rules = replace(game.rules, hook=bool(record.house[HOOK]), scoring=scoring)
    game.figures = table.data.copy()
    game.trump_suit = suit_symbol(int(record.trump))
    game.dealer_position = int(record.dealer)
    game.current_round = int(record["round"])
    game.game_phase = PHASES[table.phase]
    for player in game.players:
        _fill_player(player, table)
    tricks = _tricks(game.players, table, game.trump_suit)
    game.deck.dealt_cards = {card for player in game.players for card in (*player.hand, *player.cards_played)}
    if tricks and not tricks[-1].is_complete(game.num_players):
        game.current_trick = tricks.pop()
    game.tricks_history = tricks
    game.cards_played_this_round = [card for _, card in _plays(game)]
    played = Counter(card.suit for card in game.cards_played_this_round)
    game.cards_remaining_by_suit = {suit: CARDS_IN_SUIT - played[suit] for suit in SUITS}


def _scores_before_round(game: BlobGame) -> list[int]:
    if game.game_phase != "complete":
        return [player.total_score for player in game.players]
    scoring = SCORINGS[game.rules.scoring]
    return [player.total_score - player.calculate_round_score(scoring) for player in game.players]


def _dealt_deck(game: BlobGame) -> list[int]:
    """A deck that deals everybody the cards they hold or have played."""
    hands = [mask_of([*player.hand, *player.cards_played]) for player in game.players]
    cards = [card for hand in hands for card in cards_of(hand)]
    if len(set(cards)) != game.num_players * game.cards_dealt:
        raise GameStateException(f"the hands do not come from one deck, or are not of {game.cards_dealt} cards each")
    return cards + cards_of(DECK & ~sum(hands))


def _set_bids(table: Round, game: BlobGame) -> None:
    """Bids may have been made in any order on the objects; the next to speak is the first from the dealer's left."""
    record = table.record
    for player in game.players:
        record.bids[player.position] = NO_BID if player.bid is None else player.bid
    order = [(game.dealer_position + step) % game.num_players for step in range(1, game.num_players + 1)]
    waiting = [seat for seat in order if record.bids[seat] == NO_BID]
    if waiting:
        record.turn = waiting[0]
    else:
        open_play(record, order[0])


def _plays(game: BlobGame) -> list[tuple[Player, Card]]:
    tricks = [*game.tricks_history, *([game.current_trick] if game.current_trick else [])]
    return [play for trick in tricks for play in trick.cards_played]


def _fill_player(player: Player, table: Round) -> None:
    record, seat = table.record, player.position
    player.total_score = int(record.scores[seat])
    if table.phase == UNDEALT:
        return
    player.hand = cards_in(int(record.hands[seat]))
    player.bid = None if record.bids[seat] == NO_BID else int(record.bids[seat])
    player.tricks_won = int(record.tricks[seat])
    lacking = cards_in(int(record.lacks[seat]))
    player.known_void_suits = {card.suit for card in lacking}


def _tricks(players: Sequence[Player], table: Round, trump_suit: str | None) -> list[Trick]:
    """The tricks as objects, with the cards noted as played by their players."""
    tricks = []
    for plays in table.tricks():
        trick = Trick(trump_suit)
        for seat, card in plays:
            trick.add_card(players[seat], Card.from_index(card))
            players[seat].cards_played.append(Card.from_index(card))
        if trick.is_complete(len(players)):
            trick.determine_winner()
        tricks.append(trick)
    return tricks
