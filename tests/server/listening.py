"""Everything that can be heard of a table: by a seat, by somebody watching, at another table, in metrics and logs.

The server is the real one, with the real AI turns; the worker that answers it is told beforehand what to decide. Time
is made up: it stands still while anything is done and leaps to the next timer when nothing is, so that no byte depends
on how long anything took, and nobody waits.
"""

from __future__ import annotations

import asyncio
import json
import logging
import selectors
import time
from datetime import UTC, datetime
from unittest import mock

from overtrick.cards.card import card_code
from overtrick.server import planning, projection, thinkers
from overtrick.server.claims import can_claim
from overtrick.server.house_rules import rules_of_wish
from overtrick.server.hub import token_hash
from overtrick.server.messages import client_messages
from overtrick.server.refusal import Refusal
from overtrick.server.requests import CreateTable
from overtrick.server.room import Room
from overtrick.server.table import Seat
from overtrick.server.thinkers import Thinkers
from overtrick.server.transport import OUTLET
from overtrick.server.turns import AiTurns
from tests.server.exchanges import GAMES, OBSERVE
from tests.server.secrecy import TABLE_ID, new_table
from tests.server.wire import OTHER_TOKEN, TOKEN, Still, Wire

OTHER_ID = "BBBBBBBBBBBBBBBBBBBBBB"
QUIET = 12
"""Rounds of the event loop without a frame after which nothing more comes."""
SEED = "5" * 64
"""Of a deal that no world has foreseen."""


class LeapingSelector(selectors.DefaultSelector):
    """Passes the time until the next timer at once."""

    def __init__(self):
        super().__init__()
        self.now = 1_000.0

    def select(self, timeout=None):
        assert timeout is not None, "everybody waits for something that never comes"
        self.now += timeout
        return super().select(0)


def run_at_once(work):
    """What the coroutine returns, in an event loop with time made up."""
    selector = LeapingSelector()
    with (
        mock.patch.object(time, "monotonic", side_effect=lambda: selector.now),
        mock.patch.object(time, "perf_counter", return_value=0.0),
        asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner,
    ):
        return runner.run(work)


class ScriptedWorker:
    """A worker process as `Thinkers` sees it, that shows what it is asked for a client and decides as it is told."""

    returncode = None

    def __init__(self):
        self.shown = []
        self.script = []
        self._answers = asyncio.Queue()
        self._answers.put_nowait(b'{"id":0,"ready":true}\n')
        self.stdin = self.stdout = self

    def write(self, line):
        request = json.loads(line)
        if "id" not in request:
            return
        actions = self.script
        if request["wants_reasons"]:
            self.shown.append(f"{request['view']} {request['players']}".encode())
            actions = [0]
        answer = {"id": request["id"], "player": request["players"][0], "failed": {}, "actions": actions}
        self._answers.put_nowait(json.dumps({**answer, "values": {"0": 0.5}, "reasons": ["Why not."]}).encode())

    async def drain(self):
        pass

    def is_closing(self):
        return False

    async def readline(self):
        return await self._answers.get()

    async def wait(self):
        """It never ends by itself."""
        await asyncio.Event().wait()


class OneTurn(AiTurns):
    """The AI's turns, which begin when they are called for and not by themselves."""

    def go_on(self):
        pass


class LogLines(logging.Handler):
    """What the server logs, without the time."""

    def __init__(self):
        super().__init__(logging.INFO)
        self.lines = []

    def emit(self, record):
        self.lines.append(f"{record.getMessage()} {getattr(record, 'facts', {})}".encode())


class Talk:
    """A socket that stays open while things happen."""

    def __init__(self, app, hello):
        path = f"/api/game/{TABLE_ID}/socket"
        scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": ""}
        scope |= {"headers": [(b"host", b"test")], "client": ("127.0.0.1", 1), "server": ("test", 80)}
        scope |= {"scheme": "ws", "http_version": "1.1", "subprotocols": [], "asgi": {"version": "3.0"}}
        scope["extensions"] = {OUTLET: {"send": lambda text: self.frames.append(text) or 0}}
        self.frames = []
        self._incoming = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        self.say({"type": "hello", **hello})
        self._task = asyncio.create_task(app(scope, self._incoming.get, self._send))

    def say(self, message):
        self._incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def end(self):
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task

    async def _send(self, message):
        self.frames.append(json.dumps(message, default=str).encode())


