"""The attacks: what each of them sends from one address, within what the protocol lets anybody try."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from overtrick.cli.benches.server.floods import FAILURES, Attacker, Script, Visit, open_and_reset
from overtrick.cli.benches.server.people import AI, FRIEND, PERSON, wish
from overtrick.cli.benches.server.wire import (
    CONTINUATION,
    PING,
    TEXT,
    Http,
    frame,
    get,
    handshake,
    host_of,
    message,
    post,
    socket_path,
)

MANY = 95
"""Connections of an attack with many: nearly all that one address may have."""
REQUESTERS = 20
MESSAGE_BYTES = 16_000
BODY_BYTES = 60_000
RELOADS = 1_000
CONNECTS_PER_SECOND = 2_000
UPGRADES_PER_SECOND = 500
AI_TABLES = 30
HINT_TABLES = 20
IDLE_TABLES = 10
TURN_SECONDS = 4
"""The time for a decision at tables of the server that is attacked: the usual minute is longer than an attack."""
CLOCK_GRACE_SECONDS = 3.0
CHAINS = 10

EXPERT: dict[str, Any] = {"kind": "ai", "level": "expert"}
_CREATE = "/api/game/create"


@dataclass(frozen=True)
class Attack:
    """One attack."""

    name: str
    text: str
    """What it does, in a line."""
    run: Callable[[Attacker], Awaitable[None]]
    is_on_ai: bool = False
    """Whether people's wait for the AI is measured, and not that for acknowledgements."""
    leaves_tables: bool = False
    """Whether tables go on without it, so that the quiet time afterwards needs a new server."""


async def pings(attacker: Attacker) -> None:
    table_id, _ = await attacker.create()
    attacker.begin()
    await attacker.flood(Script(frame(PING) * 4096, table_id=table_id))


async def fragments(attacker: Attacker) -> None:
    table_id, _ = await attacker.create()
    attacker.begin()
    opening = frame(TEXT, is_last=False)
    await attacker.flood(Script(frame(CONTINUATION, is_last=False) * 4096, opening=opening, table_id=table_id))


async def watchers(attacker: Attacker) -> None:
    """Brackets inside a text, which a check of the nesting has to look at one by one."""
    table_id, _ = await attacker.create()
    attacker.begin()
    text = '{"type":"pong","x":"' + "[" * (MESSAGE_BYTES - 22) + '"}'
    one = frame(TEXT, text.encode())
    await attacker.flood(*[Script(one, per_second=20, opening=one * 20, table_id=table_id)] * MANY)


async def _flood_path(attacker: Attacker, path: str) -> None:
    attacker.begin()
    await attacker.flood(*[Script(get(attacker.port, path) * 8)] * REQUESTERS)


async def page(attacker: Attacker) -> None:
    await _flood_path(attacker, "/")


async def metrics(attacker: Attacker) -> None:
    await _flood_path(attacker, "/metrics")


async def openapi(attacker: Attacker) -> None:
    await _flood_path(attacker, "/openapi.json")


async def static_files(attacker: Attacker) -> None:
    """One of the scripts that the page names."""
    connection = await Http.open(attacker.port, attacker.address)
    _, text = await connection.get("/")
    await connection.close()
    found = re.search(rb"_app/immutable/[\w./-]+\.js", text)
    await _flood_path(attacker, f"/{found[0].decode()}" if found else "/favicon.svg")


async def _knock(attacker: Attacker, request: bytes, per_second: int) -> None:
    """Connections at a steady rate, each gone at once."""
    attacker.begin()
    loop = asyncio.get_running_loop()
    begun, done = loop.time(), 0
    while not attacker.is_over:
        due = int((loop.time() - begun) * per_second) - done
        await asyncio.gather(*(open_and_reset(attacker, request) for _ in range(min(due, 50))))
        done += due
        await asyncio.sleep(0.005)


async def connects(attacker: Attacker) -> None:
    await _knock(attacker, b"", CONNECTS_PER_SECOND)


