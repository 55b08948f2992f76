"""A process that has imported everything and forks a server each time it is asked, so that a start costs milliseconds.

    python -m tests.server.zygote [MUTANT]

Each line of its input is a JSON object of settings; each line of its output is `PID PORT` of a server that listens.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys

from overtrick.server import app as application
from overtrick.server.running import run
from overtrick.server.settings import Settings
from overtrick.server.store import Store
from overtrick.server.thinkers import Thinkers
from overtrick.server.warming import warm_routes, warm_rules

LATE_SECONDS = 0.02

create_app = application.create_app


def acknowledge_first() -> None:
    """The mutant: the commit comes a moment after the acknowledgement."""
    honest = Store.append_soon

    def append_later(store, rows, done):
        loop = asyncio.get_running_loop()
        loop.call_soon(done, None)
        loop.call_later(LATE_SECONDS, honest, store, rows, lambda refusal: None)

    Store.append_soon = append_later


def main() -> None:
    if "acknowledge-first" in sys.argv:
        acknowledge_first()
    Thinkers.start = lambda thinkers: None  # people only: nobody waits for a worker, and a start stays cheap
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    warm_rules()
    for line in sys.stdin:
        settings = Settings(**json.loads(line))
        make_once(settings)
        if os.fork() == 0:
            os.close(0)
            os.open(os.devnull, os.O_RDONLY)
            run(settings, lambda port: print(os.getpid(), port, flush=True))
            os._exit(0)


def make_once(settings) -> None:
    """Make the application before the first fork: what it opens, it opens when it starts."""
    if application.create_app is create_app:
        made = create_app(settings)
        asyncio.run(warm_routes(made))
        application.create_app = lambda settings, workers: made


if __name__ == "__main__":
    main()
