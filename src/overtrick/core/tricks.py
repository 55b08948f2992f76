"""What all trick-taking games share: following suit, who wins, and what a discard shows."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, NO_SUIT, SUIT, of_suit, suit_of
from overtrick.core.record import NO_CARD, NOBODY, OVER, PLAY, Record, cards_on_table, led_suit, next_seat, tricks_done
from overtrick.kernel import kernel


@kernel
def following(hand: int, led: int) -> int:
    """Cards of `hand` that follow `led`, or the whole hand when void in it or on lead."""
    if led == NO_SUIT:
        return hand
    same = of_suit(hand, led)
    return same if same != 0 else hand


@kernel
def beats(card: int, best: int, trump: int) -> bool:
    """Whether `card`, played later, takes the trick from `best`, the winner so far."""
    if suit_of(card) == suit_of(best):
        return card > best
    return suit_of(card) == trump


@kernel
def open_play(state: Record, leader: int) -> None:
    """Begin the first trick of a round."""
    state.phase = PLAY
    state.leaders[0] = leader
    state.turn = leader


@kernel
def lay_card(state: Record, card: int) -> bool:
    """Move `card` from the hand of the seat to act to the table, and pass the turn; whether the trick is now complete.

    A seat that does not follow shows that it holds nothing of the suit led.
    """
    seat = state.turn
    led = led_suit(state)
    bit = 1 << card
    state.hands[seat] &= ~bit
    state.played[seat] |= bit
    state.table |= bit
    state.history[state.plays] = card
    if led == NO_SUIT or beats(card, state.best, state.trump):
        state.best = card
        state.best_seat = seat
    if led != NO_SUIT and suit_of(card) != led:
        state.lacks[seat] |= SUIT << (CARDS_IN_SUIT * led)
    state.plays += 1
    state.turn = next_seat(state, seat)
    return cards_on_table(state) == state.players  # type: ignore[no-any-return]


@kernel
def gather_trick(state: Record) -> None:
    """Give the completed trick to its winner, who leads the next one or ends the round."""
    winner = state.best_seat
    state.tricks[winner] += 1
    state.table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.leaders[tricks_done(state)] = winner
    if state.plays == state.players * state.cards:
        state.phase = OVER
        state.turn = NOBODY
    else:
        state.turn = winner
