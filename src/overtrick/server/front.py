"""What stands before the application while it is still being made: the page at once, everything else when it is there.

Importing the engine, the framework and the database takes seconds. The browser needs as long to start and to draw the
first page, and a worker to warm up; here all three happen at the same time.
"""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from overtrick.server.pages import STATIC, Pages, security_headers
from overtrick.server.processes import start_worker

if TYPE_CHECKING:
    from fastapi import FastAPI

OWN_PATHS = ("/api/", "/healthz", "/readyz", "/metrics", "/openapi.json")
"""Paths that only the application can answer."""


class Front:
    """An ASGI application that makes the real one in the background."""

    def __init__(
        self, make: Callable[[Sequence[Process]], FastAPI], workers: int, on_failure: Callable[[], None]
    ) -> None:
        """`make` is given the workers that are started; `on_failure` is told that there will be no application."""
        self.failure: Exception | None = None
        self._make = make
        self._workers = workers
        self._on_failure = on_failure
        self._is_made = asyncio.Event()
        self._app: FastAPI | None = None
        self._pages = Pages(STATIC)
        self._headers = security_headers()

    @property
    def app(self) -> FastAPI | None:
        """The application, once it has started."""
        return self._app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._app is None and _is_page(scope):
            await self._show_page(scope, receive, send)
        else:
            await self._is_made.wait()
            if self._app is not None:
                await self._app(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Start before there is anything to start; whatever asks for the application waits."""
        await receive()
        await send({"type": "lifespan.startup.complete"})
        started = [await start_worker() for _ in range(self._workers)]
        try:
            app = await asyncio.to_thread(self._make, started)
            async with app.router.lifespan_context(app):
                self._app = app
                self._is_made.set()
                await receive()
        except Exception as error:  # noqa: BLE001
            # Whatever it is, whoever started the server is told when it has ended.
            self.failure = error
            self._on_failure()
        finally:
            self._is_made.set()
            for process in started:
                if process.returncode is None:
                    process.kill()
        await send({"type": "lifespan.shutdown.complete"})

    async def _show_page(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = self._pages.answer(scope["path"].lstrip("/"), Headers(scope=scope))
        response.raw_headers.extend(self._headers)
        await response(scope, receive, send)


def _is_page(scope: Scope) -> bool:
    is_reading = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
    return is_reading and not scope["path"].startswith(OWN_PATHS)
