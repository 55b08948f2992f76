"""Spades, written to be read: lists of cards, no masks, nothing from the package."""

from __future__ import annotations

from tests.reference.blob import follow, suit_of, trick_winner

SPADE = 0


class Spades:
    """One round. Seats 0 and 2 play against 1 and 3; the seat to act is worked out from what has been done."""

    def __init__(
        self,
        hands: list[list[int]],
        *,
        dealer: int,
        scores: tuple[int, int] = (0, 0),
        bag_penalty: int = 100,
        nil_value: int = 100,
        failed_nil_counts: bool = True,
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.dealer = dealer
        self.match_scores = scores
        self.bag_penalty = bag_penalty
        self.nil_value = nil_value
        self.failed_nil_counts = failed_nil_counts
        self.bids: dict[int, int] = {}
        self.trick: list[tuple[int, int]] = []
        self.winners: list[int] = []
        self.all_played: list[int] = []

    @property
    def is_over(self) -> bool:
        return len(self.winners) == 13

    @property
    def turn(self) -> int | None:
        if self.is_over:
            return None
        left_of_dealer = (self.dealer + 1) % 4
        if len(self.bids) < 4:
            return (left_of_dealer + len(self.bids)) % 4
        leader = self.winners[-1] if self.winners else left_of_dealer
        return (leader + len(self.trick)) % 4

    @property
    def is_broken(self) -> bool:
        return any(suit_of(card) == SPADE for card in self.all_played)

    def legal(self) -> list[int]:
        seat = self.turn
        if seat is None:
            return []
        if len(self.bids) < 4:
            partner_bid = self.bids.get((seat + 2) % 4, 0)
            return [bid for bid in range(14) if partner_bid + bid <= 13]
        return sorted(self._playable(self.hands[seat]))

    def _playable(self, hand: list[int]) -> list[int]:
        if self.trick:
            return follow(hand, self.trick)
        others = [card for card in hand if suit_of(card) != SPADE]
        return hand if self.is_broken or not others else others

    def act(self, action: int) -> None:
        seat = self.turn
        assert seat is not None
        assert action in self.legal()
        if len(self.bids) < 4:
            self.bids[seat] = action
            return
        self.hands[seat].remove(action)
        self.all_played.append(action)
        self.trick.append((seat, action))
        if len(self.trick) == 4:
            self.winners.append(trick_winner(self.trick, SPADE))
            self.trick = []

    def scores(self) -> list[int]:
        return [self._side_score(seat % 2) for seat in range(4)]

    def _side_score(self, side: int) -> int:
        points, bags, for_contract = 0, 0, 0
        contract = self.bids[side] + self.bids[side + 2]
        for seat in (side, side + 2):
            tricks = self.winners.count(seat)
            if self.bids[seat] == 0:
                points += self.nil_value if tricks == 0 else -self.nil_value
            if self.bids[seat] == 0 and not self.failed_nil_counts:
                bags += tricks
            else:
                for_contract += tricks
        if for_contract >= contract:
            points += 10 * contract
            bags += for_contract - contract
        else:
            points -= 10 * contract
        points += bags
        bags_so_far = self.match_scores[side] - self.match_scores[side] // 10 * 10
        for number in range(1, bags + 1):
            if (bags_so_far + number) % 10 == 0:
                points -= self.bag_penalty
        return points
