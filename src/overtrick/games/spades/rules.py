"""Spades for 4 players, partners opposite.

Thirteen cards each. Left of the dealer first, everybody says how many tricks they will take, from none (nil) to
thirteen; partners' bids together are their contract, which may not be above thirteen. Left of the dealer leads. One
follows suit if one can. Spades are trump and may not be led until one has been played, unless the hand holds nothing
else. The highest spade, or else the highest card of the suit led, takes the trick and leads the next one.

A side that takes its contract scores 10 for each trick bid and 1 for each one above it, a bag; a side that does not
loses 10 for each trick bid. Ten bags, over any number of rounds, cost 100. A nil adds 100 if its bidder takes no trick,
and costs 100 otherwise; its tricks then count for the partner's bid, or as bags only, as the house says.

All that a round adds is a multiple of ten, bags aside. So the last digit of a side's match score is the number of its
bags, below zero, too: 7 bags and a set of 50 make -43, which is -50 and 7.
"""

from __future__ import annotations

from typing import Any

from overtrick.cards.masks import DECK, SPADE_CARDS
from overtrick.core.record import BID, NO_BID, PLAY, Record, cards_on_table, led_suit, next_seat
from overtrick.core.tricks import following, gather_trick, lay_card, open_play
from overtrick.kernel import kernel

SEATS = 4
SIDES = 2
TRICKS = 13
TRICK_POINTS = 10
BAGS = 10
"""So many bags cost the penalty."""

LOSING_SCORE, BAG_PENALTY, NIL_VALUE, FAILED_NIL_COUNTS = range(4)
"""Places of house rules in the record."""

LOSING_SCORES = (-350, -200, -500, -1000)
BAG_PENALTIES = (100, 50, 0)
NIL_VALUES = (100, 50, 200)
"""What the numbers in the record stand for; multiples of ten, so that the last digit of a score stays the bags."""


@kernel
def begin(state: Record) -> None:
    """Ask left of the dealer for the first bid."""
    state.phase = BID
    state.turn = next_seat(state, state.dealer)


@kernel
def partner_of(seat: int) -> int:
    """The seat opposite."""
    return (seat + SIDES) % SEATS


@kernel
def legal_bids(state: Record) -> int:
    """Bit b is set when the seat to act may bid b: any number that leaves the contract at thirteen or less."""
    partner_bid = state.bids[partner_of(state.turn)]
    most = TRICKS if partner_bid == NO_BID else TRICKS - partner_bid
    return (1 << (most + 1)) - 1


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
    hand = state.hands[state.turn]
    if cards_on_table(state) == 0:
        return leadable(hand, state.broken)
    return following(hand, led_suit(state))


@kernel
def leadable(hand: int, broken: int) -> int:
    """Cards that may be led: no spade before spades are broken, unless there is nothing else."""
    others = hand & ~SPADE_CARDS
    return hand if broken or others == 0 else others


@kernel
def apply_play(state: Record, card: int) -> None:
    """Play a card, note what the rules let everybody conclude from it; a full trick goes to its winner."""
    if SPADE_CARDS >> card & 1:
        if cards_on_table(state) == 0 and state.broken == 0:
            state.lacks[state.turn] |= DECK & ~SPADE_CARDS
        state.broken = 1
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
def contract_of(state: Record, seat: int) -> int:
    """Tricks that the seat's side has bid; a bid not made yet counts nothing."""
    return max(state.bids[seat], 0) + max(state.bids[partner_of(seat)], 0)  # type: ignore[no-any-return]


@kernel
def counted_tricks(state: Record, seat: int) -> int:
    """Tricks of the seat's side that count for its contract."""
    partner = partner_of(seat)
    counted = 0
    if counts_for_contract(state, seat):
        counted += state.tricks[seat]
    if counts_for_contract(state, partner):
        counted += state.tricks[partner]
    return counted


@kernel
def counts_for_contract(state: Record, seat: int) -> bool:
    """Whether the seat's tricks count for its side's contract: those of a nil do only where the house says so."""
    return state.bids[seat] != 0 or state.house[FAILED_NIL_COUNTS] != 0  # type: ignore[no-any-return]


