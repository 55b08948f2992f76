"""Spades as people play it who count aces and follow rules of thumb: the policies `easy` and `normal`."""

from __future__ import annotations

from overtrick.cards.masks import SPADE_CARDS, SPADES, count, lowest, of_suit, rank_of, suit_of
from overtrick.core.randomness import Rng, pick
from overtrick.core.randomness import below as number_below
from overtrick.core.record import Record, cards_on_table
from overtrick.core.tricks import beats
from overtrick.games.spades.policies.tracker import above, unseen_cards
from overtrick.games.spades.rules import SEATS, contract_of, counted_tricks, legal_bids, legal_plays, partner_of
from overtrick.kernel import kernel

QUEEN, KING, ACE = 10, 11, 12
SLIP = 8
"""One card in so many is played without thinking by `easy`."""


@kernel
def honour_bid(state: Record, rng: Rng) -> int:
    """Count aces, kings and spades from the queen up; now and then be one off. Never nil."""
    hand = state.hands[state.turn]
    bid = 0
    while hand != 0:
        card = lowest(hand)
        hand &= hand - 1
        if rank_of(card) >= (QUEEN if suit_of(card) == SPADES else KING):
            bid += 1
    if number_below(rng, 4) == 0:
        bid += 2 * number_below(rng, 2) - 1
    return nearest_bid(state, bid)


@kernel
def nearest_bid(state: Record, wish: int) -> int:
    """The legal bid nearest to the wish, but not nil."""
    most = count(legal_bids(state)) - 1
    return min(max(wish, 1), most)


@kernel
def simple_bid(state: Record) -> int:
    """Count quick tricks and long spades; nil with no card above a nine, few spades and a partner who bid."""
    hand = state.hands[state.turn]
    if is_plain_nil(hand):
        return 0
    tricks = 0.0
    spades = count(hand & SPADE_CARDS)
    for suit in range(SEATS):
        mine = of_suit(hand, suit)
        length = count(mine)
        top = suit * 13
        if suit == SPADES:
            tricks += rough_trumps(mine, length)
        else:
            if mine >> (top + ACE) & 1:
                tricks += 1.0 if length < 7 else 0.5
            if mine >> (top + KING) & 1 and 2 <= length <= 5:
                tricks += 0.6
            if length < 2 and spades > 2:
                tricks += 1.0 - 0.5 * length
    return nearest_bid(state, int(tricks + 0.8))


@kernel
def rough_trumps(mine: int, length: int) -> float:
    """Tricks of the spades alone."""
    tricks = max(length - 4, 0) * 0.8
    if mine >> ACE & 1:
        tricks += 1.0
    if mine >> KING & 1 and length > 1:
        tricks += 0.9
    if mine >> QUEEN & 1 and length > 2:
        tricks += 0.7
    return tricks


@kernel
def is_plain_nil(hand: int) -> bool:
    """Whether the hand has no spade above the nine, at most three spades, and a low card in every suit."""
    spades = hand & SPADE_CARDS
    if count(spades) > 3 or spades >> 8 != 0:
        return False
    for suit in range(1, SEATS):
        mine = of_suit(hand, suit) >> (13 * suit)
        if mine != 0 and (lowest(mine) > 4 or (count(mine) > 1 and lowest(mine & (mine - 1)) > 7)):
            return False
    return True


@kernel
def greedy_card(state: Record, rng: Rng) -> int:
    """The highest card while the contract is not made, then the lowest; sometimes any card."""
    cards = legal_plays(state)
    if number_below(rng, SLIP) == 0:
        return pick(rng, cards)
    seat = state.turn
    is_nil = state.bids[seat] == 0 and state.tricks[seat] == 0
    wants = not is_nil and counted_tricks(state, seat) < contract_of(state, seat)
    return dearest(cards) if wants else cheapest(cards)


@kernel
def simple_card(state: Record) -> int:
    """Win as cheaply as possible while tricks are wanted, duck otherwise; knows the partner's card and a nil."""
    cards = legal_plays(state)
    if cards & (cards - 1) == 0:
        return lowest(cards)
    seat = state.turn
    partner = partner_of(seat)
    if state.bids[seat] == 0 and state.tricks[seat] == 0:
        return duck_card(state, cards)
    covers = state.bids[partner] == 0 and state.tricks[partner] == 0
    wants = counted_tricks(state, seat) < contract_of(state, seat)
    if cards_on_table(state) == 0:
        return boss_or_low(state, cards) if wants or covers else cheapest(cards)
    winners = winning_cards(state, cards)
    if state.best_seat == partner:
        return win_card(state, winners, cards) if covers else cheapest(cards)
    return win_card(state, winners, cards) if wants or covers else duck_card(state, cards)


@kernel
def boss_or_low(state: Record, cards: int) -> int:
    """A card that no unseen one of its suit beats, plain suits first; else the lowest."""
    unseen = unseen_cards(state)
    chosen = -1
    rest = cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if above(of_suit(unseen, suit_of(card)), card) == 0:
            chosen = card
    return chosen if chosen >= 0 else cheapest(cards)


@kernel
def win_card(state: Record, winners: int, cards: int) -> int:
    """The cheapest winner when playing last or with a trump, the dearest of the suit led before; else the lowest."""
    if winners == 0:
        return cheapest(cards)
    plain = winners & ~SPADE_CARDS
    if cards_on_table(state) == SEATS - 1 or plain == 0:
        return cheapest(winners)
    return dearest(plain)


@kernel
def duck_card(state: Record, cards: int) -> int:
    """The highest card that does not take the trick; on lead, or when all do, the lowest."""
    if cards_on_table(state) == 0:
        return cheapest(cards)
    losers = cards & ~winning_cards(state, cards)
    return dearest(losers) if losers != 0 else cheapest(cards)


@kernel
def winning_cards(state: Record, cards: int) -> int:
    """The cards that would take the trick as it lies."""
    winners = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if beats(card, state.best, state.trump):
            winners |= 1 << card
    return winners


@kernel
def cheapest(cards: int) -> int:
    """The lowest rank outside the spades, or the lowest spade."""
    plain = cards & ~SPADE_CARDS
    rest = plain if plain != 0 else cards
    chosen = lowest(rest)
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if rank_of(card) < rank_of(chosen):
            chosen = card
    return chosen


@kernel
def dearest(cards: int) -> int:
    """The highest rank, of equals the later suit."""
    chosen = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if rank_of(card) >= rank_of(chosen):
            chosen = card
    return chosen
