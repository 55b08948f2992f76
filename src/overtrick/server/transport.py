"""Connections below the application: how many an address may have, how long one may take, sockets that send at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import Any

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

MAX_MESSAGE = 16 * 1024
"""Bytes of one message to the server."""
OUTLET = "overtrick.outlet"
"""The extension of a socket's ASGI scope that sends without waiting: `{"send": bytes -> bytes still waiting}`."""


class Limits:
    """What all connections of a server share. Those of a trusted proxy are everybody's, so it has to count them."""

    def __init__(self, per_address: int, seconds: float, trusted_proxies: str = "") -> None:
        self.per_address = per_address
        self.seconds = seconds
        self.proxies = _TrustedHosts(trusted_proxies)
        self.open: Counter[str] = Counter()


class Connection:
    """One open connection: it counts for its address from the first byte to the last, whatever it speaks meanwhile."""

    def __init__(self, limits: Limits, address: str) -> None:
        self.limits = limits
        self.address = address
        self._is_open = True
        limits.open[address] += 1

    @property
    def is_too_many(self) -> bool:
        """Whether the address has more connections than it may, this one included."""
        return self.limits.open[self.address] > self.limits.per_address and self.address not in self.limits.proxies

    def forget(self) -> None:
        """Count it no more; once is enough, and more often does no harm."""
        if not self._is_open:
            return
        self._is_open = False
        self.limits.open[self.address] -= 1
        if self.limits.open[self.address] <= 0:
            del self.limits.open[self.address]


def limited_protocol(limits: Limits) -> type[H11Protocol]:
    """uvicorn's protocol with a limit for each address and a deadline for the head of each request."""

    class LimitedProtocol(H11Protocol):
        _connection: Connection | None = None
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            peer = transport.get_extra_info("peername")
            self._connection = Connection(limits, peer[0] if isinstance(peer, tuple) else "local")
            # The protocol that takes over from this one when it becomes a socket is the one that sees it end.
            self.ws_protocol_class = partial(SocketProtocol, connection=self._connection)  # type: ignore[assignment]
            if self._connection.is_too_many:
                transport.abort()
                return
            self._deadline = self.loop.call_later(limits.seconds, self._give_up)

        def connection_lost(self, exc: Exception | None) -> None:
            self._disarm()
            if self._connection is not None:
                self._connection.forget()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._disarm()
            super().handle_websocket_upgrade(event)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._disarm()
            if not self.transport.is_closing():
                self._deadline = self.loop.call_later(limits.seconds, self._give_up)

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
    """uvicorn's sockets, with an outlet: a message costs one write instead of a queue, a task and four layers."""

    def __init__(self, *arguments: Any, connection: Connection, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._connection = connection
        self._end: asyncio.TimerHandle | None = None
        self.close_timeout = connection.limits.seconds

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.forget()
        if self._end is not None:
            self._end.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what came. The first bytes are the whole head of the handshake, so that it is good now or never."""
        try:
            super().data_received(data)
        except Exception:
            if self.transport.get_protocol() is not self:  # it has not taken over, so nobody tells it of the end
                self.connections.discard(self)
            raise
        if not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        """Offer the outlet to the application."""
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            scope["extensions"][OUTLET] = {"send": self.send_now}

    async def run_asgi(self) -> None:
        """Run the application; a client that does not take the last of it has its connection ended a little later."""
        await super().run_asgi()
        if not self.disconnected:
            self._end = self.loop.call_later(2 * self.close_timeout, self.transport.abort)

    def send_now(self, text: bytes) -> int:
        """Send a text message; how many bytes of those before it the client has still to take."""
        if self.close_sent or self.transport.is_closing():
            return 0
        waiting: int = self.transport.get_write_buffer_size()
        self.transport.write(text_frame(text))
        return waiting


def text_frame(text: bytes) -> bytes:
    """A whole text message as one frame, as RFC 6455, section 5.2, has it for servers."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)
