"""What attackers are made of: connections that send prepared bytes as fast as they are taken, and their fate."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from overtrick.cli.benches.server.people import FRIEND, PERSON, wish
from overtrick.cli.benches.server.wire import HOST, Http, handshake, message, socket_path, take_frame

PAUSED_SECONDS = 1.0
"""A connection whose bytes are not taken for so long is counted as paused."""
REOPEN_SECONDS = 0.05
"""After this a connection that was closed is opened again."""
CHUNKS_AT_ONCE = 8
FIRST_ANSWER_SECONDS = 5.0
FAILURES = (OSError, EOFError, TimeoutError)
"""How a server that has had enough shows itself."""
_RESET = struct.pack("ii", 1, 0)
"""Closing sends a reset, so that no port of the attacker stays in use."""


@dataclass
class Tally:
    """What became of an attacker's connections and requests."""

    opened: int = 0
    """Connections that were answered, or left open for a second or more."""
    refused: int = 0
    """Connections that were closed or denied before the first answer."""
    closed: int = 0
    """Connections the server closed later."""
    paused: int = 0
    """Connections whose bytes were not read for a second or more."""
    answered: int = 0
    """Requests that were answered as asked."""
    denied: int = 0
    """Requests that were answered with an error, such as 429."""
    held: int = 0
    """Tables of other people that stood still because of it."""
    sent_mb: float = 0.0
    problem: str | None = None
    """What kept the attack from going on, for instance that the server let it create no table."""


@dataclass(frozen=True)
class Script:
    """What one connection does: open, say hello if it is a socket, then send the same bytes over and over."""

    chunk: bytes
    """What is repeated."""
    per_second: float | None = None
    """Chunks a second; without a number as many as are taken."""
    opening: bytes = b""
    """Sent once at the beginning."""
    table_id: str | None = None
    """The table to open a socket at; without one it is a plain connection."""
    hello: bytes = field(default_factory=lambda: message({"type": "hello"}))
    """Sent once the socket is open, and answered before anything else is sent."""
    is_reading: bool = True
    """Whether it takes what the server sends once it is under way."""


class Attacker:
    """One attack: where it comes from, how long it lasts, and what became of it."""

    def __init__(self, port: int, address: str, seconds: float, on_begin: Callable[[], None] = lambda: None) -> None:
        """`on_begin` is told when everything is set up."""
        self.port = port
        self.address = address
        self.seconds = seconds
        self.tally = Tally()
        self._end: float | None = None
        self._on_begin = on_begin

    def begin(self) -> None:
        """Everything is set up: the time runs from now."""
        if self._end is None:
            self._end = time.monotonic() + self.seconds
            self._on_begin()

    @property
    def left(self) -> float:
        """Seconds until it is over."""
        return max(0.0, (self._end or 0.0) - time.monotonic())

    @property
    def is_over(self) -> bool:
        return not self.left

    async def create(self, body: dict[str, Any] | None = None) -> tuple[str, str]:
        """A table of the attacker's own: id and token."""
        connection = await Http.open(self.port, self.address)
        try:
            table = await connection.post("/api/game/create", body or wish([PERSON, FRIEND, FRIEND], [5]))
        finally:
            await connection.close()
        return table["id"], table["token"]

    async def join(self, table_id: str) -> str:
        """A seat at somebody's table: its token."""
        connection = await Http.open(self.port, self.address)
        try:
            joined = await connection.post(f"/api/game/{table_id}/join", {"name": "Bo"})
        finally:
            await connection.close()
        return str(joined["token"])

    async def flood(self, *scripts: Script) -> None:
        """One connection for each script, opened again whenever it is closed, until the time is over."""
        await asyncio.gather(*(self._keep_open(script) for script in scripts))

    async def _keep_open(self, script: Script) -> None:
        loop = asyncio.get_running_loop()
        while not self.is_over:
            flow = Flow(self, script)
            with contextlib.suppress(OSError):
                # A window of a few kilobytes for those that do not read: their messages stay with the server.
                connection = _connected(self.address, receive_bytes=None if script.is_reading else 4096)
                await loop.sock_connect(connection, (HOST, self.port))
                transport, _ = await loop.create_connection(lambda made=flow: made, sock=connection)  # type: ignore[misc]
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self.left):
                        await flow.lost.wait()
                transport.abort()
            flow.count()
            await asyncio.sleep(REOPEN_SECONDS)


