"""Exact endings: the last tricks of a round in a known world, every seat making the most of its own result.

Max-n search (Luckhardt and Irani 1986) over the engine's record: a position is worth one number per seat, and the seat
to act picks the action that is best for itself, the lowest card among equals. Positions between tricks are looked up in
a table; of cards that do the same work in one hand only the lowest is tried.

Values are margins, whole numbers: sides * own result - the result of all sides, the sign such that more is better. A
margin divided by sides - 1 is the `gain` of `engine.rules`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from overtrick.cards.masks import count, lowest, of_suit, suit_of
from overtrick.core.record import (
    MAX_SEATS,
    OVER,
    PLAY,
    Record,
    Rounds,
    cards_on_table,
    empty_rounds,
    tricks_done,
)
from overtrick.engine.dispatch.values import lone_cards, tally
from overtrick.engine.rules import apply, legal_actions, result, sides, sign
from overtrick.kernel import kernel

Numbers = np.ndarray[Any, Any]

TABLE_BITS = 14
TABLE_SIZE = 1 << TABLE_BITS
MAX_DEPTH = 64


class Memory(NamedTuple):
    """Scratch memory of the solver, made once and used for any number of endings; one per thread."""

    stack: Rounds  # [depth] the position and those after it
    keys: Numbers  # [slot, 3] position and ending that a slot of the table belongs to
    stored: Numbers  # [slot, 8] everybody's margin in that position
    endings: Numbers  # [1] endings solved so far: what is stored for earlier ones counts no more


def make_memory() -> Memory:
    return Memory(
        empty_rounds(MAX_DEPTH),
        np.zeros((TABLE_SIZE, 3), np.int64),
        np.zeros((TABLE_SIZE, MAX_SEATS), np.int16),
        np.zeros(1, np.int64),
    )


class Solver:
    """The solver for Python; one per thread."""

    def __init__(self) -> None:
        self.memory = make_memory()

    def solve(self, rounds: Rounds, index: int = 0) -> dict[int, list[float]]:
        """The gain of every seat after each legal card of the seat to act, everybody playing on perfectly."""
        margins = np.zeros((52, MAX_SEATS), np.int16)
        record = rounds[index]
        legal = solve(rounds, index, self.memory, margins)
        others = int(sides(record)) - 1
        return {
            card: [float(margins[card, seat]) / others for seat in range(record.players)]
            for card in range(52)
            if legal >> card & 1
        }


@kernel
def is_ending(state: Record, cards: int) -> bool:
    """Whether bids and passes are over and nobody holds more than so many cards."""
    return state.phase == OVER or (state.phase == PLAY and state.cards - tricks_done(state) <= cards)  # type: ignore[no-any-return]


@kernel
def ending_gains(rounds: Rounds, index: int, memory: Memory, gains: Numbers) -> None:
    """Write the gain of every seat to `gains`, everybody playing on perfectly from `rounds[index]`."""
    memory.endings[0] += 1
    memory.stack[0] = rounds[index]
    margins = solve_from(memory, 0)
    others = sides(rounds[index]) - 1
    for seat in range(rounds[index].players):
        gains[seat] = margins[seat] / others


@kernel
def solve(rounds: Rounds, index: int, memory: Memory, margins: Numbers) -> int:
    """Write everybody's margin after each legal card to `margins[card]`; the legal cards come back as a mask."""
    memory.endings[0] += 1
    stack = memory.stack
    stack[0] = rounds[index]
    legal = legal_actions(stack[0])
    tried = distinct_cards(stack[0], legal)
    twin = 0
    for card in range(52):
        if tried >> card & 1:
            twin = card
            stack[1] = stack[0]
            apply(stack[1], card)
            margins[card] = solve_from(memory, 1)
        elif legal >> card & 1:
            margins[card] = margins[twin]
    return legal


