"""`HeartsEnv`: one deal of Hearts after the other, with a step for a whole pass and a step for a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from overtrick.cards.card import Card, parse_card
from overtrick.compat.hearts_rewards import rank_rewards, relative_rewards
from overtrick.core.passing import has_passed
from overtrick.core.record import PASS
from overtrick.engine.match import Match, seeded_decks
from overtrick.envs.seeing import numbers, schema_for
from overtrick.errors import RulesError, WrongPhase
from overtrick.games.hearts.house import PASSES, HeartsRules
from overtrick.games.hearts.rules import SEATS

AnyCard: TypeAlias = int | str | Card
"""A card by its number, its text or as an object."""

Observation: TypeAlias = np.ndarray[Any, Any]

REWARDS = {"relative": relative_rewards, "rank": rank_rewards}
DIRECTIONS = {seats: way for way, seats in PASSES.items()}


@dataclass(frozen=True)
class EnvConfig:
    """How the environment plays and pays."""

    reward_mode: Literal["relative", "rank"] = "relative"
    """The mean of the others' points less one's own, or +3 +1 -1 -3 by rank."""
    rules: HeartsRules = field(default_factory=HeartsRules)
    """The house rules; the pass goes round from deal to deal."""
    schema: str = "hearts-1"
    """What observations are made of."""

    def __post_init__(self) -> None:
        if self.reward_mode not in REWARDS:
            raise RulesError(f"unknown reward mode {self.reward_mode!r}; choose one of {', '.join(REWARDS)}")


@dataclass(frozen=True)
class Passing:
    """Cards are being passed."""

    direction: str
    """left, right or across."""
    submitted: int
    """How many seats have passed."""


@dataclass(frozen=True)
class Playing:
    """Cards are being played, or the last one has been."""

    trick_leader: int
    cards_in_trick: int


PhaseInfo: TypeAlias = Passing | Playing


@dataclass(frozen=True)
class StepInfo:
    """What else there is to know after a step."""

    phase: PhaseInfo
    round_complete: bool
    final_points: tuple[int, ...] | None
    """Points taken by each seat, before a moon turns them round; None until the round is complete."""


@dataclass(frozen=True)
class Step:
    """What a step led to."""

    obs: Observation
    """What the seat to act sees; after the last card, what the seat that played it sees."""
    reward: float
    """Of the seat that acted: 0 until the round is complete."""
    done: bool
    info: StepInfo


class HeartsEnv:
    """A round is an episode; `reset` deals the next one of a match, and a new match when one is finished."""

    def __init__(self, seed: int = 0, config: EnvConfig | None = None) -> None:
        self.config = config or EnvConfig()
        self._seed = seed
        self._schema = schema_for("hearts", self.config.schema)
        self._matches = 0
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        """The match being played."""
        if self._match is None:
            raise WrongPhase("nothing is dealt yet: call reset() first")
        return self._match

    @property
    def current_seat(self) -> int:
        """The seat to act, or NOBODY when the round is complete."""
        return self.match.round.turn

    @property
    def is_done(self) -> bool:
        return self.match.round.is_over

    def reset(self) -> Observation:
        """Deal, and show what the first seat to act sees; a round that is not over is given up with its match."""
        if self._match is not None and self._match.round.is_over and not self._match.is_finished:
            self._match.next_round()
        else:
            self._match = Match(self.config.rules, SEATS, seeded_decks(self._seed + self._matches))
            self._matches += 1
        return self.observe(self.current_seat)

    def observe(self, seat: int) -> Observation:
        """What `seat` sees, in numbers."""
        return numbers(self.match.observe(seat), self._schema)

    def step_pass(self, cards: Sequence[AnyCard]) -> Step:
        """Pass three cards for the seat to act; refused, with nothing changed, if that is not allowed."""
        seat = self.current_seat
        self.match.pass_cards(seat, [_number(card) for card in cards])
        return self._step(seat)

    def step_play(self, card: AnyCard) -> Step:
        """Play a card for the seat to act; refused, with nothing changed, if that is not allowed."""
        seat = self.current_seat
        if self.match.round.phase == PASS:
            raise WrongPhase(f"seat {seat} has to pass three cards first: step_pass")
        self.match.act(seat, _number(card))
        return self._step(seat)

    def legal_moves(self) -> list[int]:
        """Cards the seat to act may play, or pass, by number."""
        return self.match.round.legal_actions()

    def phase(self) -> PhaseInfo:
        """What is going on."""
        record = self.match.round.record
        if record.phase == PASS:
            submitted = sum(bool(has_passed(record, seat)) for seat in range(SEATS))
            return Passing(DIRECTIONS[int(record.pass_to)], submitted)
        tricks = list(self.match.round.tricks())
        leader = int(record.leaders[len(tricks) - 1]) if self.match.round.trick() else int(record.leaders[len(tricks)])
        return Playing(leader, len(self.match.round.trick()))

    def rewards(self) -> list[float]:
        """Of all seats; zeros until the round is complete."""
        table = self.match.round
        return REWARDS[self.config.reward_mode](table) if table.is_over else [0.0] * SEATS

    def _step(self, seat: int) -> Step:
        table = self.match.round
        points = tuple(int(taken) for taken in table.record.points[:SEATS]) if table.is_over else None
        info = StepInfo(self.phase(), table.is_over, points)
        seer = seat if table.is_over else self.current_seat
        return Step(self.observe(seer), self.rewards()[seat], table.is_over, info)


def _number(card: AnyCard) -> int:
    if isinstance(card, Card):
        return card.index
    return parse_card(card) if isinstance(card, str) else int(card)
