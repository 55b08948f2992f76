"""Hearts for 4 players.

Thirteen cards each. Before play everybody passes three cards, hidden and all at once: left, right, across, then a deal
without passing. The two of clubs leads. One follows suit if one can. Hearts may not be led until one has been thrown,
unless the hand holds nothing else; no heart and not the queen of spades on the first trick, unless the hand holds
nothing else. Each heart counts 1, the queen of spades 13: points are bad. Who takes all 26 has shot the moon: the
others get 26 each, or the shooter loses 26, as the house says.
"""

from __future__ import annotations

from typing import Any

from overtrick.cards.masks import DECK, HEART_CARDS, count
from overtrick.core.passing import choose_pass, legal_passes, open_passing
from overtrick.core.record import NOBODY, PASS, PLAY, Record, cards_on_table, led_suit
from overtrick.core.tricks import following, gather_trick, lay_card, open_play
from overtrick.kernel import kernel

SEATS = 4
TWO_OF_CLUBS = 26
QUEEN_OF_SPADES = 10
JACK_OF_DIAMONDS = 48
QUEEN_POINTS = 13
JACK_POINTS = -10
ALL_POINTS = 26

POINT_CARDS = HEART_CARDS | 1 << QUEEN_OF_SPADES

QUEEN_BREAKS, MOON_SUBTRACTS, JACK_SCORES, FIRST_TRICK_POINTS = range(4)
"""Places of house rules in the record."""

HOLD, LEFT, ACROSS, RIGHT = range(4)
"""Values of `pass_to`: how many seats to the left the cards go."""


@kernel
def begin(state: Record) -> None:
    """Ask for the passes, or for the lead when nothing is passed."""
    if state.pass_to == HOLD:
        open_play(state, two_of_clubs_holder(state))
    else:
        open_passing(state)


@kernel
def two_of_clubs_holder(state: Record) -> int:
    for seat in range(SEATS):
        if state.hands[seat] >> TWO_OF_CLUBS & 1:
            return seat
    return NOBODY


@kernel
def apply_pass(state: Record, card: int) -> None:
    """Add one card to the pass of the seat to act; when all have passed, the two of clubs leads."""
    if choose_pass(state, card):
        open_play(state, two_of_clubs_holder(state))


@kernel
def legal_plays(state: Record) -> int:
    """The cards the seat to act may play."""
    hand = state.hands[state.turn]
    led = led_suit(state)
    if state.plays == 0:
        return 1 << TWO_OF_CLUBS
    if cards_on_table(state) == 0:
        return leadable(hand, state.broken)
    cards = following(hand, led)
    if state.plays < SEATS and state.house[FIRST_TRICK_POINTS] == 0:
        harmless = cards & ~POINT_CARDS
        return harmless if harmless != 0 else cards
    return cards


@kernel
def leadable(hand: int, broken: int) -> int:
    """Cards that may be led: no heart before hearts are broken, unless there is nothing else."""
    others = hand & ~HEART_CARDS
    return hand if broken or others == 0 else others


@kernel
def apply_play(state: Record, card: int) -> None:
    """Play a card, note what the rules let everybody conclude from it; a full trick goes to its winner."""
    seat = state.turn
    is_lead = cards_on_table(state) == 0
    is_first_trick = state.plays < SEATS
    is_point = POINT_CARDS >> card & 1 == 1
    is_heart = HEART_CARDS >> card & 1 == 1
    if is_lead and is_heart and state.broken == 0:
        state.lacks[seat] |= DECK & ~HEART_CARDS
    if is_first_trick and is_point and state.house[FIRST_TRICK_POINTS] == 0:
        state.lacks[seat] |= DECK & ~POINT_CARDS
    if is_heart or (state.house[QUEEN_BREAKS] and card == QUEEN_OF_SPADES):
        state.broken = 1
    if lay_card(state, card):
        winner = state.best_seat
        state.points[winner] += points_in(state.table)
        if state.table >> JACK_OF_DIAMONDS & 1:
            state.jack = winner
        gather_trick(state)


@kernel
def points_in(cards: int) -> int:
    """Penalty points in a set of cards: hearts and the queen of spades."""
    return count(cards & HEART_CARDS) + QUEEN_POINTS * (cards >> QUEEN_OF_SPADES & 1)


@kernel
def legal_actions(state: Record) -> int:
    """Cards open to the seat to act, to pass or to play; nothing when the round is over."""
    if state.phase == PASS:
        return legal_passes(state)
    if state.phase == PLAY:
        return legal_plays(state)
    return 0


@kernel
def apply(state: Record, action: int) -> None:
    """Pass or play a card for the seat to act; the action must be legal."""
    if state.phase == PASS:
        apply_pass(state, action)
    else:
        apply_play(state, action)


@kernel
def moon_shooter(state: Record) -> int:
    """Who has taken all 26 points, or NOBODY."""
    for seat in range(SEATS):
        if state.points[seat] == ALL_POINTS:
            return seat
    return NOBODY


@kernel
def score(state: Record, seat: int) -> int:
    """The points the finished round adds to the seat's match score: the fewer, the better."""
    shooter = moon_shooter(state)
    points = state.points[seat]
    if shooter != NOBODY:
        if state.house[MOON_SUBTRACTS]:
            points = -ALL_POINTS if seat == shooter else 0
        else:
            points = 0 if seat == shooter else ALL_POINTS
    if state.house[JACK_SCORES] and state.jack == seat:
        points += JACK_POINTS
    return points  # type: ignore[no-any-return]


@kernel
def carried(state: Record, seat: int) -> int:
    """A round leaves nothing behind but its score."""
    return 0


@kernel
def sign(state: Record) -> int:
    """Fewer points are better."""
    return -1


@kernel
def sides(state: Record) -> int:
    """Everybody plays alone."""
    return SEATS


@kernel
def can_end_match(state: Record) -> bool:
    """Whether all points of the round could take somebody to the target."""
    most = 0
    for seat in range(SEATS):
        most = max(most, state.scores[seat])
    return state.target > 0 and most + ALL_POINTS >= state.target  # type: ignore[no-any-return]


@kernel
def has_ended_match(state: Record) -> bool:
    """Whether somebody has reached the target."""
    most = 0
    for seat in range(SEATS):
        most = max(most, state.scores[seat] + score(state, seat))
    return 0 < state.target <= most  # type: ignore[no-any-return]


@kernel
def is_made(state: Record, seat: int) -> bool:
    """There are no bids to make."""
    return False


@kernel
def add_known(view: Record, held: Any) -> None:
    """Whoever is to lead first holds the two of clubs."""
    if view.phase == PLAY and view.plays == 0 and view.turn != view.seat:
        held[view.turn] |= 1 << TWO_OF_CLUBS