class Listener(Wire):
    """A server with the table that is laid on, and another table beside it."""

    async def begin(self):
        """Make the server ready; everything happens in this event loop."""
        self.worker = ScriptedWorker()
        self.log = LogLines()
        logger = logging.getLogger("overtrick.server")
        logger.handlers, logger.propagate = [self.log], False
        logger.setLevel(logging.INFO)
        with mock.patch.object(thinkers, "start_worker", self._start_worker):
            self.thinkers = self.hub.thinkers = Thinkers(self.hub.settings, self.hub.metrics)
            self.thinkers.start()
            await self.quiet([])
        self.other = Room(new_table_of_others(), self.hub.store, self.thinkers, self.hub.settings, self.hub.metrics)
        self.other.turns = Still()
        self.hub.store.append_soon = self._store

    async def _start_worker(self):
        return self.worker

    def _store(self, rows, done):
        """Nothing is kept, but what the list of tables would show of it is heard."""
        for statement in (*rows.before, *rows.after):
            self.stored.append(str(sorted(statement.compile().params.items())).encode())
        asyncio.get_running_loop().call_soon(done, None)

    async def finish(self):
        self.thinkers.processes.clear()
        for death in self.thinkers._deaths.values():
            death.cancel()
        await self.thinkers.stop()
        logger = logging.getLogger("overtrick.server")
        logger.handlers, logger.propagate = [], True
        logger.setLevel(logging.NOTSET)

    async def heard(self, world, seat, cards):
        """Every byte that a client in the seat and others can get before, during and after the step."""
        table = world.table()
        table.seats[seat] = Seat("human", table.seats[seat].name, token_hash=token_hash(TOKEN))
        self.hub.metrics.__init__()
        self.log.lines, self.worker.shown, self.stored = [], [], []
        room = Room(table, self.hub.store, self.thinkers, self.hub.settings, self.hub.metrics)
        room.turns = OneTurn(room)
        room._presence_timer = "never"  # comings and goings are told after a pause, which no comparison waits for
        room.presence.connected = set(table.people())
        self.hub.rooms = {TABLE_ID: room, OTHER_ID: self.other}
        seeds = [entry.body["seed"] for entry in world.step.entries if entry.kind == "dealt"]
        now = mock.Mock(now=lambda _: datetime(2000, 1, 1, tzinfo=UTC))
        with (
            mock.patch.object(projection, "datetime", now),
            mock.patch.object(planning, "new_seed", side_effect=[*seeds, SEED]),
        ):
            parts = await self._listen(room, world, seat, cards)
        return [*parts, *self.worker.shown, *self.stored, *self.log.lines, self.hub.metrics.text().encode()]

    async def _listen(self, room, world, seat, cards):
        table = room.table
        own = Talk(self.app, {"token": TOKEN, "version": max(0, table.version - 5)})
        watching = Talk(self.app, {"token": None, "version": 0})
        talks = [own, watching]
        await self.quiet(talks)
        for message in probes(table, seat, cards):
            own.say(message)
        watching.say({"type": "hint", "id": "w", "version": table.version})
        await self.quiet(talks)
        parts = [await self.request(*request) for request in questions(table)]
        await self._do(room, world.step, own if world.step.seat == seat else None)
        await self.quiet(talks)
        parts += [await self.request(*request) for request in questions(room.table)[:1]]
        room._tell_presence()
        for talk in talks:
            await talk.end()
        back = Talk(self.app, {"token": TOKEN, "version": table.version - 2})
        await self.quiet([back])
        await back.end()
        return [*parts, *own.frames, b"watching", *watching.frames, b"back", *back.frames]

    async def _do(self, room, step, own):
        """The step, as whoever makes it does."""
        if own is not None:
            own.say(step.message)
        elif step.is_ai:
            body = step.entries[0].body
            self.worker.script = body.get("cards") or [body.get("bid", body.get("card"))]
            await room.turns._turn(step.seat)
        else:
            message = client_messages.validate_python(step.message)
            try:
                await room.act(step.seat, message, lambda ack: None)
            except Refusal as refusal:
                raise AssertionError(f"{step} was refused: {refusal}") from refusal

    async def quiet(self, talks):
        """Wait until nothing happens any more."""
        before, still = -1, 0
        while still < QUIET:
            await asyncio.sleep(0)
            now = sum(len(talk.frames) for talk in talks)
            before, still = now, still + 1 if now == before else 0


def new_table_of_others():
    """A table that nothing happens at."""
    game = GAMES[0]
    rules = rules_of_wish(CreateTable(game=game["key"]), game["least_players"])
    table = new_table(rules, game["least_players"], 1)
    table.id = OTHER_ID
    table.seats[0] = Seat("human", "Elsewhere", token_hash=token_hash(OTHER_TOKEN))
    return table


def questions(table):
    """What can be asked by REST about the table and at another one: the first few always, the others in turn."""
    here, there, number = f"/api/game/{TABLE_ID}", f"/api/game/{OTHER_ID}", len(table.seeds)
    action = {"type": "play", "id": "http", "version": table.version, "card": card_code(table.seq % 52)}
    past = 1 + table.seq % max(1, number - 1)
    asked = [
        ("POST", f"{here}/action", {**action, "version": 0}),
        ("POST", f"{here}/replay/{number}/opinion", {"step": 0}),
        ("POST", f"{here}/replay/{past}/opinion", {"step": table.seq % 20}),
        ("POST", f"{here}/action", action, OTHER_TOKEN),
        ("GET", "/healthz", None, None),
        ("GET", "/api/games/info", None, None),
        ("GET", "/api/players", None, None),
    ]
    start = 3 * table.seq % len(asked)
    always = [("GET", here), ("POST", f"{here}/hint"), ("GET", f"{here}/proof", None, None)]
    always += [("GET", there, None, OTHER_TOKEN)]
    always += [("GET", f"{here}/record", None, None), ("GET", f"{here}/replay/{number}", None, None)]
    always += [("GET", f"{here}/replay/{past}", None, None)] if number > 1 else []
    return [*always, *asked[start : start + 3]]


def probes(table, seat, cards):
    """Messages a seat might send to find something out, above all about the two cards; nothing it may do."""
    codes = [card_code(card) for card in cards]
    view = OBSERVE(table.match.round, seat)
    legal = {card_code(card) for card in view.legal_actions()}
    others = [card_code(card) for card in range(table.seq % 9, 52, 9)]
    tries = [{"type": "play", "card": card} for card in [*codes, *others] if card not in legal]
    tries += [{"type": "pass", "cards": [card, *others[:2]]} for card in codes]
    tries += [{"type": "bid", "bid": 17}, {"type": "hint"}, {"type": "fly"}, {"type": "play", "card": "ZZ"}]
    tries += [{"type": "agree", "yes": False}] if table.undo is None else []
    if not can_claim(view):  # a claim that is granted shows all cards, and may
        tries.append({"type": "claim"})
    return [{"id": f"p{place}", "version": table.version, **one} for place, one in enumerate(tries)]
