"""`overtrick bench server`: how many games the server carries, and how soon an action is on disk and acknowledged.

The generator speaks HTTP and WebSocket over bare asyncio streams and reads only the messages it has to answer, so that
it does not tire before the server does. Every game has four people, each with a socket, and one action a second.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(add_completion=False)

SEATS = 4
LONGEST_HAND = 13
ROUNDS = 20
CREATORS = 8
SETTLE_BEATS = 5
"""Beats between the last welcome and the measurement: everybody has been told of everybody by then."""
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10

_WITHOUT_RATES = {
    "OVERTRICK_REQUESTS_PER_SECOND": "1000000",
    "OVERTRICK_TABLES_PER_HOUR": "1000000000",
    "OVERTRICK_CONNECTIONS_PER_ADDRESS": "100000",
    "OVERTRICK_LOG_LEVEL": "warning",
    "OVERTRICK_WORKERS": "1",
    "OVERTRICK_SILENCE_SECONDS": "600",
    "OVERTRICK_CONFIG": os.devnull,
}


@app.command()
def bench(
    games: Annotated[int, typer.Option(help="Games at once, four people each.")] = 500,
    seconds: Annotated[float, typer.Option(help="How long to measure.")] = 20.0,
    rate: Annotated[float, typer.Option(help="Actions a second in each game.")] = 1.0,
    ai_tables: Annotated[int, typer.Option(help="Tables where only experts play, to keep the AI's queue full.")] = 0,
    database: Annotated[str | None, typer.Option(help="The database; a new file unless given.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for programs.")] = False,
) -> None:
    """Measure durable acknowledgements of many games at once."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # the server must not outlive the measurement
    with tempfile.TemporaryDirectory() as folder:
        process, port = _start_server(database or f"{folder}/bench.db")
        try:
            figures = asyncio.run(_measure(process.pid, port, games, seconds, rate, ai_tables))
        finally:
            process.terminate()
            process.wait(60)
    print(json.dumps(figures) if as_json else _for_people(figures))


def _start_server(database: str) -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-m", "overtrick.cli.main", "serve", "--port", "0", "--database", database]
    environment = {**os.environ, **_WITHOUT_RATES}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603
    assert process.stdout is not None
    return process, int(process.stdout.readline().rsplit(":", 1)[1].strip().rstrip("/"))


@dataclass
class Load:
    """What is measured."""

    rate: float
    delays: list[float] = field(default_factory=list)
    errors: int = 0
    unseated: int = 0
    is_full: asyncio.Event = field(default_factory=asyncio.Event)
    is_measuring: bool = False

    def seated(self) -> None:
        """One more seat has its first view."""
        self.unseated -= 1
        if self.unseated <= 0:
            self.is_full.set()

    def acknowledged(self, delay: float) -> None:
        if self.is_measuring:
            self.delays.append(delay)


class Seat(asyncio.Protocol):
    """One socket: sends `hello`, answers what the view asks for, and measures the acknowledgement."""

    def __init__(self, load: Load, table_id: str, token: str, on_turn: Callable[[Seat], None]) -> None:
        self.action: dict[str, Any] | None = None
        self._load = load
        self._path = f"/api/game/{table_id}/socket"
        self._token = token
        self._on_turn = on_turn
        self._buffer = bytearray()
        self._is_open = False
        self._sent: dict[str, float] = {}
        self._chosen = -1
        """The last version an action was chosen for."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        self._transport.write(f"GET {self._path} HTTP/1.1\r\nHost: bench\r\n{upgrade}\r\n{key}\r\n\r\n".encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if self._load.is_measuring:
            self._load.errors += 1

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            del self._buffer[: end + 4]
            self._is_open = True
            self._send(_TEXT, json.dumps({"type": "hello", "token": self._token}).encode())
        while (frame := _take_frame(self._buffer)) is not None:
            self._receive(*frame)

    def act(self) -> None:
        """Send the action that is due."""
        if self.action is not None:
            self._sent[self.action["id"]] = time.perf_counter()
            self._send(_TEXT, json.dumps(self.action).encode())
            self.action = None

    def _receive(self, opcode: int, payload: bytes) -> None:
        if opcode == _PING:
            self._send(_PONG, payload)
        elif payload.startswith(b'{"type":"ping"'):
            self._send(_TEXT, b'{"type":"pong"}')
        elif payload.startswith(b'{"type":"ack"'):
            self._load.acknowledged(time.perf_counter() - self._sent.pop(json.loads(payload)["id"]))
        elif payload.startswith((b'{"type":"refused"', b'{"type":"error"')):
            self._load.errors += 1
        elif payload.startswith(b'{"type":"welcome"'):
            self._load.seated()
        if b'"turn":{"phase"' in payload or b'"next":true' in payload:
            self._choose(json.loads(payload)["view"])

    def _choose(self, view: dict[str, Any]) -> None:
        turn, version = view["own"]["turn"], view["version"]
        if version == self._chosen:
            return
        self._chosen = version
        action: dict[str, Any] = {"id": f"a{version}", "version": version}
        if turn is None:
            action["type"] = "next"
        elif turn["phase"] == "bid":
            action |= {"type": "bid", "bid": next(bid["bid"] for bid in turn["bids"] if bid["legal"])}
        else:
            action |= {"type": "play", "card": next(card["card"] for card in turn["cards"] if card["legal"])}
        self.action = action
        self._on_turn(self)

    def _send(self, opcode: int, payload: bytes) -> None:
        """A frame with a mask of zeros, which leaves the payload as it is."""
        size = len(payload)
        head = (
            bytes((0x80 | opcode, 0x80 | size))
            if size < 126
            else bytes((0x80 | opcode, 0x80 | 126, size >> 8, size & 255))
        )
        self._transport.write(head + b"\0\0\0\0" + payload)


class Game:
    """Four seats that act at the game's own beat."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._beat: float | None = None
        self._due: Seat | None = None

    def on_turn(self, seat: Seat) -> None:
        """Act at the next beat: once every 1/rate seconds."""
        self._due = seat
        if self._beat is not None:
            loop = asyncio.get_running_loop()
            self._beat = max(self._beat + 1 / self._load.rate, loop.time())
            loop.call_at(self._beat, seat.act)

    def begin(self, beat: float) -> None:
        """Set the first beat; until then nobody acts."""
        self._beat = beat
        if self._due is not None:
            asyncio.get_running_loop().call_at(beat, self._due.act)


