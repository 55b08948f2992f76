"""Run the application under uvicorn until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Callable

import uvicorn

from overtrick.server.app import close_sockets, create_app
from overtrick.server.logs import set_up_logs
from overtrick.server.settings import Settings
from overtrick.server.sockets import MAX_MESSAGE
from overtrick.server.transport import Limits, SocketProtocol, limited_protocol

STOP_SECONDS = 5
GARBAGE = (1_000, 5, 1_000)
"""Thresholds of the garbage collector: short looks at what is new, for a long one halts every table at once."""
SWITCH_SECONDS = 0.001
"""How soon the writer's thread gets its turn while the tables are busy."""


class Server(uvicorn.Server):
    """uvicorn that says where it listens, and sends clients away in order when it stops."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[int], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            # What is there now stays: programs, kernels and the tables that were taken up are never looked through.
            gc.freeze()
            self._on_start(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        close_sockets(self.config.app)  # type: ignore[arg-type]
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)  # type: ignore[arg-type]


def run(settings: Settings, on_start: Callable[[int], None], listener: socket.socket | None = None) -> None:
    """Serve until interrupted; `on_start` is told the port. A `listener` that is open already takes its place."""
    set_up_logs(settings.log_level)
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH_SECONDS)
    limits = Limits(settings.connections_per_address, settings.hello_seconds)
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        http=limited_protocol(limits),
        ws=SocketProtocol,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        timeout_keep_alive=int(settings.hello_seconds),
        timeout_graceful_shutdown=STOP_SECONDS,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        server_header=False,
        log_config=None,
        access_log=False,
    )
    Server(config, on_start).run(sockets=None if listener is None else [listener])
