"""What each log entry changes in the tables that are kept from the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Executable, delete, insert, update

from overtrick.cards.masks import NO_SUIT
from overtrick.core.seen import SUIT_NAMES
from overtrick.engine.round import new_round
from overtrick.server.encoding import encode
from overtrick.server.schema import games, moves, players, rounds
from overtrick.server.table import Entry, Table
from overtrick.server.table_log import ENTRY_VERSION


@dataclass
class Rows:
    """One table's share of a transaction. Events and moves are plain data, because there are thousands of them."""

    game_id: str
    events: list[dict[str, Any]] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)
    before: list[Executable] = field(default_factory=list)
    """Statements ahead of the moves: the first entry of a table makes its game."""
    after: list[Executable] = field(default_factory=list)

    def add(self, other: Rows) -> None:
        """Take in what is to be stored of another table with this."""
        self.events += other.events
        self.moves += other.moves
        self.before += other.before
        self.after += other.after


def rows_of(table: Table, entries: Sequence[Entry]) -> Rows:
    """All that has to be written when `entries` follow on the table as it is."""
    now = datetime.now(UTC).replace(tzinfo=None)
    at = now.isoformat(" ", "microseconds")
    rows = Rows(table.id)
    number = len(table.seeds)
    for place, entry in enumerate(entries):
        seq = table.seq + place
        rows.events.append(_event_row(table.id, seq, at, entry))
        if entry.kind in ("bid", "pass", "play"):
            rows.moves += _move_rows(table.id, seq, at, number, entry)
        elif entry.kind == "created":
            rows.before += _created(table.id, now, entry.body)
        elif entry.kind == "dealt":
            number += 1
            rows.after += _dealt(table, now, number)
        elif entry.kind == "undone":
            rows.after.append(delete(moves).where(moves.c.game_id == table.id, moves.c.seq >= entry.body["from"]))
        else:
            rows.after += _changed(table, now, entry)
    return rows


def _event_row(game_id: str, seq: int, at: str, entry: Entry) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "seq": seq,
        "at": at,
        "kind": entry.kind,
        "seat": entry.seat,
        "action_id": entry.action_id,
        "body": encode(entry.body).decode(),
        "version": ENTRY_VERSION,
    }


def _move_rows(game_id: str, seq: int, at: str, number: int, entry: Entry) -> list[dict[str, Any]]:
    body = entry.body
    actions = body["cards"] if entry.kind == "pass" else [body["bid" if entry.kind == "bid" else "card"]]
    return [
        {
            "game_id": game_id,
            "round_number": number,
            "player_position": entry.seat,
            "move_type": entry.kind,
            "action": action,
            "timestamp": at,
            "seq": seq,
        }
        for action in actions
    ]


def _created(game_id: str, now: datetime, body: dict[str, Any]) -> list[Executable]:
    seats = body["seats"]
    game = {
        "id": game_id,
        "game": body["game"],
        "num_players": len(seats),
        "created_at": now,
        "updated_at": now,
        "status": "waiting",
        "house": json.dumps(body["house"]),
        "round_number": 0,
        "scores": json.dumps([0] * len(seats)),
        "winners": "[]",
    }
    seated = [
        {"game_id": game_id, "position": place, "name": seat["name"], "kind": seat["kind"], "level": seat["level"]}
        for place, seat in enumerate(seats)
    ]
    return [insert(games).values(game), insert(players).values(seated)]


def _dealt(table: Table, now: datetime, number: int) -> list[Executable]:
    record = new_round().record
    table.rules.set_up(record, table.players, number - 1, [0] * table.players)
    suit = None if record.trump == NO_SUIT else SUIT_NAMES[record.trump]
    row = {"game_id": table.id, "round_number": number, "cards_dealt": int(record.cards), "trump_suit": suit}
    return [insert(rounds).values(row), _game(table.id, now, status="in_progress", round_number=number)]


def _changed(table: Table, now: datetime, entry: Entry) -> list[Executable]:
    body = entry.body
    if entry.kind == "round_over":
        return [_game(table.id, now, scores=json.dumps(body["totals"]))]
    if entry.kind == "match_over":
        over = _game(table.id, now, status="completed", completed_at=now, winners=json.dumps(body["winners"]))
        return [over, *(_player(table.id, seat, final_score=score) for seat, score in enumerate(body["scores"]))]
    if entry.kind == "expired":
        return [_game(table.id, now, status="expired")]
    if entry.kind == "joined" and entry.seat is not None:
        return [_game(table.id, now), _player(table.id, entry.seat, name=body["name"], kind="human")]
    if entry.kind == "left" and entry.seat is not None:
        return [_game(table.id, now), _player(table.id, entry.seat, kind="open")]
    return []


def _game(game_id: str, now: datetime, **values: Any) -> Executable:
    return update(games).where(games.c.id == game_id).values(updated_at=now, **values)


def _player(game_id: str, seat: int, **values: Any) -> Executable:
    return update(players).where(players.c.game_id == game_id, players.c.position == seat).values(**values)
