"""One round for Python: a full state with checked actions, and the view a seat has of it.

The two are different types on purpose. A player is handed a `View`; the only way from there to a full state is to
sample a world that fits it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from overtrick.cards.card import card_name
from overtrick.cards.masks import DECK_SIZE, suit_of
from overtrick.core.passing import has_passed
from overtrick.core.randomness import Rng, new_deck, shuffle
from overtrick.core.record import (
    BID,
    OVER,
    PASS,
    PASSED_CARDS,
    PLAY,
    UNDEALT,
    Rounds,
    empty_rounds,
    led_suit,
)
from overtrick.core.seen import SUIT_NAMES, Seen, cards_of
from overtrick.engine.calls import deal_round, gain_of_seat, legal_in_round, score_of_seat, step_round
from overtrick.engine.catalogue import game, game_key
from overtrick.engine.views import observe_into
from overtrick.engine.worlds import NO_LEANINGS, Numbers, sample_worlds
from overtrick.errors import (
    BadPass,
    BidOutOfRange,
    CardBarred,
    CardNotInHand,
    ForbiddenBid,
    IllegalAction,
    NotACard,
    OutOfTurn,
    Revoke,
    WrongPhase,
)


class Position(Seen):
    """What a full state and a view have in common: one record, its game, and what may be done next."""

    @property
    def game(self) -> str:
        """The key of the game."""
        return game_key(int(self.data["game"][0]))

    def legal_mask(self) -> int:
        """What the seat to act may do: bit b for bid b, bit c for card c."""
        return legal_in_round(self.data, 0)

    def legal_actions(self) -> list[int]:
        """The same as a list of bids or cards."""
        return cards_of(self.legal_mask())


class View(Position):
    """What one seat knows of a round. All a player ever gets."""

    @property
    def seat(self) -> int:
        return int(self.record.seat)

    @property
    def hand(self) -> int:
        """The viewer's cards, as a mask."""
        return int(self.record.hands[self.seat])

    def sample_world(self, rng: Rng) -> Round:
        """A full state drawn uniformly from all that fit this view."""
        return Round(self.sample_worlds(1, rng))

    def sample_worlds(self, size: int, rng: Rng, leanings: Numbers = NO_LEANINGS) -> Rounds:
        """Many such states, as an array for kernels; `leanings` make some deals likelier, see games.worlds."""
        worlds = empty_rounds(size)
        sample_worlds(self.data, 0, leanings, rng, worlds)
        return worlds


