"""The player protocol in two methods, one for each kind of Hearts decision, and adapters both ways.

A `Policy` chooses three cards to pass or one to play from a context; it keeps its own randomness. `PolicyPlayer` seats
a policy at a table, `PlayerPolicy` lets any player answer as a policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from overtrick.cards.masks import DECK
from overtrick.core.randomness import Rng, make_rng
from overtrick.core.record import PASS, PASSED_CARDS
from overtrick.core.seen import cards_of
from overtrick.engine.round import View
from overtrick.errors import PlayerError
from overtrick.games.hearts import NUMBER
from overtrick.games.hearts.rules import ACROSS, HOLD, LEFT, RIGHT
from overtrick.players.passes import PassPlan
from overtrick.players.protocol import Decision, Player

Direction = Literal["hold", "left", "across", "right"]
_DIRECTIONS: dict[int, Direction] = {HOLD: "hold", LEFT: "left", ACROSS: "across", RIGHT: "right"}


@dataclass(frozen=True)
class UnseenTracker:
    """What a seat can conclude about cards it does not see."""

    unseen: frozenset[int]
    """Cards neither in the own hand nor played yet."""
    lacks: tuple[frozenset[int], ...]
    """By seat: unseen cards that the seat has shown not to hold."""


@dataclass(frozen=True)
class PolicyContext:
    """What a policy decides from: the seat's view, read out for Hearts."""

    seat: int
    hand: tuple[int, ...]
    """The own cards, lowest first."""
    round: View
    """Everything the seat may know of the round."""
    scores: tuple[int, ...]
    """Of the match, by seat, before this round."""
    passing_direction: Direction
    tracker: UnseenTracker
    legal_moves: tuple[int, ...]
    """Cards that may be passed or played now."""


@runtime_checkable
class Policy(Protocol):
    """Decides passes and plays of Hearts. A method `observe_terminal(scores)` may be added for learners."""

    def choose_pass(self, ctx: PolicyContext) -> Sequence[int]:
        """Three different cards of the hand."""
        ...

    def choose_play(self, ctx: PolicyContext) -> int:
        """One of the legal cards."""
        ...


def make_context(view: View) -> PolicyContext:
    """The context of a Hearts view."""
    record = view.record
    if record.game != NUMBER:
        raise PlayerError(f"a policy with choose_pass and choose_play is for Hearts, not {view.game}")
    seats = range(view.players)
    unseen = DECK & ~view.hand & ~sum(int(record.played[seat]) for seat in seats)
    tracker = UnseenTracker(
        frozenset(cards_of(unseen)), tuple(frozenset(cards_of(unseen & int(record.lacks[seat]))) for seat in seats)
    )
    return PolicyContext(
        seat=view.seat,
        hand=tuple(cards_of(view.hand)),
        round=view,
        scores=tuple(int(record.scores[seat]) for seat in seats),
        passing_direction=_DIRECTIONS[int(record.pass_to)],
        tracker=tracker,
        legal_moves=tuple(view.legal_actions()),
    )


class PolicyPlayer:
    """A policy at the table. Asked for the first card of a pass it plans all three."""

    def __init__(self, policy: Policy, name: str = "policy") -> None:
        self.name = name
        self._policy = policy
        self._plan = PassPlan()

    def decide(self, view: View, rng: Rng) -> Decision:
        """The policy's card; `rng` is not used, a policy has its own randomness."""
        if view.phase == PASS:
            return Decision(self._plan.next_card(view, lambda: self._policy.choose_pass(make_context(view))))
        return Decision(int(self._policy.choose_play(make_context(view))))


class PlayerPolicy:
    """A player that answers as a policy, with randomness from a seed."""

    def __init__(self, player: Player, seed: int = 0) -> None:
        self._player = player
        self._rng = make_rng(seed)

    def choose_pass(self, ctx: PolicyContext) -> tuple[int, ...]:
        """Three decisions of the player, each on the view with the cards chosen before."""
        view = View(ctx.round.data.copy())
        cards: list[int] = []
        for _ in range(PASSED_CARDS):
            cards.append(self._player.decide(view, self._rng).action)
            view.record.passed[view.seat] |= 1 << cards[-1]
        return tuple(cards)

    def choose_play(self, ctx: PolicyContext) -> int:
        return self._player.decide(ctx.round, self._rng).action
