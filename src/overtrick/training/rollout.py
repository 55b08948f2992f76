"""Rollouts: thousands of rounds played at once, one forward pass per step, and every decision kept to learn from.

Rounds are played to their end, so nothing has to be guessed about how an unfinished one goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import torch

from overtrick.cards.masks import lowest
from overtrick.core.marks import Floats
from overtrick.core.randomness import Rng, uniform
from overtrick.core.record import MAX_SEATS, OVER, Rounds
from overtrick.core.schema import Schema
from overtrick.engine.catalogue import game
from overtrick.engine.dispatch.observations import write_order
from overtrick.engine.dispatch.values import value_of_result
from overtrick.engine.policies import act
from overtrick.engine.rules import apply, gain, legal_actions, score, sign
from overtrick.errors import OvertrickError
from overtrick.kernel import kernel
from overtrick.nets.network import Network
from overtrick.observe.masks import ACTIONS
from overtrick.observe.questions import write_questions

Numbers = np.ndarray[Any, Any]
Watch: TypeAlias = Callable[[Rounds, Numbers, slice], None]

LEARNER = 0
"""In a seating: the network that learns, the only one whose decisions are kept."""

AT_ONCE = 1024
"""Decisions in one forward pass: enough for fast products, few enough that questions and answers stay in the cache."""

REWARD_SCALE = 10.0
"""Points that count as one in rewards: a made bid, more or less."""
RELATIVE, RANK, SCORE = range(3)
REWARDS = {"relative": RELATIVE, "rank": RANK, "score": SCORE}
"""Points against the mean of the others; places, +3 +1 -1 -3 at four seats; the own score alone."""


class Batch(NamedTuple):
    """The learner's decisions in whole rounds, in the order of time. N of them."""

    observations: Floats
    """[N, schema.size]"""
    masks: Floats
    """[N, 52] as the network answers."""
    hidden: Numbers
    """[N, others * 52] the other hands, for a critic that sees all cards."""
    choices: Numbers
    """[N] the network's output that was chosen."""
    log_chances: Floats
    """[N] the logarithm of the chance it had."""
    rounds: Numbers
    """[N] the round each decision belongs to."""
    seats: Numbers
    """[N] who decided."""
    rewards: Floats
    """[N] what that seat got in the end, in units of REWARD_SCALE points."""
    values: Floats
    """[N, 8] the result of all seats as networks put it, from the deciding seat leftwards."""


class Opponent(Protocol):
    """Whoever holds seats beside the learner."""

    def act(self, rounds: Rounds, chosen: Numbers, rng: Rng) -> None:
        """Act for the seats to act in the chosen rounds."""
        ...


class RuleOpponent:
    """A rule policy."""

    def __init__(self, policy: int) -> None:
        self.policy = policy

    def act(self, rounds: Rounds, chosen: Numbers, rng: Rng) -> None:
        act_by_rules(rounds, chosen, self.policy, rng)


class NetworkOpponent:
    """A network that does not learn; temperature 0 takes its likeliest action."""

    def __init__(self, network: Network, temperature: float = 1.0) -> None:
        self.network = network
        self.temperature = temperature
        self._desk = Desk(network.schema, 0)

    def act(self, rounds: Rounds, chosen: Numbers, rng: Rng) -> None:
        if len(chosen) > len(self._desk.choices):
            self._desk = Desk(self.network.schema, len(chosen))
        self._desk.decide(self.network, rounds, chosen, 0, self.temperature, rng)


