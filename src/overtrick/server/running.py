"""Run the application under uvicorn until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import uvicorn
from starlette.types import ASGIApp

from overtrick.server.front import Front
from overtrick.server.logs import set_up_logs
from overtrick.server.processes import skip_blas
from overtrick.server.settings import Settings
from overtrick.server.transport import MAX_MESSAGE, Limits, SocketProtocol, limited_protocol

if TYPE_CHECKING:
    from fastapi import FastAPI

STOP_SECONDS = 5
ACCEPTED_AT_ONCE = 16
"""Connections that are accepted in one go, while everybody else waits; asyncio calls it the backlog."""
BACKLOG = 1_024
"""Connections that may wait in the system to be accepted."""
READING_GARBAGE = (50_000, 20, 100)
"""Thresholds of the garbage collector while programs are read, which leave none; the application sets its own."""
SWITCH_SECONDS = 0.001
"""How soon the writer's thread gets its turn while the tables are busy."""


class Server(uvicorn.Server):
    """uvicorn that says where it listens, and sends clients away in order when it stops."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[int], None], on_stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start
        self._on_stop = on_stop

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            for listener in (one for server in self.servers for one in server.sockets):
                with socket.socket(fileno=os.dup(listener.fileno())) as same:
                    same.listen(BACKLOG)
            self._on_start(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        self._on_stop()
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)  # type: ignore[arg-type]


def exposure(settings: Settings) -> str | None:
    """What whoever starts the server should know about who can reach it, in one line."""
    if not settings.listens_everywhere or settings.trusted_proxies:
        return None
    return (
        f"Overtrick listens on {settings.host}: whoever reaches this machine can play and, without TLS, others on the "
        "way can read along. Set host to 127.0.0.1, or put a proxy with TLS before it and name it in trusted_proxies."
    )


def run(
    settings: Settings, on_start: Callable[[int], None], on_metrics: Callable[[str], None] = lambda url: None
) -> None:
    """Serve until interrupted; `on_start` is told the port when all is ready, `on_metrics` where the figures are."""
    app = _made(settings)
    app.state.on_metrics = on_metrics
    Server(_config(settings, app), on_start, lambda: _close_sockets(app)).run()


def run_at_once(settings: Settings, on_start: Callable[[int], None], listener: socket.socket) -> None:
    """Serve the page at a listener that is open already, and the tables as soon as they are there."""

    def give_up() -> None:
        server.should_exit = True

    front = Front(lambda workers: _made(settings, workers), settings.workers, give_up)
    server = Server(_config(settings, front), on_start, lambda: _close_sockets(front.app))
    server.run(sockets=[listener])
    if front.failure is not None:
        raise front.failure


def _made(settings: Settings, workers: Sequence[Process] = ()) -> FastAPI:
    """The application, and a database for it; their import is most of the time that a start takes."""
    from overtrick.server.app import create_app
    from overtrick.server.database import database_url, upgrade

    skip_blas()
    upgrade(database_url(settings.database))
    return create_app(settings, workers)


def _close_sockets(app: FastAPI | None) -> None:
    if app is not None:
        from overtrick.server.app import close_sockets

        close_sockets(app)


def _config(settings: Settings, app: ASGIApp) -> uvicorn.Config:
    set_up_logs(settings.log_level)
    if (notice := exposure(settings)) is not None:
        print(notice, file=sys.stderr, flush=True)
    gc.set_threshold(*READING_GARBAGE)
    sys.setswitchinterval(SWITCH_SECONDS)
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        backlog=ACCEPTED_AT_ONCE,
        http=limited_protocol(Limits(settings)),
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