def _connected(address: str, receive_bytes: int | None = None) -> socket.socket:
    """A socket at an address of this machine, still to be connected."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setblocking(False)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    if receive_bytes is not None:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    made.bind((address, 0))
    return made


class Flow(asyncio.Protocol):
    """One connection of a flood."""

    def __init__(self, attacker: Attacker, script: Script) -> None:
        self.lost = asyncio.Event()
        self._attacker = attacker
        self._script = script
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._steps = 0 if script.table_id is None else 2
        """Answers to wait for before the flood: that the socket is open, and the welcome."""
        self._begun = time.monotonic()
        self._is_answered = False
        self._is_denied = False
        self._is_cut = False
        self._blocked_at: float | None = None
        self._was_paused = False
        self._next = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self._script.table_id is not None:
            self._write(handshake(self._attacker.port, socket_path(self._script.table_id)))
        else:
            self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_cut = not self._attacker.is_over
        self.lost.set()

    def data_received(self, data: bytes) -> None:
        tally = self._attacker.tally
        if self._steps:
            self._buffer += data
            self._greet()
            return
        self._is_answered = True
        if self._script.table_id is None:
            answers = data.count(b"HTTP/1.1 ")
            good = data.count(b"HTTP/1.1 2") + data.count(b"HTTP/1.1 3")
            tally.answered += good
            tally.denied += answers - good

    def pause_writing(self) -> None:
        self._blocked_at = time.monotonic()

    def resume_writing(self) -> None:
        self._note_pause()
        self._blocked_at = None
        if self._script.per_second is None:
            self._pump()

    def count(self) -> None:
        """Add what became of this connection to the tally."""
        self._note_pause()
        tally = self._attacker.tally
        tally.paused += self._was_paused
        is_taken = self._is_answered or not self._is_cut or time.monotonic() - self._begun >= PAUSED_SECONDS
        if self._transport is not None and is_taken and not self._is_denied:
            tally.opened += 1
            tally.closed += self._is_cut
        else:
            tally.refused += 1

    def _greet(self) -> None:
        """The two answers a socket begins with."""
        if self._steps == 2:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            self._is_denied = not self._buffer.startswith(b"HTTP/1.1 101")
            del self._buffer[: end + 4]
            self._steps = 1
            self._write(self._script.hello)
        if self._steps == 1 and take_frame(self._buffer) is not None:
            self._steps = 0
            self._is_answered = True
            self._begin()

    def _begin(self) -> None:
        assert self._transport is not None
        if not self._script.is_reading:
            self._transport.pause_reading()
        if self._script.opening:
            self._write(self._script.opening)
        self._next = asyncio.get_running_loop().time()
        if self._script.per_second is None:
            self._pump()
        else:
            self._beat(1 / self._script.per_second)

    def _pump(self) -> None:
        """Send as long as it is taken, and let other connections have their turn."""
        for _ in range(CHUNKS_AT_ONCE):
            if self._blocked_at is not None or self._is_done():
                return
            self._write(self._script.chunk)
        asyncio.get_running_loop().call_soon(self._pump)

    def _beat(self, pause: float) -> None:
        if self._is_done():
            return
        if self._blocked_at is None:
            self._write(self._script.chunk)
        self._next += pause
        asyncio.get_running_loop().call_at(self._next, self._beat, pause)

    def _is_done(self) -> bool:
        assert self._transport is not None
        return self._transport.is_closing() or self._attacker.is_over

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._attacker.tally.sent_mb += len(data) / 1e6
        self._transport.write(data)

    def _note_pause(self) -> None:
        if self._blocked_at is not None and time.monotonic() - self._blocked_at >= PAUSED_SECONDS:
            self._was_paused = True


async def open_and_reset(attacker: Attacker, request: bytes) -> None:
    """Connect, send something or nothing, and be gone before the answer."""
    loop = asyncio.get_running_loop()
    connection = _connected(attacker.address)
    try:
        await loop.sock_connect(connection, (HOST, attacker.port))
        if request:
            await loop.sock_sendall(connection, request)
        attacker.tally.opened += 1
        attacker.tally.sent_mb += len(request) / 1e6
    except OSError:
        attacker.tally.refused += 1
    finally:
        connection.close()


class Visit:
    """A socket that is used for one conversation, message by message."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._buffer = bytearray()

    @classmethod
    async def open(cls, attacker: Attacker, table_id: str, token: str | None = None) -> Visit:
        """Open a socket at a table and say hello; its first message is the welcome."""
        async with asyncio.timeout(FIRST_ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(HOST, attacker.port, local_addr=(attacker.address, 0))
            visit = cls(reader, writer)
            try:
                writer.write(handshake(attacker.port, socket_path(table_id)))
                answer = await reader.readuntil(b"\r\n\r\n")
            except BaseException:
                visit.close()
                raise
            if not answer.startswith(b"HTTP/1.1 101"):
                visit.close()
                raise ConnectionRefusedError(answer[:40].decode("latin-1"))
            visit.send({"type": "hello", "token": token})
            return visit

    def send(self, content: dict[str, Any]) -> None:
        self._writer.write(message(content))

    async def receive(self) -> dict[str, Any]:
        """The next message; questions whether one is there are answered on the way."""
        while True:
            taken = take_frame(self._buffer)
            if taken is None:
                data = await self._reader.read(1 << 16)
                if not data:
                    raise ConnectionResetError("the server closed the socket")
                self._buffer += data
                continue
            if not taken[1].startswith(b"{"):
                continue
            content: dict[str, Any] = json.loads(taken[1])
            if content["type"] != "ping":
                return content
            self.send({"type": "pong"})

    def close(self) -> None:
        self._writer.transport.abort()
