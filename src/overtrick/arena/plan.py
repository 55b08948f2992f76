"""What an evaluation plays: which deals, and who sits where in each replay of a deal.

Duplicate deals: every deal is played once for each seating, so that the player and the opponent hold every hand alike.
Whatever luck the cards brought is in both accounts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from overtrick.errors import RulesError
from overtrick.games.hearts.rules import SEATS
from overtrick.games.house import BlobRules, HeartsRules, Rules
from overtrick.games.round import Round, new_round

PLAYER, OPPONENT = range(2)
"""The two sides of an evaluation."""

Seating = tuple[int, ...]
"""The side that holds each seat."""

DEFAULT_CARDS = 7

Tables = Literal["lone", "both", "halves"]


@dataclass(frozen=True)
class Plan:
    """An evaluation, complete: the same plan gives the same result wherever it runs."""

    game: Literal["blob", "hearts"]
    player: str
    """A name of the catalogue, with its options."""
    opponent: str
    deals: int = 1000
    seed: int = 0
    players: int = 4
    """Seats at the table."""
    cards: tuple[int, ...] = (DEFAULT_CARDS,)
    """Blob: hand sizes, taken in turn. The trump changes after each turn through them."""
    tables: Tables = "lone"
    """One player against a table of opponents; that and the reverse; or every other seat each, both ways round."""
    is_match: bool = False
    """Whole matches instead of single deals."""

    def __post_init__(self) -> None:
        if self.deals < 2:
            raise RulesError(f"an interval needs at least 2 deals, not {self.deals}")
        if not 0 <= self.seed < 2**63:
            raise RulesError(f"a seed is a whole number from 0 to 2^63 - 1, not {self.seed}")
        self.rules.check_players(self.players)
        if self.tables == "halves" and self.players % 2:
            raise RulesError(f"{self.players} seats have no halves; --tables lone and both take any number")

    @cached_property
    def rules(self) -> Rules:
        """The house rules; in Blob a match has the hand sizes as its rounds when there are several."""
        if self.game == "hearts":
            return HeartsRules()
        if self.is_match and len(self.cards) == 1:
            return BlobRules(start_cards=self.cards[0])
        return BlobRules(round_cards=self.cards)

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """Every replay of a deal: each seat is held by the player in one of them at least."""
        seats = range(self.players)
        if self.tables == "halves":
            half = tuple(PLAYER if seat % 2 == 0 else OPPONENT for seat in seats)
            return half, _mirrored(half)
        lone = tuple(tuple(PLAYER if seat == alone else OPPONENT for seat in seats) for alone in seats)
        return lone + tuple(map(_mirrored, lone)) if self.tables == "both" else lone

    def name_of(self, side: int) -> str:
        return self.player if side == PLAYER else self.opponent

    def set_up(self, deal: int) -> Round:
        """A round ready for deal number `deal`: hand size, trump, dealer or pass go round with the number."""
        table = new_round()
        if isinstance(self.rules, HeartsRules):
            self.rules.set_up(table.record, SEATS, deal % len(self.rules.passes), [0] * SEATS)
        else:
            turn, which = divmod(deal, len(self.cards))
            trump = self.rules.trumps[turn % len(self.rules.trumps)]
            self.rules.set_up_round(table.record, self.players, self.cards[which], trump, deal % self.players)
        return table


def _mirrored(seating: Seating) -> Seating:
    """The sides exchanged."""
    return tuple(1 - side for side in seating)
