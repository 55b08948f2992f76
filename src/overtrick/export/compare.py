"""How far two ways of running one network lie apart: in numbers, in choices, and in points at the table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from overtrick.core.marks import Floats
from overtrick.core.record import OVER
from overtrick.engine.batch import apply_all
from overtrick.engine.calls import gain_of_seat
from overtrick.export.positions import random_positions, random_rounds
from overtrick.observe.evaluator import Evaluator
from overtrick.observe.questions import ask


@dataclass(frozen=True)
class Points:
    """A mean with half the width of its 95 % interval."""

    mean: float
    margin: float


def sample_inputs(evaluator: Evaluator, size: int, seed: int) -> tuple[Floats, Floats]:
    """Observations and masks: half of them noise with random masks, half real positions."""
    schema, half = evaluator.schema, size // 2
    chance = np.random.default_rng(seed)
    noise = chance.normal(size=(half, schema.size)).astype(np.float32)
    masks = (chance.random((half, 52)) < 0.3).astype(np.float32)
    masks[np.arange(half), chance.integers(0, 52, half)] = 1.0
    real = ask(schema, random_positions(schema.game, size - half, seed))
    return np.concatenate([noise, real.observations]), np.concatenate([masks, real.masks])


def largest_difference(one: Evaluator, other: Evaluator, observations: Floats, masks: Floats) -> float:
    """The largest distance between any two probabilities or values; NaN counts as infinitely far."""
    left, right = one.evaluate(observations, masks), other.evaluate(observations, masks)
    distance = max(
        np.abs(left.probabilities - right.probabilities).max(),
        np.abs(left.values - right.values).max(),
    )
    return float("inf") if np.isnan(distance) else float(distance)


def agreement(one: Evaluator, other: Evaluator, size: int, seed: int) -> float:
    """The share of real positions in which both choose the same action."""
    question = ask(one.schema, random_positions(one.schema.game, size, seed))
    left, right = (evaluator.evaluate(question.observations, question.masks) for evaluator in (one, other))
    return float((left.probabilities.argmax(axis=1) == right.probabilities.argmax(axis=1)).mean())


def points_per_deal(player: Evaluator, others: Evaluator, deals: int, seed: int) -> Points:
    """What `player` gains per deal at tables of `others`, both greedy: every deal is played from every seat.

    If both were one player the gains of a deal would add up to nothing, so no luck of the deal is left in the mean.
    """
    dealt = random_rounds(player.schema.game, deals, seed)
    seats = [range(int(players)) for players in dealt["players"]]
    rounds = np.repeat(dealt, [len(range_) for range_ in seats])
    guests = np.array([seat for range_ in seats for seat in range_])
    while (live := np.flatnonzero(rounds["phase"] != OVER)).size > 0:
        turns = rounds["turn"][live]
        actions = np.zeros(len(rounds), np.int64)
        for evaluator, chosen in ((player, live[turns == guests[live]]), (others, live[turns != guests[live]])):
            if chosen.size > 0:
                question = ask(evaluator.schema, rounds[chosen])
                answer = evaluator.evaluate(question.observations, question.masks)
                actions[chosen] = question.by_action(answer.probabilities).argmax(axis=1)
        apply_all(rounds, actions)
    gains = np.array([gain_of_seat(rounds, index, guests[index]) for index in range(len(rounds))])
    starts = np.cumsum([0, *map(len, seats[:-1])])
    means = np.add.reduceat(gains, starts) / [len(range_) for range_ in seats]
    return Points(float(means.mean()), float(1.96 * means.std(ddof=1) / np.sqrt(deals)))
