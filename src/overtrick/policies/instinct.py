"""A small network as a policy in kernels: its first thought, a hundred thousand times a second.

Inputs that are zero cost nothing and only legal actions are judged, so that whole rounds can be played out by it, and
worlds weighed by how likely it would have done what the others did.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from overtrick.cards.masks import lowest
from overtrick.core.marks import Floats, Row
from overtrick.core.policies import NETWORK
from overtrick.core.randomness import Rng
from overtrick.core.record import BID, PLAY, Record
from overtrick.engine.dispatch.observations import encode_seat
from overtrick.engine.policies import act
from overtrick.engine.rules import legal_actions
from overtrick.kernel import kernel
from overtrick.observe.masks import ACTIONS
from overtrick.observe.places import write_places

Places = np.ndarray[Any, np.dtype[np.int64]]


class Instinct(NamedTuple):
    """The weights of a network with two layers, and room to run it. Not to be shared between threads."""

    version: int  # of the game's schema
    by_role: bool  # whether the schema has suits by role
    first: Floats  # [inputs, wide]
    first_bias: Row
    second: Floats  # [wide, narrow]
    second_bias: Row
    play: Floats  # [52, narrow]
    play_bias: Row
    before: Floats  # [bids or cards to pass, narrow]
    before_bias: Row
    inputs: Row
    hidden: Row  # [wide]
    features: Row  # [narrow]
    places: Places  # [52]
    filled: Places  # [inputs or wide, and one]
    logits: Row  # [52]


def make_instinct(
    version: int, by_role: bool, first: Floats, second: Floats, play: Floats, before: Floats, biases: tuple[Row, ...]
) -> Instinct:
    """An instinct with its room; layers are [in, out], heads [action, in], biases in the same order."""
    arrays = [np.ascontiguousarray(array, np.float32) for array in (first, second, play, before)]
    first_bias, second_bias, play_bias, before_bias = (np.ascontiguousarray(bias, np.float32) for bias in biases)
    inputs, wide = first.shape
    return Instinct(
        version,
        by_role,
        arrays[0],
        first_bias,
        arrays[1],
        second_bias,
        arrays[2],
        play_bias,
        arrays[3],
        before_bias,
        np.empty(inputs, np.float32),
        np.empty(wide, np.float32),
        np.empty(second.shape[1], np.float32),
        np.empty(ACTIONS, np.int64),
        np.empty(max(inputs, wide) + 1, np.int64),
        np.empty(ACTIONS, np.float32),
    )


_NOTHING = np.zeros((1, 1), np.float32)
NO_INSTINCT = make_instinct(3, True, _NOTHING, _NOTHING, _NOTHING, _NOTHING, (_NOTHING[0],) * 4)
"""Where rule policies act."""


@kernel
def act_by(state: Record, policy: int, instinct: Instinct, rng: Rng) -> int:
    """What a rule policy, or the network, does for the seat to act."""
    return first_thought(instinct, state) if policy == NETWORK else act(state, policy, 0, rng)


@kernel
def first_thought(instinct: Instinct, state: Record) -> int:
    """The network's likeliest legal action; of equals the lowest."""
    legal = legal_actions(state)
    if legal & (legal - 1) == 0:
        return lowest(legal)
    logits = instinct.logits
    write_logits(instinct, state, logits)
    best = lowest(legal)
    while legal != 0:
        action = lowest(legal)
        if logits[action] > logits[best]:
            best = action
        legal &= legal - 1
    return best


@kernel
def chance_of(instinct: Instinct, state: Record, action: int) -> float:
    """How likely the network is to take an action."""
    logits = instinct.logits
    write_logits(instinct, state, logits)
    legal = legal_actions(state)
    total = 0.0
    while legal != 0:
        total += np.exp(logits[lowest(legal)] - logits[action])
        legal &= legal - 1
    return 1.0 / total


@kernel
def write_logits(instinct: Instinct, state: Record, logits: Row) -> None:
    """What the network makes of every legal action of the seat to act; other entries are not touched."""
    encode_seat(instinct.version, state, state.turn, instinct.inputs)
    add_layer(instinct.inputs, instinct.first, instinct.first_bias, instinct.filled, instinct.hidden)
    add_layer(instinct.hidden, instinct.second, instinct.second_bias, instinct.filled, instinct.features)
    is_by_place = instinct.by_role and state.phase != BID
    if is_by_place:
        write_places(state, state.turn, instinct.places)
    legal = legal_actions(state)
    while legal != 0:
        action = lowest(legal)
        place = instinct.places[action] if is_by_place else action
        if state.phase == PLAY:
            logits[action] = instinct.play_bias[place] + dot(instinct.features, instinct.play[place])
        else:
            logits[action] = instinct.before_bias[place] + dot(instinct.features, instinct.before[place])
        legal &= legal - 1


@kernel
def add_layer(inputs: Row, weight: Floats, bias: Row, filled: Places, out: Row) -> None:
    """One layer with ReLU: the weights of the inputs that are not zero, four of them at a time."""
    size = 0
    for source in range(len(inputs)):
        filled[size] = source  # without a branch, which would be guessed wrong at every second mark
        size += 1 if inputs[source] != 0.0 else 0
    out[:] = bias
    whole = size - size % 4
    for start in range(0, whole, 4):
        a, b, c, d = filled[start], filled[start + 1], filled[start + 2], filled[start + 3]
        of_a, of_b, of_c, of_d = inputs[a], inputs[b], inputs[c], inputs[d]
        for place in range(len(out)):
            out[place] += (
                of_a * weight[a, place] + of_b * weight[b, place] + (of_c * weight[c, place] + of_d * weight[d, place])
            )
    for start in range(whole, size):
        source = filled[start]
        of_a = inputs[source]
        for place in range(len(out)):
            out[place] += of_a * weight[source, place]
    for place in range(len(out)):
        out[place] = max(out[place], np.float32(0.0))


@kernel
def dot(one: Row, other: Row) -> float:
    """The sum of products, in four running sums that the processor adds up side by side."""
    first, second, third, fourth = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0)
    whole = len(one) - len(one) % 4
    for place in range(0, whole, 4):
        first += one[place] * other[place]
        second += one[place + 1] * other[place + 1]
        third += one[place + 2] * other[place + 2]
        fourth += one[place + 3] * other[place + 3]
    for place in range(whole, len(one)):
        first += one[place] * other[place]
    return first + second + (third + fourth)  # type: ignore[return-value]
