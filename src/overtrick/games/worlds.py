"""Worlds: full deals that fit a view, drawn uniformly from all of them.

Unseen cards fall into classes: cards that exactly the same seats may hold. Places for them fall into groups: seats that
may hold exactly the same classes, and the cards left out of the deal. How many of each class go to each group is drawn
from a table that counts, by dynamic programming, the deals behind every choice, so no draw can run into a dead end and
every deal is equally likely (up to rounding of the counts in double precision).
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from overtrick.cards.masks import DECK, DECK_SIZE, count, lowest
from overtrick.games.hearts.rules import TWO_OF_CLUBS, giver, receiver, seat_to_pass
from overtrick.games.randomness import Rng, below, pick, uniform
from overtrick.games.state import (
    FULL,
    HEARTS,
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
from overtrick.kernel import kernel

Numbers = np.ndarray[Any, Any]

STOCK = MAX_SEATS
"""The place of cards that were not dealt, beside the seats 0 to 7."""
PLACES = MAX_SEATS + 1

_PASCAL = np.array([[float(comb(n, k)) for k in range(DECK_SIZE + 1)] for n in range(DECK_SIZE + 1)])
"""Entry [n, k]: ways to choose k of n cards."""


@kernel
def sample_worlds(views: Rounds, index: int, rng: Rng, worlds: Rounds) -> None:
    """Fill `worlds` with independent draws from all deals that fit `views[index]`."""
    view = views[index]
    held = known_cards(view)
    capacity = free_places(view, held)
    class_cards, class_sizes, barred = card_classes(view, held, capacity)
    group_of, group_sizes, allowed = place_groups(capacity, barred, len(class_sizes))
    table, strides = count_deals(class_sizes, group_sizes, allowed)
    group_cards = np.empty((len(group_sizes), DECK_SIZE), np.int64)
    for place in range(len(worlds)):
        worlds[place] = views[index]
        draw_groups(rng, class_cards, class_sizes, group_sizes, table, strides, group_cards)
        world = worlds[place]
        for seat in range(world.players):
            if seat != view.seat:
                world.hands[seat] = held[seat]
        deal_groups(rng, world, capacity, group_of, group_sizes, group_cards)
        complete(rng, world, view.seat)


@kernel
def known_cards(view: Record) -> Numbers:
    """Cards that the viewer knows another seat to hold: those it passed there, and the two of clubs before it leads."""
    held = np.zeros(MAX_SEATS, np.int64)
    if view.game == HEARTS and view.phase == PLAY:
        to = receiver(view, view.seat)
        if to != view.seat:
            held[to] = view.passed[view.seat] & ~view.played[to]
        if view.plays == 0 and view.turn != view.seat:
            held[view.turn] |= 1 << TWO_OF_CLUBS
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
def complete(rng: Rng, world: Record, viewer: int) -> None:
    """Make a view with all hands filled in a full state: whose turn it is to pass, and what the others passed."""
    world.seat = FULL
    if world.game != HEARTS or world.pass_to == 0:
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
