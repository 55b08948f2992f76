"""Which suit lies in which slot of a Hearts observation."""

from __future__ import annotations

from overtrick.cards.masks import CLUBS, DIAMONDS, HEARTS, SPADES
from overtrick.core.record import Record
from overtrick.core.slots import Order, suit_weight
from overtrick.kernel import kernel


@kernel
def write_order(state: Record, seat: int, order: Order) -> None:
    """Spades, hearts, then clubs and diamonds, the suit led or the longer one first."""
    order[0], order[1] = SPADES, HEARTS
    is_turned = suit_weight(state, seat, DIAMONDS) > suit_weight(state, seat, CLUBS)
    order[2] = DIAMONDS if is_turned else CLUBS
    order[3] = CLUBS if is_turned else DIAMONDS
