"""Which full deals fit a view, by brute force: deal the unseen cards in every way and replay the round by the book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

from tests.reference.blob import Blob
from tests.reference.hearts import Hearts
from tests.reference.spades import Spades


@dataclass
class Knowledge:
    """What one seat knows of a round in play."""

    seat: int
    hand: list[int]
    players: int
    cards: int
    plays: list[tuple[int, int]]
    """Seat and card of everything played, in order."""
    bids: list[tuple[int, int]] = field(default_factory=list)
    """Blob and Spades: seat and bid in order."""
    blob: dict[str, object] = field(default_factory=dict)
    """Blob: trump, dealer, hook."""
    spades: dict[str, object] = field(default_factory=dict)
    """Spades: dealer."""
    hearts: dict[str, object] = field(default_factory=dict)
    """Hearts: house rules and the direction of the pass."""
    shift: int = 0
    """Hearts: how many seats to the left cards were passed."""
    given: list[int] = field(default_factory=list)
    received: list[int] = field(default_factory=list)

    def unseen(self) -> list[int]:
        seen = {*self.hand, *(card for _, card in self.plays)}
        return [card for card in range(52) if card not in seen]

    def hand_size(self, seat: int) -> int:
        return self.cards - sum(1 for player, _ in self.plays if player == seat)

    def ways_to_deal(self) -> int:
        """How many deals there are before anything but hand sizes is asked."""
        left, ways = len(self.unseen()), 1
        for seat in range(self.players):
            if seat != self.seat:
                ways *= comb(left, self.hand_size(seat))
                left -= self.hand_size(seat)
        return ways


def worlds_of(known: Knowledge) -> Iterator[list[list[int]]]:
    """Every deal of the unseen cards that fits: the cards that each seat still holds."""
    for hands in _dealings(known, 0, known.unseen(), []):
        if _replays(known, hands):
            yield hands


def _dealings(known: Knowledge, seat: int, cards: list[int], hands: list[list[int]]) -> Iterator[list[list[int]]]:
    if seat == known.players:
        yield list(hands)
    elif seat == known.seat:
        yield from _dealings(known, seat + 1, cards, [*hands, known.hand])
    else:
        for hand in combinations(cards, known.hand_size(seat)):
            rest = [card for card in cards if card not in hand]
            yield from _dealings(known, seat + 1, rest, [*hands, list(hand)])


def _replays(known: Knowledge, hands: list[list[int]]) -> bool:
    """Whether everything that happened could have happened with these hands."""
    whole = [[*hands[seat], *(card for who, card in known.plays if who == seat)] for seat in range(known.players)]
    if known.blob or known.spades:
        game = Blob(whole, **known.blob) if known.blob else Spades(whole, **known.spades)  # type: ignore[arg-type]
        return _does_all(game, known.bids) and _does_all(game, known.plays)
    passed = _passes(known, whole)
    if passed is None:
        return False
    hearts = Hearts(_before_the_pass(known, whole, passed), **known.hearts)  # type: ignore[arg-type]
    passes = [(seat, card) for seat in range(4) for card in passed[seat]]
    return _does_all(hearts, passes) and _does_all(hearts, known.plays)


def _passes(known: Knowledge, whole: list[list[int]]) -> list[list[int]] | None:
    """The passes that are known, any for the others; None if the known ones cannot have been."""
    if known.shift == 0:
        return [[], [], [], []]
    passed = []
    for seat in range(4):
        to = (seat + known.shift) % 4
        cards = whole[to][:3]
        if seat == known.seat:
            cards = known.given
        elif to == known.seat:
            cards = known.received
        if not set(cards) <= set(whole[to]):
            return None
        passed.append(cards)
    return passed


def _before_the_pass(known: Knowledge, whole: list[list[int]], passed: list[list[int]]) -> list[list[int]]:
    hands = []
    for seat in range(4):
        received = passed[(seat - known.shift) % 4]
        hands.append([card for card in whole[seat] if card not in received] + passed[seat])
    return hands


def _does_all(game: Blob | Hearts | Spades, actions: list[tuple[int, int]]) -> bool:
    for seat, action in actions:
        if game.turn != seat or action not in game.legal():
            return False
        game.act(action)
    return True
