"""Hearts, written to be read: lists of cards, no masks, nothing from the package."""

from __future__ import annotations

from tests.reference.blob import follow, suit_of, trick_winner

HEART = 1
QUEEN_OF_SPADES = 10
TWO_OF_CLUBS = 26
JACK_OF_DIAMONDS = 48
SEATS_TO_THE_LEFT = {"hold": 0, "left": 1, "across": 2, "right": 3}


def points_of(card: int) -> int:
    if card == QUEEN_OF_SPADES:
        return 13
    return 1 if suit_of(card) == HEART else 0


class Hearts:
    """One round. A pass is three single cards of one seat after the other, seat 0 first."""

    def __init__(
        self,
        hands: list[list[int]],
        *,
        pass_to: str = "hold",
        queen_breaks_hearts: bool = False,
        moon: str = "add",
        jack_of_diamonds: bool = False,
        first_trick_points: bool = False,
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.shift = SEATS_TO_THE_LEFT[pass_to]
        self.queen_breaks_hearts = queen_breaks_hearts
        self.moon = moon
        self.jack_of_diamonds = jack_of_diamonds
        self.first_trick_points = first_trick_points
        self.passed: list[list[int]] = [[], [], [], []]
        self.trick: list[tuple[int, int]] = []
        self.winners: list[int] = []
        self.taken: list[list[int]] = [[], [], [], []]
        self.all_played: list[int] = []

    @property
    def is_passing(self) -> bool:
        return self.shift > 0 and any(len(cards) < 3 for cards in self.passed)

    @property
    def is_over(self) -> bool:
        return len(self.winners) == 13

    @property
    def turn(self) -> int | None:
        if self.is_over:
            return None
        if self.is_passing:
            return next(seat for seat in range(4) if len(self.passed[seat]) < 3)
        if not self.all_played:
            return next(seat for seat in range(4) if TWO_OF_CLUBS in self.hands[seat])
        if not self.trick:
            return self.winners[-1]
        return (self.trick[-1][0] + 1) % 4

    @property
    def is_broken(self) -> bool:
        return any(
            suit_of(card) == HEART or (card == QUEEN_OF_SPADES and self.queen_breaks_hearts) for card in self.all_played
        )

    def legal(self) -> list[int]:
        seat = self.turn
        if seat is None:
            return []
        if self.is_passing:
            return sorted(card for card in self.hands[seat] if card not in self.passed[seat])
        return sorted(self._playable(self.hands[seat]))

    def _playable(self, hand: list[int]) -> list[int]:
        if not self.all_played:
            return [TWO_OF_CLUBS]
        if not self.trick:
            others = [card for card in hand if suit_of(card) != HEART]
            return hand if self.is_broken or not others else others
        cards = follow(hand, self.trick)
        if not self.winners and not self.first_trick_points:
            return [card for card in cards if points_of(card) == 0] or cards
        return cards

    def act(self, action: int) -> None:
        seat = self.turn
        assert seat is not None
        assert action in self.legal()
        if self.is_passing:
            self.passed[seat].append(action)
            if not self.is_passing:
                self._exchange()
            return
        self.hands[seat].remove(action)
        self.all_played.append(action)
        self.trick.append((seat, action))
        if len(self.trick) == 4:
            winner = trick_winner(self.trick, None)
            self.winners.append(winner)
            self.taken[winner] += [card for _, card in self.trick]
            self.trick = []

    def _exchange(self) -> None:
        for seat in range(4):
            for card in self.passed[seat]:
                self.hands[seat].remove(card)
        for seat in range(4):
            self.hands[(seat + self.shift) % 4] += self.passed[seat]

    def scores(self) -> list[int]:
        points = [sum(points_of(card) for card in cards) for cards in self.taken]
        if 26 in points:
            shooter = points.index(26)
            if self.moon == "add":
                points = [0 if seat == shooter else 26 for seat in range(4)]
            else:
                points = [-26 if seat == shooter else 0 for seat in range(4)]
        if self.jack_of_diamonds:
            for seat in range(4):
                if JACK_OF_DIAMONDS in self.taken[seat]:
                    points[seat] -= 10
        return points
