"""An action id is used once by each owner of a seat: the log no longer forbids the next owner the same id.

The table in memory, which is read from the log, knows which ids are used; two writers of one log collide on `seq`.
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("events") as events:
        events.drop_constraint("events_action", type_="unique")


def downgrade() -> None:
    with op.batch_alter_table("events") as events:
        events.create_unique_constraint("events_action", ["game_id", "seat", "action_id"])
