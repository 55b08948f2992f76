"""A real server in a process of its own, and a client that speaks the protocol and nothing else."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import asynccontextmanager
from pathlib import Path

import websockets
from pydantic_core import from_json

SRC = Path(__file__).parents[2] / "src"
WAIT_SECONDS = 120
SERVE = [sys.executable, "-m", "overtrick.cli.main", "serve"]

OPEN_HANDED = {
    "OVERTRICK_REQUESTS_PER_SECOND": "100000",
    "OVERTRICK_MESSAGES_PER_SECOND": "100000",
    "OVERTRICK_FILES_PER_SECOND": "100000",
    "OVERTRICK_BYTES_PER_SECOND": "1000000000",
    "OVERTRICK_FRAMES_PER_SECOND": "1000000000",
    "OVERTRICK_WORK_MS_PER_SECOND": "1000000000",
    "OVERTRICK_TABLES_PER_HOUR": "100000000",
    "OVERTRICK_CONNECTIONS_PER_ADDRESS": "100000",
    "OVERTRICK_AI_TABLES": "100000",
    "OVERTRICK_AI_TABLES_PER_ADDRESS": "100000",
    "OVERTRICK_AI_TABLE_SECONDS": "0",
    "OVERTRICK_WORKERS": "1",
    "OVERTRICK_TURN_SECONDS": "0",
    "OVERTRICK_LOG_LEVEL": "warning",
}
"""Settings without rates and turn clocks, for tests of everything else."""


class ServerProcess:
    """`overtrick serve` on a free port, with the database it is given."""

    def __init__(self, database, command=None, **settings):
        self.database = database
        self.command = command or SERVE
        self.settings = {**OPEN_HANDED, "OVERTRICK_METRICS": "127.0.0.1:0"} | {
            f"OVERTRICK_{name.upper()}": str(value) for name, value in settings.items()
        }
        self.process = None

    def start(self):
        arguments = [*self.command, "--port", "0", "--database", str(self.database)]
        environment = {**os.environ, "PYTHONPATH": str(SRC), "OVERTRICK_CONFIG": os.devnull, **self.settings}
        self.process = subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, stderr=None, text=True)
        line = self.process.stdout.readline()
        assert "http://" in line, f"the server did not start: {line!r}"
        self.port = int(line.rsplit(":", 1)[1].strip().rstrip("/"))
        self.metrics = self.process.stdout.readline().split()[-1] if self.settings["OVERTRICK_METRICS"] else None
        return self

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        """As a power cut: no chance to say goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT_SECONDS)
        self.process.stdout.close()

    def stop(self):
        """As an operator does it; it must end in order."""
        self.process.terminate()
        assert self.process.wait(WAIT_SECONDS) in (0, -signal.SIGTERM)
        self.process.stdout.close()

    def ask(self, method, path, body=None, token=None, headers=None):
        """Status and answer, JSON or text, of one request."""
        sent = {"Content-Type": "application/json", **(headers or {})}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=WAIT_SECONDS) as answer:
                status, text, kind = answer.status, answer.read().decode(), answer.headers["Content-Type"]
        except urllib.error.HTTPError as error:
            status, text, kind = error.code, error.read().decode(), error.headers["Content-Type"]
        return status, json.loads(text) if "application/json" in (kind or "") else text

    def figures(self):
        """What Prometheus reads, by name."""
        with urllib.request.urlopen(self.metrics, timeout=WAIT_SECONDS) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, value in (line.split() for line in lines if not line.startswith("#"))}

    def create(self, **wish):
        status, seated = self.ask("POST", "/api/game/create", {"pace": "instant", **wish})
        assert status == 201, seated
        return seated

    def join(self, table_id, name="Bo", seat=None):
        status, seated = self.ask("POST", f"/api/game/{table_id}/join", {"name": name, "seat": seat})
        assert status == 201, seated
        return seated

    @asynccontextmanager
    async def socket(self, table_id, token=None, version=None):
        """A socket that has said hello, and its welcome."""
        url = f"ws://127.0.0.1:{self.port}/api/game/{table_id}/socket"
        async with websockets.connect(url, compression=None, max_queue=None) as connection:
            client = Client(connection)
            await client.send({"type": "hello", "token": token, "version": version})
            client.welcome = await client.next("welcome")
            yield client


class Zygote:
    """Starts servers quickly, to be killed; see `tests/server/zygote.py`."""

    def __init__(self, database, *arguments):
        self.settings = {
            "database": str(database),
            "port": 0,
            **{name.removeprefix("OVERTRICK_").lower(): value for name, value in OPEN_HANDED.items()},
        }
        environment = {**os.environ, "PYTHONPATH": f"{SRC}{os.pathsep}{SRC.parent}", "OVERTRICK_CONFIG": os.devnull}
        command = [sys.executable, "-m", "tests.server.zygote", *arguments]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True)

    def start(self):
        """A server that listens."""
        self.process.stdin.write(json.dumps(self.settings) + "\n")
        self.process.stdin.flush()
        pid, port = map(int, self.process.stdout.readline().split())
        return ForkedServer(self.settings["database"], pid, port)

    def close(self):
        self.process.stdin.close()
        self.process.wait(WAIT_SECONDS)
        self.process.stdout.close()


class ForkedServer(ServerProcess):
    """A server of a zygote."""

    def __init__(self, database, pid, port):
        self.database, self.pid, self.port = database, pid, port

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)


class Client:
    """One socket; it answers pings and keeps the newest view."""

    def __init__(self, connection):
        self.connection = connection
        self.view = None
        self.events = []

    async def send(self, message):
        await self.connection.send(json.dumps(message))

    async def receive(self):
        """The next message that is not a ping."""
        while True:
            message = from_json(await asyncio.wait_for(self.connection.recv(), WAIT_SECONDS))
            if message["type"] == "ping":
                await self.send({"type": "pong"})
                continue
            if "view" in message:
                self.view = message["view"]
            self.events += message.get("events", [])
            return message

    async def next(self, *kinds):
        """The next message of one of these kinds."""
        while True:
            message = await self.receive()
            if message["type"] in kinds:
                return message

    async def act(self, action):
        """Send an action and wait for its answer."""
        await self.send(action)
        while True:
            message = await self.next("ack", "refused")
            if message["id"] == action["id"]:
                return message


def choose(view, action_id):
    """An action the view allows: always the last legal one; None when it is not the seat's turn."""
    own = view["own"]
    action = {"id": action_id, "version": view["version"]}
    turn = own["turn"]
    if turn is not None:
        if turn["phase"] == "bid":
            return {**action, "type": "bid", "bid": next(bid["bid"] for bid in turn["bids"] if bid["legal"])}
        cards = [card["card"] for card in turn["cards"] if card["legal"]]
        if turn["phase"] == "pass":
            return {**action, "type": "pass", "cards": cards[: turn["count"]]}
        return {**action, "type": "play", "card": cards[-1]}
    return {**action, "type": "next"} if own["offers"]["next"] else None


async def play_to_the_end(client, prefix):
    """Act whenever the view allows it until the match is over; how many actions that took."""
    acted, done = 0, None
    while client.view["table"]["status"] != "finished":
        action = choose(client.view, f"{prefix}-{acted}")
        key = action and (action["type"], action["version"])
        if action is None or key == done:
            await client.next("event", "view")
            continue
        answer = await client.act(action)
        if answer["type"] == "ack":
            done, acted = key, acted + 1
    return acted
