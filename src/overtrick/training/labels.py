"""Labels: positions of self-play with the value of every candidate, found by flat Monte Carlo search.

The teacher plays against itself and slips now and then, so that its pupils see how to go on after mistakes. Labels hold
whole states, so a network of any schema can learn from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from overtrick.core.randomness import make_rng, pick, uniform
from overtrick.core.record import Rounds, empty_rounds
from overtrick.engine.round import Round
from overtrick.observe.masks import ACTIONS
from overtrick.search.flat import FlatSearch
from overtrick.training.tables import TableMix, deal_rounds

Numbers = np.ndarray[Any, Any]

SHARD = 100
"""Rounds labelled in one go."""


class Labels(NamedTuple):
    """Positions with a choice, in the order they came up."""

    states: Rounds
    """[B] full states before the decision."""
    values: Numbers
    """[B, 52] the mean gain of each legal action in points, NaN for the others."""
    ends: Rounds
    """[B] how the round ended."""


@dataclass(frozen=True)
class Teacher:
    """How positions are made and labelled."""

    mix: TableMix
    """The tables."""
    worlds: int = 100
    """Worlds each candidate is played out in."""
    slip: float = 0.1
    """How often a random action is taken instead of the best."""
    seed: int = 0


def label_rounds(teacher: Teacher, shard: int) -> Labels:
    """Play and label the rounds of one shard."""
    tables = deal_rounds(teacher.mix, SHARD, teacher.seed, shard)
    search = FlatSearch()
    states, values, played = [], [], []
    for number in range(SHARD):
        rng = make_rng(teacher.seed, shard, number)
        table = Round(tables[number : number + 1].copy())
        while not table.is_over:
            legal = table.legal_mask()
            action = pick(rng, legal)
            if legal & (legal - 1):
                estimates = search.by_worlds(table.observe(table.turn), teacher.worlds, rng)
                row = np.full(ACTIONS, np.nan, np.float32)
                row[estimates.candidates] = estimates.means
                states.append(table.data.copy())
                values.append(row)
                played.append(number)
                action = action if uniform(rng) < teacher.slip else estimates.best
            table.apply(action)
        tables[number] = table.data[0]
    if not states:
        return Labels(empty_rounds(0), np.empty((0, ACTIONS), np.float32), empty_rounds(0))
    return Labels(np.concatenate(states), np.array(values), tables[played])


def label_shards(teacher: Teacher, shards: Sequence[int], workers: int = 1) -> Iterator[Labels]:
    """Label many shards, in order whatever the number of workers."""
    if workers == 1 or len(shards) < 2:
        yield from (label_rounds(teacher, shard) for shard in shards)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(label_rounds, [teacher] * len(shards), shards)


def save_labels(path: Path, labels: Labels) -> None:
    """Write labels to a file of plain arrays, whole or not at all."""
    unfinished = path.with_suffix(".part.npz")
    states, values, ends = map(_plain, labels)
    np.savez_compressed(unfinished, states=states, values=values, ends=ends)
    unfinished.replace(path)


def load_labels(path: Path) -> Labels:
    """Read labels back."""
    with np.load(path, allow_pickle=False) as file:
        return Labels(*(_records(file[name]) if name != "values" else file[name] for name in Labels._fields))


def _plain(array: Numbers) -> Numbers:
    return array.view(np.uint8).reshape(len(array), -1) if array.dtype.fields else array


def _records(array: Numbers) -> Numbers:
    return np.ascontiguousarray(array).view(empty_rounds(0).dtype).reshape(-1)
