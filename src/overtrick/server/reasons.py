"""Why a bid or card is not allowed now, in words for the person whose turn it is."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT
from overtrick.games.round import SUIT_NAMES, View
from overtrick.games.state import led_suit


def why_not_bid(view: View, bid: int) -> str:
    """The hook in words."""
    others = view.cards - bid
    return f"The others have bid {others}, so {bid} would make the bids add up to {view.cards}: the dealer may not."


def why_not_card(view: View, card: int) -> str:
    """The rule that keeps a card of the hand back."""
    led = int(led_suit(view.record))
    follows = led != -1 and bool(view.hand >> (CARDS_IN_SUIT * led) & (1 << CARDS_IN_SUIT) - 1)
    if follows and card // CARDS_IN_SUIT != led:
        return f"You must follow {SUIT_NAMES[led]}."
    if int(view.record.plays) == 0:
        return "The two of clubs leads."
    if led == -1:
        return "Hearts are not broken yet, so they may not be led."
    return "No points on the first trick."
