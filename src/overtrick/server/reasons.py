"""Why a bid or card is not allowed now, in words for the person whose turn it is."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, NO_SUIT, SUIT
from overtrick.core.seen import SUIT_NAMES
from overtrick.engine.catalogue import game
from overtrick.engine.round import View
from overtrick.server.reading import Reading


def why_not_bid(view: View, bid: int) -> str:
    """The rule that takes the bid from the seat."""
    return _sentence(game(view.game).words.why_no_bid(view, bid))


def why_not_card(view: View, known: Reading, card: int) -> str:
    """The rule that keeps a card of the hand back."""
    place = known.plays % known.players
    led = known.history[known.plays - place] // CARDS_IN_SUIT if place else NO_SUIT
    if led not in (NO_SUIT, card // CARDS_IN_SUIT) and known.hands[known.seat] & SUIT << CARDS_IN_SUIT * led:
        return f"You must follow {SUIT_NAMES[led]}."
    return _sentence(game(view.game).words.why_not(view, card))


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