@kernel
def solve_from(memory: Memory, base: int) -> Numbers:
    """Everybody's margin from `stack[base]` on, walking the tree below it without recursion."""
    stack = memory.stack
    todo = np.zeros(MAX_DEPTH, np.int64)
    best = np.zeros((MAX_DEPTH, MAX_SEATS), np.int16)
    is_open = np.zeros(MAX_DEPTH, np.bool_)
    depth = base
    is_new = True
    while True:
        state = stack[depth]
        if is_new:
            is_new = False
            is_open[depth] = not (final_margins(state, best[depth]) or look_up(state, memory, best[depth]))
            if is_open[depth]:
                todo[depth] = distinct_cards(state, legal_actions(state))
                best[depth, state.turn] = -32000
        if is_open[depth] and todo[depth] != 0:
            card = lowest(todo[depth])
            todo[depth] &= todo[depth] - 1
            stack[depth + 1] = stack[depth]
            apply(stack[depth + 1], card)
            depth += 1
            is_new = True
            continue
        if is_open[depth]:
            remember(state, memory, best[depth])
        if depth == base:
            return best[base]  # type: ignore[no-any-return]
        mover = stack[depth - 1].turn
        if best[depth, mover] > best[depth - 1, mover]:
            best[depth - 1] = best[depth]
        depth -= 1


@kernel
def final_margins(state: Record, margins: Numbers) -> bool:
    """Fill in the margins of a finished round; whether it was one."""
    if state.phase != OVER:
        return False
    count, better = sides(state), sign(state)
    total = 0
    for seat in range(state.players):
        margins[seat] = result(state, seat)
        if seat < count:
            total += margins[seat]
    for seat in range(state.players):
        margin = count * margins[seat] - total
        margins[seat] = better * margin
    return True


@kernel
def distinct_cards(state: Record, cards: int) -> int:
    """One card, the lowest, of each run of `cards` that do the same work in a known world."""
    if count(cards) < 2:
        return cards
    others = state.table
    for seat in range(state.players):
        if seat != state.turn:
            others |= state.hands[seat]
    return lowest_of_runs(state, cards, others)


@kernel
def lowest_of_runs(state: Record, cards: int, others: int) -> int:
    """The lowest card of each run of `cards` that none of `others` separates and that count the same."""
    special = lone_cards(state)
    kept = 0
    rest = cards
    previous = -1
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        is_twin = False
        if previous >= 0 and suit_of(previous) == suit_of(card):
            between = of_suit(others, suit_of(card)) & ((1 << card) - (1 << previous))
            is_twin = between == 0 and (special >> card | special >> previous) & 1 == 0
        if not is_twin:
            kept |= 1 << card
        previous = card
    return kept


@kernel
def position_key(state: Record) -> tuple[int, int]:
    """Two numbers that tell positions between tricks of one round apart: the cards still held, and who has what."""
    held = 0
    standing = state.turn
    for seat in range(state.players):
        held |= state.hands[seat]
        standing = standing << 5 | tally(state, seat)
    return held, standing << 5 | (state.jack + 1) << 1 | state.broken


@kernel
def slot_of(held: int, standing: int) -> int:
    mixed = np.uint64(held ^ (standing << 20)) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64(mixed >> np.uint64(64 - TABLE_BITS))  # type: ignore[return-value]


@kernel
def look_up(state: Record, memory: Memory, margins: Numbers) -> bool:
    """Fill in the margins of a position met before; whether it was."""
    if cards_on_table(state) != 0:
        return False
    held, standing = position_key(state)
    slot = slot_of(held, standing)
    key = memory.keys[slot]
    if key[0] != held or key[1] != standing or key[2] != memory.endings[0]:
        return False
    margins[:] = memory.stored[slot]
    return True


@kernel
def remember(state: Record, memory: Memory, margins: Numbers) -> None:
    """Keep the margins of a position between tricks, in place of whatever shared its slot."""
    if cards_on_table(state) == 0:
        held, standing = position_key(state)
        slot = slot_of(held, standing)
        key = memory.keys[slot]
        key[0] = held
        key[1] = standing
        key[2] = memory.endings[0]
        memory.stored[slot] = margins
