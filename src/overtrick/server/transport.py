"""Connections below the application: how many an address may have, how much they may ask of the server, how fast."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from overtrick.server.addresses import Proxies, address_key
from overtrick.server.budgets import Account, Accounts, Budget, address_rate, connection_rate
from overtrick.server.refusal import Refusal
from overtrick.server.settings import Settings

log = logging.getLogger("overtrick.server")

MAX_MESSAGE = 16 * 1024
"""Bytes of one message to the server."""
MAX_FRAGMENTS = 64
"""Frames of one message to the server."""
MAX_UNTAKEN = 1 << 20
"""Bytes of answers to pings and the like that a client may leave untaken while it sends more of them."""
OUTLET = "overtrick.outlet"
"""The extension of a socket's ASGI scope that leads past the queues of the framework, see `SocketProtocol`."""
LIMITS = "overtrick.limits"
"""Where the state of an ASGI scope holds the limits of the server."""

SLICE = 1024
"""Bytes that are parsed in one go: 170 of the smallest frames, which take about two milliseconds."""
TURN_MS = 2.0
"""Milliseconds for one connection before the others have their turn."""
PATIENCE_SECONDS = 5.0
"""How long a connection may be held up by its own flood before it is cut; it regains a fifth of the time in between."""
POLICY = 1008
CONNECT_MS = 0.3
"""What a connection costs that never says a word, most of it before we hear of it."""
REFUSE_SECONDS = 1.0
"""An address so deep in debt has its new connections dropped at once."""


class Limits:
    """What all connections of a server share. Those of a trusted proxy are everybody's: it has to count them."""

    def __init__(self, settings: Settings) -> None:
        self.per_address = settings.connections_per_address
        self.seconds = settings.hello_seconds
        self.proxies = Proxies(settings.trusted_proxies)
        self.open: Counter[str] = Counter()
        self.accounts = Accounts(address_rate(settings))
        self.connection_rate = connection_rate(settings)