class Desk:
    """Room for the questions and answers of many decisions."""

    def __init__(self, schema: Schema, size: int) -> None:
        self.schema = schema
        # Torch's own memory is aligned; matrix products of the same numbers elsewhere may differ in their last bit.
        self.observations: Floats = torch.empty((size, schema.size)).numpy()
        self.masks = np.empty((size, ACTIONS), np.float32)
        self.places = np.empty((min(size, AT_ONCE), ACTIONS), np.int64)
        self.choices = np.empty(size, np.int64)
        self.log_chances = np.empty(size, np.float32)

    def decide(
        self, network: Network, rounds: Rounds, chosen: Numbers, start: int, temperature: float, rng: Rng
    ) -> None:
        """Ask the network for every chosen round, act by its answers, and keep all that in the rows from `start`."""
        for first in range(0, len(chosen), AT_ONCE):
            part = chosen[first : first + AT_ONCE]
            rows = slice(start + first, start + first + len(part))
            observations, places = self.observations[rows], self.places[: len(part)]
            write_questions(
                self.schema.version, self.schema.by_role, rounds, part, observations, self.masks[rows], places
            )
            with torch.inference_mode():
                logits = network.judge(torch.from_numpy(observations)).logits.numpy()
            act_by_logits(rounds, part, logits, places, temperature, rng, self.choices[rows], self.log_chances[rows])


class Notes:
    """All that is kept of the learner's decisions while rounds are played.

    To be used for one rollout after another: memory that is new to the process takes longer to get than to fill.
    """

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.size = 0
        self._make_room(0)

    def clear(self, most: int) -> None:
        """Forget everything and have room for at least so many decisions."""
        self.size = 0
        if most > len(self.rounds):
            self._make_room(most)

    def _make_room(self, most: int) -> None:
        self.desk = Desk(self.schema, most)
        self.hidden = np.empty((most, other_hands(self.schema) * ACTIONS), np.uint8)
        self.rounds, self.seats = np.empty(most, np.int64), np.empty(most, np.int64)

    def decide(self, network: Network, rounds: Rounds, own: Numbers, watch: Watch | None, rng: Rng) -> None:
        """Let the learner act in the rounds that are its own now."""
        rows = slice(self.size, self.size + len(own))
        self.rounds[rows], self.seats[rows] = own, rounds["turn"][own]
        write_hidden(network.schema.by_role, rounds, own, self.hidden[rows])
        if watch is not None:
            watch(rounds, own, rows)
        self.desk.decide(network, rounds, own, self.size, 1.0, rng)
        self.size += len(own)

    def batch(self, rounds: Rounds, reward: int) -> Batch:
        """The decisions with what they led to, when all rounds are over."""
        kept = slice(0, self.size)
        where, seats = self.rounds[kept], self.seats[kept]
        rewards = np.empty((len(rounds), MAX_SEATS), np.float32)
        write_rewards(rounds, reward, rewards)
        values = np.empty((self.size, MAX_SEATS), np.float32)
        write_ends(rounds, where, seats, values)
        desk = self.desk
        return Batch(
            desk.observations[kept],
            desk.masks[kept],
            self.hidden[kept],
            desk.choices[kept],
            desk.log_chances[kept],
            where,
            seats,
            rewards[where, seats],
            values,
        )


def play_rounds(
    network: Network,
    rounds: Rounds,
    rng: Rng,
    *,
    seating: Numbers | None = None,
    opponents: Sequence[Opponent] = (),
    reward: str = "relative",
    watch: Watch | None = None,
    notes: Notes | None = None,
) -> Batch:
    """Play all rounds to their end, in place; `seating[round, seat]` is LEARNER or one more than an opponent's place.

    `watch` is called before the learner's decisions with all rounds, those where it is to act, and their rows. A batch
    lies in the memory of `notes` and is good until they are used again.
    """
    if reward not in REWARDS:
        raise OvertrickError(f"rewards are {', '.join(REWARDS)}, not {reward!r}")
    notes = notes or Notes(network.schema)
    notes.clear(most_decisions(rounds))
    live = np.flatnonzero(rounds["phase"] != OVER)
    while len(live) > 0:
        turns = rounds["turn"][live].astype(np.int64)
        who = np.full(len(live), LEARNER) if seating is None else seating[live, turns]
        own = live[who == LEARNER]
        if len(own) > 0:
            notes.decide(network, rounds, own, watch, rng)
        for place, opponent in enumerate(opponents):
            theirs = live[who == place + 1]
            if len(theirs) > 0:
                opponent.act(rounds, theirs, rng)
        live = live[rounds["phase"][live] != OVER]
    return notes.batch(rounds, REWARDS[reward])


def most_decisions(rounds: Rounds) -> int:
    """No fewer than the decisions in these rounds: every card played, and a bid or three cards passed by every seat."""
    return int((rounds["players"].astype(np.int64) * (rounds["cards"] + 3)).sum())


