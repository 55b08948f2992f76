"""A real listener in this process, with an application that does what the path says, and bare clients for it."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager

import uvicorn
from websockets.frames import Frame

from overtrick.server.running import ACCEPTED_AT_ONCE, Server
from overtrick.server.settings import Settings
from overtrick.server.transport import OUTLET, Limits, SocketProtocol, limited_protocol

SECONDS = 0.2
"""How long a listener of these tests waits for a head and for the answer to its close."""
PATIENCE = 20
HEAD = (
    "GET /{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
)


async def application(scope, receive, send):
    """Does with a request or a socket what its path says."""
    await receive()
    wish = scope["path"].strip("/")
    if "raise" in wish and (scope["type"] == "http" or "first" in wish):
        raise RuntimeError("planted")
    if scope["type"] == "http":
        while wish == "drain" and (await receive())["type"] == "http.request":
            pass
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})
    elif wish == "refuse":
        await send({"type": "websocket.close", "code": 1008})
    elif wish == "status":
        await send({"type": "websocket.http.response.start", "status": 404, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b"no"})
    elif wish != "return-first":
        await send({"type": "websocket.accept"})
        await SERVICES[wish](scope, receive, send)


async def fail(scope, receive, send):
    raise RuntimeError("planted")


async def close(scope, receive, send):
    await send({"type": "websocket.close", "code": 1000})


async def pour(scope, receive, send):
    """More than the client takes, and as the real application a limited time to say goodbye."""
    for _ in range(64):
        scope["extensions"][OUTLET]["send"](b"x" * 100_000)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SECONDS):
            await send({"type": "websocket.close", "code": 1013})


async def echo(scope, receive, send):
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"][:9]})


async def stay(scope, receive, send):
    while (await receive())["type"] != "websocket.disconnect":
        pass


SERVICES = {"raise": fail, "close": close, "pour": pour, "echo": echo, "stay": stay}


@asynccontextmanager
async def listening(max_size=100, **settings):
    """A listener, its port and what it counts."""
    limits = Limits(Settings(**{"connections_per_address": 5, "hello_seconds": SECONDS, **settings}))
    config = uvicorn.Config(
        application, port=0, http=limited_protocol(limits), ws=SocketProtocol, ws_max_size=max_size,
        backlog=ACCEPTED_AT_ONCE, ws_ping_interval=None, lifespan="off", log_config=None, timeout_graceful_shutdown=1,
    )  # fmt: skip
    port = asyncio.get_running_loop().create_future()
    server = Server(config, port.set_result, lambda: None)
    serving = asyncio.create_task(server._serve())
    yield server, await port, limits
    server.should_exit = True
    await serving


async def upgraded(port, path="stay", more="", address="127.0.0.1"):
    """A connection that has asked to become a socket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(HEAD.format(path=path, more=more).encode())
    return reader, writer


async def read_head(reader):
    return await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)


def frame(opcode, data=b"", fin=True):
    return Frame(opcode, data, fin).serialize(mask=True)