class Connection:
    """One open connection: it counts for its address from the first byte to the last, whatever it speaks meanwhile.

    What arrives is parsed in slices. A connection whose own budget or whose address' account is overdrawn is not read
    until it has paid, so that the others are served meanwhile; one that goes on and on is cut.
    """

    def __init__(self, limits: Limits, address: str, transport: asyncio.Transport) -> None:
        self.limits = limits
        self.parse: Callable[[bytes], int] = len
        """Takes a slice; how many frames it held."""
        self.cut: Callable[[], None] = transport.abort
        self.is_wanted: Callable[[], bool] = lambda: True
        """Whether the protocol wants to read, for its own reasons."""
        self._transport = transport
        self._backlog = bytearray()
        self._is_waiting = False
        self._patience, self._waited_at = PATIENCE_SECONDS, time.monotonic()
        self._is_open = True
        self._key = address_key(address)
        limits.open[self._key] += 1
        self._own: Budget | None = None
        self._account: Account | None = None
        if address not in limits.proxies:
            self._own, self._account = Budget(limits.connection_rate), limits.accounts.of(self._key)

        self._is_welcome = self._account is None or self._account.debt_seconds < REFUSE_SECONDS
        if self._is_welcome:
            self.charge(CONNECT_MS)

    @property
    def is_too_many(self) -> bool:
        """Whether the address has more connections than it may, this one included, or opens them too fast."""
        if not self._is_welcome:
            return True
        return self._account is not None and self.limits.open[self._key] > self.limits.per_address

    def belong_to(self, address: str) -> None:
        """Count for the client behind a proxy from now on; refused where it has too many connections."""
        if self._account is None:
            self._count(-1)
            self._key = address_key(address)
            self._own, self._account = Budget(self.limits.connection_rate), self.limits.accounts.of(self._key)
            self._count(+1)
        if self.is_too_many:
            raise Refusal("too_many", "too many connections of one address; close one first", retry_after=5)

    def forget(self) -> None:
        """Count it no more; once is enough, and more often does no harm."""
        if self._is_open:
            self._count(-1)
        self._is_open = False
        self._backlog.clear()
        # What leads back to the protocol: without it a connection leaves the memory as soon as it ends, and does not
        # wait for the collector of garbage, whose long looks the server puts off.
        self.parse, self.cut, self.is_wanted = len, self._transport.abort, bool

    def charge(self, ms: float) -> None:
        """Take the work that was done for it from its budget."""
        self._spend(0, 0, ms)

    def feed(self, data: bytes) -> None:
        """Parse what has arrived, now or when it is its turn."""
        if self._is_waiting or self._backlog or len(data) > SLICE or not self._is_free():
            self._backlog += data
            self._transport.pause_reading()
            if not self._is_waiting:
                self._go_on()
        else:
            self._take(data)

    def read_on(self) -> None:
        """The protocol wants to read again: first what is here already, then what comes."""
        if self._is_waiting:
            return
        if self._backlog:
            self._wait(asyncio.get_running_loop().call_soon)
        elif not self._transport.is_closing():
            self._transport.resume_reading()

    def _is_free(self) -> bool:
        return self._account is None or (self._account.is_free and not (self._own and self._own.debt_seconds))

    def _go_on(self) -> None:
        """Parse slices until all is done, enough for now, or something has to be paid first."""
        self._is_waiting = False
        spent = 0.0
        while self._backlog and self.is_wanted() and not self._transport.is_closing():
            if spent > TURN_MS:
                self._wait(asyncio.get_running_loop().call_soon)
                return
            if self._own is not None and (debt := self._own.debt_seconds) > 0:
                self._wait_for_own(debt)
                return
            if self._account is not None and not self._account.is_free:
                self._wait(self._account.wait, self._take_turn)
                return
            spent += self._take_slice()
        if self.is_wanted():
            self.read_on()

    def _take_turn(self) -> None:
        """One slice when the address calls, then to the end of its line."""
        is_due = self.is_wanted() and (self._own is None or self._own.debt_seconds <= 0)
        if is_due and self._backlog and not self._transport.is_closing():
            self._take_slice()
        self._go_on()

    def _take_slice(self) -> float:
        data = bytes(self._backlog[:SLICE])
        del self._backlog[:SLICE]
        return self._take(data)

    def _take(self, data: bytes) -> float:
        """Parse a slice and pay for it; the milliseconds it took."""
        begun, frames = time.perf_counter(), 0
        try:
            frames = self.parse(data)
        except Exception:
            log.exception("a connection could not be parsed")
            self._transport.abort()
        ms = 1000 * (time.perf_counter() - begun)
        self._spend(len(data), frames, ms)
        return ms

    def _spend(self, size: int, frames: int, ms: float) -> None:
        if self._own is not None:
            self._own.spend(size, frames, ms)
        if self._account is not None:
            self._account.spend(size, frames, ms)

    def _wait(self, line: Callable[[Callable[[], None]], object], go_on: Callable[[], None] | None = None) -> None:
        self._is_waiting = True
        line(go_on or self._go_on)

    def _wait_for_own(self, debt: float) -> None:
        now = time.monotonic()
        self._patience = min(PATIENCE_SECONDS, self._patience + (now - self._waited_at) / 5) - debt
        self._waited_at = now + debt
        if self._patience < 0:
            self.cut()
            return
        self._wait(partial(asyncio.get_running_loop().call_later, debt))

    def _count(self, change: int) -> None:
        self.limits.open[self._key] += change
        if self.limits.open[self._key] <= 0:
            del self.limits.open[self._key]


class Flow(FlowControl):
    """uvicorn's flow control, which reads on through the connection."""

    def __init__(self, transport: asyncio.Transport, connection: Connection) -> None:
        super().__init__(transport)
        self._connection = connection

    def resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self._connection.read_on()


