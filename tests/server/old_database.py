"""A database as the version before versions of entries wrote it, with every kind of entry, on SQLite or PostgreSQL."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, insert, text
from sqlalchemy import table as sql_table
from sqlalchemy.sql import column

from overtrick.server.database import MIGRATIONS, database_url, open_engine

DATA = Path(__file__).parent / "data"
DUMP = (DATA / "written_before_versions.sql").read_text("utf-8")
EXPECTED = json.loads((DATA / "written_before_versions.json").read_text("utf-8"))
"""What the server had in memory for each table when it wrote the database."""


def write_old_database(address):
    """Put the database there, at its old version."""
    url = database_url(address)
    if url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(url.database)) as connection:
            connection.executescript(DUMP)
        return
    engine = create_engine(url)
    with engine.begin() as connection, closing(sqlite3.connect(":memory:")) as source:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        source.executescript(DUMP)
        source.row_factory = sqlite3.Row
        for name in ("games", "events", "players", "rounds", "moves"):
            rows = [dict(row) for row in source.execute(f"SELECT * FROM {name}")]
            connection.execute(insert(sql_table(name, *map(column, rows[0]))), rows)
    engine.dispose()


def change(address, statement, **values):
    """Change a database by hand, as damage or a later version does."""
    engine = open_engine(database_url(address), is_writer=True)
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()
