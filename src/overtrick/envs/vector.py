"""A Gymnasium `VectorEnv` over the batch kernels: one learner at many tables, the other seats played for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from overtrick.core.house import HouseRules
from overtrick.core.randomness import Rng, make_rng
from overtrick.core.record import NOBODY, Rounds, empty_rounds
from overtrick.engine.batch import deal_shuffled
from overtrick.engine.dispatch.observations import encode_seat
from overtrick.engine.policies import act
from overtrick.engine.round import Round
from overtrick.engine.rules import apply, gain, legal_actions
from overtrick.envs.seeing import ACTIONS, schema_for
from overtrick.errors import IllegalAction, PlayerError
from overtrick.kernel import kernel
from overtrick.players.protocol import Player
from overtrick.players.rule import RulePlayer

Numbers = np.ndarray[Any, Any]
Seen = dict[str, Numbers]

ASK_PLAYER = -1
"""Stands where the number of a rule policy would: this opponent decides in Python."""


class TrickVectorEnv(VectorEnv[Seen, Numbers, Numbers]):
    """Rounds of one game at many tables. The learner moves one seat on with every deal.

    A reward is the learner's score against the mean of the others', paid at the end of its round. A table whose round
    is over is dealt anew by the next step, which ignores its action.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        rules: HouseRules,
        num_envs: int,
        opponents: Player | Sequence[Player],
        *,
        players: int = 4,
        cards: int | None = None,
        schema: str | None = None,
    ) -> None:
        rules.check_players(players)
        if cards is not None:
            rules.with_hand_sizes((cards,))
            rules.check_deal(players, cards)
        self.rules, self.num_envs, self.players, self.cards = rules, num_envs, players, cards
        self.schema = schema_for(rules.game, schema)
        self.opponents = _seated(opponents, players - 1)
        self._policies = np.array([_policy(player) for player in self.opponents])
        self._styles = np.array([_style(player, rules.game) for player in self.opponents])
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.schema.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.rounds = empty_rounds(num_envs)
        self.seats = np.arange(num_envs) % players
        self._over = np.ones(num_envs, np.bool_)
        self._masks = np.zeros((num_envs, ACTIONS), np.int8)
        self._seed(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal at every table."""
        if seed is not None:
            self._seed(seed)
        self.seats = np.arange(self.num_envs) % self.players
        self._deal(np.ones(self.num_envs, np.bool_))
        self._play_others()
        return self._observe(), {"action_mask": self._masks}

    def step(self, actions: Numbers) -> tuple[Seen, Numbers, Numbers, Numbers, dict[str, Any]]:
        """The learner's action at every table, then everybody else's until it is the learner's turn again."""
        actions = np.asarray(actions, np.int64)
        was_over = self._over.copy()
        self._check(actions, was_over)
        self.seats[was_over] = (self.seats[was_over] + 1) % self.players
        apply_learner(self.rounds, actions, was_over)
        self._deal(was_over)
        self._play_others()
        rewards = np.zeros(self.num_envs)
        pay(self.rounds, self.seats, rewards)
        seen = self._observe()
        return seen, rewards, self._over.copy(), np.zeros(self.num_envs, np.bool_), {"action_mask": self._masks}

    def _seed(self, seed: int) -> None:
        self._rng = make_rng(seed)
        self._chance = np.random.default_rng(seed)

    def _check(self, actions: Numbers, was_over: Numbers) -> None:
        if actions.shape != (self.num_envs,):
            raise IllegalAction(f"one action for each of the {self.num_envs} tables is needed, not {actions.shape}")
        in_range = (actions >= 0) & (actions < ACTIONS)
        is_legal = in_range & (self._masks[np.arange(self.num_envs), actions % ACTIONS] == 1)
        wrong = np.flatnonzero(~is_legal & ~was_over)
        if len(wrong):
            allowed = np.flatnonzero(self._masks[wrong[0]]).tolist()
            raise IllegalAction(f"table {wrong[0]}: action {actions[wrong[0]]} is not legal; allowed: {allowed}")

    def _deal(self, which: Numbers) -> None:
        """Deal where asked, with whatever changes from round to round drawn anew."""
        if not which.any():
            return
        self.rules.draw_rounds(self.rounds, which, self.players, self.cards, self._chance)
        deal_some(self.rounds, which, self._rng)

    def _play_others(self) -> None:
        """Every other seat acts until the learner is to act, or the round is over, at every table."""
        while True:
            advance(self.rounds, self.seats, self._policies, self._styles, self._rng)
            turns = self.rounds["turn"]
            waiting = np.flatnonzero((turns != NOBODY) & (turns != self.seats))
            if len(waiting) == 0:
                return
            for index in waiting:
                self._ask(int(index))

    def _ask(self, index: int) -> None:
        table = Round(self.rounds[index : index + 1])
        seat = table.turn
        player = self.opponents[(seat - int(self.seats[index]) - 1) % self.players]
        table.act(seat, player.decide(table.observe(seat), self._rng).action)

    def _observe(self) -> Seen:
        rows = np.empty((self.num_envs, self.schema.size), np.float32)
        self._masks = np.zeros((self.num_envs, ACTIONS), np.int8)
        look(self.schema.version, self.rounds, self.seats, rows, self._masks)
        self._over = self.rounds["turn"] == NOBODY
        return {"observation": rows, "action_mask": self._masks}


def _seated(opponents: Player | Sequence[Player], places: int) -> list[Player]:
    """The opponents from the learner's left on; one player may sit on every chair."""
    if isinstance(opponents, Player):
        return [opponents] * places
    if len(opponents) != places:
        raise PlayerError(f"{places} opponents are needed, from the learner's left on, not {len(opponents)}")
    return list(opponents)


def _style(player: Player, key: str) -> int:
    return player.style_in(key) if isinstance(player, RulePlayer) else 0


def _policy(player: Player) -> int:
    return player.policy if isinstance(player, RulePlayer) else ASK_PLAYER


@kernel
def deal_some(rounds: Rounds, which: Numbers, rng: Rng) -> None:
    """Shuffle and deal the rounds that are marked."""
    deck = np.arange(ACTIONS)
    for index in range(len(rounds)):
        if which[index]:
            deal_shuffled(rounds[index], deck, rng)


@kernel
def apply_learner(rounds: Rounds, actions: Numbers, was_over: Numbers) -> None:
    """Carry out the learner's action in each round that goes on."""
    for index in range(len(rounds)):
        if not was_over[index]:
            apply(rounds[index], actions[index])


@kernel
def advance(rounds: Rounds, seats: Numbers, policies: Numbers, styles: Numbers, rng: Rng) -> None:
    """Let rule policies act until it is the turn of the learner or of an opponent that decides in Python."""
    for index in range(len(rounds)):
        state = rounds[index]
        while state.turn != NOBODY and state.turn != seats[index]:
            place = (state.turn - seats[index] - 1) % state.players
            if policies[place] < 0:
                break
            apply(state, act(state, policies[place], styles[place], rng))


@kernel
def pay(rounds: Rounds, seats: Numbers, rewards: Numbers) -> None:
    """The learner's gain where the round is over."""
    for index in range(len(rounds)):
        if rounds[index].turn == NOBODY:
            rewards[index] = gain(rounds[index], seats[index])


@kernel
def look(version: int, rounds: Rounds, seats: Numbers, rows: Numbers, masks: Numbers) -> None:
    """What the learner sees and may do at every table."""
    for index in range(len(rounds)):
        encode_seat(version, rounds[index], seats[index], rows[index])
        if rounds[index].turn == seats[index]:
            legal = legal_actions(rounds[index])
            for action in range(ACTIONS):
                masks[index, action] = legal >> action & 1
