"""The tactics suite: positions with the actions that a good player may choose, and a player's score on them.

One JSON object per line in the `tactics.jsonl` of each game's folder: `name`, `game`, `theme` (or the `complaint` it
answers), `why`, `setup` (see `positions`) and `accept`: bids as numbers, cards as text, for a whole pass three cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

from overtrick.arena.tactics.positions import build_view, parse_cards
from overtrick.cards.card import card_name
from overtrick.core.randomness import make_rng
from overtrick.core.record import BID, PASS, PASSED_CARDS
from overtrick.core.seen import cards_of
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.round import View
from overtrick.errors import PlayerError, RecordError
from overtrick.players.catalogue import make_player
from overtrick.players.protocol import Player

BASICS = "basics"
"""The theme of a position that names none."""
SEEDS = 3
"""How often each position is put to a player, with other randomness each time."""


@dataclass(frozen=True)
class Position:
    """One question of the suite."""

    name: str
    game: str
    theme: str
    why: str
    """What a good player sees here."""
    view: View
    accept: tuple[int, ...]
    """Bids or cards; for a pass, sets of three cards as masks."""

    @property
    def is_pass(self) -> bool:
        return self.view.phase == PASS

    def text(self, choice: int) -> str:
        """A choice for people."""
        if self.is_pass:
            return " ".join(card_name(card) for card in cards_of(choice))
        return str(choice) if self.view.phase == BID else card_name(choice)


@dataclass(frozen=True)
class Failure:
    """A position that a player did not solve every time."""

    name: str
    theme: str
    chosen: str
    accepted: str
    why: str


@dataclass(frozen=True)
class Score:
    """A player on the suite: what it chose in each position, once for every seed."""

    player: str
    choices: tuple[tuple[Position, tuple[int | str, ...]], ...]
    """A text stands where the player failed instead of choosing."""

    @cached_property
    def shares(self) -> list[float]:
        """How often each position was solved, from 0 to 1."""
        return [sum(c in position.accept for c in chosen) / len(chosen) for position, chosen in self.choices]

    @property
    def share(self) -> float:
        """How much of the suite was solved."""
        return sum(self.shares) / len(self.shares)

    def by_game(self) -> dict[str, tuple[float, int]]:
        """Positions solved and positions asked, for each game."""
        found: dict[str, tuple[float, int]] = {}
        for (position, _), share in zip(self.choices, self.shares, strict=True):
            solved, total = found.get(position.game, (0.0, 0))
            found[position.game] = (round(solved + share, 6), total + 1)
        return found

    def failures(self) -> list[Failure]:
        """Positions with a wrong choice, worst first."""
        ordered = sorted(zip(self.shares, self.choices, strict=True), key=lambda pair: pair[0])
        return [_failure(position, chosen) for share, (position, chosen) in ordered if share < 1.0]

    def as_json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "positions": len(self.choices),
            "score": round(self.share, 6),
            "by_game": {
                game: {"solved": solved, "positions": total} for game, (solved, total) in self.by_game().items()
            },
            "failures": [vars(failure) for failure in self.failures()],
        }


def load_suite(game: str | None = None) -> list[Position]:
    """The positions that come with the package, of one game or all."""
    positions = []
    for key in GAME_KEYS if game is None else (game,):
        text = files(f"overtrick.games.{key}").joinpath("tactics.jsonl").read_text(encoding="utf-8")
        positions += [read_position(json.loads(line)) for line in text.splitlines() if line.strip()]
    return positions


def read_position(entry: dict[str, Any]) -> Position:
    """The position of one line of a suite."""
    view = build_view(entry)
    accept = tuple(_read_choice(view, text) for text in entry["accept"])
    theme = entry.get("theme") or entry.get("complaint") or BASICS
    position = Position(entry["name"], entry["game"], theme, entry["why"], view, accept)
    for choice in accept:
        if not _is_possible(position, choice):
            raise RecordError(f"position {position.name!r} accepts {position.text(choice)}, which is not legal there")
    return position


def score_player(name: str, positions: Sequence[Position], *, seed: int = 0) -> Score:
    """Ask the player of that name in every position."""
    player = make_player(name)
    try:
        asked = [(position, tuple(_choices(player, position, seed))) for position in positions]
    finally:
        if hasattr(player, "close"):
            player.close()
    return Score(name, tuple(asked))


def choose(player: Player, position: Position, *seed: int) -> int:
    """What the player does: a bid, a card, or the mask of a whole pass."""
    view = View(position.view.data.copy())
    if not position.is_pass:
        return player.decide(view, make_rng(*seed)).action
    for number in range(view.record.passed[view.seat].item().bit_count(), PASSED_CARDS):
        card = player.decide(View(view.data.copy()), make_rng(*seed, number)).action
        view.record.passed[view.seat] |= 1 << card
    return int(view.record.passed[view.seat])


def _choices(player: Player, position: Position, seed: int) -> Iterable[int | str]:
    for number in range(SEEDS):
        try:
            yield choose(player, position, seed, number)
        except PlayerError as error:
            yield str(error)


def _is_possible(position: Position, choice: int) -> bool:
    """Whether the choice is legal; a whole pass keeps the cards that were chosen before."""
    legal = int(position.view.legal_mask())
    if not position.is_pass:
        return bool(legal >> choice & 1)
    chosen = int(position.view.record.passed[position.view.seat])
    is_whole = choice.bit_count() == PASSED_CARDS and choice & chosen == chosen
    return is_whole and choice & ~(legal | chosen) == 0


def _read_choice(view: View, text: int | str | list[str]) -> int:
    if isinstance(text, int):
        return text
    mask = parse_cards(text)
    return mask if view.phase == PASS else mask.bit_length() - 1


def _failure(position: Position, chosen: tuple[int | str, ...]) -> Failure:
    wrong = dict.fromkeys(choice for choice in chosen if choice not in position.accept)
    texts = [choice if isinstance(choice, str) else position.text(choice) for choice in wrong]
    accepted = [position.text(choice) for choice in position.accept]
    return Failure(position.name, position.theme, " or ".join(texts), " or ".join(accepted), position.why)