def _take_frame(buffer: bytearray) -> tuple[int, bytes] | None:
    if len(buffer) < 2:
        return None
    size, start = buffer[1] & 127, 2
    if size >= 126:
        width = 2 if size == 126 else 8
        start += width
        if len(buffer) < start:
            return None
        size = int.from_bytes(buffer[2:start], "big")
    if len(buffer) < start + size:
        return None
    frame = buffer[0] & 15, bytes(buffer[start : start + size])
    del buffer[: start + size]
    return frame


async def _measure(pid: int, port: int, games: int, seconds: float, rate: float, ai_tables: int) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    load = Load(rate, unseated=SEATS * games)
    seated = await _set_up(port, games)
    await _set_up_ai(port, ai_tables)
    transports = []
    all_games = [Game(load) for _ in seated]
    for game, tokens in zip(all_games, seated, strict=True):
        for table_id, token in tokens:
            make = _seat_maker(load, table_id, token, game)
            transports.append((await loop.create_connection(make, "127.0.0.1", port))[0])
    await load.is_full.wait()
    # Spread over the beat, as the moves of people who do not know each other are.
    for number, game in enumerate(all_games):
        game.begin(loop.time() + number / games / rate)
    await asyncio.sleep(SETTLE_BEATS / rate)
    cpu, begun = _cpu_seconds(pid), time.perf_counter()
    load.is_measuring = True
    await asyncio.sleep(seconds)
    load.is_measuring = False
    wall = time.perf_counter() - begun
    used, memory = _cpu_seconds(pid) - cpu, _memory_mb(pid)
    for transport in transports:
        transport.abort()
    delays = sorted(load.delays)
    return {
        "games": games,
        "actions_per_s": round(len(delays) / wall, 1),
        "p50_ms": round(1000 * _share(delays, 0.5), 2),
        "p99_ms": round(1000 * _share(delays, 0.99), 2),
        "server_cpu": round(used / wall, 3),
        "server_mb": round(memory, 1),
        "errors": load.errors,
    }


def _seat_maker(load: Load, table_id: str, token: str, game: Game) -> Callable[[], Seat]:
    return lambda: Seat(load, table_id, token, game.on_turn)


def _round_cards(number: int) -> list[int]:
    """First rounds of every length, so that later ones end and are dealt throughout the measurement."""
    return [1 + number % LONGEST_HAND, *[LONGEST_HAND] * (ROUNDS - 1)]


async def _set_up(port: int, games: int) -> list[list[tuple[str, str]]]:
    """Create the tables and seat everybody: id and token of each seat of each game."""
    seats = [{"kind": "human"}, *[{"kind": "open"}] * (SEATS - 1)]
    numbers = iter(range(games))
    seated: list[list[tuple[str, str]]] = []

    async def create(connection: _Http) -> None:
        for number in numbers:
            body = {"seats": seats, "blob": {"round_cards": _round_cards(number)}}
            table = await connection.post("/api/game/create", body)
            tokens = [(table["id"], table["token"])]
            for _ in range(SEATS - 1):
                joined = await connection.post(f"/api/game/{table['id']}/join", {"name": "Bo"})
                tokens.append((table["id"], joined["token"]))
            seated.append(tokens)

    connections = [await _Http.open(port) for _ in range(CREATORS)]
    await asyncio.gather(*(create(connection) for connection in connections))
    return seated


async def _set_up_ai(port: int, tables: int) -> None:
    connection = await _Http.open(port)
    seats = [{"kind": "ai", "level": "expert"}] * SEATS
    for number in range(tables):
        body = {"seats": seats, "pace": "instant", "blob": {"round_cards": _round_cards(number)}}
        await connection.post("/api/game/create", body)


class _Http:
    """One connection for requests, one after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int) -> _Http:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
        self._writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        length = next(int(line.split(":")[1]) for line in lines if line.startswith("content-length"))
        return json.loads(await self._reader.readexactly(length))


def _share(delays: list[float], share: float) -> float:
    return delays[min(len(delays) - 1, int(share * len(delays)))] if delays else float("nan")


def _cpu_seconds(pid: int) -> float:
    """Processor time the server has used; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def _for_people(figures: dict[str, Any]) -> str:
    return (
        f"{figures['games']} games, {figures['actions_per_s']} actions/s on disk and acknowledged: "
        f"half within {figures['p50_ms']} ms, 99 % within {figures['p99_ms']} ms; "
        f"server {100 * figures['server_cpu']:.0f} % of a core, {figures['server_mb']:.0f} MB, "
        f"{figures['errors']} errors"
    )
