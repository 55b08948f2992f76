"""A match as a row of pictures: one after every action."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from overtrick.cli.positions import action_words, title
from overtrick.cli.terminal_table import hand_text, last_trick, scores_text, table_text
from overtrick.core.record import PASS
from overtrick.engine.catalogue import game
from overtrick.engine.records.log import Recorded, replay_all
from overtrick.engine.round import Round, new_round
from overtrick.errors import RecordError, RulesError

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class Frame:
    """What is shown after one action."""

    number: int
    """The round, counted from 0."""
    lines: tuple[RenderableType, ...]


def load_match(path: Path, number: int) -> Recorded:
    """Match `number`, counted from 1, of a file of records."""
    try:
        with path.open(encoding="utf-8") as lines:
            matches = replay_all(lines)
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"cannot read {path}: {error}") from error
    if not 1 <= number <= len(matches):
        raise RecordError(f"{path} holds {len(matches)} matches; there is no match {number}")
    return matches[number - 1]


def frames_of(recorded: Recorded, seat: int | None = None) -> list[Frame]:
    """Every step of a match, with all hands open or only those that `seat` saw."""
    match = recorded.match
    if seat is not None and not 0 <= seat < match.players:
        raise RulesError(f"there is no seat {seat}: seats are 0 to {match.players - 1}")
    names = [f"{number} {name}" for number, name in enumerate(recorded.names)]
    frames = []
    scores = [0] * match.players
    for number in range(len(match.deals)):
        table = new_round()
        match.rules.set_up(table.record, match.players, number, scores)
        table.deal(match.deals[number])
        frames.append(Frame(number, (*_picture(table, names, scores, seat), Text("dealt", style="bold"))))
        for actor, action in match.actions[number]:
            said = _said(table, actor, action, names, seat)
            table.act(actor, action)
            frames.append(Frame(number, (*_picture(table, names, scores, seat), said)))
        if table.is_over:
            added = table.scores()
            scores = [total + score for total, score in zip(scores, added, strict=True)]
            result = scores_text(names, added, scores, less_is_better=game(match.rules.game).is_less_better)
            frames.append(Frame(number, (title(table), result)))
    if match.is_finished:
        won = Text(f"won by {' and '.join(names[winner] for winner in match.winners())}", style="bold")
        frames[-1] = Frame(frames[-1].number, (*frames[-1].lines, won))
    return frames


def _picture(table: Round, names: list[str], scores: list[int], seat: int | None) -> list[RenderableType]:
    lines: list[RenderableType] = [title(table), table_text(table, names, scores)]
    if (trick := last_trick(table, names)) is not None:
        lines.append(Text("last trick  ", style="dim").append_text(trick))
    for other in range(table.players) if seat is None else (seat,):
        hand = int(table.record.hands[other])
        legal = table.legal_mask() if other == table.turn and table.phase != PASS else hand
        lines.append(Text(f"{names[other]}  ").append_text(hand_text(hand, legal)))
    return lines


def _said(table: Round, actor: int, action: int, names: list[str], seat: int | None) -> Text:
    if table.phase == PASS and seat not in (None, actor):
        return Text(f"{names[actor]} passes a card")
    return Text(f"{names[actor]} {action_words(table, action)}")
