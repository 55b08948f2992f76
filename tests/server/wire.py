"""The real application in this process: requests and socket messages in, every byte that comes back out.

There is no disk and nobody thinks: what is stored is acknowledged at once, and a worker's answer follows from the view
it is given, which is part of what is compared.
"""

from __future__ import annotations

import asyncio
import json

from overtrick.cards.card import card_code
from overtrick.core.record import BID, PASS
from overtrick.server.app import create_app
from overtrick.server.claims import can_claim
from overtrick.server.hub import Hub, token_hash
from overtrick.server.room import Room
from overtrick.server.settings import Settings
from overtrick.server.table import Seat
from overtrick.server.thinkers import Thought
from overtrick.server.transport import OUTLET
from overtrick.server.worker import write_view
from tests.server.processes import OPEN_HANDED
from tests.server.secrecy import TABLE_ID, copied

TOKEN = "a-token-of-twenty-four-bytes-or-so"
OTHER_TOKEN = "another-token-that-opens-no-seat-here"
PROBES = 5
"""Messages tried in one position; which ones depends on the position."""


class NoDisk:
    """A store that forgets."""

    def append_soon(self, rows, done):
        asyncio.get_running_loop().call_soon(done, None)


class OpenThinkers:
    """Workers that show what they are given and answer from that alone."""

    def __init__(self):
        self.shown = []
        self.opinions = 0

    async def ask(self, view, players, **_):
        self.shown.append(f"{write_view(view)} {players}".encode())
        legal = view.legal_actions()
        values = {action: float(action % 7) for action in legal}
        return Thought("search:ms=1", legal[:3], values, {}, [f"One of {len(legal)}."])


class Still:
    """The AI's turns, where nobody acts by itself."""

    def go_on(self):
        pass

    hurry = stop = go_on


