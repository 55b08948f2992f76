"""Blob as people play it who count honours and boss cards but no odds: the policies `easy` and `normal`."""

from __future__ import annotations

from overtrick.cards.masks import DECK_SIZE, NO_SUIT, count, highest, lowest, of_suit, rank_of, suit_of
from overtrick.core.randomness import Rng, below, pick
from overtrick.core.record import Record, cards_on_table
from overtrick.core.tricks import beats
from overtrick.games.blob.policies.table import cards_above, tricks_needed, unseen_cards
from overtrick.games.blob.rules import legal_bids, legal_plays
from overtrick.kernel import kernel

KING = 11
NINE = 7
SLIP = 6
"""One card in so many is played without thinking by `easy`."""


@kernel
def honour_bid(state: Record, rng: Rng) -> int:
    """Count aces, kings and high trumps; now and then be one off."""
    hand = state.hands[state.turn]
    bid = 0
    while hand != 0:
        card = lowest(hand)
        hand &= hand - 1
        is_trump = suit_of(card) == state.trump
        if rank_of(card) >= (NINE if is_trump else KING):
            bid += 1
    if below(rng, 4) == 0:
        bid += 2 * below(rng, 2) - 1
    return nearest_bid(legal_bids(state), bid)


@kernel
def simple_bid(state: Record) -> int:
    """Add up, card by card, a rough chance that nobody beats it."""
    return nearest_bid(legal_bids(state), int(rough_tricks(state, state.hands[state.turn]) + 0.5))


@kernel
def rough_tricks(state: Record, hand: int) -> float:
    """Tricks that a hand as dealt may take."""
    share = (state.players - 1) * state.cards / (DECK_SIZE - state.cards)
    tricks = 0.0
    cards = hand
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        higher = count(cards_above(card) & ~hand) * share
        if suit_of(card) == state.trump:
            tricks += 1.0 / (1.0 + 0.5 * higher)
        else:
            safe = 0.9 - 0.1 * count(of_suit(hand, suit_of(card)))
            tricks += max(safe - 0.4 * higher, 0.0)
    return tricks


@kernel
def nearest_bid(bids: int, wish: int) -> int:
    """The legal bid nearest to the wish; of two, the lower."""
    best = lowest(bids)
    while bids != 0:
        bid = lowest(bids)
        bids &= bids - 1
        if abs(bid - wish) < abs(best - wish):
            best = bid
    return best


@kernel
def greedy_card(state: Record, rng: Rng) -> int:
    """The highest card while a trick is wanted, then the lowest; sometimes any card."""
    cards = legal_plays(state)
    if below(rng, SLIP) == 0:
        return pick(rng, cards)
    return highest_rank(cards) if tricks_needed(state, state.turn) > 0 else lowest_rank(cards)


@kernel
def simple_card(state: Record) -> int:
    """Win as cheaply as possible while a trick is wanted, duck as high as possible once the bid is full."""
    cards = legal_plays(state)
    if cards & (cards - 1) == 0:
        return lowest(cards)
    return eager_card(state, cards) if tricks_needed(state, state.turn) > 0 else shy_card(state, cards)


@kernel
def eager_card(state: Record, cards: int) -> int:
    """The card to take tricks with."""
    place = cards_on_table(state)
    if place == 0:
        return lead_by_rivals(state, cards, 1)
    winners, losers = split_by_outcome(state, cards)
    if winners == 0:
        return cheapest(state, losers)
    return cheapest(state, winners) if place == state.players - 1 else dearest(state, winners)


@kernel
def shy_card(state: Record, cards: int) -> int:
    """The card to avoid tricks with, now and later."""
    place = cards_on_table(state)
    if place == 0:
        return lead_by_rivals(state, cards, -1)
    winners, losers = split_by_outcome(state, cards)
    if losers != 0:
        return dearest(state, losers)
    return dearest(state, winners) if place == state.players - 1 else cheapest(state, winners)


@kernel
def lead_by_rivals(state: Record, cards: int, sign: int) -> int:
    """With sign 1 the card that fewest unseen cards beat, with sign -1 the one that most of them beat."""
    unseen = unseen_cards(state, state.turn)
    best_card, best_score = lowest(cards), -1000
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        higher = count(unseen & cards_above(card))
        if state.trump != NO_SUIT and suit_of(card) != state.trump:
            higher += 2
        if -sign * higher > best_score:
            best_card, best_score = card, -sign * higher
    return best_card


@kernel
def split_by_outcome(state: Record, cards: int) -> tuple[int, int]:
    """The cards that would take the trick as it lies, and those that would not."""
    winners = 0
    rest = cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if beats(card, state.best, state.trump):
            winners |= 1 << card
    return winners, cards & ~winners


@kernel
def cheapest(state: Record, cards: int) -> int:
    """The lowest rank outside the trumps, or the lowest trump."""
    plain = cards if state.trump == NO_SUIT else cards & ~of_suit(cards, state.trump)
    return lowest_rank(plain if plain != 0 else cards)


@kernel
def dearest(state: Record, cards: int) -> int:
    """The highest trump, or the highest rank."""
    trumps = 0 if state.trump == NO_SUIT else of_suit(cards, state.trump)
    return highest(trumps) if trumps != 0 else highest_rank(cards)


@kernel
def highest_rank(cards: int) -> int:
    """The card of the highest rank, whatever its suit."""
    best = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if rank_of(card) > rank_of(best):
            best = card
    return best


@kernel
def lowest_rank(cards: int) -> int:
    """The card of the lowest rank, whatever its suit."""
    best = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if rank_of(card) < rank_of(best):
            best = card
    return best
