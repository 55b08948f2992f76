"""Sockets one by one: what is written to the wire, and what happens to clients that do not keep up or fall silent."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.frames import Frame
from websockets.streams import StreamReader

from overtrick.games.blob.house import BlobRules
from overtrick.server.transport import OUTLET, text_frame
from tests.server.secrecy import TABLE_ID, new_table
from tests.server.wire import TOKEN, Wire


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_frames_are_read_by_another_program(size):
    reader = StreamReader()
    reader.feed_data(text_frame(b"x" * size))
    parsing = Frame.parse(reader.read_exact, mask=False, max_size=None)
    with pytest.raises(StopIteration) as parsed:
        next(parsing)
    assert parsed.value.value == Frame(1, b"x" * size)


class Peer:
    """A client of which only the server's side is real."""

    def __init__(self, waiting=0, **settings):
        self.wire = Wire()
        self.wire.hub.settings = self.wire.hub.settings.model_copy(update=settings)
        self.wire.lay(new_table(BlobRules(round_cards=(2, 1)), 3, 1), 0)
        self.room = self.wire.hub.rooms[TABLE_ID]
        self.waiting = waiting
        self.frames = []
        self.welcomed = asyncio.Event()
        self.code = None

    def take(self, text):
        self.frames.append(json.loads(text)["type"])
        self.welcomed.set()
        return self.waiting

    async def serve(self):
        path = f"/api/game/{TABLE_ID}/socket"
        scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": ""}
        scope |= {"headers": [], "client": ("127.0.0.1", 1), "server": ("test", 80), "scheme": "ws"}
        scope |= {"subprotocols": [], "extensions": {OUTLET: {"send": self.take}}}
        hello = json.dumps({"type": "hello", "token": TOKEN})
        incoming = [{"type": "websocket.receive", "text": hello}, {"type": "websocket.connect"}]

        async def receive():
            return incoming.pop() if incoming else await asyncio.Future()

        async def send(message):
            if message["type"] == "websocket.close":
                self.code = message["code"]

        await self.wire.app(scope, receive, send)


def test_a_client_that_falls_behind_is_cut():
    async def flood(waiting):
        peer = Peer(waiting, outgoing=10)
        serving = asyncio.create_task(peer.serve())
        await peer.welcomed.wait()
        for _ in range(30):
            peer.room.tell(b'{"type":"thinking"}')
        if not waiting:
            serving.cancel()
        await asyncio.wait({serving})
        return peer

    slow = asyncio.run(flood(1))
    assert (slow.code, len(slow.frames)) == (1013, 11)
    assert not slow.room.clients
    quick = asyncio.run(flood(0))
    assert (quick.code, len(quick.frames)) == (1000, 31)


def test_a_silent_client_is_asked_and_then_closed():
    async def listen():
        peer = Peer(ping_seconds=0.1, silence_seconds=0.2)
        await peer.serve()
        return peer

    peer = asyncio.run(listen())
    assert peer.code == 1008
    assert peer.frames == ["welcome", "ping"]
