"""Why a bid or card is not allowed now, in words for the person whose turn it is."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, NO_SUIT, SUIT
from overtrick.core.seen import SUIT_NAMES
from overtrick.server.reading import Reading


def why_not_bid(known: Reading, bid: int) -> str:
    """The hook in words."""
    total = known.cards
    return f"The others have bid {total - bid}, so {bid} would make the bids add up to {total}: the dealer may not."


def why_not_card(known: Reading, card: int) -> str:
    """The rule that keeps a card of the hand back."""
    place = known.plays % known.players
    led = known.history[known.plays - place] // CARDS_IN_SUIT if place else NO_SUIT
    if led not in (NO_SUIT, card // CARDS_IN_SUIT) and known.hands[known.seat] & SUIT << CARDS_IN_SUIT * led:
        return f"You must follow {SUIT_NAMES[led]}."
    if known.plays == 0:
        return "The two of clubs leads."
    if led == NO_SUIT:
        return "Hearts are not broken yet, so they may not be led."
    return "No points on the first trick."