def limited_protocol(limits: Limits) -> type[H11Protocol]:
    """uvicorn's protocol with limits for each address and a deadline for the head of each request."""

    class LimitedProtocol(H11Protocol):
        _connection: Connection
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            peer = transport.get_extra_info("peername")
            made = self._connection = Connection(limits, peer[0] if isinstance(peer, tuple) else "local", transport)
            self.flow = Flow(transport, made)
            made.parse, made.is_wanted = self._parse, lambda: not self.flow.read_paused
            self.app_state = {**self.app_state, LIMITS: limits}
            # The protocol that takes over from this one when it becomes a socket is the one that sees it end.
            self.ws_protocol_class = partial(SocketProtocol, connection=made)  # type: ignore[assignment]
            if made.is_too_many:
                transport.abort()
                return
            self._deadline = self.loop.call_later(limits.seconds, self._give_up)

        def data_received(self, data: bytes) -> None:
            self._connection.feed(data)

        def connection_lost(self, exc: Exception | None) -> None:
            self._disarm()
            self._connection.forget()
            super().connection_lost(exc)
            self.cycle = None  # type: ignore[assignment]  # it knows this protocol, too

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._disarm()
            super().handle_websocket_upgrade(event)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._disarm()
            if not self.transport.is_closing():
                self._deadline = self.loop.call_later(limits.seconds, self._give_up)

        def _parse(self, data: bytes) -> int:
            super().data_received(data)
            return 1

        def _give_up(self) -> None:
            """No whole request so far: an answer that is being worked on has the time it needs."""
            cycle: Any = self.cycle
            is_answering = cycle is not None and not cycle.response_complete
            if not is_answering and not self.transport.is_closing():
                self.transport.abort()

        def _disarm(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()

    return LimitedProtocol


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's sockets, with budgets and an outlet.

    The outlet is a dictionary: `send` takes bytes and says how many before them are still waiting, at the cost of one
    write instead of a queue, a task and four layers; `charge` takes milliseconds of work; `belong_to` takes the address
    of the client behind a proxy, or refuses it.
    """

    def __init__(self, *arguments: Any, connection: Connection, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._connection = connection
        self._end: asyncio.TimerHandle | None = None
        self._counted = 0
        self.app_state = {**self.app_state, LIMITS: connection.limits}
        self.close_timeout = connection.limits.seconds

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.forget()
        if self._end is not None:
            self._end.cancel()
        super().connection_lost(exc)
        self.conn.parser.close()  # a generator of the object that holds it

    def data_received(self, data: bytes) -> None:
        """Read what came. The first bytes are the whole head of the handshake, so that it is good now or never."""
        if self.handshake_initiated:
            self._connection.feed(data)
            return
        try:
            super().data_received(data)
        except Exception:
            self.connections.discard(self)  # it has not taken over, so nobody tells it of the end
            raise
        if not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        made = self._connection
        made.parse, made.cut, made.is_wanted = self._parse, self._cut, lambda: not self.read_paused

    def _parse(self, data: bytes) -> int:
        self._counted = 0
        super().data_received(data)
        return self._counted

    def handle_events(self) -> None:
        """Count the frames before they are looked at."""
        self._counted += len(self.conn.events)
        super().handle_events()

    def handle_connect(self, event: Request) -> None:
        """Offer the outlet to the application."""
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            made = self._connection
            scope["extensions"][OUTLET] = {
                "send": self.send_now,
                "charge": made.charge,
                "belong_to": made.belong_to,
            }

    def handle_cont(self, event: Frame) -> None:
        """One more fragment; a message in ever more of them, most of them empty, is nobody's message."""
        if self.close_sent:
            return
        if len(self.frames) >= MAX_FRAGMENTS:
            self._cut()
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer, unless the client takes none of the answers."""
        if self.transport.get_write_buffer_size() > MAX_UNTAKEN:
            self.transport.abort()
        super().handle_ping()

    async def receive(self) -> Any:
        """The next event; uvicorn would read on here, also from a client that has to wait."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._connection.read_on()
        return message

    async def send(self, message: Any) -> None:
        """Send an event of the application."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # as refused; uvicorn would log a fault of the application
        elif message["type"] == "websocket.close":
            self._connection.read_on()

    async def run_asgi(self) -> None:
        """Run the application; a client that does not take the last of it has its connection ended a little later."""
        await super().run_asgi()
        self.scope["extensions"].pop(OUTLET, None)  # leads back here
        if not self.disconnected:
            self._end = self.loop.call_later(2 * self.close_timeout, self.transport.abort)

    def send_now(self, text: bytes) -> int:
        """Send a text message; how many bytes of those before it the client has still to take."""
        if self.close_sent or self.transport.is_closing():
            return 0
        waiting: int = self.transport.get_write_buffer_size()
        self.transport.write(text_frame(text))
        return waiting

    def _cut(self) -> None:
        """End a connection that floods the server."""
        if self.conn.state is not State.OPEN or self.close_sent:
            self.transport.abort()
            return
        self.conn.fail(POLICY, "too much at once")
        self.handle_parser_exception()


def text_frame(text: bytes) -> bytes:
    """A whole text message as one frame, as RFC 6455, section 5.2, has it for servers."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)
