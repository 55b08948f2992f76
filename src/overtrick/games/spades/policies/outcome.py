"""How a trick is likely to end after a card, and what that is worth: to the contract, and to every nil at the table."""

from __future__ import annotations

from overtrick.cards.masks import SPADES, count, of_suit, suit_of
from overtrick.core.record import Record, cards_on_table, led_suit
from overtrick.core.tricks import beats
from overtrick.games.spades.policies.standing import is_alive, nil_stake
from overtrick.games.spades.policies.tracker import MISSES, Holdings, above, below, holders
from overtrick.games.spades.rules import SEATS, partner_of
from overtrick.kernel import kernel

EAGER = 0.9
"""How often a seat that can take a trick it wants does."""
OVER_OTHER = 0.5
"""The chance to beat a card that is not known yet, against that to beat the card on the table."""


@kernel
def trick_value(state: Record, card: int, holdings: Holdings, unseen: int, worth: float) -> float:
    """Points that a card is worth in this trick: the chance of the trick, and what becomes of nils."""
    seat = state.turn
    place = cards_on_table(state)
    led = suit_of(card) if place == 0 else led_suit(state)
    is_best = place == 0 or beats(card, state.best, state.trump)
    best = card if is_best else state.best
    owner = seat if is_best else state.best_seat
    is_ours = (owner - seat) % 2 == 0
    ours = 1.0 if is_ours else 0.0
    stays = 1.0
    value = 0.0
    stake = nil_stake(state)
    waiting = 0.0
    waiting_sign = 0.0
    for step in range(1, SEATS - place):
        other = (seat + step) % SEATS
        can, must = chances(holdings[step - 1], holdings, unseen, led, best)
        if is_alive(state, other):
            waiting = must * stays
            waiting_sign = -1.0 if step == 2 else 1.0
            if step == 2:
                ours += (1.0 - ours) * must
            else:
                ours -= ours * must
            stays *= 1.0 - must
            continue
        covers = is_alive(state, partner_of(other)) and (waiting_sign == (-1.0 if step == 2 else 1.0))
        if step == 2:
            takes = must if worth < 0.0 else EAGER * can
            ours += (1.0 - ours) * takes * (1.0 if not is_ours else OVER_OTHER)
            overtakes = takes * (1.0 - ours)
        else:
            takes = must if worth < 0.0 else EAGER * can
            overtakes = takes
            ours -= ours * takes
        if covers:
            waiting *= 1.0 - can * OVER_OTHER
        stays *= 1.0 - overtakes
    value += waiting_sign * stake * waiting
    if owner != seat and is_alive(state, owner):
        sign = -1.0 if is_ours else 1.0
        value += sign * stake * stays
    return value + worth * ours


@kernel
def chances(held: int, holdings: Holdings, unseen: int, led: int, best: int) -> tuple[float, float]:
    """How likely a seat that can hold `held` is able to beat `best`, and how likely it has to."""
    same = of_suit(held, led)
    out = of_suit(unseen, led)
    seats = holders(holdings, out)
    empty = MISSES[seats, count(out)] if same != 0 else 1.0
    can = must = 0.0
    if suit_of(best) == led:
        higher = above(same, best)
        if higher != 0:
            can = 1.0 - MISSES[seats, count(higher)]
            must = can * MISSES[seats, count(below(same, best))]
        if led != SPADES:
            trumps = of_suit(held, SPADES)
            can += empty * (1.0 - MISSES[holders(holdings, of_suit(unseen, SPADES)), count(trumps)])
    else:
        trumps = above(of_suit(held, SPADES), best)
        can = empty * (1.0 - MISSES[holders(holdings, of_suit(unseen, SPADES)), count(trumps)])
    return can, must
