"""What an evaluation plays: which deals, and who sits where in each replay of a deal.

Duplicate deals: every deal is played once for each seating, so that the player and the opponent hold every hand alike.
Whatever luck the cards brought is in both accounts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from overtrick.core.house import HouseRules
from overtrick.engine.catalogue import game
from overtrick.engine.round import Round, new_round
from overtrick.errors import RulesError

PLAYER, OPPONENT = range(2)
"""The two sides of an evaluation."""

Seating = tuple[int, ...]
"""The side that holds each seat."""

DEFAULT_CARDS = 7

Tables = Literal["lone", "both", "halves"]


@dataclass(frozen=True)
class Plan:
    """An evaluation, complete: the same plan gives the same result wherever it runs."""

    game: str
    """The key of a game."""
    player: str
    """A name of the catalogue, with its options."""
    opponent: str
    deals: int = 1000
    seed: int = 0
    players: int = 4
    """Seats at the table."""
    cards: tuple[int, ...] = (DEFAULT_CARDS,)
    """Hand sizes, taken in turn, where they can be chosen."""
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
        if self.tables == "halves" and game(self.game).sides(self.players) % 2:
            raise RulesError(f"{self.players} seats have no halves; --tables lone and both take any number")

    @cached_property
    def rules(self) -> HouseRules:
        """The house rules; where hand sizes can be chosen, several of them are the rounds of a match."""
        kind = game(self.game).rules
        return kind() if kind.hand_size else kind().with_hand_sizes(self.cards, is_match=self.is_match)

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """Every replay of a deal: the player holds each seat in one of them at least; partners are never parted."""
        sides = range(game(self.game).sides(self.players))
        if self.tables == "halves":
            half = self._seated(tuple(PLAYER if side % 2 == 0 else OPPONENT for side in sides))
            return half, _mirrored(half)
        lone = tuple(self._seated(tuple(PLAYER if side == alone else OPPONENT for side in sides)) for alone in sides)
        return tuple(dict.fromkeys(lone + tuple(map(_mirrored, lone)))) if self.tables == "both" else lone

    def _seated(self, held: Seating) -> Seating:
        """Seats from who holds each side of the game."""
        return tuple(held[seat % len(held)] for seat in range(self.players))

    def name_of(self, side: int) -> str:
        return self.player if side == PLAYER else self.opponent

    def set_up(self, deal: int) -> Round:
        """A round ready for deal number `deal`: hand size, trump, dealer or pass go round with the number."""
        table = new_round()
        self.rules.set_up_deal(table.record, self.players, deal, self.cards)
        return table


def _mirrored(seating: Seating) -> Seating:
    """The sides exchanged."""
    return tuple(1 - side for side in seating)
