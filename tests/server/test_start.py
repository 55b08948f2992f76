"""A start does not depend on how many tables there are: none is read before somebody comes to it."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Engine, event

from overtrick.server.app import create_app
from overtrick.server.database import database_url, upgrade
from overtrick.server.settings import Settings
from overtrick.server.thinkers import Thinkers
from tests.server.old_database import EXPECTED, write_old_database


@pytest.fixture
def statements():
    """Everything that is asked of any database."""
    told = []

    def note(connection, cursor, statement, *rest):
        told.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield told
    event.remove(Engine, "before_cursor_execute", note)


def test_no_log_is_read_before_the_server_listens(tmp_path, monkeypatch, statements):
    monkeypatch.setattr(Thinkers, "start", lambda thinkers: None)
    file = str(tmp_path / "start.db")
    write_old_database(file)

    async def start():
        upgrade(database_url(file))
        statements.clear()
        app = create_app(Settings(database=file, workers=1))
        async with app.router.lifespan_context(app):
            assert [statement for statement in statements if "FROM events" in statement] == []
            assert app.state.hub.rooms == {}
            await app.state.hub.room(next(iter(EXPECTED)))
            assert [statement for statement in statements if "FROM events" in statement] != []

    asyncio.run(start())


def test_a_match_of_ai_alone_goes_on_when_somebody_looks(tmp_path, monkeypatch):
    monkeypatch.setattr(Thinkers, "start", lambda thinkers: None)
    file = str(tmp_path / "rest.db")
    write_old_database(file)
    upgrade(database_url(file))
    (resting,) = (table_id for table_id, told in EXPECTED.items() if "human" not in told["kinds"])

    async def look():
        app = create_app(Settings(database=file, workers=1))
        async with app.router.lifespan_context(app):
            hub = app.state.hub
            assert hub.thinkers.waiting == 0
            assert (await hub.room(resting)).turns.is_busy

    asyncio.run(look())
