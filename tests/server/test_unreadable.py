"""A table whose log cannot be read is put aside with its reason, and everything else goes on."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
import websockets
from pydantic_core import from_json

from overtrick.server import hub as hub_module
from overtrick.server import put_aside
from overtrick.server.checking import check_database
from overtrick.server.database import DatabaseError, database_url, upgrade
from overtrick.server.hub import Hub
from overtrick.server.metrics import Metrics
from overtrick.server.refusal import Refusal
from overtrick.server.settings import Settings
from overtrick.server.store import Store
from overtrick.server.table_log import ENTRY_VERSION, LogRow, UnreadableLog, read_table
from overtrick.server.thinkers import Thinkers
from tests.server.old_database import DUMP, EXPECTED, change, write_old_database
from tests.server.processes import ServerProcess

PLAYING = [table_id for table_id, told in EXPECTED.items() if told["status"] == "playing"]
BAD = next(table_id for table_id in PLAYING if "human" not in EXPECTED[table_id]["kinds"])
GOOD = PLAYING[1]

DAMAGES = {
    "unknown kind": "UPDATE events SET kind = 'juggled' WHERE game_id = :id AND seq = 3",
    "body cut off": """UPDATE events SET body = '{"bid"' WHERE game_id = :id AND seq = 3""",
    "body of nothing": "UPDATE events SET body = 'null' WHERE game_id = :id AND seq = 3",
    "field missing": "UPDATE events SET body = '{}' WHERE game_id = :id AND seq = 3",
    "other type": r"""UPDATE events SET body = '{"seed"\:17}' WHERE game_id = :id AND seq = 2""",
    "impossible action": "UPDATE events SET seat = 7 WHERE game_id = :id AND seq = 3",
    "entry missing": "DELETE FROM events WHERE game_id = :id AND seq = 3",
    "no log": "DELETE FROM events WHERE game_id = :id AND seq = 0",
    "unknown pace": "UPDATE events SET body = replace(body, 'instant', 'dozing') WHERE game_id = :id AND seq = 0",
    "newer version": f"UPDATE events SET version = {ENTRY_VERSION + 1} WHERE game_id = :id AND seq = 3",
}


@pytest.fixture
def old(url):
    """The address of an old database that was brought up to date."""
    write_old_database(url)
    upgrade(database_url(url))
    return url


def with_hub(check, address, **settings):
    async def run():
        chosen, metrics = Settings(**settings), Metrics()
        # Nobody thinks: the AI's questions wait in a queue that no worker reads.
        hub = Hub(chosen, Store(address), Thinkers(chosen, metrics), metrics)
        try:
            await check(hub)
        finally:
            await hub.stop()
            await hub.store.close()

    asyncio.run(run())


def old_logs():
    """The logs of the old database, by table."""
    logs = {}
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(DUMP)
        rows = connection.execute("SELECT game_id, seq, kind, seat, body, action_id FROM events ORDER BY game_id, seq")
        for game_id, seq, *rest in rows:
            logs.setdefault(game_id, []).append(LogRow(seq, 1, *rest))
    return logs


def told_of(table):
    """What the test data keep of a table."""
    return {
        "seq": table.seq,
        "version": table.version,
        "status": table.status,
        "pace": table.pace,
        "names": [seat.name for seat in table.seats],
        "kinds": [seat.kind for seat in table.seats],
        "sheet": [{name: row[name] for name in ("round", "scores", "totals")} for row in table.sheet],
        "steps": [[[step.kind, step.seat, list(step.actions), step.by] for step in steps] for steps in table.steps],
        "commitments": table.commitments,
        "to_act": table.seats_to_act(),
        "legal": [table.match.observe(seat).legal_actions() for seat in table.seats_to_act()],
        "used": sorted(map(list, table.used)),
        "rematch": table.rematch,
    }


def test_a_database_of_the_version_before_is_read_unchanged(old):
    async def check(hub):
        for table_id, told in EXPECTED.items():
            assert told_of(await hub.store.table(table_id)) == told
        assert check_database(old, lambda *_: None) == {"tables": len(EXPECTED), "unreadable": []}

    with_hub(check, old)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_bad_table_is_refused_and_the_others_go_on(old, damage, caplog):
    change(old, DAMAGES[damage], id=BAD)

    async def check(hub):
        for _ in range(3):
            with pytest.raises(Refusal) as refused:
                await hub.room(BAD)
            assert refused.value.code == "unreadable"
        assert (await hub.room(GOOD)).table.seq == EXPECTED[GOOD]["seq"]

    with caplog.at_level(logging.WARNING, "overtrick.server"):
        with_hub(check, old)
    assert len(caplog.records) == 1
    assert caplog.records[0].facts["table"] == BAD[:6]
    (found,) = check_database(old, lambda *_: None)["unreadable"]
    assert found["id"] == BAD
    assert found["reason"]
    assert ("newer Overtrick" in found["reason"]) == (damage == "newer version") == ("Update" in found["advice"])


def test_a_sweep_passes_bad_tables_by(old, monkeypatch, caplog):
    monkeypatch.setattr(hub_module, "SWEPT_AT_ONCE", 1)
    first, *others = sorted(PLAYING)
    change(old, DAMAGES["unknown kind"], id=first)

    async def check(hub):
        for _ in range(2 * len(PLAYING) + 2):
            await hub.sweep()
        told = {game["id"]: game["status"] for game in await hub.store.summaries(PLAYING)}
        assert told == {first: "playing", **dict.fromkeys(others, "expired")}

    with caplog.at_level(logging.WARNING, "overtrick.server"):
        with_hub(check, old, unfinished_days=1e-9)
    assert len(caplog.records) == 1


def test_a_table_that_can_be_read_again_comes_back_by_itself(old, monkeypatch):
    change(old, DAMAGES["newer version"], id=BAD)

    async def check(hub):
        with pytest.raises(Refusal, match="cannot be read"):
            await hub.room(BAD)
        change(old, "UPDATE events SET version = 1 WHERE game_id = :id", id=BAD)
        with pytest.raises(Refusal, match="cannot be read"):
            await hub.room(BAD)
        monkeypatch.setattr(put_aside, "AGAIN_SECONDS", 0.0)
        assert (await hub.room(BAD)).table.seq == EXPECTED[BAD]["seq"]
        assert len(hub.put_aside) == 0

    with_hub(check, old)


def test_bytes_that_are_no_text_are_the_fault_of_their_table_alone(tmp_path):
    file = str(tmp_path / "bytes.db")
    write_old_database(file)
    upgrade(database_url(file))
    change(file, "UPDATE events SET body = CAST(x'7b22ff' AS TEXT) WHERE game_id = :id AND seq = 3", id=BAD)

    async def check(hub):
        with pytest.raises(Refusal) as refused:
            await hub.room(BAD)
        assert refused.value.code == "unreadable"
        await hub.room(GOOD)

    with_hub(check, file)


def damaged(row):
    """An entry in many broken forms."""
    body = json.loads(row.body)
    values = [None, "", "x", -1, 99, 10**30, 1.5, True, [], {}, [[]]]
    bodies = [{**body, name: value} for name in body for value in values]
    bodies += [{other: body[other] for other in body if other != name} for name in body]
    yield from (row._replace(body=json.dumps(broken)) for broken in bodies)
    yield from (row._replace(body=text) for text in ("", "{", "[]", "7", '"x"', "null", '{"a":NaN}', "[" * 10_000))
    yield from (row._replace(seat=seat) for seat in (None, -1, 3, 1000, "x", 1.5, 2**70))
    yield from (row._replace(kind=kind) for kind in ("", "play", "created", "undone", "round_over", "match_over", None))
    yield from (row._replace(version=version) for version in (2, None, "x"))
    yield row._replace(seq=row.seq + 1)


def test_whatever_is_wrong_with_an_entry_comes_out_as_one_error():
    tried = unreadable = 0
    for table_id, log in old_logs().items():
        for place, row in enumerate(log):
            # The later entries of a long log are like its first ones.
            for broken in damaged(row) if place < 12 or place % 11 == 0 else ():
                tried += 1
                try:
                    read_table(table_id, [*log[:place], broken, *log[place + 1 :]])
                except UnreadableLog:
                    unreadable += 1
    assert tried > 2_000
    assert unreadable > tried // 2


def test_the_server_runs_with_a_bad_table(tmp_path):
    file = tmp_path / "bad.db"
    write_old_database(str(file))
    upgrade(database_url(str(file)))
    change(str(file), DAMAGES["unknown kind"], id=BAD)
    server = ServerProcess(file).start()

    async def knock():
        address = f"ws://127.0.0.1:{server.port}/api/game/{BAD}/socket"
        async with websockets.connect(address) as connection:
            await connection.send('{"type":"hello"}')
            told = from_json(await connection.recv())
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await connection.recv()
        return told["error"]["code"], closed.value.rcvd.code

    try:
        status, told = server.ask("GET", f"/api/game/{BAD}")
        assert (status, told["error"]["code"]) == (500, "unreadable")
        assert asyncio.run(knock()) == ("unreadable", 4005)
        assert server.ask("GET", f"/api/game/{GOOD}")[0] == 200
        assert server.ask("GET", "/healthz")[0] == 200
        assert server.figures()["overtrick_tables_unreadable"] == 1
        assert len(server.ask("POST", "/api/games", {"ids": [BAD, GOOD]})[1]["games"]) == 2
    finally:
        server.stop()


def checked(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "overtrick.cli.main", "db", "check", *arguments],
        check=False,
        capture_output=True,
        text=True,
    )


def test_db_check_explains_bad_tables_and_exits_with_1(old):
    good = checked("--database", old)
    assert (good.returncode, good.stdout) == (0, f"{len(EXPECTED)} tables, all of them can be read\n")
    change(old, DAMAGES["impossible action"], id=BAD)
    change(old, DAMAGES["newer version"], id=GOOD)
    told = checked("--database", old)
    assert told.returncode == 1, told.stderr
    assert f"{len(EXPECTED)} tables, 2 of them cannot be read" in told.stdout
    for words in (BAD, GOOD, "entry 3", "OutOfTurn", "newer Overtrick", "backup", "Update Overtrick"):
        assert words in told.stdout
    as_json = checked("--database", old, "--json")
    report = json.loads(as_json.stdout)
    assert (as_json.returncode, report["tables"]) == (1, len(EXPECTED))
    assert {(table["id"], table["seq"]) for table in report["unreadable"]} == {(BAD, 3), (GOOD, 3)}


def test_db_check_says_what_it_cannot_check(tmp_path):
    missing = tmp_path / "missing.db"
    told = checked("--database", str(missing))
    assert (told.returncode, told.stderr) == (2, f"overtrick: there is no database {missing}\n")
    assert not missing.exists()
    write_old_database(str(missing))
    with pytest.raises(DatabaseError, match=r"has version 0001.*db upgrade"):
        check_database(str(missing), lambda *_: None)
