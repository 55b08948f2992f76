"""Connections below the application: how many an address may have, how long one may take, sockets that send at once."""

from __future__ import annotations

import asyncio
from collections import Counter
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


def limited_protocol(limits: Limits) -> type[H11Protocol]:
    """uvicorn's protocol with a limit for each address and a deadline for the head of each request."""

    class LimitedProtocol(H11Protocol):
        _address: str | None = None
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            peer = transport.get_extra_info("peername")
            self._address = peer[0] if isinstance(peer, tuple) else "local"
            limits.open[self._address] += 1
            if limits.open[self._address] > limits.per_address and self._address not in limits.proxies:
                transport.abort()
                return
            self._deadline = self.loop.call_later(limits.seconds, self._give_up)

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
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

        def _forget(self) -> None:
            self._disarm()
            if self._address is not None:
                limits.open[self._address] -= 1
                if limits.open[self._address] <= 0:
                    del limits.open[self._address]
                self._address = None

    return LimitedProtocol


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's sockets, with an outlet: a message costs one write instead of a queue, a task and four layers."""

    def handle_connect(self, event: Request) -> None:
        """Offer the outlet to the application."""
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            scope["extensions"][OUTLET] = {"send": self.send_now}

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
