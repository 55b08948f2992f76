"""HTTP and WebSocket over bare asyncio streams: a generator of load that does not tire before the server does."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

HOST = "127.0.0.1"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
CONTINUATION = 0
"""Kinds of frames, as RFC 6455, section 5.2, numbers them."""


def host_of(port: int) -> str:
    """The name under which the server was asked for: it may refuse all but its own."""
    return f"{HOST}:{port}"


def socket_path(table_id: str) -> str:
    return f"/api/game/{table_id}/socket"


def handshake(port: int, path: str) -> bytes:
    """The request that turns a connection into a socket."""
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    return f"GET {path} HTTP/1.1\r\nHost: {host_of(port)}\r\n{upgrade}\r\n{key}\r\n\r\n".encode()


def get(port: int, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {host_of(port)}\r\n\r\n".encode()


def post(port: int, path: str, body: bytes, token: str | None = None) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: {host_of(port)}\r\nContent-Type: application/json\r\n"
    if token is not None:
        head += f"Authorization: Bearer {token}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def frame(opcode: int, payload: bytes = b"", *, is_last: bool = True) -> bytes:
    """A client's frame with a mask of zeros, which leaves the payload as it is."""
    size = len(payload)
    first = opcode | (0x80 if is_last else 0)
    if size < 126:
        head = bytes((first, 0x80 | size))
    elif size < 1 << 16:
        head = bytes((first, 0x80 | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, 0x80 | 127)) + size.to_bytes(8, "big")
    return head + b"\0\0\0\0" + payload


def message(content: dict[str, Any]) -> bytes:
    """A message of the protocol as one frame."""
    return frame(TEXT, json.dumps(content).encode())


def take_frame(buffer: bytearray) -> tuple[int, bytes] | None:
    """The first whole frame of the server in the buffer, which loses it: kind and payload."""
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
    taken = buffer[0] & 15, bytes(buffer[start : start + size])
    del buffer[: start + size]
    return taken


class Http:
    """One connection for requests, one after the other."""

    def __init__(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._port, self._reader, self._writer = port, reader, writer

    @classmethod
    async def open(cls, port: int, address: str = HOST) -> Http:
        """Connect from an address of this machine, by which the server tells people apart."""
        return cls(port, *await asyncio.open_connection(HOST, port, local_addr=(address, 0)))

    async def get(self, path: str) -> tuple[int, bytes]:
        return await self._ask(get(self._port, path))

    async def post(self, path: str, body: dict[str, Any], token: str | None = None) -> Any:
        """The answer, which must be a good one."""
        status, content = await self._ask(post(self._port, path, json.dumps(body).encode(), token))
        if status >= 400:
            raise ConnectionRefusedError(f"POST {path} was answered {status}: {content[:200].decode()}")
        return json.loads(content)

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        self._writer.write(request)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        length = next((int(line.split(":")[1]) for line in lines if line.startswith("content-length")), 0)
        return int(lines[0].split()[1]), await self._reader.readexactly(length)

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
