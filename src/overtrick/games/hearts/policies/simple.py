"""Play by rules of thumb: duck, dump, lead low."""

from __future__ import annotations

from overtrick.cards.masks import CARDS_IN_SUIT, DECK, HEART_CARDS, SPADE_CARDS, SUIT, count, highest, lowest
from overtrick.core.record import Record
from overtrick.games.hearts.rules import JACK_OF_DIAMONDS, POINT_CARDS, QUEEN_OF_SPADES, SEATS, legal_plays
from overtrick.kernel import kernel

QUEEN = 1 << QUEEN_OF_SPADES
KING_AND_ACE = 3 << (QUEEN_OF_SPADES + 1)
JACK = 1 << JACK_OF_DIAMONDS


@kernel
def duck_play(state: Record) -> int:
    """The card of the `normal` policy: ducks as high as it can and counts the suit it leads."""
    cards = legal_plays(state)
    if cards & (cards - 1) == 0:
        return lowest(cards)
    place = state.plays & 3
    if place == 0:
        return duck_lead(state, cards)
    led = state.history[state.plays - place] // CARDS_IN_SUIT
    if cards & (SUIT << (CARDS_IN_SUIT * led)) == 0:
        return duck_discard(state, cards)
    return duck_follow(state, cards, place)


@kernel
def duck_lead(state: Record, cards: int) -> int:
    """The low card that is likeliest to be beaten."""
    hand = state.hands[state.turn]
    seen = hand
    for seat in range(SEATS):
        seen |= state.played[seat]
    unseen = DECK & ~seen
    chosen, best = -1, -1000
    for suit in range(SEATS):
        shift = CARDS_IN_SUIT * suit
        mine = (cards >> shift) & SUIT
        if mine == 0:
            continue
        others = (unseen >> shift) & SUIT
        card = lowest(mine)
        below = count(others & ((1 << card) - 1))
        left = count(others)
        worth = (left - below) * 2 - below * 4
        if left == below:
            worth -= 40 - left
        if suit == 0 and unseen & QUEEN:
            worth += 6 if mine >> QUEEN_OF_SPADES == 0 else -20
        if suit == 0 and hand & QUEEN:
            worth -= 8
        if worth > best:
            best = worth
            chosen = shift + card
    return chosen


@kernel
def duck_follow(state: Record, cards: int, place: int) -> int:
    """Duck as high as possible; when that is impossible, or costs nothing, win as high as possible."""
    table = state.table
    under = cards & ((1 << state.best) - 1)
    is_last = place == SEATS - 1
    if under & QUEEN:
        return QUEEN_OF_SPADES
    if under != 0 and not (is_last and table & POINT_CARDS == 0):
        return highest(under)
    spare = cards & ~QUEEN
    if spare == 0:
        return QUEEN_OF_SPADES
    if is_last or state.plays < SEATS:
        return highest(spare)
    return lowest(spare)


@kernel
def duck_discard(state: Record, cards: int) -> int:
    """Queen of spades, then what could catch her, then high hearts and high cards of short suits."""
    if cards & QUEEN:
        return QUEEN_OF_SPADES
    seen = state.hands[state.turn]
    for seat in range(SEATS):
        seen |= state.played[seat]
    if seen & QUEEN == 0 and cards & KING_AND_ACE:
        return highest(cards & SPADE_CARDS)
    chosen, worst = -1, -1000
    for suit in range(SEATS):
        shift = CARDS_IN_SUIT * suit
        mine = (cards >> shift) & SUIT
        if mine == 0:
            continue
        card = highest(mine)
        danger = card * 2 - count(mine) * 2 - lowest(mine)
        if HEART_CARDS >> shift & 1:
            danger += 6
        if danger > worst:
            worst = danger
            chosen = shift + card
    return chosen


@kernel
def low_play(state: Record) -> int:
    """The card of the `easy` policy: its lowest, or, when void, the queen of spades, else its highest."""
    cards = legal_plays(state)
    place = state.plays & 3
    if place == 0:
        return lowest_rank(cards)
    led = state.history[state.plays - place] // CARDS_IN_SUIT
    if cards & (SUIT << (CARDS_IN_SUIT * led)):
        return lowest(cards)
    return QUEEN_OF_SPADES if cards & QUEEN else highest_rank(cards)


@kernel
def lowest_rank(cards: int) -> int:
    """A card of the lowest rank there is."""
    chosen = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if card % CARDS_IN_SUIT < chosen % CARDS_IN_SUIT:
            chosen = card
    return chosen


@kernel
def highest_rank(cards: int) -> int:
    """A card of the highest rank there is."""
    chosen = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if card % CARDS_IN_SUIT > chosen % CARDS_IN_SUIT:
            chosen = card
    return chosen