async def upgrades(attacker: Attacker) -> None:
    table_id, _ = await attacker.create()
    await _knock(attacker, handshake(attacker.port, socket_path(table_id)), UPGRADES_PER_SECOND)


async def reloads(attacker: Attacker) -> None:
    """The page, then the socket until its welcome: a thousand times, one after the other."""
    table_id, token = await attacker.create()
    attacker.begin()
    tally = attacker.tally
    for _ in range(RELOADS):
        if attacker.is_over:
            return
        try:
            connection = await Http.open(attacker.port, attacker.address)
            status, _content = await connection.get("/")
            await connection.close()
            tally.answered += status == 200
            tally.denied += status != 200
            visit = await Visit.open(attacker, table_id, token)
            await visit.receive()
            visit.close()
            tally.opened += 1
        except FAILURES:
            tally.refused += 1
            await asyncio.sleep(0.05)


async def new_tables(attacker: Attacker) -> None:
    attacker.begin()
    body = json.dumps(wish([PERSON, AI, AI], [5], "instant")).encode()
    await attacker.flood(*[Script(post(attacker.port, _CREATE, body) * 4)] * REQUESTERS)


async def rematches(attacker: Attacker) -> None:
    """Matches of one card, each followed by a rematch: new tables without asking for new ones."""
    first = [await attacker.create(wish([PERSON, AI, AI], [1], "instant")) for _ in range(CHAINS)]
    attacker.begin()

    async def follow(table_id: str, token: str) -> None:
        while not attacker.is_over:
            try:
                table_id = await _play_and_go_on(attacker, table_id, token)
                attacker.tally.answered += 1
            except FAILURES:
                attacker.tally.denied += 1
                await asyncio.sleep(0.05)

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(attacker.left):
            await asyncio.gather(*(follow(*table) for table in first))


async def _play_and_go_on(attacker: Attacker, table_id: str, token: str) -> str:
    """Play a match to its end and ask for a rematch: the id of the new table."""
    visit = await Visit.open(attacker, table_id, token)
    attacker.tally.opened += 1
    try:
        acted = -1
        while True:
            content = await visit.receive()
            if content["type"] == "ack" and content.get("table"):
                return str(content["table"])
            if content["type"] == "refused" and content["code"] == "too_many":
                raise ConnectionRefusedError(content["message"])
            view = content.get("view")
            if view is None or view["version"] == acted:
                continue
            action = next_action(view)
            if action is not None:
                acted = view["version"]
                visit.send(action)
    finally:
        visit.close()


def next_action(view: dict[str, Any]) -> dict[str, Any] | None:
    action = {"id": f"r{view['version']}", "version": view["version"]}
    turn = view["own"]["turn"]
    if view["table"]["status"] == "finished":
        return {**action, "type": "rematch"}
    if turn is None:
        return {**action, "type": "next"} if view["own"]["offers"]["next"] else None
    if turn["phase"] == "bid":
        return {**action, "type": "bid", "bid": next(bid["bid"] for bid in turn["bids"] if bid["legal"])}
    return {**action, "type": "play", "card": next(card["card"] for card in turn["cards"] if card["legal"])}


async def slow_readers(attacker: Attacker) -> None:
    """Watchers that take nothing at a table where something happens all the time."""
    table_id, token = await attacker.create()
    attacker.begin()
    idle = message({"type": "pong"})
    takers = [Script(idle, per_second=0.5, table_id=table_id, is_reading=False)] * (MANY - 5)
    await asyncio.gather(attacker.flood(*takers), _change_paces(attacker, table_id, token))


async def _change_paces(attacker: Attacker, table_id: str, token: str) -> None:
    """Something that every watcher is told, fifteen times a second."""
    number = 0
    while not attacker.is_over:
        try:
            visit = await Visit.open(attacker, table_id, token)
        except FAILURES:
            await asyncio.sleep(0.5)
            continue
        reading = asyncio.ensure_future(_read_on(visit))
        while not (reading.done() or attacker.is_over):
            number += 1
            pace = ("calm", "fast")[number % 2]
            visit.send({"type": "pace", "id": f"p{number}", "version": 0, "pace": pace})
            await asyncio.sleep(1 / 15)
        reading.cancel()
        visit.close()


