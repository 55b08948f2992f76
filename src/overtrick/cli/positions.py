"""Positions from the command line, and what they look like to people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from overtrick.arena.tactics.suite import load_suite
from overtrick.cards.card import card_name
from overtrick.cli.terminal_table import cards_text, hand_text, last_trick, table_text
from overtrick.core.record import BID, NOBODY, PASS
from overtrick.core.seen import cards_of
from overtrick.engine.catalogue import game
from overtrick.engine.records.position import load_position
from overtrick.engine.records.snapshot import load_snapshot
from overtrick.engine.round import Position, Round, View
from overtrick.errors import RecordError
from overtrick.players.options import suggestion

if TYPE_CHECKING:
    from rich.console import RenderableType


LONGEST_NAME = 100
"""Longer texts are no misspelt names."""


def seat_names(view: View) -> list[str]:
    """Seat numbers, and a mark at the viewer's."""
    return [f"seat {seat} (you)" if seat == view.seat else f"seat {seat}" for seat in range(view.players)]


def view_lines(view: View) -> list[RenderableType]:
    """The position as the seat to act sees it."""
    names = seat_names(view)
    scores = [int(score) for score in view.record.scores[: view.players]]
    lines: list[RenderableType] = [title(view), table_text(view, names, scores)]
    if (trick := last_trick(view, names)) is not None:
        lines.append(trick)
    lines.append(hand_text(view.hand, view.hand if view.phase == BID else view.legal_mask()))
    if view.phase == PASS and view.record.passed[view.seat]:
        lines.append(cards_text(cards_of(view.record.passed[view.seat])))
    return lines


def title(table: Position) -> Text:
    """Which game and round this is, and what is special about it."""
    record = table.record
    parts = [f"{game(table.game).title}, round {int(record['round']) + 1}"]
    parts += game(table.game).terminal.facts(table, f"seat {record.dealer} deals")
    return Text(" · ".join(parts), style="bold")


def action_words(table: Position, action: int) -> str:
    """What a player does, as the end of a sentence."""
    if table.phase == BID:
        return f"bids {action}"
    return f"passes {card_name(action)}" if table.phase == PASS else f"plays {card_name(action)}"


def load_view(text: str) -> View:
    """What the seat to act sees in a position: a position string, a snapshot file or a name from the tactics suite."""
    seen = _load(text)
    view = seen if isinstance(seen, View) else seen.observe(seen.turn) if seen.turn != NOBODY else None
    if view is None or view.turn != view.seat:
        raise RecordError("nobody is to act in this position, or another seat than the one that looks")
    return view


def _load(text: str) -> Round | View:
    if text.startswith("ot"):
        return load_position(text)
    path = Path(text)
    if path.is_file():
        content = path.read_text(encoding="utf-8")
        return load_position(content) if content.startswith("ot") else load_snapshot(content)
    positions = {position.name: position.view for position in load_suite()}
    if text not in positions:
        near = suggestion(text, positions) if len(text) < LONGEST_NAME else ""
        raise RecordError(f"{text!r} is no position string, no file and no position of the tactics suite; {near}")
    return positions[text]
