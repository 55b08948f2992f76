"""The log, and the tables games, players, rounds and moves that are kept from it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(64), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("action_id", sa.String(64)),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("game_id", "seat", "action_id", name="events_action"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("num_players", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("updated_at", sa.DateTime, nullable=False),
        sa.Column("completed_at", sa.DateTime),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("round_number", sa.Integer, nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("winners", sa.Text, nullable=False),
        sa.CheckConstraint("status IN ('waiting', 'in_progress', 'completed', 'expired')", name="games_status"),
    )
    op.create_index("games_by_status", "games", ["status", "updated_at"])
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game_id", sa.String(64), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("level", sa.String(16)),
        sa.Column("final_score", sa.Integer),
        sa.UniqueConstraint("game_id", "position", name="players_seat"),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game_id", sa.String(64), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("round_number", sa.Integer, nullable=False),
        sa.Column("cards_dealt", sa.Integer, nullable=False),
        sa.Column("trump_suit", sa.String(8)),
        sa.UniqueConstraint("game_id", "round_number", name="rounds_number"),
    )
    op.create_table(
        "moves",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game_id", sa.String(64), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("round_number", sa.Integer, nullable=False),
        sa.Column("player_position", sa.Integer, nullable=False),
        sa.Column("move_type", sa.String(8), nullable=False),
        sa.Column("action", sa.Integer, nullable=False),
        sa.Column("timestamp", sa.DateTime, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.CheckConstraint("move_type IN ('bid', 'pass', 'play')", name="moves_type"),
    )
    op.create_index("idx_moves_game", "moves", ["game_id"])
    op.create_index("idx_moves_round", "moves", ["game_id", "round_number"])


def downgrade() -> None:
    for name in ("moves", "rounds", "players", "games", "events"):
        op.drop_table(name)
