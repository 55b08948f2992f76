"""Connections are counted for their address while they are open, and forgotten however they end."""

from __future__ import annotations

import asyncio
import gc
import socket
import struct

import pytest
import websockets
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from overtrick.server.transport import SocketProtocol
from tests.server.listener import HEAD, PATIENCE, frame, listening, read_head, upgraded
from tests.server.processes import ServerProcess

IN_SEQUENCE = 1_000
PROTOCOLS = (WebSocketsSansIOProtocol, H11Protocol)


async def client_closes(server, port):
    async with websockets.connect(f"ws://127.0.0.1:{port}/stay"):
        pass


async def server_closes(server, port):
    async with websockets.connect(f"ws://127.0.0.1:{port}/close") as client:
        await client.wait_closed()


async def server_closes_and_gets_no_answer(server, port):
    reader, writer = await upgraded(port, "close")
    await read_head(reader)
    await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()


async def server_closes_one_who_reads_nothing(server, port):
    _, writer = await upgraded(port, "pour")
    writer.transport.pause_reading()
    return writer


async def client_resets(server, port):
    reader, writer = await upgraded(port)
    await read_head(reader)
    raw = writer.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def client_resets_at_once(server, port):
    raw = socket.create_connection(("127.0.0.1", port))
    raw.sendall(HEAD.format(path="stay", more="").encode())
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    raw.close()


async def client_vanishes(server, port):
    reader, writer = await upgraded(port)
    await read_head(reader)
    writer.close()


async def handshake_is_refused(server, port):
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(f"ws://127.0.0.1:{port}/refuse")


async def handshake_is_answered_404(server, port):
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(f"ws://127.0.0.1:{port}/status")


async def handshake_lacks_its_key(server, port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HEAD.format(path="stay", more="").replace("Sec-WebSocket-Key", "X-Key").encode())
    assert b" 400 " in await read_head(reader)
    writer.close()


async def handshake_has_too_many_headers(server, port):
    reader, writer = await upgraded(port, more="".join(f"X-{number}: 1\r\n" for number in range(200)))
    await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()


async def handshake_never_ends(server, port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HEAD[:60].format(path="stay").encode())
    await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()


async def frame_is_not_masked(server, port):
    reader, writer = await upgraded(port)
    await read_head(reader)
    writer.write(Frame(Opcode.TEXT, b"x").serialize(mask=False))
    await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()


async def message_is_too_large(server, port):
    reader, writer = await upgraded(port)
    await read_head(reader)
    writer.write(frame(Opcode.TEXT, b"x" * 1_000))
    await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()


async def text_is_not_utf8(server, port):
    reader, writer = await upgraded(port)
    await read_head(reader)
    writer.write(frame(Opcode.TEXT, b"\xff\xfe"))
    await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()


async def application_raises(server, port):
    async with websockets.connect(f"ws://127.0.0.1:{port}/raise") as client:
        await client.wait_closed()


async def application_raises_before_the_handshake(server, port):
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(f"ws://127.0.0.1:{port}/raise-first")


async def application_returns_before_the_handshake(server, port):
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(f"ws://127.0.0.1:{port}/return-first")


async def protocol_raises_while_it_takes_over(server, port):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SocketProtocol, "handle_connect", None)
        reader, writer = await upgraded(port)
        await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()


async def server_stops(server, port):
    client = await websockets.connect(f"ws://127.0.0.1:{port}/stay")
    server.should_exit = True
    await client.wait_closed()


async def request_is_answered(server, port):
    await ask(port, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")


async def request_is_kept_alive_in_vain(server, port):
    await ask(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")


async def request_is_not_http(server, port):
    await ask(port, b"\x16\x03\x01 hello\r\n\r\n")


async def request_raises(server, port):
    await ask(port, b"GET /raise HTTP/1.1\r\nHost: x\r\n\r\n")


async def upgrade_is_to_something_else(server, port):
    await ask(port, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")


async def ask(port, text):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text)
    await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()


ENDINGS = [
    client_closes, server_closes, server_closes_and_gets_no_answer, server_closes_one_who_reads_nothing, client_resets,
    client_resets_at_once, client_vanishes, handshake_is_refused, handshake_is_answered_404, handshake_lacks_its_key,
    handshake_has_too_many_headers, handshake_never_ends, frame_is_not_masked, message_is_too_large, text_is_not_utf8,
    application_raises, application_raises_before_the_handshake, application_returns_before_the_handshake,
    protocol_raises_while_it_takes_over, server_stops, request_is_answered, request_is_kept_alive_in_vain,
    request_is_not_http, request_raises, upgrade_is_to_something_else,
]  # fmt: skip


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.__name__)
def test_a_connection_is_forgotten_however_it_ends(ending):
    async def end():
        async with listening() as (server, port, limits):
            kept = await ending(server, port)
            for _ in range(1_000 * PATIENCE):
                left = (limits.open, server.server_state.connections, server.server_state.tasks)
                if not any(left):
                    break
                await asyncio.sleep(0.001)
            assert not any(left)
            if kept is not None:
                kept.transport.abort()

    asyncio.run(end())


@pytest.mark.parametrize("ending", [client_closes, server_closes, client_resets, client_vanishes, handshake_is_refused])
def test_a_connection_leaves_the_memory_when_it_ends(ending):
    """At once: the collector of garbage seldom takes a long look, and thousands of connections come and go between."""

    async def end():
        async with listening() as (server, port, _):
            await ending(server, port)
            for _ in range(100):
                left = [one for one in map(type, gc.get_objects()) if issubclass(one, PROTOCOLS)]
                if not left:
                    break
                await asyncio.sleep(0.01)
            assert not left

    gc.collect()
    gc.disable()
    try:
        asyncio.run(end())
    finally:
        gc.enable()


def test_a_connection_counts_while_it_is_open():
    async def crowd():
        async with listening(connections_per_address=3) as (_, port, limits):
            clients = [await websockets.connect(f"ws://127.0.0.1:{port}/stay") for _ in range(3)]
            assert limits.open == {"127.0.0.1": 3}
            with pytest.raises((OSError, websockets.InvalidHandshake)):
                await websockets.connect(f"ws://127.0.0.1:{port}/stay")
            await clients.pop().close()
            async with websockets.connect(f"ws://127.0.0.1:{port}/stay"):
                assert limits.open == {"127.0.0.1": 3}
            for client in clients:
                await client.close()

    asyncio.run(crowd())


def test_an_address_is_not_locked_out_by_sockets_one_after_the_other(tmp_path):
    """A page that is loaded again and again opens a socket each time; so does everybody behind a proxy."""
    server = ServerProcess(tmp_path / "overtrick.db", connections_per_address=100).start()
    table = server.create()["id"]
    for _ in range(IN_SEQUENCE):
        with socket.create_connection(("127.0.0.1", server.port)) as one:
            one.sendall(HEAD.format(path=f"api/game/{table}/socket", more="").encode())
            assert one.recv(100).startswith(b"HTTP/1.1 101")
    assert server.ask("GET", "/healthz")[0] == 200
    server.stop()
