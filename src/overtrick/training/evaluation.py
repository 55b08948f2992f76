"""How strong a network is right now: duplicate deals of the arena, all of their tables played at once.

The network plays greedily, one forward pass for every table where it is to act; rule players act in a kernel. Deals,
seatings, random numbers and statistics are those of `overtrick eval`, so the same plan gives the same result there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from overtrick.arena.keys import point_rng, shuffled_deck
from overtrick.arena.outcomes import Outcomes, empty_outcomes, note_round
from overtrick.arena.plan import OPPONENT, PLAYER, Plan
from overtrick.arena.statistics import (
    GameCounts,
    Interval,
    differences,
    elo_difference,
    interval,
    win_rates,
)
from overtrick.core.randomness import Rng
from overtrick.core.record import MAX_SEATS, NOBODY, Rounds, empty_rounds
from overtrick.engine.catalogue import game
from overtrick.engine.policies import act
from overtrick.engine.round import Round
from overtrick.engine.rules import apply
from overtrick.errors import TrainingError
from overtrick.kernel import kernel
from overtrick.observe.evaluator import Evaluator
from overtrick.observe.questions import ask
from overtrick.players.catalogue import make_player
from overtrick.players.protocol import Player
from overtrick.players.rule import RulePlayer

Numbers = np.ndarray[Any, Any]
Side: TypeAlias = Evaluator | Player

EVALUATION_SEED = 0x0E7A1_0000_0000
"""Deals for evaluations while training: drawn otherwise than training's, and apart from the seeds people try first."""
DEALS_AT_ONCE = 1024
NO_POLICY = -1


@dataclass(frozen=True)
class Evaluation:
    """How a network did against one opponent."""

    opponent: str
    """The opponent's name and, where there are several, the table: `hard`, `hard 5x3`."""
    deals: int
    difference: Interval
    """Points per deal, network minus opponents."""
    elo: Interval
    """The rating difference that its win rate stands for."""
    exact_bids: float | None = None
    """The share of the network's bids that were made exactly, in games that count that."""

    def as_row(self) -> dict[str, Any]:
        """One row of `evaluations.csv`."""
        row: dict[str, Any] = {"opponent": self.opponent, "deals": self.deals}
        for name, part in (("points", self.difference), ("elo", self.elo)):
            row |= {name: part.mean, f"{name}_low": part.low, f"{name}_high": part.high}
        return row if self.exact_bids is None else {**row, "exact_bids": self.exact_bids}

    def __str__(self) -> str:
        ahead = self.difference
        text = f"{ahead.mean:+.2f} ({ahead.low:+.2f} to {ahead.high:+.2f}) against {self.opponent}"
        return text if self.exact_bids is None else f"{text}, {100 * self.exact_bids:.0f} % exact bids"


def evaluate(
    evaluator: Evaluator,
    opponent: str,
    *,
    deals: int,
    seed: int = EVALUATION_SEED,
    table: str | None = None,
) -> Evaluation:
    """Seat the network against copies of a player; `table` is players x cards, `4x7`, where both can be chosen."""
    plan = make_plan(evaluator.schema.game, opponent, deals, seed, table)
    outcomes = play_plan(plan, evaluator, make_player(opponent))
    return sum_up(plan, outcomes, opponent if table is None else f"{opponent} {table}")


def make_plan(key: str, opponent: str, deals: int, seed: int, table: str | None = None) -> Plan:
    """The duplicate deals of an evaluation."""
    if table is None or not game(key).has_stock:
        return Plan(key, "network", opponent, deals, seed, game(key).default_players)
    players, cross, cards = table.partition("x")
    if not (cross and players.isdigit() and cards.isdigit()):
        raise TrainingError(f"{table!r} is no table; write players x cards, such as 4x7")
    return Plan(key, "network", opponent, deals, seed, int(players), (int(cards),))


def sum_up(plan: Plan, outcomes: Outcomes, opponent: str) -> Evaluation:
    """The figures of an evaluation."""
    rates, deals = interval(win_rates(plan, outcomes)), len(outcomes)
    elo = (elo_difference(min(max(rate, 0.0), 1.0), deals) for rate in (rates.mean, rates.low, rates.high))
    report = game(plan.game).arena.report(GameCounts(plan, outcomes))
    exact = report.get("exact_bids", {}).get("player")
    return Evaluation(opponent, deals, interval(differences(plan, outcomes)), Interval(*elo), exact)


