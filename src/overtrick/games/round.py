"""One round for Python: a full state with checked actions, and the view a seat has of it.

The two are different types on purpose. A player is handed a `View`; the only way from there to a full state is to
sample a world that fits it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from overtrick.cards.card import card_name
from overtrick.cards.masks import DECK_SIZE, suit_of
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
from overtrick.games.calls import deal_round, gain_of_seat, legal_in_round, score_of_seat, step_round
from overtrick.games.hearts.rules import has_passed
from overtrick.games.randomness import Rng, new_deck, shuffle
from overtrick.games.state import (
    BID,
    OVER,
    PASS,
    PASSED_CARDS,
    PLAY,
    UNDEALT,
    Record,
    Rounds,
    empty_rounds,
    led_suit,
)
from overtrick.games.views import observe_into
from overtrick.games.worlds import NO_LEANINGS, Numbers, sample_worlds

GAME_NAMES = ("blob", "hearts")
PHASE_NAMES = ("undealt", "bid", "pass", "play", "over")
SUIT_NAMES = ("spades", "hearts", "clubs", "diamonds")


class Seen:
    """What a full state and a view have in common: one record, and readings of it that everybody may have."""

    def __init__(self, data: Rounds) -> None:
        self.data = data
        """An array of exactly one `ROUND` record, the form kernels take."""

    @property
    def record(self) -> Record:
        """The record by name; `data["phase"][0]` is ten times as fast for a single field."""
        return self.data[0]

    @property
    def game(self) -> str:
        return GAME_NAMES[self.record.game]

    @property
    def players(self) -> int:
        return int(self.data["players"][0])

    @property
    def cards(self) -> int:
        """Cards dealt to each seat."""
        return int(self.data["cards"][0])

    @property
    def phase(self) -> int:
        return int(self.data["phase"][0])

    @property
    def turn(self) -> int:
        """The seat to act, or NOBODY."""
        return int(self.data["turn"][0])

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    def trick(self) -> list[tuple[int, int]]:
        """Seat and card of every card of the trick in progress, in the order played."""
        tricks = list(self.tricks())
        return tricks[-1] if tricks and len(tricks[-1]) < self.players else []

    def tricks(self) -> Iterator[list[tuple[int, int]]]:
        """Seat and card of every card played, trick by trick; the last one may be in progress."""
        record, players = self.record, self.players
        for first in range(0, int(record.plays), players):
            leader = int(record.leaders[first // players])
            last = min(first + players, int(record.plays))
            yield [((leader + place) % players, int(record.history[first + place])) for place in range(last - first)]

    def legal_mask(self) -> int:
        """What the seat to act may do: bit b for bid b, bit c for card c."""
        return legal_in_round(self.data, 0)

    def legal_actions(self) -> list[int]:
        """The same as a list of bids or cards."""
        return cards_of(self.legal_mask())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.data.tobytes() == other.data.tobytes()

    __hash__ = None  # type: ignore[assignment]


class View(Seen):
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


class Round(Seen):
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
            raise ForbiddenBid(
                f"the dealer may not bid {bid}: the bids would add up to {self.cards} tricks; allowed: {allowed}"
            )
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
        if self.record.plays == 0:
            return CardBarred(f"the two of clubs leads, not {card_name(card)}; {allowed}")
        if led == -1:
            return CardBarred(f"hearts are not broken, so {card_name(card)} may not be led; {allowed}")
        return CardBarred(f"no points on the first trick, so not {card_name(card)}; {allowed}")


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


def cards_of(mask: int) -> list[int]:
    """The members of a set of cards or bids, lowest first."""
    mask, numbers = int(mask), []
    while mask:
        numbers.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return numbers


def _names(cards: Sequence[int]) -> str:
    return " ".join(card_name(card) for card in cards) or "nothing"
