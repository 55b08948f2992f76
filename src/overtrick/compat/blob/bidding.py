"""The hook, asked of the kernels for any total of bids."""

from __future__ import annotations

from overtrick.core.record import NO_BID, Record, empty_rounds
from overtrick.core.seen import cards_of
from overtrick.games.blob.rules import HOOK, forbidden_bid, legal_bids


def hooked_bid(total: int, cards: int, hook: bool = True) -> int | None:
    """The bid that the hook takes from a dealer who speaks after bids of `total`, or None."""
    bid = int(forbidden_bid(_last_bidder(total, cards, hook)))
    return None if bid == NO_BID else bid


def allowed_bids(total: int, cards: int, hook: bool) -> list[int]:
    """The bids open after bids of `total`, to a dealer if `hook` is set."""
    return cards_of(legal_bids(_last_bidder(total, cards, hook)))


def _last_bidder(total: int, cards: int, hook: bool) -> Record:
    """A table of two: one has bid the total, the dealer is to speak. Past the cards dealt, every total is the same."""
    state = empty_rounds(1)[0]
    state.players = 2
    state.cards = cards
    state.house[HOOK] = int(hook)
    state.bids[0] = min(total, cards + 1)
    state.bids[1] = NO_BID
    state.dealer = state.turn = 1
    return state