@kernel
def bags_before(state: Record, seat: int) -> int:
    """Bags that the side had when the round began, since it last paid for ten."""
    return state.scores[seat] % BAGS  # type: ignore[no-any-return]


@kernel
def bags_taken(state: Record, seat: int) -> int:
    """Bags that the side took in the finished round: tricks above its contract, and those that count for nothing."""
    taken = state.tricks[seat] + state.tricks[partner_of(seat)]
    counted, contract = counted_tricks(state, seat), contract_of(state, seat)
    return taken - counted + max(counted - contract, 0)  # type: ignore[no-any-return]


@kernel
def nil_score(state: Record, seat: int) -> int:
    """What the seat's nil adds; 0 for any other bid."""
    if state.bids[seat] != 0:
        return 0
    value = NIL_VALUES[state.house[NIL_VALUE]]
    return value if state.tricks[seat] == 0 else -value


@kernel
def score(state: Record, seat: int) -> int:
    """What the finished round adds to the match score of the seat's side, the penalty for bags included."""
    contract = contract_of(state, seat)
    total = nil_score(state, seat) + nil_score(state, partner_of(seat))
    if counted_tricks(state, seat) >= contract:
        total += TRICK_POINTS * contract
    else:
        total -= TRICK_POINTS * contract
    bags = bags_taken(state, seat)
    penalties = (bags_before(state, seat) + bags) // BAGS
    return total + bags - penalties * BAG_PENALTIES[state.house[BAG_PENALTY]]


@kernel
def carried(state: Record, seat: int) -> int:
    """A tenth of the penalty for each bag more than before, which later rounds will add up to the whole of it.

    So a bag costs the same whenever it is taken. In a round of its own, and in the last of a match, nothing follows.
    """
    if state.target == 0 or has_ended_match(state):
        return 0
    before = bags_before(state, seat)
    after = (before + bags_taken(state, seat)) % BAGS
    return (before - after) * (BAG_PENALTIES[state.house[BAG_PENALTY]] // BAGS)


@kernel
def sign(state: Record) -> int:
    """More points are better."""
    return 1


@kernel
def sides(state: Record) -> int:
    """Partners against partners."""
    return SIDES


@kernel
def can_end_match(state: Record) -> bool:
    """Whether the best or the worst that the bids allow takes a side to the target or to the losing score."""
    if state.target == 0:
        return False
    lowest = LOSING_SCORES[state.house[LOSING_SCORE]]
    for side in range(SIDES):
        most = most_at_stake(state, side)
        penalties = 2 * BAG_PENALTIES[state.house[BAG_PENALTY]]
        if state.scores[side] + most + TRICKS >= state.target or state.scores[side] - most - penalties <= lowest:
            return True
    return False


@kernel
def most_at_stake(state: Record, seat: int) -> int:
    """The most that contract and nils can bring the seat's side, or cost it, given the bids made so far."""
    partner = partner_of(seat)
    nil = NIL_VALUES[state.house[NIL_VALUE]]
    nils = int(state.bids[seat] == 0) + int(state.bids[partner] == 0)
    if state.bids[seat] != NO_BID and state.bids[partner] != NO_BID:
        return TRICK_POINTS * contract_of(state, seat) + nil * nils
    return max(TRICK_POINTS * TRICKS + nil, 2 * nil)


@kernel
def has_ended_match(state: Record) -> bool:
    """Whether a side has reached the target or the losing score, and the sides are not level."""
    first = state.scores[0] + score(state, 0)
    second = state.scores[1] + score(state, 1)
    if state.target == 0 or first == second:
        return False
    lowest = LOSING_SCORES[state.house[LOSING_SCORE]]
    return max(first, second) >= state.target or min(first, second) <= lowest  # type: ignore[no-any-return]


@kernel
def is_made(state: Record, seat: int) -> bool:
    """Whether the seat's nil, or the contract of its side, was made."""
    if state.bids[seat] == 0:
        return state.tricks[seat] == 0  # type: ignore[no-any-return]
    return counted_tricks(state, seat) >= contract_of(state, seat)


@kernel
def add_known(view: Record, held: Any) -> None:
    """The rules tell nothing of other hands before a card is played."""
