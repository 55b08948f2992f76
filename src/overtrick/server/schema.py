"""The database: the log of every table, which is the truth, and four tables kept from it for questions in SQL.

`games`, `players`, `rounds` and `moves` hold nothing that the log does not; a column `seq` says which entry a move came
from. Times are UTC. Migrations live in `migrations/`.
"""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = "0003"
"""The newest migration: a database that has it is up to date."""

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", DateTime, nullable=False),
    Column("kind", String(24), nullable=False),
    Column("seat", Integer),
    Column("action_id", String(64)),
    Column("body", Text, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
)
"""`version` is the format of the entry, see `table_log.ENTRY_VERSION`."""

games = Table(
    "games",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("num_players", Integer, nullable=False),
    Column("created_at", DateTime, nullable=False),
    Column("updated_at", DateTime, nullable=False),
    Column("completed_at", DateTime),
    Column("status", String(16), nullable=False),
    Column("house", Text, nullable=False),
    Column("round_number", Integer, nullable=False),
    Column("scores", Text, nullable=False),
    Column("winners", Text, nullable=False),
    CheckConstraint("status IN ('waiting', 'in_progress', 'completed', 'expired')", name="games_status"),
    Index("games_by_status", "status", "updated_at"),
)

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game_id", String(64), ForeignKey("games.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("name", String(48), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("level", String(16)),
    Column("final_score", Integer),
    UniqueConstraint("game_id", "position", name="players_seat"),
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game_id", String(64), ForeignKey("games.id"), nullable=False),
    Column("round_number", Integer, nullable=False),
    Column("cards_dealt", Integer, nullable=False),
    Column("trump_suit", String(8)),
    UniqueConstraint("game_id", "round_number", name="rounds_number"),
)

moves = Table(
    "moves",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game_id", String(64), ForeignKey("games.id"), nullable=False),
    Column("round_number", Integer, nullable=False),
    Column("player_position", Integer, nullable=False),
    Column("move_type", String(8), nullable=False),
    Column("action", Integer, nullable=False),
    Column("timestamp", DateTime, nullable=False),
    Column("seq", Integer, nullable=False),
    CheckConstraint("move_type IN ('bid', 'pass', 'play')", name="moves_type"),
    Index("idx_moves_game", "game_id"),
    Index("idx_moves_round", "game_id", "round_number"),
)
