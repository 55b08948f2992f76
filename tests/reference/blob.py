"""Blob, written to be read: lists of cards, no masks, nothing from the package."""

from __future__ import annotations


def suit_of(card: int) -> int:
    return card // 13


def rank_of(card: int) -> int:
    return card % 13


class Blob:
    """One round. Hands are lists; the seat to act is worked out from what has been done."""

    def __init__(
        self,
        hands: list[list[int]],
        *,
        trump: int | None,
        dealer: int,
        hook: bool = True,
        scoring: str = "exact",
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.players = len(hands)
        self.cards = len(hands[0])
        self.trump = trump
        self.dealer = dealer
        self.hook = hook
        self.scoring = scoring
        self.bids: dict[int, int] = {}
        self.trick: list[tuple[int, int]] = []
        self.winners: list[int] = []

    @property
    def is_over(self) -> bool:
        return len(self.winners) == self.cards

    @property
    def turn(self) -> int | None:
        if self.is_over:
            return None
        left_of_dealer = (self.dealer + 1) % self.players
        if len(self.bids) < self.players:
            return (left_of_dealer + len(self.bids)) % self.players
        leader = self.winners[-1] if self.winners else left_of_dealer
        return (leader + len(self.trick)) % self.players

    def legal(self) -> list[int]:
        seat = self.turn
        if seat is None:
            return []
        if len(self.bids) < self.players:
            return [bid for bid in range(self.cards + 1) if not self._is_hooked(seat, bid)]
        return sorted(follow(self.hands[seat], self.trick))

    def _is_hooked(self, seat: int, bid: int) -> bool:
        return self.hook and seat == self.dealer and sum(self.bids.values()) + bid == self.cards

    def act(self, action: int) -> None:
        seat = self.turn
        assert seat is not None
        assert action in self.legal()
        if len(self.bids) < self.players:
            self.bids[seat] = action
            return
        self.hands[seat].remove(action)
        self.trick.append((seat, action))
        if len(self.trick) == self.players:
            self.winners.append(trick_winner(self.trick, self.trump))
            self.trick = []

    def scores(self) -> list[int]:
        return [self._score(self.bids[seat], self.winners.count(seat)) for seat in range(self.players)]

    def _score(self, bid: int, tricks: int) -> int:
        if tricks == bid:
            return 10 + bid * bid if self.scoring == "square" else 10 + bid
        return -abs(bid - tricks) if self.scoring == "difference" else 0


def follow(hand: list[int], trick: list[tuple[int, int]]) -> list[int]:
    """The cards that may be played: of the suit led if there are any, else all."""
    if not trick:
        return list(hand)
    led = suit_of(trick[0][1])
    same = [card for card in hand if suit_of(card) == led]
    return same or list(hand)


def trick_winner(trick: list[tuple[int, int]], trump: int | None) -> int:
    """Who takes a complete trick: the highest trump, or without one the highest card of the suit led."""
    led = suit_of(trick[0][1])
    trumps = [(rank_of(card), seat) for seat, card in trick if suit_of(card) == trump]
    leds = [(rank_of(card), seat) for seat, card in trick if suit_of(card) == led]
    return max(trumps or leds)[1]