def play_plan(plan: Plan, player: Side, opponent: Side) -> Outcomes:
    """Every table of a plan, many at once; sides are networks, which play greedily, or players."""
    sides = (player, opponent)
    seatings = np.zeros((len(plan.seatings), MAX_SEATS), np.int64)
    seatings[:, : plan.players] = plan.seatings
    outcomes = empty_outcomes(plan.deals, len(seatings))
    for first in range(0, plan.deals, DEALS_AT_ONCE):
        deals = np.arange(first, min(first + DEALS_AT_ONCE, plan.deals))
        places, numbers = np.tile(seatings, (len(deals), 1)), np.repeat(deals, len(seatings))
        tables = _Tables(plan.game, _dealt(plan, deals), places, numbers, plan.seed)
        tables.play(sides)
        for place in range(len(tables.rounds)):
            note_round(outcomes[divmod(first * len(seatings) + place, len(seatings))], Round(tables.rounds[place:][:1]))
    return outcomes


def _dealt(plan: Plan, deals: Numbers) -> Rounds:
    """The rounds of these deals, each as often as it is replayed."""
    rounds = empty_rounds(len(deals))
    for place, deal in enumerate(deals):
        table = plan.set_up(int(deal))
        table.deal(shuffled_deck(plan.seed, deal, 0))
        rounds[place] = table.data[0]
    return np.repeat(rounds, len(plan.seatings))


class _Tables:
    """Tables that are played together."""

    def __init__(self, key: str, rounds: Rounds, seatings: Numbers, deals: Numbers, seed: int) -> None:
        self.game = key
        self.rounds = rounds
        self.seatings = seatings
        """[tables, seats], the side in each seat."""
        self.deals = deals
        self.seed = seed
        self.decided = np.zeros(seatings.shape, np.int64)
        self._rng: Rng = np.zeros(1, np.uint64)

    def play(self, sides: tuple[Side, Side]) -> None:
        """To the end of every round."""
        policies, styles = np.full(2, NO_POLICY), np.zeros(2, np.int64)
        for side, player in enumerate(sides):
            if isinstance(player, RulePlayer):
                policies[side], styles[side] = player.policy, player.style_in(self.game)
        while True:
            play_by_rules(self.rounds, self.seatings, policies, styles, self.seed, self.deals, self.decided, self._rng)
            waiting = np.flatnonzero(self.rounds["turn"] != NOBODY)
            if not len(waiting):
                return
            holders = self.seatings[waiting, self.rounds["turn"][waiting]]
            for side in (PLAYER, OPPONENT):
                chosen = waiting[holders == side]
                if len(chosen):
                    apply_chosen(self.rounds, chosen, self._decisions(sides[side], chosen))

    def _decisions(self, player: Side, chosen: Numbers) -> Numbers:
        if isinstance(player, Evaluator):
            question = ask(player.schema, self.rounds[chosen])
            answer = player.evaluate(question.observations, question.masks)
            actions: Numbers = question.by_action(answer.probabilities).argmax(axis=1)
            return actions
        return np.array([self._decision(player, int(table)) for table in chosen])

    def _decision(self, player: Player, table: int) -> int:
        current = Round(self.rounds[table : table + 1])
        seat = current.turn
        point_rng(self._rng, self.seed, self.deals[table], 0, seat, self.decided[table, seat])
        self.decided[table, seat] += 1
        return player.decide(current.observe(seat), self._rng).action


@kernel
def play_by_rules(
    rounds: Rounds,
    seatings: Numbers,
    policies: Numbers,
    styles: Numbers,
    seed: int,
    deals: Numbers,
    decided: Numbers,
    rng: Rng,
) -> None:
    """Play every round on until a seat is to act whose side has no rule policy."""
    for index in range(len(rounds)):
        state = rounds[index]
        while state.turn != NOBODY:
            seat = state.turn
            side = seatings[index, seat]
            if policies[side] == NO_POLICY:
                break
            point_rng(rng, seed, deals[index], 0, seat, decided[index, seat])
            decided[index, seat] += 1
            apply(state, act(state, policies[side], styles[side], rng))


@kernel
def apply_chosen(rounds: Rounds, chosen: Numbers, actions: Numbers) -> None:
    """Carry out one action in each chosen round."""
    for place in range(len(chosen)):
        apply(rounds[chosen[place]], actions[place])
