"""Worlds: full deals that fit a view, drawn uniformly from all of them, or by what is believed of each card.

Unseen cards fall into classes: cards that exactly the same seats may hold. Places for them fall into groups: seats that
may hold exactly the same classes, and the cards left out of the deal. How many of each class go to each group is drawn
from a table that counts, by dynamic programming, the deals behind every choice, so no draw can run into a dead end and
every deal is equally likely (up to rounding of the counts in double precision).

Where there is a belief about single cards, each uniform deal is then changed by trades of two cards, accepted or not so
that deals tend to be as likely as the product of what is believed of their cards (Metropolis et al., 1953).
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from overtrick.cards.masks import DECK, DECK_SIZE, count, lowest
from overtrick.core.passing import giver, receiver, seat_to_pass
from overtrick.core.randomness import Rng, below, pick, uniform
from overtrick.core.record import (
    FULL,
    MAX_SEATS,
    NOBODY,
    PASS,
    PASSED_CARDS,
    PLAY,
    Record,
    Rounds,
    hand_size,
    next_seat,
)
from overtrick.engine.dispatch.rules import add_known
from overtrick.kernel import kernel

Numbers = np.ndarray[Any, Any]

STOCK = MAX_SEATS
"""The place of cards that were not dealt, beside the seats 0 to 7."""
PLACES = MAX_SEATS + 1

NO_LEANINGS = np.zeros((0, PLACES))
"""Where nothing is believed of single cards: every deal that fits is equally likely."""
TRADES = 300
"""Trades tried in each world: about seven for every unseen card, after which a thousand change nothing more."""

_PASCAL = np.array([[float(comb(n, k)) for k in range(DECK_SIZE + 1)] for n in range(DECK_SIZE + 1)])
"""Entry [n, k]: ways to choose k of n cards."""


@kernel
def sample_worlds(views: Rounds, index: int, leanings: Numbers, rng: Rng, worlds: Rounds) -> None:
    """Fill `worlds` with independent draws from the deals that fit `views[index]`.

    `leanings[card, place]` is the logarithm of the chance that the card lies there, at a seat or in the STOCK; with
    NO_LEANINGS all deals are alike.
    """
    view = views[index]
    held = known_cards(view)
    capacity = free_places(view, held)
    class_cards, class_sizes, barred = card_classes(view, held, capacity)
    group_of, group_sizes, allowed = place_groups(capacity, barred, len(class_sizes))
    table, strides = count_deals(class_sizes, group_sizes, allowed)
    group_cards = np.empty((len(group_sizes), DECK_SIZE), np.int64)
    unknown = list_cards(class_cards, class_sizes)
    for place in range(len(worlds)):
        worlds[place] = views[index]
        draw_groups(rng, class_cards, class_sizes, group_sizes, table, strides, group_cards)
        world = worlds[place]
        for seat in range(world.players):
            if seat != view.seat:
                world.hands[seat] = held[seat]
        deal_groups(rng, world, capacity, group_of, group_sizes, group_cards)
        if len(leanings) > 0:
            trade_cards(rng, world, view.seat, unknown, leanings)
        complete(rng, world, view.seat)


@kernel
def known_cards(view: Record) -> Numbers:
    """Cards that the viewer knows another seat to hold: those it passed there, and what the game's rules tell."""
    held = np.zeros(MAX_SEATS, np.int64)
    if view.phase == PLAY and view.pass_to != 0:
        to = receiver(view, view.seat)
        held[to] = view.passed[view.seat] & ~view.played[to]
    add_known(view, held)
    return held


@kernel
def free_places(view: Record, held: Numbers) -> Numbers:
    """How many unknown cards lie at each place: the other seats' hands, and the stock."""
    capacity = np.zeros(PLACES, np.int64)
    capacity[STOCK] = DECK_SIZE - view.players * view.cards
    for seat in range(view.players):
        if seat != view.seat:
            capacity[seat] = hand_size(view, seat) - count(held[seat])
    return capacity


