"""A pass chosen as a set of three and given card by card, the way the engine asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from overtrick.cards.card import card_name
from overtrick.core.record import PASSED_CARDS
from overtrick.engine.round import View
from overtrick.errors import PlayerError


class PassPlan:
    """Remembers the three cards chosen for a hand until the last of them is given."""

    def __init__(self) -> None:
        self._hand = 0
        self._cards: tuple[int, ...] = ()

    def next_card(self, view: View, choose: Callable[[], Sequence[int]]) -> int:
        """The next card of the plan for this hand; `choose` makes the plan when there is none that fits."""
        given = int(view.record.passed[view.seat])
        if view.hand != self._hand or given == 0 or given & ~_mask(self._cards):
            self._cards = check_pass(view, choose())
            self._hand = view.hand
        return next(card for card in self._cards if not given >> card & 1)


def check_pass(view: View, cards: Sequence[int]) -> tuple[int, ...]:
    """The cards as a pass, if they are three different ones of the hand."""
    names = " ".join(card_name(card) for card in cards) or "nothing"
    if len(cards) != PASSED_CARDS or len(set(cards)) != PASSED_CARDS:
        raise PlayerError(f"a pass is {PASSED_CARDS} different cards, not {names}")
    if _mask(cards) & ~view.hand:
        raise PlayerError(f"a pass is cards of the hand, not {names}")
    return tuple(int(card) for card in cards)


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)
