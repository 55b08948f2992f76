"""Logs as JSON lines. They carry no token, no name, no card and only the first letters of a table's id."""

from __future__ import annotations

import json
import logging
import sys
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from overtrick.server.metrics import Metrics

log = logging.getLogger("overtrick.server")


class JsonLines(logging.Formatter):
    """One JSON object a line; `extra={"facts": {…}}` adds fields."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(level: str) -> None:
    """Send the server's logs to standard error, and uvicorn's warnings: what it tells beyond them names tables."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonLines())
    for name in ("overtrick.server", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [lines] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(level.upper())
        if name.startswith("uvicorn"):
            logger.setLevel(max(logger.level, logging.WARNING))


class RequestLog:
    """Logs every request by the pattern of its path, never by the path itself, which names a table."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), [500]

        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                status[0] = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note)
        finally:
            self._metrics.count("requests_total")
            if status[0] >= 500 and status[0] != 503:
                self._metrics.count("errors_total")
            route = scope.get("route")
            facts = {
                "method": scope["method"],
                "path": getattr(route, "path", "-"),
                "status": status[0],
                "ms": round(1000 * (time.perf_counter() - begun), 1),
            }
            log.info("request", extra={"facts": facts})
