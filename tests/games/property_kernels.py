"""Properties checked at every turn of random games, compiled: each kernel returns how many checks failed."""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.cards.masks import DECK, count
from overtrick.core.passing import giver, has_passed, receiver
from overtrick.core.randomness import Rng, below, pick
from overtrick.core.record import FULL, NOBODY, PASS, PLAY, Record, Rounds, hand_size
from overtrick.engine.rules import apply, legal_actions
from overtrick.engine.views import observe_into
from overtrick.engine.worlds import NO_LEANINGS, sample_worlds
from overtrick.games.blob import NUMBER as BLOB
from overtrick.games.blob.rules import HOOK
from overtrick.games.hearts import NUMBER as HEARTS
from overtrick.games.hearts.rules import JACK_SCORES, TWO_OF_CLUBS, score
from overtrick.games.spades import NUMBER as SPADES
from overtrick.kernel import kernel

Bytes = np.ndarray[Any, Any]


@kernel
def views_changed_by_sampling(
    rounds: Rounds, views: Rounds, worlds: Rounds, again: Rounds, view_bytes: Bytes, again_bytes: Bytes, rng: Rng
) -> tuple[int, int]:
    """How often `observe(sample_world(v)) != v` or the world does not fit, all seats at all turns; and the checks."""
    faults = checks = 0
    for index in range(len(rounds)):
        while True:
            for seat in range(rounds[index].players):
                observe_into(rounds, index, seat, views, 0)
                sample_worlds(views, 0, NO_LEANINGS, rng, worlds)
                observe_into(worlds, 0, seat, again, 0)
                faults += differs(view_bytes, again_bytes) or not fits(views[0], worlds[0])
                checks += 1
            if rounds[index].turn == NOBODY:
                break
            step_anybody(rounds[index], rng)
    return faults, checks


@kernel
def views_changed_by_swapping(
    rounds: Rounds, views: Rounds, swapped: Rounds, again: Rounds, view_bytes: Bytes, again_bytes: Bytes, rng: Rng
) -> tuple[int, int]:
    """How often moving cards a seat cannot see changes its view, for all seats at all turns; and the checks."""
    faults = checks = 0
    for index in range(len(rounds)):
        while True:
            for seat in range(rounds[index].players):
                observe_into(rounds, index, seat, views, 0)
                swapped[0] = rounds[index]
                swap_hidden(swapped[0], seat, rng)
                observe_into(swapped, 0, seat, again, 0)
                faults += differs(view_bytes, again_bytes)
                checks += 1
            if rounds[index].turn == NOBODY:
                break
            step_anybody(rounds[index], rng)
    return faults, checks


@kernel
def broken_invariants(rounds: Rounds, rng: Rng) -> tuple[int, int]:
    """How often cards are lost, nothing is legal at a turn, or a finished round does not add up; and the checks."""
    faults = checks = 0
    for index in range(len(rounds)):
        state = rounds[index]
        dealt = all_cards(state)
        while state.turn != NOBODY:
            legal = legal_actions(state)
            faults += legal == 0 or all_cards(state) != dealt or not are_disjoint(state)
            faults += state.phase != 1 and legal & ~state.hands[state.turn] != 0
            checks += 1
            step_anybody(state, rng)
        faults += all_cards(state) != dealt or not adds_up(state)
        checks += 1
    return faults, checks


@kernel
def adds_up(state: Record) -> bool:
    """Whether tricks, bids and points of a finished round sum to what they must."""
    tricks = bids = points = added = 0
    for seat in range(state.players):
        tricks += state.tricks[seat]
        bids += state.bids[seat]
        points += state.points[seat]
    if tricks != state.cards:
        return False
    if state.game == BLOB:
        return state.house[HOOK] == 0 or bids != state.cards
    if state.game == SPADES:
        return state.bids[0] + state.bids[2] <= 13 and state.bids[1] + state.bids[3] <= 13
    for seat in range(state.players):
        added += score(state, seat)
    if state.house[JACK_SCORES]:
        added += 10
    return points == 26 and added in (26, 78, -26)


@kernel
def step_anybody(state: Record, rng: Rng) -> None:
    """A random action; in a pass, of any seat that has not passed."""
    if state.phase == PASS:
        seat = below(rng, state.players)
        while has_passed(state, seat):
            seat = below(rng, state.players)
        state.turn = seat
    apply(state, pick(rng, legal_actions(state)))


@kernel
def fits(view: Record, world: Record) -> bool:
    """Whether a full state agrees with everything the viewer knows."""
    viewer = view.seat
    if world.seat != FULL or world.hands[viewer] != view.hands[viewer] or not are_disjoint(world):
        return False
    for seat in range(view.players):
        if count(world.hands[seat]) != hand_size(view, seat) or world.hands[seat] & view.lacks[seat]:
            return False
    is_first_lead = view.game == HEARTS and view.phase == PLAY and view.plays == 0
    if is_first_lead and not world.hands[view.turn] >> TWO_OF_CLUBS & 1:
        return False
    return view.game != HEARTS or view.phase < PLAY or view.pass_to == 0 or passes_fit(view, world)


@kernel
def passes_fit(view: Record, world: Record) -> bool:
    """Whether every seat's three passed cards ended with whom they were passed to, the known ones unchanged."""
    for seat in range(view.players):
        to = receiver(view, seat)
        if count(world.passed[seat]) != 3 or world.passed[seat] & ~(world.hands[to] | world.played[to]):
            return False
        is_known = seat == view.seat or to == view.seat  # noqa: PLR1714  Numba has no `in` for mixed integers
        if is_known and world.passed[seat] != view.passed[seat]:
            return False
    return True


@kernel
def swap_hidden(state: Record, viewer: int, rng: Rng) -> None:
    """Exchange hidden cards between two other seats, or a seat and the stock, and change the passes nobody sees."""
    stock = DECK & ~all_cards(state)
    first = other_seat(state, viewer, rng)
    second = other_seat(state, viewer, rng)
    if state.hands[first] and stock:
        card, spare = pick(rng, state.hands[first]), pick(rng, stock)
        state.hands[first] ^= 1 << card | 1 << spare
    if first != second and state.hands[first] and state.hands[second]:
        card, other = pick(rng, state.hands[first]), pick(rng, state.hands[second])
        state.hands[first] ^= 1 << card | 1 << other
        state.hands[second] ^= 1 << card | 1 << other
    if state.game == HEARTS and state.pass_to:
        change_passes(state, viewer, rng)


@kernel
def change_passes(state: Record, viewer: int, rng: Rng) -> None:
    for seat in range(state.players):
        is_known = seat == viewer or (state.phase >= PLAY and seat == giver(state, viewer))
        if not is_known:
            cards = 0
            for _ in range(below(rng, 4) if state.phase == PASS else 3):
                cards |= 1 << pick(rng, DECK & ~cards)
            state.passed[seat] = cards
    if state.phase == PASS:
        state.turn = below(rng, state.players)


@kernel
def other_seat(state: Record, viewer: int, rng: Rng) -> int:
    return (viewer + 1 + below(rng, state.players - 1)) % state.players


@kernel
def all_cards(state: Record) -> int:
    cards = 0
    for seat in range(state.players):
        cards |= state.hands[seat] | state.played[seat]
    return cards


@kernel
def are_disjoint(state: Record) -> bool:
    """Whether no card lies in two places."""
    total = 0
    for seat in range(state.players):
        total += count(state.hands[seat]) + count(state.played[seat])
    return total == count(all_cards(state)) and total == state.players * state.cards


@kernel
def differs(first: Bytes, second: Bytes) -> bool:
    return not np.array_equal(first, second)
