"""What a seat may know: the same record with everything else blanked."""

from __future__ import annotations

from overtrick.core.passing import giver, has_passed
from overtrick.core.record import NOBODY, PASS, PLAY, Record, Rounds
from overtrick.kernel import kernel


@kernel
def observe_into(rounds: Rounds, index: int, seat: int, views: Rounds, place: int) -> None:
    """Write what `seat` may know of `rounds[index]` to `views[place]`."""
    views[place] = rounds[index]
    blank_hidden(views[place], seat)


@kernel
def observe_turns(rounds: Rounds, views: Rounds) -> None:
    """For each round the view of the seat to act; a finished round is copied as it is."""
    for index in range(len(rounds)):
        views[index] = rounds[index]
        if rounds[index].turn != NOBODY:
            blank_hidden(views[index], rounds[index].turn)


@kernel
def blank_hidden(state: Record, seat: int) -> None:
    """Blank, in place, what `seat` may not know: other hands, other passes, and who has chosen a pass already."""
    state.seat = seat
    for other in range(state.players):
        if other != seat:
            state.hands[other] = 0
    if state.pass_to != 0:
        blank_passes(state, seat)


@kernel
def blank_passes(state: Record, seat: int) -> None:
    """A seat knows the cards it passed and, once all have passed, those it received."""
    source = giver(state, seat) if state.phase >= PLAY else seat
    for other in range(state.players):
        if other != seat and other != source:  # noqa: PLR1714
            state.passed[other] = 0
    if state.phase == PASS:
        state.turn = NOBODY if has_passed(state, seat) else seat