class Round(Position):
    """A full state: every hand is known. Never handed to a player."""

    def copy(self) -> Round:
        return Round(self.data.copy())

    def deal(self, deck: Sequence[int] | np.ndarray[Any, Any]) -> None:
        """Deal a permutation of the 52 cards and begin: seat 0 gets the first cards, seat 1 the next, and so on."""
        cards = np.asarray(deck, np.int64)
        if sorted(cards.tolist()) != list(range(DECK_SIZE)):
            raise NotACard("a deck is each of the 52 cards once")
        deal_round(self.data, 0, cards)

    def deal_random(self, rng: Rng) -> None:
        """Shuffle with `rng` and deal."""
        deck = new_deck()
        shuffle(rng, deck)
        deal_round(self.data, 0, deck)

    def observe(self, seat: int) -> View:
        """What `seat` may know of this round."""
        view = empty_rounds(1)
        observe_into(self.data, 0, seat, view, 0)
        return View(view)

    def score(self, seat: int) -> int:
        """What the finished round adds to the seat's match score."""
        return int(score_of_seat(self.data, 0, seat))

    def scores(self) -> list[int]:
        return [self.score(seat) for seat in range(self.players)]

    def gain(self, seat: int) -> float:
        """The same as a number where more is better: the seat's score against the mean of the others."""
        return float(gain_of_seat(self.data, 0, seat))

    def apply(self, action: int) -> None:
        """Carry out an action of the seat to act, which must be legal: unchecked, for machines."""
        step_round(self.data, 0, action)

    def act(self, seat: int, action: int) -> None:
        """Bid, pass one card or play, whichever the phase asks for; refuse what is not allowed and change nothing."""
        if self.phase == BID:
            self.bid(seat, action)
        elif self.phase == PASS:
            self._check_pass(seat, [action])
            self.record.turn = seat
            self.apply(action)
        else:
            self.play(seat, action)

    def bid(self, seat: int, bid: int) -> None:
        """Bid for `seat`, if that is allowed now."""
        self._check_turn(seat, BID, "bid")
        if not 0 <= bid <= self.cards:
            raise BidOutOfRange(f"a bid is from 0 to {self.cards}, the cards dealt, not {bid}")
        if not self.legal_mask() >> bid & 1:
            allowed = ", ".join(map(str, self.legal_actions()))
            raise ForbiddenBid(f"{game(self.game).words.why_no_bid(self, bid)}; allowed: {allowed}")
        self.apply(bid)

    def pass_cards(self, seat: int, cards: Sequence[int]) -> None:
        """Pass three cards for `seat`; seats may pass in any order, and nobody sees anything before the last has."""
        if len(set(cards)) != PASSED_CARDS or len(cards) != PASSED_CARDS:
            raise BadPass(f"a pass is {PASSED_CARDS} different cards, not {_names(cards)}")
        self._check_pass(seat, cards)
        if chosen := cards_of(self.record.passed[seat]):
            raise BadPass(f"seat {seat} has chosen {_names(chosen)} to pass already; it adds single cards to that")
        self.record.turn = seat
        for card in cards:
            self.apply(card)

    def play(self, seat: int, card: int) -> None:
        """Play a card for `seat`, if that is allowed now."""
        self._check_turn(seat, PLAY, "play")
        self._check_held(seat, card)
        if not self.legal_mask() >> card & 1:
            raise self._why_not(seat, card)
        self.apply(card)

    def _check_turn(self, seat: int, phase: int, verb: str) -> None:
        if self.phase != phase:
            raise WrongPhase(f"seat {seat} cannot {verb} now: {_PHASE_SAYS[self.phase]}")
        if seat != self.turn:
            raise OutOfTurn(f"seat {seat} cannot {verb} now: it is seat {self.turn}'s turn")

    def _check_pass(self, seat: int, cards: Sequence[int]) -> None:
        if self.phase != PASS:
            raise WrongPhase(f"seat {seat} cannot pass now: {_PHASE_SAYS[self.phase]}")
        if not 0 <= seat < self.players:
            raise OutOfTurn(f"there is no seat {seat}")
        if has_passed(self.record, seat):
            raise BadPass(f"seat {seat} has passed already")
        for card in cards:
            self._check_held(seat, card)
            if self.record.passed[seat] >> card & 1:
                raise BadPass(f"seat {seat} has chosen {card_name(card)} to pass already")

    def _check_held(self, seat: int, card: int) -> None:
        if not 0 <= card < DECK_SIZE:
            raise NotACard(f"there is no card number {card}: cards are 0 to {DECK_SIZE - 1}")
        hand = int(self.data["hands"][0, seat])
        if not hand >> card & 1:
            raise CardNotInHand(f"seat {seat} does not hold {card_name(card)}; it holds {_names(cards_of(hand))}")

    def _why_not(self, seat: int, card: int) -> IllegalAction:
        led = led_suit(self.record)
        allowed = f"allowed: {_names(self.legal_actions())}"
        if led not in (-1, suit_of(card)) and suit_of(self.legal_actions()[0]) == led:
            return Revoke(f"seat {seat} must follow {SUIT_NAMES[led]} and cannot play {card_name(card)}; {allowed}")
        return CardBarred(f"{game(self.game).words.why_not(self, card)}; {allowed}")


_PHASE_SAYS = {
    UNDEALT: "nothing is dealt yet",
    BID: "bids are being made",
    PASS: "cards are being passed",
    PLAY: "cards are being played",
    OVER: "the round is over",
}


def new_round() -> Round:
    """A blank round, to be set up by the rules of a game and dealt."""
    return Round(empty_rounds(1))


def _names(cards: Sequence[int]) -> str:
    return " ".join(card_name(card) for card in cards) or "nothing"
