"""Where Prometheus reads the figures: an address of its own, since they are for whoever runs the server alone."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from overtrick.errors import OvertrickError

PATH = "/metrics"
ANSWER_SECONDS = 5.0
"""A reader that is slower than this is left, and one that the tables keep waiting so long is told so."""


class MetricsListener:
    """A small HTTP server in a thread of its own; the figures are read where the tables live, between two actions."""

    def __init__(self, address: str, read: Callable[[], str]) -> None:
        """`address` is HOST:PORT; port 0 takes a free one."""
        host, _, port = address.rpartition(":")
        host = host.strip("[]")
        loop = asyncio.get_running_loop()

        async def on_loop() -> str:
            return read()

        class Answer(BaseHTTPRequestHandler):
            timeout = ANSWER_SECONDS

            def do_GET(self) -> None:
                if self.path.partition("?")[0] != PATH:
                    self.send_error(404)
                    return
                try:
                    text = asyncio.run_coroutine_threadsafe(on_loop(), loop).result(ANSWER_SECONDS).encode()
                except (RuntimeError, TimeoutError):
                    self.send_error(503)
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_: object) -> None:
                """Every reading would be a line."""

        class Listener(ThreadingHTTPServer):
            daemon_threads = True
            address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

        try:
            self._server = Listener((host, int(port)), Answer)
        except OSError as error:
            raise OvertrickError(f"setting metrics: cannot listen on {address}: {error.strerror}") from error
        self.url = f"http://{address.rpartition(':')[0]}:{self._server.server_address[1]}{PATH}"
        """Where the figures are."""
        threading.Thread(target=self._server.serve_forever, name="metrics", daemon=True).start()

    async def stop(self) -> None:
        await asyncio.to_thread(self._server.shutdown)
        self._server.server_close()
