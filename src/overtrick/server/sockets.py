"""One open socket: who it is, what it may send, and what it is sent as long as it keeps up."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from overtrick.errors import OvertrickError
from overtrick.server.budgets import metered
from overtrick.server.encoding import encode
from overtrick.server.guards import Bucket, address_of
from overtrick.server.hub import Hub, token_hash
from overtrick.server.messages import Ack, Action, AskHint, ErrorCode, Hello, Pong, client_messages
from overtrick.server.opinions import hint
from overtrick.server.refusal import Refusal, refusal_of
from overtrick.server.room import Room
from overtrick.server.strict_json import read_json
from overtrick.server.transport import MAX_MESSAGE, OUTLET

DONE, GOING_AWAY, POLICY, TOO_LARGE, TOO_SLOW = 1000, 1001, 1008, 1009, 1013
NO_SEAT, NO_TABLE, UNREADABLE = 4001, 4004, 4005
"""Close codes."""
CLOSES: dict[ErrorCode, int] = {
    "no_seat": NO_SEAT,
    "no_table": NO_TABLE,
    "unreadable": UNREADABLE,
    "too_large": TOO_LARGE,
}
"""The close codes of refusals that have one of their own."""

MAX_FAULTS = 20
"""Messages that cannot be read, or come too fast, before the socket is closed."""
WATCH_SECONDS = 0.05
"""Least pause between two looks at how long a client has been silent."""


class Socket:
    """A client of a room."""

    def __init__(self, websocket: WebSocket, hub: Hub, room: Room, seat: int | None) -> None:
        self.seat = seat
        self._websocket = websocket
        self._hub = hub
        self._room = room
        outlet = websocket.scope["extensions"][OUTLET]
        self._outlet: Callable[[bytes], int] = outlet["send"]
        self._charge: Callable[[float], None] = outlet.get("charge", _charge_nobody)
        self._behind = 0
        """Messages since everything sent had been taken."""
        self._bucket = Bucket(hub.settings.messages_per_second)
        self._heard = time.monotonic()
        self._faults = 0
        self._hint: asyncio.Task[None] | None = None
        self._closing: int | None = None
        self._stopped = asyncio.Event()
        self._watcher: asyncio.TimerHandle | None = None

    def send(self, text: bytes) -> None:
        """Send a message; a client that falls behind for too long is cut and may come back for a fresh view."""
        if self._closing == TOO_SLOW:
            return
        self._behind = self._behind + 1 if self._outlet(text) else 0
        if self._behind > self._hub.settings.outgoing:
            self._hub.metrics.count("sockets_cut_total")
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """End this socket soon."""
        if self._closing is None:
            self._closing = code
        self._stopped.set()

    async def serve(self, version: int | None) -> None:
        """Welcome the client, then listen until one side has enough."""
        self._room.attach(self)
        listening = asyncio.create_task(metered(self._listen(), self._charge))
        try:
            self._welcome(version)
            self._watch()
            await self._stopped.wait()
        finally:
            self._room.detach(self)
            for task in (listening, self._hint, self._watcher):
                if task is not None:
                    task.cancel()
            with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect, TimeoutError):
                async with asyncio.timeout(1):
                    await self._websocket.close(self._closing or DONE)

    def _welcome(self, version: int | None) -> None:
        missed, is_complete = ([], True) if version is None else self._room.table.events_after(version)
        welcome = {"type": "welcome", "seat": self.seat, "missed": missed, "is_complete": is_complete}
        self._say({**welcome, "view": self._room.view(self.seat)})

    def _watch(self) -> None:
        """Heartbeats: ask a client that has been quiet, close one that stays silent, and look again when it is time."""
        settings = self._hub.settings
        quiet = time.monotonic() - self._heard
        if quiet >= settings.silence_seconds:
            self._hub.metrics.count("sockets_cut_total")
            self.close(POLICY)
            return
        if quiet >= settings.ping_seconds:
            self._say({"type": "ping"})
            left = settings.silence_seconds - quiet
        else:
            left = settings.ping_seconds - quiet
        self._watcher = asyncio.get_running_loop().call_later(max(left, WATCH_SECONDS), self._watch)

    async def _listen(self) -> None:
        try:
            while True:
                await self._hear(await receive_text(self._websocket))
        except (RuntimeError, OSError, WebSocketDisconnect):
            self.close(DONE)
        except Refusal as refusal:
            self._fault(refusal.code, refusal.message)
            self.close(TOO_LARGE)

    async def _hear(self, text: str) -> None:
        self._heard = time.monotonic()
        if not self._bucket.take():
            self._fault("too_many", "too many messages; wait a moment")
            return
        try:
            message = read_message(text)
        except Refusal as refusal:
            self._fault(refusal.code, refusal.message)
            return
        if isinstance(message, Hello):
            self._fault("bad_message", "hello is the first message of a socket and comes once")
        elif isinstance(message, AskHint):
            if self._hint is not None:
                self._hint.cancel()
            self._hint = asyncio.create_task(self._give_hint(message))
        elif isinstance(message, Action):
            await self._act(message)
        else:
            assert isinstance(message, Pong)

    async def _act(self, message: Action) -> None:
        try:
            await self._dispatch(message)
        except OvertrickError as error:
            self._refuse(message.id, refusal_of(error))

    async def _dispatch(self, message: Action) -> None:
        if self.seat is None:
            raise Refusal("no_seat", "you are watching; join the table to play")
        address = address_of(self._websocket.scope)
        await self._hub.act(self._room, self.seat, message, self._answer, address)

    async def _give_hint(self, message: AskHint) -> None:
        try:
            async with self._hub.lines.turn(address_of(self._websocket.scope)):
                opinion = await hint(self._room, self.seat, address_of(self._websocket.scope))
            answer = {"type": "hint", "id": message.id, "version": self._room.table.version, "opinion": opinion}
            self._say(answer)
        except OvertrickError as error:
            self._refuse(message.id, refusal_of(error))

    def _answer(self, ack: Ack) -> None:
        self._say(ack)

    def _refuse(self, action_id: str, refusal: Refusal) -> None:
        told = {"type": "refused", "id": action_id, "code": refusal.code, "message": refusal.message}
        self._say({**told, "view": self._room.view(self.seat)})

    def _fault(self, code: ErrorCode, message: str) -> None:
        self._faults += 1
        self._say({"type": "error", "error": {"code": code, "message": message}})
        if self._faults > MAX_FAULTS:
            self._hub.metrics.count("sockets_cut_total")
            self.close(POLICY)

    def _say(self, message: Any) -> None:
        self.send(encode(message))


async def serve_socket(websocket: WebSocket, hub: Hub, table_id: str) -> None:
    """Take a socket from its first message to its last."""
    await websocket.accept()
    try:
        async with asyncio.timeout(hub.settings.hello_seconds):
            hello = _read_hello(await receive_text(websocket))
        room = await hub.room(table_id)
        seat = _seat_of(hello, room)
    except (Refusal, TimeoutError, WebSocketDisconnect) as error:
        await _turn_away(websocket, error)
        return
    if seat is not None:
        room.owner = room.owner or address_of(websocket.scope)
    await Socket(websocket, hub, room, seat).serve(hello.version)


async def receive_text(websocket: WebSocket) -> str:
    """The next message, which must be text of bounded length."""
    frame = await websocket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", DONE))
    text = frame.get("text")
    if text is None:
        text = "\0"
    if len(text) > MAX_MESSAGE or len(text.encode()) > MAX_MESSAGE:
        raise Refusal("too_large", f"a message has at most {MAX_MESSAGE} bytes")
    return str(text)


def read_message(text: str) -> Any:
    """The message a text holds, or a refusal that says what is wrong with it."""
    try:
        return client_messages.validate_python(read_json(text.encode()))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Refusal("bad_message", f"{where}: {first['msg']}" if where else first["msg"]) from None
    except UnicodeEncodeError:
        raise Refusal("bad_message", "a message is JSON text") from None


def _charge_nobody(ms: float) -> None:
    """Where no connection stands behind a socket nobody pays."""


def _read_hello(text: str) -> Hello:
    message = read_message(text)
    if not isinstance(message, Hello):
        raise Refusal("bad_message", "the first message must be hello")
    return message


def _seat_of(hello: Hello, room: Room) -> int | None:
    if hello.token is None:
        return None
    seat = room.table.seat_of(token_hash(hello.token))
    if seat is None:
        raise Refusal("no_seat", "this token opens no seat at this table")
    return seat


async def _turn_away(websocket: WebSocket, error: Exception) -> None:
    refusal = error if isinstance(error, Refusal) else Refusal("timeout", "say hello first, and soon")
    code = CLOSES.get(refusal.code, POLICY)
    body = {"type": "error", "error": {"code": refusal.code, "message": refusal.message}}
    with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect, TimeoutError):
        async with asyncio.timeout(1):
            if not isinstance(error, WebSocketDisconnect):
                await websocket.send_text(encode(body).decode())
            await websocket.close(code)
