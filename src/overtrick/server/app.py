"""The application: settings in, ASGI out."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from overtrick.errors import OvertrickError
from overtrick.server.guards import Guard
from overtrick.server.hub import Hub
from overtrick.server.logs import RequestLog
from overtrick.server.metrics import Metrics
from overtrick.server.metrics_listener import PATH as METRICS_PATH
from overtrick.server.metrics_listener import MetricsListener
from overtrick.server.pages import add_pages, security_headers
from overtrick.server.readiness import Readiness
from overtrick.server.refusal import STATUS, Refusal, refusal_of
from overtrick.server.requests import Health, Ready
from overtrick.server.rest import error_model, errors, router
from overtrick.server.settings import Settings
from overtrick.server.sockets import GOING_AWAY
from overtrick.server.store import Store
from overtrick.server.thinkers import Thinkers
from overtrick.server.warming import warm_routes, warm_rules

log = logging.getLogger("overtrick.server")

GARBAGE = (1_000, 5, 1_000)
"""Thresholds of the garbage collector: short looks at what is new, for a long one halts every table at once."""


def create_app(settings: Settings, workers: Sequence[Process] = ()) -> FastAPI:
    """The server, ready for uvicorn. The database, which is up to date, is opened when it starts.

    `workers` have been started already; as many as the settings say are there in the end.
    """
    metrics = Metrics()
    app = FastAPI(
        title="Overtrick",
        version=_version(),
        description="Tables for trick-taking card games. The socket is described in docs/protocol.md.",
        lifespan=_lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        responses={500: errors(500)[500]},
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.workers = workers
    app.state.on_metrics = lambda url: None
    """Told where the figures are, once they are there."""
    app.include_router(router)
    _add_operation(app)
    _add_unknown_api(app)
    add_pages(app)
    _add_error_answers(app)
    app.add_middleware(RequestLog, metrics=metrics)
    app.add_middleware(Guard, settings=settings, metrics=metrics, headers=security_headers())
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings, metrics = app.state.settings, app.state.metrics
    store = await asyncio.to_thread(Store, settings.database, settings.database_seconds)
    thinkers = Thinkers(settings, metrics, app.state.workers)
    hub = app.state.hub = Hub(settings, store, thinkers, metrics)
    app.state.readiness = Readiness(store)
    app.state.is_stopping = False
    add_gauges(metrics, hub)
    listener = MetricsListener(settings.metrics, metrics.text) if settings.metrics else None
    if listener is not None:
        app.state.on_metrics(listener.url)
    thinkers.start()
    await asyncio.to_thread(warm_rules)
    await warm_routes(app)
    hub.start()
    # What is there now stays: programs and kernels are never looked through.
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    log.info("started")
    try:
        yield
    finally:
        app.state.is_stopping = True
        await hub.stop()
        await thinkers.stop()
        if listener is not None:
            await listener.stop()
        await store.close()
        log.info("stopped")


def add_gauges(metrics: Metrics, hub: Hub) -> None:
    """Figures that are read from the hub when somebody asks."""
    metrics.gauge("tables", "Tables in memory", lambda: len(hub.rooms))
    metrics.gauge("tables_unreadable", "Tables put aside because their log cannot be read", lambda: len(hub.put_aside))
    metrics.gauge("tasks", "Tasks of the event loop", lambda: len(asyncio.all_tasks()))
    metrics.gauge("sockets", "Open sockets", lambda: sum(len(room.clients) for room in hub.rooms.values()))
    metrics.gauge("ai_under_way", "AI moves and opinions that are awaited", lambda: hub.ai_under_way)
    metrics.gauge("ai_workers", "AI workers that are ready", lambda: len(hub.thinkers.ready))
    metrics.gauge("commits", "Database transactions so far", lambda: hub.store.commits)


def close_sockets(app: FastAPI) -> None:
    """Tell every client that the server goes away; they come back when it does."""
    hub: Hub | None = getattr(app.state, "hub", None)
    if hub is None:
        return
    for room in hub.rooms.values():
        for client in list(room.clients):
            client.close(GOING_AWAY)


def _add_operation(app: FastAPI) -> None:
    @app.get("/healthz", responses={**errors(), **error_model()})
    async def health(request: Request) -> Health:
        """Whether the server is up, whatever its database does."""
        hub: Hub = request.app.state.hub
        if request.app.state.is_stopping:
            raise Refusal("busy", "the server is stopping", retry_after=5)
        return {
            "status": "ok",
            "version": app.version,
            "tables": len(hub.rooms),
            "workers": len(hub.thinkers.processes),
        }

    making: list[asyncio.Task[str]] = []

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        """This document; it is made once, by a thread, because that takes longer than anybody else should wait."""
        if not making:
            making.append(asyncio.create_task(asyncio.to_thread(lambda: json.dumps(app.openapi()))))
        return Response(await asyncio.shield(making[0]), media_type="application/json")

    @app.get("/readyz", responses=errors())
    async def ready(request: Request) -> Ready:
        """Whether the server can do its work: it has just stored something in its database."""
        if request.app.state.is_stopping:
            raise Refusal("busy", "the server is stopping", retry_after=5)
        await request.app.state.readiness.check()
        return {"status": "ready"}


def _add_unknown_api(app: FastAPI) -> None:
    async def unknown(rest: str) -> Response:
        raise Refusal("not_found", f"there is nothing at /api/{rest}")

    async def no_metrics() -> Response:
        raise Refusal("not_found", "metrics have an address of their own, by the setting `metrics`")

    methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    app.add_api_route("/api/{rest:path}", unknown, methods=methods, include_in_schema=False)
    app.add_api_route(METRICS_PATH, no_metrics, methods=methods, include_in_schema=False)


def _add_error_answers(app: FastAPI) -> None:
    async def refused(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, OvertrickError)
        refusal = refusal_of(error)
        headers = {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
        return _error(STATUS[refusal.code], refusal.code, refusal.message, headers)

    async def invalid(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return _error(400, "bad_message", "the body is not JSON")
        where = ".".join(str(part) for part in first["loc"])
        return _error(422, "bad_message", f"{where}: {first['msg']}")

    async def framework(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        code = "not_found" if error.status_code == 404 else "bad_message"
        return _error(error.status_code, code, str(error.detail), dict(error.headers or {}))

    async def fault(_: Request, error: Exception) -> JSONResponse:
        log.error("fault", exc_info=error)
        return _error(500, "internal", "the server made a mistake; nothing was done")

    handlers: dict[type[Exception], Callable[..., Any]] = {
        OvertrickError: refused,
        RequestValidationError: invalid,
        HTTPException: framework,
        Exception: fault,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)


def _error(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "message": message}}, status, headers)


def _version() -> str:
    try:
        return version("overtrick")
    except PackageNotFoundError:
        return "0"
