"""`overtrick play` without a terminal: the page opens at once, ports that are taken are respected."""

from __future__ import annotations

import queue
import socket
import threading
from collections.abc import Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from overtrick.cli import play
from overtrick.server.settings import Settings


def answering(text: bytes) -> tuple[HTTPServer, int]:
    """A program that answers every request with the same text."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, server.server_port


def test_a_port_that_another_program_has_is_left_to_it() -> None:
    server, port = answering(b"hello")
    with closing(play._listener("127.0.0.1", port)) as listener:
        assert listener.getsockname()[1] != port
    server.shutdown()
    server.server_close()


def test_a_second_overtrick_is_not_started() -> None:
    server, port = answering(b'{"status": "ok", "tables": 0}')
    assert play._listener("127.0.0.1", port) is None
    server.shutdown()
    server.server_close()


def test_the_page_is_opened_before_the_server_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: queue.Queue[str] = queue.Queue()
    served: list[tuple[str, int]] = []

    def run(settings: Settings, started: Callable[[int], None], listener: socket.socket) -> None:
        assert opened.get(timeout=10).endswith(f":{listener.getsockname()[1]}/")
        served.append((settings.log_level, listener.getsockname()[1]))
        started(0)
        listener.close()

    monkeypatch.setenv("OVERTRICK_PORT", "0")
    monkeypatch.delenv("OVERTRICK_LOG_LEVEL", raising=False)
    monkeypatch.setattr(play.webbrowser, "open", opened.put)
    monkeypatch.setattr("overtrick.server.running.run_at_once", run)
    play.play_in_browser()
    assert served[0][0] == "warning"
    assert served[0][1] > 0


def test_addresses_are_written_so_that_a_browser_opens_them() -> None:
    assert play._address("0.0.0.0", 8000) == "http://127.0.0.1:8000/"
    assert play._address("::1", 8000) == "http://[::1]:8000/"
