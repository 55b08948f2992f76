"""Passing cards before play: hidden and all at once, `pass_to` seats to the left; 0 where nothing is passed."""

from __future__ import annotations

from overtrick.cards.masks import count
from overtrick.core.record import NOBODY, PASS, PASSED_CARDS, Record, next_seat
from overtrick.kernel import kernel


@kernel
def receiver(state: Record, seat: int) -> int:
    """Who gets the cards that `seat` passes."""
    to = seat + state.pass_to
    return to if to < state.players else to - state.players  # type: ignore[no-any-return]


@kernel
def giver(state: Record, seat: int) -> int:
    """Who passes to `seat`."""
    source = seat - state.pass_to
    return source if source >= 0 else source + state.players  # type: ignore[no-any-return]


@kernel
def has_passed(state: Record, seat: int) -> bool:
    """Whether the seat has chosen all its cards."""
    return count(state.passed[seat]) == PASSED_CARDS


@kernel
def open_passing(state: Record) -> None:
    """Ask seat 0 for its first card; seats may also choose in any other order."""
    state.phase = PASS
    state.turn = 0


@kernel
def legal_passes(state: Record) -> int:
    """The cards the seat to act may still add to its pass."""
    return state.hands[state.turn] & ~state.passed[state.turn]  # type: ignore[no-any-return]


@kernel
def choose_pass(state: Record, card: int) -> bool:
    """Add one card to the pass of the seat to act; after everybody's last the cards change hands, and True comes back.

    After a seat's last card the next one that has not chosen is to act.
    """
    state.passed[state.turn] |= 1 << card
    if not has_passed(state, state.turn):
        return False
    state.turn = seat_to_pass(state, next_seat(state, state.turn))
    if state.turn != NOBODY:
        return False
    exchange(state)
    return True


@kernel
def seat_to_pass(state: Record, first: int) -> int:
    """The first seat from `first` on that has not chosen its cards, or NOBODY."""
    seat = first
    for _ in range(state.players):
        if not has_passed(state, seat):
            return seat
        seat = next_seat(state, seat)
    return NOBODY


@kernel
def exchange(state: Record) -> None:
    """Hand all passes over."""
    for seat in range(state.players):
        state.hands[seat] &= ~state.passed[seat]
    for seat in range(state.players):
        state.hands[receiver(state, seat)] |= state.passed[seat]


@kernel
def take_back_passes(state: Record) -> None:
    """Give every card passed back to the hand it came from, after the exchange."""
    for seat in range(state.players):
        state.hands[seat] &= ~state.passed[giver(state, seat)]
    for seat in range(state.players):
        state.hands[seat] |= state.passed[seat]
