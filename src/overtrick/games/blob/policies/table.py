"""What a seat can count at the table: cards unseen, tricks wanted, and what the others still want."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, DECK, count, suit_of
from overtrick.core.record import Record, next_seat
from overtrick.kernel import kernel


@kernel
def unseen_cards(state: Record, seat: int) -> int:
    """Cards that may lie in other hands, as `seat` sees it; what all others have shown to lack was not dealt."""
    seen = state.hands[seat]
    missing = DECK
    for other in range(state.players):
        seen |= state.played[other]
        if other != seat:
            missing &= state.lacks[other]
    return DECK & ~(seen | missing)  # type: ignore[no-any-return]


@kernel
def live_share(state: Record, seat: int, unseen: int) -> float:
    """The chance that an unseen card is in another hand and not among those left out of the deal."""
    held = state.players * state.cards - state.plays - count(state.hands[seat])
    return held / max(count(unseen), 1)  # type: ignore[no-any-return]


@kernel
def tricks_needed(state: Record, seat: int) -> int:
    """Tricks the seat still has to take for its bid; below zero once it has too many."""
    return state.bids[seat] - state.tricks[seat]  # type: ignore[no-any-return]


@kernel
def demand(state: Record, seat: int) -> float:
    """Tricks that the other seats still want, once all have bid."""
    wanted = 0
    for other in range(state.players):
        if other != seat:
            wanted += max(state.bids[other] - state.tricks[other], 0)
    return float(wanted)


@kernel
def demand_at_bid(state: Record, seat: int) -> float:
    """Tricks that the other seats seem to want when `seat` bids; those yet to bid are taken to want an equal share."""
    wanted = 0.0
    other = state.dealer
    for place in range(state.players):
        other = next_seat(state, other)
        if other == seat:
            return wanted + (state.players - 1 - place) * state.cards / state.players  # type: ignore[no-any-return]
        wanted += state.bids[other]
    return wanted


@kernel
def cards_above(card: int) -> int:
    """All cards of the same suit that outrank `card`."""
    return (1 << (suit_of(card) + 1) * CARDS_IN_SUIT) - (2 << card)