async def _read_on(visit: Visit) -> None:
    try:
        while True:
            await visit.receive()
    except FAILURES:
        return


async def slow_heads(attacker: Attacker) -> None:
    attacker.begin()
    opening = f"GET / HTTP/1.1\r\nHost: {host_of(attacker.port)}\r\nX-Slow: ".encode()
    await attacker.flood(*[Script(b"a", per_second=2, opening=opening)] * MANY)


async def slow_bodies(attacker: Attacker) -> None:
    attacker.begin()
    opening = post(attacker.port, _CREATE, b" " * BODY_BYTES)[:-BODY_BYTES]
    await attacker.flood(*[Script(b" ", per_second=2, opening=opening)] * MANY)


async def deep_json(attacker: Attacker) -> None:
    await _bad_json(attacker, b"[" * MESSAGE_BYTES, b'{"seats":' * (BODY_BYTES // 9))


async def repeated_keys(attacker: Attacker) -> None:
    key = b'"type":"pong",'
    text = b"{" + key * (MESSAGE_BYTES // len(key)) + b'"type":"pong"}'
    body = b"{" + b'"name":"Bo",' * (BODY_BYTES // 12) + b'"name":"Bo"}'
    await _bad_json(attacker, text, body)


async def _bad_json(attacker: Attacker, text: bytes, body: bytes) -> None:
    """As messages on sockets, up to the rate of messages, and as bodies of requests."""
    table_id, _ = await attacker.create()
    attacker.begin()
    sockets = [Script(frame(TEXT, text), per_second=20, table_id=table_id)] * (MANY // 2)
    await attacker.flood(*sockets, *[Script(post(attacker.port, _CREATE, body))] * REQUESTERS)


async def junk(attacker: Attacker) -> None:
    table_id, _ = await attacker.create()
    attacker.begin()
    noise = random.Random(1).randbytes(MESSAGE_BYTES)
    await attacker.flood(*[Script(noise)] * REQUESTERS, *[Script(noise, table_id=table_id)] * REQUESTERS)


async def ai_tables(attacker: Attacker) -> None:
    """Experts among themselves, without a pause between moves, and watched so that they go on."""
    table_ids = []
    for _ in range(AI_TABLES):
        try:
            table_ids.append((await attacker.create(wish([EXPERT] * 4, [13] * 20, "instant")))[0])
            attacker.tally.answered += 1
        except FAILURES:
            attacker.tally.denied += 1
    attacker.begin()
    pong = message({"type": "pong"})
    await attacker.flood(*(Script(pong, per_second=1, table_id=table_id) for table_id in table_ids))
    await asyncio.sleep(attacker.left)


async def hints(attacker: Attacker) -> None:
    """Hints at many tables, by sockets as often as messages may come and by requests."""
    tables = [await attacker.create(wish([PERSON, EXPERT, EXPERT], [13], "instant")) for _ in range(HINT_TABLES)]
    attacker.begin()
    ask = message({"type": "hint", "id": "h", "version": 0})
    scripts = []
    for table_id, token in tables:
        hello = message({"type": "hello", "token": token})
        scripts.append(Script(ask, per_second=2, table_id=table_id, hello=hello))
        scripts.append(Script(post(attacker.port, f"/api/game/{table_id}/hint", b"", token)))
    await attacker.flood(*scripts)


async def experts(attacker: Attacker) -> None:
    """Somebody plays at many tables of experts at once, without a pause: questions that a person waits for."""
    seats = [PERSON, EXPERT, EXPERT, EXPERT]
    tables = [await attacker.create(wish(seats, [13] * 20, "instant")) for _ in range(HINT_TABLES)]
    attacker.begin()
    await asyncio.gather(*(_longest_wait(attacker, attacker, *table) for table in tables))


async def idlers(attacker: Attacker) -> None:
    """Somebody takes a seat at other people's tables, stays, and never acts."""
    people = [Attacker(attacker.port, f"127.0.3.{number}", attacker.seconds) for number in range(1, IDLE_TABLES + 1)]
    tables = [await person.create(wish([PERSON, FRIEND, AI], [13] * 3, "instant")) for person in people]
    hellos = [message({"type": "hello", "token": await attacker.join(table_id)}) for table_id, _ in tables]
    attacker.begin()
    pong = message({"type": "pong"})
    scripts = (
        Script(pong, per_second=1, table_id=table_id, hello=hello)
        for (table_id, _), hello in zip(tables, hellos, strict=True)
    )
    longest, _ = await asyncio.gather(
        asyncio.gather(
            *(_longest_wait(attacker, person, *table) for person, table in zip(people, tables, strict=True))
        ),
        attacker.flood(*scripts),
    )
    attacker.tally.held = sum(wait > TURN_SECONDS + CLOCK_GRACE_SECONDS for wait in longest)


async def _longest_wait(attacker: Attacker, person: Attacker, table_id: str, token: str) -> float:
    """Play on as a person whenever it is their turn; the longest time in which nothing happened at the table."""
    visit = await Visit.open(person, table_id, token)
    longest, last, acted = 0.0, time.monotonic(), -1
    try:
        while True:
            async with asyncio.timeout(attacker.left):
                content = await visit.receive()
            if content["type"] == "event":
                longest, last = max(longest, time.monotonic() - last), time.monotonic()
            view = content.get("view")
            if view is None or view["version"] == acted:
                continue
            if (action := next_action(view)) is not None:
                acted = view["version"]
                visit.send(action)
    except TimeoutError:
        return max(longest, time.monotonic() - last)
    finally:
        visit.close()


ATTACKS = (
    Attack("pings", "ping frames without end on one socket", pings),
    Attack("fragments", "empty fragments of one message without end", fragments),
    Attack("watchers", f"{MANY} sockets with 20 messages of 16 kB a second each", watchers),
    Attack("page", "GET / without a pause on 20 connections", page),
    Attack("metrics", "GET /metrics without a pause on 20 connections", metrics),
    Attack("openapi", "GET /openapi.json without a pause on 20 connections", openapi),
    Attack("static", "GET of a script without a pause on 20 connections", static_files),
    Attack("connects", f"{CONNECTS_PER_SECOND} connections a second, gone at once", connects),
    Attack("upgrades", f"{UPGRADES_PER_SECOND} handshakes a second, gone before the answer", upgrades),
    Attack("reloads", f"page and socket opened {RELOADS} times in a row", reloads),
    Attack("slow-readers", f"{MANY - 5} watchers of a busy table that take nothing", slow_readers),
    Attack("slow-heads", f"{MANY} requests whose head comes byte by byte", slow_heads),
    Attack("slow-bodies", f"{MANY} requests whose body comes byte by byte", slow_bodies),
    Attack("deep-json", "JSON nested without end, in messages and bodies", deep_json),
    Attack("repeated-keys", "JSON of one key a thousand times, in messages and bodies", repeated_keys),
    Attack("junk", "random bytes, on plain connections and on sockets", junk),
    Attack("idlers", f"present at {IDLE_TABLES} tables of others, never acting", idlers, leaves_tables=True),
    Attack("tables", "new tables without a pause on 20 connections", new_tables, leaves_tables=True),
    Attack("rematches", "matches of one card, each followed by a rematch", rematches, leaves_tables=True),
    Attack("ai-tables", f"{AI_TABLES} tables of experts alone", ai_tables, is_on_ai=True, leaves_tables=True),
    Attack("experts", f"playing at {HINT_TABLES} tables of experts", experts, is_on_ai=True, leaves_tables=True),
    Attack("hints", f"hints at {HINT_TABLES} tables without a pause", hints, is_on_ai=True, leaves_tables=True),
)
