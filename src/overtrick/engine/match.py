"""A whole match: round after round until the rules say it is finished."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from overtrick.core.house import HouseRules
from overtrick.core.randomness import make_rng, new_deck, shuffle
from overtrick.engine.round import Round, View, new_round
from overtrick.errors import WrongPhase

Decks = Callable[[int], Sequence[int]]
"""The deck of each round by its number: a permutation of the 52 cards."""


def seeded_decks(seed: int) -> Decks:
    """Decks that a seed decides."""

    def deck_of(number: int) -> list[int]:
        deck = new_deck()
        shuffle(make_rng(seed, number), deck)
        return [int(card) for card in deck]

    return deck_of


class Match:
    """Rounds, running scores and everything that was done, in order.

    When a round ends it stays on the table, to be looked at, until `next_round` deals the next.
    """

    def __init__(self, rules: HouseRules, players: int, decks: Decks) -> None:
        rules.check_players(players)
        self.rules = rules
        self.players = players
        self.scores = [0] * players
        """Of all finished rounds."""
        self.round_scores: list[list[int]] = []
        """What each finished round added."""
        self.deals: list[list[int]] = []
        """The deck of each round."""
        self.actions: list[list[tuple[int, int]]] = []
        """Seat and action of everything done in each round; a pass is three of them."""
        self._decks = decks
        self.round = self._dealt(0)

    @property
    def number(self) -> int:
        """The round on the table, counted from 0."""
        return len(self.deals) - 1

    @property
    def is_finished(self) -> bool:
        return self.round.is_over and self.rules.is_finished(self.players, len(self.round_scores), self.scores)

    def winners(self) -> list[int]:
        """The winning seats of a finished match; a tie is shared."""
        if not self.is_finished:
            raise WrongPhase("the match is not finished")
        return self.rules.winners(self.scores)

    def observe(self, seat: int) -> View:
        """What `seat` may know of the round on the table."""
        return self.round.observe(seat)

    def act(self, seat: int, action: int) -> None:
        """One bid, one card to pass or one card to play; refused, with nothing changed, if it is not allowed."""
        self.round.act(seat, action)
        self._note(seat, [action])

    def pass_cards(self, seat: int, cards: Sequence[int]) -> None:
        """All three cards of a pass at once."""
        self.round.pass_cards(seat, cards)
        self._note(seat, cards)

    def next_round(self) -> None:
        """Deal the next round, once this one is over and if the match is not."""
        if not self.round.is_over or self.is_finished:
            reason = "the match is finished" if self.is_finished else "the round is not over"
            raise WrongPhase(f"cannot deal another round: {reason}")
        self.round = self._dealt(len(self.deals))

    def _dealt(self, number: int) -> Round:
        table = new_round()
        self.rules.set_up(table.record, self.players, number, self.scores)
        deck = list(self._decks(number))
        table.deal(deck)
        self.deals.append(deck)
        self.actions.append([])
        return table

    def _note(self, seat: int, actions: Sequence[int]) -> None:
        self.actions[-1] += [(seat, action) for action in actions]
        if self.round.is_over:
            added = self.round.scores()
            self.round_scores.append(added)
            self.scores = [total + score for total, score in zip(self.scores, added, strict=True)]