@kernel
def card_classes(view: Record, held: Numbers, capacity: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Unseen cards sorted by which seats have shown they lack them: the cards, the sizes and those seats as bits."""
    unseen = DECK & ~view.hands[view.seat]
    for seat in range(view.players):
        unseen &= ~(view.played[seat] | held[seat])
    cards = np.empty((DECK_SIZE, DECK_SIZE), np.int64)
    sizes = np.zeros(DECK_SIZE, np.int64)
    barred = np.zeros(DECK_SIZE, np.int64)
    classes = 0
    while unseen != 0:
        card = lowest(unseen)
        unseen &= unseen - 1
        seats = 0
        for seat in range(view.players):
            if capacity[seat] > 0 and view.lacks[seat] >> card & 1:
                seats |= 1 << seat
        which = 0
        while which < classes and barred[which] != seats:
            which += 1
        if which == classes:
            barred[which] = seats
            classes += 1
        cards[which, sizes[which]] = card
        sizes[which] += 1
    return cards, sizes[:classes], barred[:classes]


@kernel
def place_groups(capacity: Numbers, barred: Numbers, classes: int) -> tuple[Numbers, Numbers, Numbers]:
    """Places that may hold the same classes: the group of each place, and each group's size and classes as bits."""
    group_of = np.full(PLACES, -1)
    sizes = np.zeros(PLACES, np.int64)
    allowed = np.zeros(PLACES, np.int64)
    groups = 0
    for place in range(PLACES):
        if capacity[place] == 0:
            continue
        may_hold = 0
        for which in range(classes):
            if place == STOCK or not barred[which] >> place & 1:
                may_hold |= 1 << which
        group = 0
        while group < groups and allowed[group] != may_hold:
            group += 1
        if group == groups:
            allowed[group] = may_hold
            groups += 1
        group_of[place] = group
        sizes[group] += capacity[place]
    return group_of, sizes[:groups], allowed[:groups]


@kernel
def count_deals(class_sizes: Numbers, group_sizes: Numbers, allowed: Numbers) -> tuple[Numbers, Numbers]:
    """Deals behind every choice: entry [stage, room] of the table, with the strides that number the rooms.

    Stage `class * groups + group` decides how many cards of the class go to the group; a room says how many cards each
    group still takes. Together they also tell how many cards of the class are left: all room less the later classes.
    """
    groups, classes = len(group_sizes), len(class_sizes)
    strides = np.ones(groups + 1, np.int64)
    for group in range(groups):
        strides[group + 1] = strides[group] * (group_sizes[group] + 1)
    rooms = strides[groups]
    totals = total_rooms(group_sizes, strides)
    table = np.zeros((classes * groups + 1, rooms))
    table[classes * groups, 0] = 1.0
    later = 0
    for which in range(classes - 1, -1, -1):
        for group in range(groups - 1, -1, -1):
            stage = which * groups + group
            for room in range(rooms):
                left = totals[room] - later
                if 0 <= left <= class_sizes[which]:
                    free = room // strides[group] % (group_sizes[group] + 1)
                    most = min(left, free) if allowed[group] >> which & 1 else 0
                    deals = 0.0
                    for taken in range(left if group == groups - 1 else 0, most + 1):
                        deals += _PASCAL[left, taken] * table[stage + 1, room - taken * strides[group]]
                    table[stage, room] = deals
        later += class_sizes[which]
    return table, strides


@kernel
def total_rooms(group_sizes: Numbers, strides: Numbers) -> Numbers:
    """How many cards all groups together still take, for every room."""
    totals = np.zeros(strides[-1], np.int64)
    for group in range(len(group_sizes)):
        for room in range(strides[group], strides[group + 1]):
            totals[room] = totals[room - strides[group]] + 1
    return totals


@kernel
def draw_groups(
    rng: Rng,
    class_cards: Numbers,
    class_sizes: Numbers,
    group_sizes: Numbers,
    table: Numbers,
    strides: Numbers,
    group_cards: Numbers,
) -> None:
    """Draw which cards lie in which group; `class_cards` is shuffled on the way."""
    groups = len(group_sizes)
    filled = np.zeros(groups, np.int64)
    room = table.shape[1] - 1
    for which in range(len(class_sizes)):
        left = class_sizes[which]
        for group in range(groups):
            stage = which * groups + group
            taken = left
            if group < groups - 1:
                taken = draw_share(rng, table, stage, room, strides[group], left)
            for _ in range(taken):
                chosen = below(rng, left)
                left -= 1
                card = class_cards[which, chosen]
                class_cards[which, chosen] = class_cards[which, left]
                class_cards[which, left] = card
                group_cards[group, filled[group]] = card
                filled[group] += 1
            room -= taken * strides[group]


@kernel
def draw_share(rng: Rng, table: Numbers, stage: int, room: int, stride: int, left: int) -> int:
    """How many of the `left` cards the stage's group takes, with the odds of the deals behind each choice."""
    if left == 0:
        return 0
    point = uniform(rng) * table[stage, room]
    last = 0
    for taken in range(left + 1):
        rest = room - taken * stride
        if rest < 0:
            break
        deals = _PASCAL[left, taken] * table[stage + 1, rest]
        if deals > 0.0:
            last = taken
            point -= deals
            if point < 0.0:
                break
    return last


@kernel
def deal_groups(
    rng: Rng, world: Record, capacity: Numbers, group_of: Numbers, group_sizes: Numbers, group_cards: Numbers
) -> None:
    """Deal each group's cards to its places at random; what falls to the stock is out of play."""
    left = group_sizes.copy()
    for seat in range(MAX_SEATS):
        group = group_of[seat]
        for _ in range(capacity[seat]):
            chosen = below(rng, left[group])
            left[group] -= 1
            card = group_cards[group, chosen]
            group_cards[group, chosen] = group_cards[group, left[group]]
            world.hands[seat] |= 1 << card


@kernel
def list_cards(class_cards: Numbers, class_sizes: Numbers) -> Numbers:
    """The cards of all classes."""
    cards = np.empty(class_sizes.sum(), np.int64)
    size = 0
    for which in range(len(class_sizes)):
        for place in range(class_sizes[which]):
            cards[size] = class_cards[which, place]
            size += 1
    return cards


@kernel
def trade_cards(rng: Rng, world: Record, viewer: int, cards: Numbers, leanings: Numbers) -> None:
    """Trade two cards again and again: always where that makes the deal likelier, else as often as it is likely."""
    size = len(cards)
    places = np.full(size, STOCK)
    for which in range(size):
        for seat in range(world.players):
            if seat != viewer and world.hands[seat] >> cards[which] & 1:
                places[which] = seat
    for _ in range(TRADES if size > 1 else 0):
        one, other = below(rng, size), below(rng, size)
        here, there = places[one], places[other]
        if here == there or not (may_lie(world, cards[one], there) and may_lie(world, cards[other], here)):
            continue
        gained = leanings[cards[one], there] + leanings[cards[other], here]
        lost = leanings[cards[one], here] + leanings[cards[other], there]
        if gained >= lost or uniform(rng) < np.exp(gained - lost):
            places[one], places[other] = there, here
            move_card(world, cards[one], here, there)
            move_card(world, cards[other], there, here)


@kernel
def may_lie(world: Record, card: int, place: int) -> bool:
    """Whether the place may hold the card: a seat that has shown it lacks it may not."""
    return place == STOCK or not world.lacks[place] >> card & 1


@kernel
def move_card(world: Record, card: int, here: int, there: int) -> None:
    """Take a card from one place and put it to another; the stock is what lies nowhere."""
    if here != STOCK:
        world.hands[here] &= ~(1 << card)
    if there != STOCK:
        world.hands[there] |= 1 << card


@kernel
def complete(rng: Rng, world: Record, viewer: int) -> None:
    """Make a view with all hands filled in a full state: whose turn it is to pass, and what the others passed."""
    world.seat = FULL
    if world.pass_to == 0:
        return
    if world.phase == PASS:
        if world.turn == NOBODY:
            world.turn = seat_to_pass(world, next_seat(world, viewer))
        return
    for seat in range(world.players):
        if seat != viewer and giver(world, viewer) != seat:
            to = receiver(world, seat)
            cards = world.hands[to] | world.played[to]
            for _ in range(PASSED_CARDS):
                world.passed[seat] |= 1 << pick(rng, cards & ~world.passed[seat])
