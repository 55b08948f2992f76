"""PettingZoo environments: a round or a whole match of each game, one agent for each seat.

An observation is `{"observation": numbers of the schema, "action_mask": 52 zeros and ones}`; the mask is in `infos` as
well. An action is the number of a bid or of a card; a pass is three of them. A reward is the seat's score of the round
against the mean of the others', with the sign such that more is better, paid when the round ends. Illegal actions are
refused.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from overtrick.cards.card import card_name
from overtrick.core.house import HouseRules
from overtrick.core.seen import PHASE_NAMES
from overtrick.engine.catalogue import GAME_KEYS, game
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.round import Round, new_round
from overtrick.envs.seeing import ACTIONS, action_mask, numbers, schema_for

VERSION = 1


class TableEnv(AECEnv):  # type: ignore[misc]
    """What the environments share: seats are agents, the engine decides."""

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": "overtrick_v1"}  # noqa: RUF012

    def __init__(self, name: str, rules: HouseRules, players: int, schema: str | None, render_mode: str | None) -> None:
        super().__init__()
        rules.check_players(players)
        self.metadata = {**self.metadata, "name": f"{name}_v{VERSION}"}
        self.render_mode = render_mode
        self.rules, self.players = rules, players
        self.schema = schema_for(rules.game, schema)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.table = new_round()
        box = spaces.Box(-np.inf, np.inf, (self.schema.size,), np.float32)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        self._observations = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._chance = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def deal(self) -> Round:
        """The first round of an episode."""
        raise NotImplementedError

    def deal_again(self) -> Round | None:
        """The next round of the episode, or None when it is over."""
        return None

    def act(self, seat: int, action: int) -> None:
        """Carry out an action, or refuse it."""
        self.table.act(seat, action)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new episode; the seed decides all that follow, too."""
        if seed is not None:
            self._chance = random.Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.table = self.deal()
        self._pass_turn(self.table.turn)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's seat may know, and what it may do."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": numbers(self.table.observe(seat), self.schema),
            "action_mask": action_mask(self.table, seat),
        }

    def step(self, action: Any) -> None:
        """One bid or card of the agent selected."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self.act(seat, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        turn = self.table.turn
        if self.table.is_over:
            self.rewards = {name: self.table.gain(place) for place, name in enumerate(self.possible_agents)}
            following = self.deal_again()
            if following is None:
                self.terminations = dict.fromkeys(self.agents, True)
                turn = (seat + 1) % self.players
            else:
                self.table = following
                turn = following.turn
        self._accumulate_rewards()
        self._pass_turn(turn)

    def render(self) -> str | None:
        """The table in a few lines, with all hands, when the render mode is `ansi`."""
        if self.render_mode != "ansi":
            return None
        lines = [f"{self.table.game}, {PHASE_NAMES[self.table.phase]}, turn {self.table.turn}"]
        lines += [" ".join(f"{seat}:{card_name(card)}" for seat, card in trick) for trick in self.table.tricks()]
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing to give back."""

    def _pass_turn(self, seat: int) -> None:
        self.agent_selection = self.possible_agents[seat]
        for place, agent in enumerate(self.possible_agents):
            if agent in self.infos:
                self.infos[agent] = {"action_mask": action_mask(self.table, place)}


class RoundEnv(TableEnv):
    """One deal an episode; what the caller does not fix is drawn."""

    def __init__(self, name: str, rules: HouseRules, players: int, cards: int | None, **options: Any) -> None:
        super().__init__(name, rules, players, options.pop("schema", None), options.pop("render_mode", None))
        if cards is not None:
            rules.with_hand_sizes((cards,))
            rules.check_deal(players, cards)
        self._cards = cards

    def deal(self) -> Round:
        table = new_round()
        self.rules.draw_round(table.record, self.players, self._cards, self._chance)
        table.deal(self._chance.sample(range(52), 52))
        return table


class MatchEnv(TableEnv):
    """A whole match an episode."""

    def __init__(self, name: str, rules: HouseRules, players: int, **options: Any) -> None:
        super().__init__(name, rules, players, options.pop("schema", None), options.pop("render_mode", None))
        self.match: Match | None = None

    def deal(self) -> Round:
        self.match = Match(self.rules, self.players, seeded_decks(self._chance.getrandbits(63)))
        return self.match.round

    def deal_again(self) -> Round | None:
        assert self.match is not None
        if self.match.is_finished:
            return None
        self.match.next_round()
        return self.match.round

    def act(self, seat: int, action: int) -> None:
        assert self.match is not None
        self.match.act(seat, action)


def make_round(
    key: str, players: int | None = None, cards: int | None = None, rules: HouseRules | None = None, **options: Any
) -> Any:
    """A round of a game: what is not given and changes from round to round is drawn from the rules."""
    kind = game(key)
    seats = kind.default_players if players is None else players
    return _wrapped(RoundEnv(f"{key}_round", rules or kind.rules(), seats, cards, **options))


def make_match(key: str, players: int | None = None, rules: HouseRules | None = None, **options: Any) -> Any:
    """A match of a game."""
    kind = game(key)
    seats = kind.default_players if players is None else players
    return _wrapped(MatchEnv(f"{key}_match", rules or kind.rules(), seats, **options))


ENVS: dict[str, Callable[..., Any]] = {
    **{f"{key}_round": partial(make_round, key) for key in GAME_KEYS},
    **{f"{key}_match": partial(make_match, key) for key in GAME_KEYS},
}
"""A round and a match of every game, by name."""


def __getattr__(name: str) -> Any:
    if name not in ENVS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return ENVS[name]


def register_envs() -> list[str]:
    """Make the environments known to `pettingzoo.make("aec", "overtrick/GAME_round-v1")`; returns their names."""
    if not hasattr(pettingzoo, "register"):
        return []
    names = [f"overtrick/{name}-v{VERSION}" for name in ENVS]
    for name, maker in zip(names, ENVS.values(), strict=True):
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point=maker)
    return names


def _wrapped(env: TableEnv) -> Any:
    return wrappers.OrderEnforcingWrapper(env)
