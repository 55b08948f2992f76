"""The store on SQLite and on a real PostgreSQL: the same tests for both."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from overtrick.games.blob.house import BlobRules
from overtrick.server import checkpoints
from overtrick.server.database import MIGRATIONS, DatabaseError, backup, database_url, open_engine, upgrade
from overtrick.server.house_rules import house_of
from overtrick.server.projection import rows_of
from overtrick.server.refusal import Refusal
from overtrick.server.schema import VERSION, metadata
from overtrick.server.store import Store
from overtrick.server.table import Entry, Seat, table_of
from tests.server.secrecy import make_rng, random_step


def opened(address):
    """A store on a database that is up to date."""
    upgrade(database_url(address))
    return Store(address)


def created(table_id, players=3):
    rules = BlobRules(round_cards=(3, 2))
    seats = [vars(Seat("human", f"Seat {seat}")) for seat in range(players)]
    body = {"game": "blob", "house": house_of(rules, players), "pace": "instant", "seats": seats}
    return [Entry("created", body=body), Entry("started"), Entry("dealt", body={"seed": "ab" * 32})]


async def begin(store, table_id):
    entries = created(table_id)
    blank = table_of(table_id, entries[:1])
    blank.seq = 0
    await store.append(rows_of(blank, entries))
    return table_of(table_id, entries)


async def append(store, table, entries):
    await store.append(rows_of(table, entries))
    for entry in entries:
        table.apply(entry)


def test_a_log_read_back_gives_the_same_table(url):
    async def write():
        store = opened(url)
        table = await begin(store, "a" * 22)
        rng = make_rng(1)
        while table.seats_to_act():
            await append(store, table, random_step(table, rng))
        return store, table

    async def check():
        store, table = await write()
        again = table_of(table.id, await store.entries(table.id))
        assert (again.seq, again.version, again.sheet) == (table.seq, table.version, table.sheet)
        assert again.match.round == table.match.round
        summary = (await store.summaries([table.id, "unknown"]))[0]
        assert (summary["scores"], summary["status"], summary["round"]) == (table.match.scores, "playing", 1)
        await store.close()

    asyncio.run(check())


def test_the_sources_tables_follow_the_log(url):
    async def check():
        store = opened(url)
        table = await begin(store, "b" * 22)
        rng = make_rng(2)
        for _ in range(5):
            await append(store, table, random_step(table, rng))
        await append(store, table, [Entry("undone", 0, {"from": table.steps[-1][3].seq})])
        await store.close()
        engine = create_engine(database_url(url))
        with engine.connect() as connection:
            moves = connection.execute(text("SELECT player_position, move_type, action FROM moves ORDER BY seq")).all()
            rounds = connection.execute(text("SELECT round_number, cards_dealt, trump_suit FROM rounds")).all()
            players = connection.execute(text("SELECT position, name FROM players ORDER BY position")).all()
        engine.dispose()
        assert [tuple(move) for move in moves] == [(step.seat, step.kind, *step.actions) for step in table.steps[-1]]
        assert [tuple(one) for one in rounds] == [(1, 3, "spades")]
        assert [tuple(one) for one in players] == [(seat, f"Seat {seat}") for seat in range(3)]

    asyncio.run(check())


def test_a_second_writer_is_refused_and_others_are_not_harmed(url):
    async def check():
        store = opened(url)
        first, second = await begin(store, "c" * 22), await begin(store, "d" * 22)
        stale = table_of(first.id, await store.entries(first.id))
        rng = make_rng(3)
        await append(store, first, random_step(first, rng))
        both = await asyncio.gather(
            store.append(rows_of(stale, random_step(stale, make_rng(4)))),
            append(store, second, random_step(second, rng)),
            return_exceptions=True,
        )
        assert isinstance(both[0], Refusal)
        assert both[1] is None
        assert len(await store.entries(first.id)) == first.seq
        assert len(await store.entries(second.id)) == second.seq
        await store.close()

    asyncio.run(check())


def test_many_tables_share_a_commit(url):
    async def check():
        store = opened(url)
        tables = await asyncio.gather(*(begin(store, f"{number:022d}") for number in range(40)))
        before = store.commits
        await asyncio.gather(*(append(store, table, random_step(table, make_rng(5))) for table in tables))
        assert store.commits - before < len(tables)
        for table in tables:
            assert len(await store.entries(table.id)) == table.seq
        await store.close()

    asyncio.run(check())


def test_migrations_lead_to_the_schema(url):
    upgrade(database_url(url))
    upgrade(database_url(url))
    engine = create_engine(database_url(url))
    from sqlalchemy import inspect

    found = inspect(engine)
    for name, table in metadata.tables.items():
        assert {column["name"] for column in found.get_columns(name)} == {column.name for column in table.columns}
        indexes = {index["name"] for index in found.get_indexes(name) if not index.get("duplicates_constraint")}
        assert {index.name for index in table.indexes} <= indexes
    engine.dispose()


def test_the_version_is_that_of_the_newest_migration():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == VERSION


def test_a_database_that_is_up_to_date_is_opened_without_alembic(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    program = f"""
import sys
from overtrick.server.database import database_url, upgrade
upgrade(database_url({url!r}))
print("alembic" in sys.modules)
"""
    said = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout for _ in range(2)]
    assert said == ["True\n", "False\n"]


def test_an_older_database_keeps_its_log(tmp_path):
    file = tmp_path / "older.db"
    table_id = "o" * 22
    with open_engine(database_url(str(file)), is_writer=True).begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        row = "INSERT INTO events VALUES (?, ?, '2024-01-01 00:00:00.000000', 'ready', 0, ?, '{}')"
        for seq in range(3):
            connection.exec_driver_sql(row, (table_id, seq, f"a{seq}"))

    async def read():
        store = opened(str(file))
        entries = await store.entries(table_id)
        await store.close()
        return entries

    assert [entry.action_id for entry in asyncio.run(read())] == ["a0", "a1", "a2"]


def test_a_newer_database_is_refused(tmp_path):
    file = tmp_path / "newer.db"
    upgrade(database_url(str(file)))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseError, match="newer"):
        upgrade(database_url(str(file)))


def test_a_backup_is_a_whole_database(tmp_path):
    async def write():
        store = opened(str(tmp_path / "live.db"))
        table = await begin(store, "e" * 22)
        backup(database_url(str(tmp_path / "live.db")), tmp_path / "copy.db")
        await store.close()
        copy = Store(str(tmp_path / "copy.db"))
        assert len(await copy.entries(table.id)) == table.seq
        await copy.close()

    asyncio.run(write())
    with pytest.raises(DatabaseError, match="exists"):
        backup(database_url(str(tmp_path / "live.db")), tmp_path / "copy.db")


@pytest.mark.parametrize("address", ["mysql://host/name", "no such://"])
def test_other_databases_are_refused(address):
    with pytest.raises(DatabaseError):
        database_url(address)


def test_sqlite_syncs_every_commit(tmp_path):
    from overtrick.server.database import open_engine

    engine = open_engine(database_url(str(tmp_path / "sync.db")), is_writer=True)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


def test_committed_pages_reach_the_file_while_the_store_is_open(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "SECONDS", 0.01)
    file = tmp_path / "live.db"

    def is_copied():
        """Whether the file alone, without the write-ahead log, has the table; it may be just being written."""
        with contextlib.closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as connection:
            try:
                return connection.execute("SELECT count(*) FROM events").fetchone()[0] > 0
            except sqlite3.DatabaseError:
                return False

    async def check():
        store = opened(str(file))
        await begin(store, "f" * 22)
        looks = 0
        while not is_copied() and looks < 3000:
            looks += 1
            await asyncio.sleep(0.01)
        assert is_copied()
        await store.close()

    asyncio.run(check())


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("/dev/null/cards/x.db", "no folder /dev/null/cards"),
        (__file__, "not a database"),
        ("postgresql://nobody:secret@127.0.0.1:1/cards", "refused"),
    ],
)
def test_a_database_that_cannot_be_used_is_said_in_one_line_without_its_password(address, reason):
    with pytest.raises(DatabaseError, match=reason) as refused:
        upgrade(database_url(address))
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)