class Wire:
    """An application that has one table, whichever is laid on."""

    def __init__(self):
        generous = {key.removeprefix("OVERTRICK_").lower(): value for key, value in OPEN_HANDED.items()}
        never = dict.fromkeys(("ping_seconds", "silence_seconds", "hello_seconds", "hold_seconds"), 86_400)
        settings = Settings(**generous, **never)  # no byte depends on the clock, even when this process is halted
        self.app = create_app(settings)
        self.thinkers = OpenThinkers()
        self.hub = self.app.state.hub = Hub(settings, NoDisk(), self.thinkers, self.app.state.metrics)
        self.app.state.is_stopping = False

    def lay(self, table, seat):
        """Put a copy of a table there whose `seat` belongs to the client."""
        table = copied(table)
        seats = list(table.seats)
        seats[seat] = Seat("human", seats[seat].name, token_hash=token_hash(TOKEN))
        table.seats = seats
        room = Room(table, self.hub.store, self.thinkers, self.hub.settings, self.hub.metrics)
        room.turns = Still()
        room._presence_timer = "never"  # comings and goings are told after a pause, which no comparison waits for
        self.hub.rooms = {TABLE_ID: room}

    async def request(self, method, path, body=None, token=TOKEN, leaves=None):
        """All bytes of an answer: status, headers, body. The client goes away when the event `leaves` is set."""
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        if token is not None:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b""}
        scope |= {"headers": headers, "client": ("127.0.0.1", 1), "server": ("test", 80), "scheme": "http"}
        scope |= {"http_version": "1.1", "root_path": "", "asgi": {"version": "3.0"}}
        sent = []

        incoming = [{"type": "http.request", "body": b"" if body is None else json.dumps(body).encode()}]

        async def receive():
            if incoming:
                return incoming.pop()
            await (asyncio.Future() if leaves is None else leaves.wait())
            return {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                sent.append(str(message["status"]).encode())
                sent.extend(b": ".join(header) for header in message["headers"])
            else:
                sent.append(message["body"])

        await self.app(scope, receive, send)
        return b"\n".join(sent)

    async def converse(self, messages, token=TOKEN):
        """All frames of a socket that says hello, sends the messages, and goes."""
        path = f"/api/game/{TABLE_ID}/socket"
        scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": ""}
        scope |= {"headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("test", 80)}
        scope |= {"scheme": "ws", "http_version": "1.1", "subprotocols": [], "asgi": {"version": "3.0"}}
        frames = []
        scope["extensions"] = {OUTLET: {"send": lambda text: frames.append(text) or 0}}
        said = [{"type": "hello", "token": token}, *messages]
        incoming = [{"type": "websocket.connect"}]
        incoming += [{"type": "websocket.receive", "text": json.dumps(message)} for message in said]
        incoming.append({"type": "websocket.disconnect", "code": 1000})
        incoming.reverse()

        async def receive():
            await asyncio.sleep(0)
            return incoming.pop() if incoming else await asyncio.Future()

        async def send(message):
            frames.append(json.dumps(message, default=str).encode())

        await self.app(scope, receive, send)
        return b"\n".join(frames)

    async def received(self, table, seat):
        """Every byte the client in the seat gets out of a few requests and messages; the same ones for equal views."""
        self.lay(table, seat)
        self.thinkers.shown = []
        method, path, body, token = requests(table)[table.seq % 9]
        parts = [await self.request(method, f"/api/game/{TABLE_ID}{path}", body, token)]
        parts.append(await self.converse(messages(table, seat)))
        if table.seq % 6 == 0:
            parts.append(await self.converse([], token=None))
        return b"\n".join([*parts, *self.thinkers.shown])


def requests(table):
    """What can be asked by REST about a table and its running round."""
    action = {"type": "play", "id": "http", "version": table.version, "card": card_code(table.seq % 52)}
    number = len(table.seeds)
    return [
        ("GET", "", None, TOKEN),
        ("GET", "", None, None),
        ("GET", "/record", None, TOKEN),
        ("GET", "/proof", None, TOKEN),
        ("GET", f"/replay/{number}", None, TOKEN),
        ("POST", f"/replay/{number}/opinion", {"step": 0}, TOKEN),
        ("POST", "/action", {**action, "version": 0}, TOKEN),
        ("POST", "/hint", None, TOKEN),
        ("POST", "/action", action, OTHER_TOKEN),
    ]


def messages(table, seat):
    """Messages a seat might send to find something out, then perhaps an action it may do."""
    version = table.version
    tries = [{"type": "play", "card": card_code(card)} for card in range(version % 5, 52, 5)]
    tries += [{"type": "bid", "bid": bid} for bid in (1, 17)]
    tries += [{"type": "pass", "cards": cards} for cards in (["2C", "2C", "2C"], ["QS"], ["AS", "KH", "ZZ"])]
    tries += [{"type": "undo"}, {"type": "agree", "yes": True}, {"type": "hint"}, {"type": "fly"}]
    if not can_claim(table.match.observe(seat)):  # a claim that is granted shows all cards, and may
        tries.append({"type": "claim"})
    start = table.seq * PROBES % len(tries)
    chosen = (tries + tries)[start : start + PROBES]
    probes = [{"id": f"p{place}", "version": version, **one} for place, one in enumerate(chosen)]
    return probes + own_action(table, seat) * (table.seq % 2)


def own_action(table, seat):
    """A legal action of the seat, unless it ends the pass: then the seat rightly learns something."""
    waiting = table.seats_to_act()
    if seat not in waiting:
        return []
    common = {"id": "own", "version": table.version}
    view = table.match.observe(seat)
    if view.phase == PASS:
        cards = [card_code(card) for card in view.legal_actions()[:3]]
        return [{"type": "pass", "cards": cards, **common}] if len(waiting) > 1 else []
    action = view.legal_actions()[-1]
    if view.phase == BID:
        return [{"type": "bid", "bid": action, **common}]
    return [{"type": "play", "card": card_code(action), **common}]
