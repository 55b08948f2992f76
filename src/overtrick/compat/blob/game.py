"""`BlobGame`: a table of players, one round after the other, as plain Python objects.

The objects are the state, to be looked at and set up freely. What is legal, who wins, what is forbidden and what it
scores is always asked of the kernels, and `to_round` and `from_round` turn the table into the engine's record and back.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, Literal, TypeAlias, TypedDict

from overtrick.cards.card import SUITS, Card
from overtrick.cards.deck import Deck
from overtrick.cards.masks import CARDS_IN_SUIT
from overtrick.compat.blob.bidding import allowed_bids, hooked_bid
from overtrick.compat.blob.conversion import fill_game, match_figures, round_of_game
from overtrick.compat.blob.exceptions import GameStateException, IllegalPlayException, InvalidBidException
from overtrick.compat.blob.player import Player
from overtrick.compat.blob.suits import mask_of, suit_number, suit_symbol
from overtrick.compat.blob.trick import Trick
from overtrick.core.record import MAX_SEATS
from overtrick.core.tricks import following
from overtrick.engine.round import Round
from overtrick.errors import RulesError
from overtrick.games.blob.house import MIN_SEATS, SCORINGS, BlobRules, check_hand_size

Phase: TypeAlias = Literal["setup", "bidding", "playing", "scoring", "complete"]
GetBid: TypeAlias = Callable[[Player, int, bool, int | None], int]
"""Called with the player, the cards dealt, whether they deal, and the forbidden bid or None; returns the bid."""
GetCard: TypeAlias = Callable[[Player, list[Card]], Card]
"""Called with the player and the cards they may play; returns one of them."""


class RoundSummary(TypedDict):
    """How a round went; lists are by position."""

    round: int
    cards_dealt: int
    trump: str | None
    dealer_position: int
    bids: list[int | None]
    tricks_won: list[int]
    scores: list[int]
    total_scores: list[int]


class GameSummary(TypedDict):
    """How a match went; lists are by position."""

    rounds: list[RoundSummary]
    final_scores: list[int]
    winners: list[str]


class BlobGame:
    """A game of Blob for 3 to 8 players."""

    def __init__(
        self,
        num_players: int,
        player_names: Sequence[str] | None = None,
        *,
        rules: BlobRules | None = None,
        seed: int | None = None,
    ) -> None:
        if not MIN_SEATS <= num_players <= MAX_SEATS:
            raise RulesError(f"Blob is for {MIN_SEATS} to {MAX_SEATS} players, not {num_players}")
        names = player_names or [f"Player {seat + 1}" for seat in range(num_players)]
        if len(names) != num_players:
            raise RulesError(f"{num_players} players need {num_players} names, not {len(names)}")
        self.rules = rules or BlobRules()
        self.num_players = num_players
        self.players = [Player(name, seat) for seat, name in enumerate(names)]
        self.deck = Deck()
        self.current_round = 0
        self.trump_suit: str | None = self.determine_trump()
        self.dealer_position = 0
        self.current_trick: Trick | None = None
        self.tricks_history: list[Trick] = []
        self.game_phase: Phase = "setup"
        self.cards_played_this_round: list[Card] = []
        self.cards_remaining_by_suit = dict.fromkeys(SUITS, CARDS_IN_SUIT)
        self.figures = match_figures(self.rules, num_players)
        """A record with the house rules and where the match stands, for `to_round`."""
        self.round_structure: list[int] = []
        """Hand sizes of the match that `play_full_game` plays."""
        self._rng = random.Random(seed)

    @property
    def cards_dealt(self) -> int:
        """Cards dealt to each player this round."""
        return max(len(player.hand) + len(player.cards_played) for player in self.players)

    # Setting up a round

    def setup_round(self, cards_to_deal: int) -> None:
        """Deal a round and ask for bids; after a round that was scored, the deal and the trump have moved on."""
        check_hand_size(cards_to_deal, self.num_players)
        if self.game_phase == "complete":
            self.current_round += 1
            self.dealer_position = (self.dealer_position + 1) % self.num_players
        self.figures = match_figures(self.rules, self.num_players, self.round_structure, self.current_round)
        self.trump_suit = self.determine_trump()
        self.deck.reset()
        self.deck.shuffle(self._rng)
        hands = self.deck.deal(cards_to_deal, self.num_players)
        for player, hand in zip(self.players, hands, strict=True):
            player.reset_round()
            player.receive_cards(hand)
            player.sort_hand()
        self.current_trick = None
        self.tricks_history = []
        self.cards_played_this_round = []
        self.cards_remaining_by_suit = dict.fromkeys(SUITS, CARDS_IN_SUIT)
        self.game_phase = "bidding"

    def determine_trump(self) -> str | None:
        """The trump of the current round: ♠ ♥ ♣ ♦ and none in turn, or what the house says; None without trump."""
        return suit_symbol(self.rules.trumps[self.current_round % len(self.rules.trumps)])

    # Bidding

    def bidding_phase(self, get_bid_func: GetBid) -> None:
        """Ask everybody for a bid, left of the dealer first."""
        self._require("bidding")
        while self.game_phase == "bidding":
            player = self._player_to_act()
            is_dealer = player.position == self.dealer_position
            forbidden = self.get_forbidden_bid(self._total_bids(), self.cards_dealt) if is_dealer else None
            self.apply_action(get_bid_func(player, self.cards_dealt, is_dealer, forbidden), player)

    def get_forbidden_bid(self, current_total_bids: int, cards_dealt: int) -> int | None:
        """The bid the dealer may not make, or None when every bid is free."""
        return hooked_bid(current_total_bids, cards_dealt, self.rules.hook)

    def is_valid_bid(self, bid: int, is_dealer: bool, current_total_bids: int, cards_dealt: int) -> bool:
        """Whether a player may bid `bid` after bids of `current_total_bids` in all."""
        return bid in allowed_bids(current_total_bids, cards_dealt, self.rules.hook and is_dealer)

    def get_legal_bids(self, cards_to_deal: int | None = None) -> list[int]:
        """The bids open to the player whose turn it is."""
        cards = self.cards_dealt if cards_to_deal is None else cards_to_deal
        player = self.get_current_player()
        is_dealer = player is not None and player.position == self.dealer_position
        return allowed_bids(self._total_bids(), cards, self.rules.hook and is_dealer)

    # Playing

    def playing_phase(self, get_card_func: GetCard) -> None:
        """Play all tricks of the round."""
        self._require("playing")
        while self.game_phase == "playing":
            self.play_trick(get_card_func)

    def play_trick(self, get_card_func: GetCard) -> None:
        """Play the trick in progress, or a new one, to its end."""
        self._require("playing")
        tricks = len(self.tricks_history)
        while len(self.tricks_history) == tricks:
            player = self._player_to_act()
            legal = self.get_legal_plays(player, self._led_suit())
            self.apply_action(get_card_func(player, legal), player)

    def create_trick(self) -> Trick:
        """Begin a trick; a complete one on the table goes to the history."""
        if self.current_trick is not None and self.current_trick.is_complete(self.num_players):
            self.current_trick.determine_winner()
            self.tricks_history.append(self.current_trick)
        self.current_trick = Trick(self.trump_suit)
        return self.current_trick

    def get_legal_plays(self, player: Player, led_suit: str | None) -> list[Card]:
        """The cards of the player's hand that may be played to `led_suit`; None is the lead."""
        legal = following(mask_of(player.hand), suit_number(led_suit))
        return [card for card in player.hand if legal >> card.index & 1]

    def is_valid_play(self, card: Card, player: Player, led_suit: str | None) -> bool:
        """Whether the player holds the card and may play it to `led_suit`."""
        return card in self.get_legal_plays(player, led_suit)

    def validate_play_with_anti_cheat(self, card: Card, player: Player, led_suit: str | None) -> None:
        """Refuse a card that is not in hand or does not follow suit when it could; count a valid one as played."""
        if card not in player.hand:
            raise IllegalPlayException(player.name, card, f"the card is not in hand; holds {_names(player.hand)}")
        if not self.is_valid_play(card, player, led_suit):
            legal = _names(self.get_legal_plays(player, led_suit))
            raise IllegalPlayException(player.name, card, f"must follow {led_suit}; allowed: {legal}")
        self.update_card_counting(card, player, led_suit)

    def update_card_counting(self, card: Card, player: Player, led_suit: str | None) -> None:
        """Note a valid card that is played, and the void it shows if it does not follow suit."""
        self.cards_played_this_round.append(card)
        self.cards_remaining_by_suit[card.suit] -= 1
        if led_suit is not None and card.suit != led_suit:
            player.mark_void_suit(led_suit)

    # Scoring

    def scoring_phase(self) -> None:
        """Add the round's scores to the totals."""
        self._require("scoring")
        for player in self.players:
            player.total_score += player.calculate_round_score(SCORINGS[self.rules.scoring])
        self.game_phase = "complete"

    # Whole rounds and games

    def play_round(self, cards_to_deal: int, get_bid_func: GetBid, get_card_func: GetCard) -> RoundSummary:
        """Deal, bid, play and score one round."""
        self.setup_round(cards_to_deal)
        self.bidding_phase(get_bid_func)
        self.playing_phase(get_card_func)
        self.scoring_phase()
        scoring = SCORINGS[self.rules.scoring]
        return {
            "round": self.current_round,
            "cards_dealt": cards_to_deal,
            "trump": self.trump_suit,
            "dealer_position": self.dealer_position,
            "bids": [player.bid for player in self.players],
            "tricks_won": [player.tricks_won for player in self.players],
            "scores": [player.calculate_round_score(scoring) for player in self.players],
            "total_scores": [player.total_score for player in self.players],
        }

    def play_full_game(
        self, round_structure: Sequence[int], get_bid_func: GetBid, get_card_func: GetCard
    ) -> GameSummary:
        """Play rounds of these hand sizes, see `generate_round_structure`; a tie for the win is shared."""
        for cards in round_structure:
            check_hand_size(cards, self.num_players)
        self._restart(round_structure)
        rounds = [self.play_round(cards, get_bid_func, get_card_func) for cards in round_structure]
        scores = [player.total_score for player in self.players]
        winners = [self.players[seat].name for seat in self.rules.winners(scores)]
        return {"rounds": rounds, "final_scores": scores, "winners": winners}

    # Who acts, and what they may do

    def get_current_player(self) -> Player | None:
        """Who is to bid or play, or None between rounds."""
        if self.game_phase == "bidding":
            for step in range(1, self.num_players + 1):
                player = self.players[(self.dealer_position + step) % self.num_players]
                if player.bid is None:
                    return player
        if self.game_phase not in ("bidding", "playing") or not any(player.hand for player in self.players):
            return None
        trick = self.current_trick
        played = len(trick.cards_played) % self.num_players if trick else 0
        return self.players[(self._leader().position + played) % self.num_players]

    def get_legal_actions(self, player: Player) -> list[int] | list[Card]:
        """The bids or the cards open to the player, if the turn were theirs; nothing between rounds."""
        player = self.players[player.position]
        if self.game_phase == "bidding":
            is_dealer = player.position == self.dealer_position
            return allowed_bids(self._total_bids(), self.cards_dealt, self.rules.hook and is_dealer)
        if self.game_phase == "playing":
            return self.get_legal_plays(player, self._led_suit())
        return []

    def apply_action(self, action: int | Card, player: Player | None = None) -> None:
        """Bid or play for the player whose turn it is: a bid, a card or a card's index.

        The player may belong to a copy of this game; the position counts.
        """
        if self.game_phase not in ("bidding", "playing"):
            raise GameStateException(f"nobody can act now: the game is in phase {self.game_phase!r}")
        current = self._player_to_act()
        if player is not None and player.position != current.position:
            raise GameStateException(f"{player.name} cannot act now: it is {current.name}'s turn")
        if self.game_phase == "bidding" and current.bid is None:
            self._bid(current, action)
        else:
            self._play(current, action if isinstance(action, Card) else Card.from_index(action))

    def get_game_state(self, player: Player | None = None) -> dict[str, Any]:
        """The table as plain data; with a player, only what that player may see."""
        trick = self.current_trick
        return {
            "phase": self.game_phase,
            "round": self.current_round,
            "trump": self.trump_suit,
            "dealer_position": self.dealer_position,
            "players": [
                {
                    "name": seat.name,
                    "hand": list(seat.hand) if player is None or player.position == seat.position else [],
                    "cards_in_hand": len(seat.hand),
                    "bid": seat.bid,
                    "tricks_won": seat.tricks_won,
                    "total_score": seat.total_score,
                    "known_void_suits": sorted(seat.known_void_suits, key=SUITS.index),
                }
                for seat in self.players
            ],
            "current_trick": _trick_state(trick) if trick else None,
            "tricks_history": [_trick_state(trick) for trick in self.tricks_history],
        }

    # Copies and the engine's record

    def copy(self) -> BlobGame:
        """An independent game in the same state."""
        rng = random.Random()
        rng.setstate(self._rng.getstate())
        return deepcopy(self, {id(self._rng): rng})

    def to_round(self) -> Round:
        """The table as the engine's full state. A scored round is the same as one that waits to be scored."""
        return round_of_game(self)

    @classmethod
    def from_round(
        cls, table: Round, player_names: Sequence[str] | None = None, *, rules: BlobRules | None = None
    ) -> BlobGame:
        """A game in the state of the engine's record; the trumps of later rounds are those of `rules`."""
        game = cls(table.players, player_names, rules=rules)
        fill_game(game, table)
        return game

    def _bid(self, player: Player, bid: int | Card) -> None:
        legal = self.get_legal_bids()
        if isinstance(bid, Card) or bid not in legal:
            raise InvalidBidException(f"{player.name} cannot bid {bid}; allowed: {', '.join(map(str, legal))}")
        player.make_bid(bid)
        if all(seat.bid is not None for seat in self.players):
            self.game_phase = "playing"

    def _play(self, player: Player, card: Card) -> None:
        self.validate_play_with_anti_cheat(card, player, self._led_suit())
        if self.current_trick is None or self.current_trick.is_complete(self.num_players):
            self.create_trick()
        self.game_phase = "playing"
        trick = self.current_trick
        assert trick is not None
        trick.add_card(player, player.play_card(card))
        if trick.is_complete(self.num_players):
            trick.determine_winner().win_trick()
            self.tricks_history.append(trick)
            self.current_trick = None
            if not any(seat.hand for seat in self.players):
                self.game_phase = "scoring"

    def _player_to_act(self) -> Player:
        player = self.get_current_player()
        if player is None:
            raise GameStateException("nobody is to act: the round is over")
        return player

    def _leader(self) -> Player:
        """Who leads, or has led, the trick on the table."""
        trick = self.current_trick
        if trick and trick.cards_played:
            return trick.determine_winner() if trick.is_complete(self.num_players) else trick.cards_played[0][0]
        if self.tricks_history:
            return self.tricks_history[-1].determine_winner()
        return self.players[(self.dealer_position + 1) % self.num_players]

    def _led_suit(self) -> str | None:
        trick = self.current_trick
        return None if trick is None or trick.is_complete(self.num_players) else trick.led_suit

    def _total_bids(self) -> int:
        return sum(player.bid for player in self.players if player.bid is not None)

    def _require(self, phase: Phase) -> None:
        if self.game_phase != phase:
            raise GameStateException(f"this needs phase {phase!r}, and the game is in phase {self.game_phase!r}")

    def _restart(self, round_structure: Sequence[int]) -> None:
        """Begin a match of these hand sizes with round 0 and no scores."""
        self.round_structure = list(round_structure)
        self.current_round = 0
        self.dealer_position = 0
        self.game_phase = "setup"
        for player in self.players:
            player.reset_round()
            player.total_score = 0


def _trick_state(trick: Trick) -> dict[str, Any]:
    return {
        "cards_played": [(player.position, card) for player, card in trick.cards_played],
        "led_suit": trick.led_suit,
        "winner": trick.winner.position if trick.winner else None,
    }


def _names(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards)) or "nothing"
