"""Blob (Oh Hell with exact bids) for 3 to 8 players.

Everybody is dealt the same number of cards and says, left of the dealer first, how many tricks they will take. With the
hook on, the dealer, who speaks last, may not make the bids add up to the number of tricks. Left of the dealer leads;
one follows suit if one can; the highest trump, or else the highest card of the suit led, takes the trick and leads the
next one. Who takes exactly what they said scores 10 + bid; the others score nothing, or what the house says.
"""

from __future__ import annotations

from typing import Any

from overtrick.core.record import (
    BID,
    NO_BID,
    PLAY,
    Record,
    led_suit,
    next_seat,
)
from overtrick.core.tricks import following, gather_trick, lay_card, open_play
from overtrick.kernel import kernel

HOOK, SCORING = range(2)
"""Places of house rules in the record."""

EXACT, DIFFERENCE, SQUARE = range(3)
"""Values of `scoring`: 10 + bid or 0; 10 + bid or minus the difference; 10 + bid² or 0."""

MADE_BID = 10


@kernel
def begin(state: Record) -> None:
    """Ask left of the dealer for the first bid."""
    state.phase = BID
    state.turn = next_seat(state, state.dealer)


@kernel
def forbidden_bid(state: Record) -> int:
    """The bid the hook takes from the seat to act, or NO_BID when any bid is free."""
    if state.house[HOOK] == 0 or state.turn != state.dealer:
        return NO_BID
    total = 0
    for seat in range(state.players):
        if state.bids[seat] != NO_BID:
            total += state.bids[seat]
    return state.cards - total if total <= state.cards else NO_BID


@kernel
def legal_bids(state: Record) -> int:
    """Bit b is set when the seat to act may bid b."""
    bids = (1 << (state.cards + 1)) - 1
    forbidden = forbidden_bid(state)
    if forbidden != NO_BID:
        bids &= ~(1 << forbidden)
    return bids  # type: ignore[no-any-return]


@kernel
def apply_bid(state: Record, bid: int) -> None:
    """Note the bid; after the dealer's, left of the dealer leads."""
    seat = state.turn
    state.bids[seat] = bid
    if seat == state.dealer:
        open_play(state, next_seat(state, seat))
    else:
        state.turn = next_seat(state, seat)


@kernel
def legal_plays(state: Record) -> int:
    """The cards the seat to act may play."""
    return following(state.hands[state.turn], led_suit(state))


@kernel
def apply_play(state: Record, card: int) -> None:
    """Play a card; a full trick goes to its winner."""
    if lay_card(state, card):
        gather_trick(state)


@kernel
def legal_actions(state: Record) -> int:
    """Bids or cards open to the seat to act, as a mask; nothing when the round is over."""
    if state.phase == BID:
        return legal_bids(state)
    if state.phase == PLAY:
        return legal_plays(state)
    return 0


@kernel
def apply(state: Record, action: int) -> None:
    """Bid or play for the seat to act; the action must be legal."""
    if state.phase == BID:
        apply_bid(state, action)
    else:
        apply_play(state, action)


@kernel
def bid_score(scoring: int, bid: int, tricks: int) -> int:
    """What a bid is worth with `tricks` taken, under the house's scoring."""
    if bid == tricks:
        return MADE_BID + (bid * bid if scoring == SQUARE else bid)
    if scoring == DIFFERENCE:
        return -abs(bid - tricks)
    return 0


@kernel
def score(state: Record, seat: int) -> int:
    """The seat's score for the finished round."""
    return bid_score(state.house[SCORING], state.bids[seat], state.tricks[seat])


@kernel
def carried(state: Record, seat: int) -> int:
    """A round leaves nothing behind but its score."""
    return 0


@kernel
def sign(state: Record) -> int:
    """More points are better."""
    return 1


@kernel
def sides(state: Record) -> int:
    """Everybody plays alone."""
    return state.players  # type: ignore[no-any-return]


@kernel
def can_end_match(state: Record) -> bool:
    """The last round of a match ends it."""
    return state.rounds > 0 and state["round"] == state.rounds - 1  # type: ignore[no-any-return]


@kernel
def has_ended_match(state: Record) -> bool:
    """As before the round: scores have no say."""
    return can_end_match(state)


@kernel
def is_made(state: Record, seat: int) -> bool:
    """Whether the seat took exactly the tricks it bid."""
    return state.bids[seat] == state.tricks[seat]  # type: ignore[no-any-return]


@kernel
def add_known(view: Record, held: Any) -> None:
    """The rules tell nothing of other hands before a card is played."""
