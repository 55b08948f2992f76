"""One table played to its end: in one kernel call when every seat holds a rule player, else decision by decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import Any

import numpy as np

from overtrick.arena.keys import point_rng, shuffled_deck
from overtrick.arena.outcomes import note_forfeit, note_round
from overtrick.arena.plan import OPPONENT, PLAYER, Plan, Seating
from overtrick.cards.card import card_name
from overtrick.core.randomness import Rng
from overtrick.core.record import BID, MAX_SEATS, NOBODY, Rounds
from overtrick.engine import policies, rules
from overtrick.engine.round import Round, new_round
from overtrick.errors import PlayerError
from overtrick.kernel import kernel
from overtrick.players.catalogue import make_player
from overtrick.players.protocol import Player
from overtrick.players.rule import RulePlayer

_act, _apply = policies.act, rules.apply


@dataclass(frozen=True)
class Forfeit:
    """A player that failed at the table."""

    deal: int
    table: int
    seat: int
    player: str
    report: str
    """What happened, in plain words."""


class SeatFailed(Exception):
    """The player in `seat` failed; the table ends with its loss."""

    def __init__(self, seat: int, report: str) -> None:
        super().__init__(report)
        self.seat = seat


@dataclass
class Cast:
    """The players of a plan, one for each seat and side, so that no program serves two seats of a table."""

    plan: Plan
    is_compiled: bool = True
    """Whether rounds of rule players are played in one kernel call."""
    is_warm: bool = False
    """Whether a table has been played: the first one also loads kernels and models, so its decisions are not timed."""
    _players: dict[tuple[int, int], Player] = field(default_factory=dict)

    def at(self, seat: int, side: int) -> Player:
        if (seat, side) not in self._players:
            self._players[seat, side] = make_player(self.plan.name_of(side))
        return self._players[seat, side]

    def seated(self, seating: Seating) -> list[Player]:
        return [self.at(seat, side) for seat, side in enumerate(seating)]

    @property
    def are_rules(self) -> bool:
        """Whether both sides are rule players, whose rounds a kernel can play."""
        return all(isinstance(self.at(0, side), RulePlayer) for side in (PLAYER, OPPONENT))

    def close(self) -> None:
        """End programs that players have started."""
        for player in self._players.values():
            if hasattr(player, "close"):
                player.close()
        self._players.clear()


def play_table(cast: Cast, deal: int, table: int, outcome: Any) -> Forfeit | None:
    """Play one replay of a deal, or of a match, and note how it went."""
    plan, seating = cast.plan, cast.plan.seatings[table]
    players = cast.seated(seating)
    try:
        if plan.is_match:
            _play_match(cast, players, deal, seating, outcome)
        else:
            current = plan.set_up(deal)
            current.deal(shuffled_deck(plan.seed, deal, 0))
            _play_round(cast, players, current, (deal, 0), seating, outcome)
    except SeatFailed as failure:
        name = plan.name_of(seating[failure.seat])
        return Forfeit(deal, table, failure.seat, name, str(failure))
    finally:
        if not cast.is_warm:
            outcome["decisions"] = outcome["nanoseconds"] = 0
            cast.is_warm = True
    return None


def _play_match(cast: Cast, players: list[Player], deal: int, seating: Seating, outcome: Any) -> None:
    plan = cast.plan
    scores = [0] * plan.players
    number = 0
    while number == 0 or not plan.rules.is_finished(plan.players, number, scores):
        current = new_round()
        plan.rules.set_up(current.record, plan.players, number, scores)
        current.deal(shuffled_deck(plan.seed, deal, number))
        _play_round(cast, players, current, (deal, number), seating, outcome)
        scores = [total + score for total, score in zip(scores, current.scores(), strict=True)]
        number += 1


def _play_round(
    cast: Cast, players: list[Player], current: Round, address: tuple[int, int], seating: Seating, outcome: Any
) -> None:
    seed = cast.plan.seed
    try:
        if cast.is_compiled and cast.are_rules:
            play_policies(current, players, (seed, *address))
        else:
            play_decisions(current, players, (seed, *address), seating, outcome)
    except SeatFailed as failure:
        note_forfeit(outcome, current, failure.seat)
        raise
    note_round(outcome, current)


def play_policies(current: Round, players: list[Player], address: tuple[int, int, int]) -> None:
    """Play a round of rule players to its end, in one kernel call."""
    policies, styles = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    for seat, player in enumerate(players):
        assert isinstance(player, RulePlayer)
        policies[seat], styles[seat] = player.policy, player.style_in(current.game)
    finish_round(current.data, 0, policies, styles, *address, np.zeros(1, np.uint64))


def play_decisions(
    current: Round, players: list[Player], address: tuple[int, int, int], seating: Seating, outcome: Any
) -> None:
    """Play a round to its end, asking each player with what its seat may know."""
    rng = np.zeros(1, np.uint64)
    decided = [0] * current.players
    while not current.is_over:
        seat = current.turn
        point_rng(rng, *address, seat, decided[seat])
        decided[seat] += 1
        view = current.observe(seat)
        start = perf_counter_ns()
        try:
            action = players[seat].decide(view, rng).action
        except PlayerError as error:
            raise SeatFailed(seat, str(error)) from error
        outcome["nanoseconds"][seating[seat]] += perf_counter_ns() - start
        outcome["decisions"][seating[seat]] += 1
        if not (0 <= action < 64 and current.legal_mask() >> action & 1):
            raise SeatFailed(seat, _illegal(players[seat], current, action))
        current.apply(action)


def _illegal(player: Player, current: Round, action: int) -> str:
    is_bid = current.phase == BID
    done = f"bid {action}" if is_bid else f"played {card_name(action) if 0 <= action < 52 else action}"
    allowed = " ".join(str(legal) if is_bid else card_name(legal) for legal in current.legal_actions())
    return f"{player.name} {done} in seat {current.turn}, which is not allowed; allowed: {allowed}"


@kernel
def finish_round(
    rounds: Rounds,
    index: int,
    policies: np.ndarray[Any, Any],
    styles: np.ndarray[Any, Any],
    seed: int,
    deal: int,
    number: int,
    rng: Rng,
) -> None:
    """Play `rounds[index]` to its end with a policy for each seat."""
    state = rounds[index]
    decided = np.zeros(MAX_SEATS, np.int64)
    while state.turn != NOBODY:
        seat = state.turn
        point_rng(rng, seed, deal, number, seat, decided[seat])
        decided[seat] += 1
        _apply(state, _act(state, policies[seat], styles[seat], rng))