def other_hands(schema: Schema) -> int:
    """How many other hands there can be."""
    return game(schema.game).most_players - 1


@kernel
def act_by_rules(rounds: Rounds, chosen: Numbers, policy: int, rng: Rng) -> None:
    """Let a rule policy act in the chosen rounds."""
    for index in chosen:
        apply(rounds[index], act(rounds[index], policy, 0, rng))


@kernel
def act_by_logits(
    rounds: Rounds,
    chosen: Numbers,
    logits: Floats,
    places: Numbers,
    temperature: float,
    rng: Rng,
    choices: Numbers,
    log_chances: Floats,
) -> None:
    """Draw an action by the network's answers in each chosen round, and carry it out; temperature 0 takes the best."""
    for row in range(len(chosen)):
        state = rounds[chosen[row]]
        legal = legal_actions(state)
        action = draw(legal, logits[row], places[row], temperature, rng)
        place = places[row, action]
        choices[row] = place
        log_chances[row] = logits[row, place] - log_total(legal, logits[row], places[row])
        apply(state, action)


@kernel
def log_total(legal: int, logits: Floats, places: Numbers) -> float:
    """The logarithm of the sum of exponentials over the legal actions."""
    highest = -np.inf
    cards = legal
    while cards != 0:
        highest = max(highest, logits[places[lowest(cards)]])
        cards &= cards - 1
    total = 0.0
    while legal != 0:
        total += np.exp(logits[places[lowest(legal)]] - highest)
        legal &= legal - 1
    return highest + np.log(total)  # type: ignore[no-any-return]


@kernel
def draw(legal: int, logits: Floats, places: Numbers, temperature: float, rng: Rng) -> int:
    """A legal action by chance; by the Gumbel trick, the best of the logits with noise on them."""
    best, best_action = -np.inf, -1
    while legal != 0:
        action = lowest(legal)
        legal &= legal - 1
        value = float(logits[places[action]])
        if temperature > 0.0:
            value -= temperature * np.log(-np.log(max(uniform(rng), 1e-300)))
        if value > best:
            best, best_action = value, action
    return best_action


@kernel
def write_hidden(by_role: bool, rounds: Rounds, chosen: Numbers, rows: Numbers) -> None:
    """The hands of the others in each chosen round, from the mover's left on, in the order its network reads."""
    order = np.arange(4)
    for row in range(len(chosen)):
        state = rounds[chosen[row]]
        seat = state.turn
        if by_role:
            write_order(state, seat, order)
        rows[row] = 0
        for step in range(1, state.players):
            hand = state.hands[(seat + step) % state.players]
            for slot in range(4):
                held = hand >> (13 * order[slot]) & 0x1FFF
                place = (step - 1) * ACTIONS + 13 * slot
                while held != 0:
                    rows[row, place + lowest(held)] = 1
                    held &= held - 1


@kernel
def write_rewards(rounds: Rounds, reward: int, rewards: Floats) -> None:
    """What each seat of each finished round gets."""
    for index in range(len(rounds)):
        state = rounds[index]
        for seat in range(state.players):
            if reward == RELATIVE:
                rewards[index, seat] = gain(state, seat) / REWARD_SCALE
            elif reward == SCORE:
                rewards[index, seat] = sign(state) * score(state, seat) / REWARD_SCALE
            else:
                better, equal = 0, -1
                for other in range(state.players):
                    ahead = gain(state, other) - gain(state, seat)
                    better += 1 if ahead > 1e-9 else 0
                    equal += 1 if abs(ahead) <= 1e-9 else 0
                rewards[index, seat] = (state.players - 1 - 2 * better - equal) / REWARD_SCALE


@kernel
def write_ends(rounds: Rounds, where: Numbers, seats: Numbers, values: Floats) -> None:
    """For each decision the values of all seats in its finished round, the deciding one first and on leftwards."""
    for index in range(len(where)):
        state = rounds[where[index]]
        values[index] = 0.0
        for step in range(state.players):
            values[index, step] = value_of_result(state, (seats[index] + step) % state.players)
