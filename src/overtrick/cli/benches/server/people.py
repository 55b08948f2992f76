"""People at tables: each has a socket, answers what the view asks for at the table's beat, and times the answers."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from overtrick.cli.benches.server.wire import HOST, PING, PONG, TEXT, Http, frame, handshake, socket_path, take_frame
from overtrick.engine.catalogue import GAME_KEYS

LONGEST_HAND = 13
ROUNDS = 20
CREATORS = 8
WARM_ATTEMPTS = 20
"""Questions to an AI that is not ready; each is given up after half a minute."""
PERSON: dict[str, Any] = {"kind": "human"}
FRIEND: dict[str, Any] = {"kind": "open"}
AI: dict[str, Any] = {"kind": "ai", "level": "easy"}
COMPANY = [PERSON, FRIEND, FRIEND, FRIEND]
"""Four people."""

GAME = GAME_KEYS[0]
"""What is played at the tables: a game whose rounds can be chosen."""


@dataclass
class Load:
    """What is measured, in seconds of the monotonic clock: when each wait began, and how long it was."""

    rate: float
    """Actions a second at each table."""
    acknowledged: list[tuple[float, float]] = field(default_factory=list)
    """From sending an action to its acknowledgement."""
    ai_moves: list[tuple[float, float]] = field(default_factory=list)
    """From what happened last to the move of the AI that was to act."""
    unanswered: dict[tuple[Seat, str], float] = field(default_factory=dict)
    """When the actions without an acknowledgement so far were sent."""
    unmoved: dict[Seat, float] = field(default_factory=dict)
    """Since when people wait for an AI that has not moved so far."""
    cut: list[float] = field(default_factory=list)
    """When a socket was closed or refused by the server."""
    refused: list[float] = field(default_factory=list)
    """When an action was refused, or an error told."""
    unseated: int = 0
    is_full: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False

    def seated(self) -> None:
        """One more seat has its first view."""
        self.unseated -= 1
        if self.unseated <= 0:
            self.is_full.set()

    def acknowledgements(self, begin: float, end: float) -> list[float]:
        """Waits for acknowledgements that began in this time; those not over yet count as long as they are so far."""
        return _within(self.acknowledged, self.unanswered.values(), begin, end)

    def ai_waits(self, begin: float, end: float) -> list[float]:
        """The same for moves of the AI."""
        return _within(self.ai_moves, self.unmoved.values(), begin, end)


def _within(done: Sequence[tuple[float, float]], pending: Any, begin: float, end: float) -> list[float]:
    now = time.monotonic()
    return sorted(
        [wait for since, wait in done if begin <= since < end]
        + [now - since for since in pending if begin <= since < end]
    )


class Seat(asyncio.Protocol):
    """One person: sends `hello`, answers what the view asks for, and measures the wait."""

    def __init__(self, load: Load, port: int, seated: tuple[str, str], on_turn: Callable[[Seat], None]) -> None:
        self.action: dict[str, Any] | None = None
        self._load = load
        self._port = port
        self._table_id, self._token = seated
        self._on_turn = on_turn
        self._buffer = bytearray()
        self._is_open = False
        self._chosen = -1
        """The last version an action was chosen for."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._transport.write(handshake(self._port, socket_path(self._table_id)))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._load.is_over:
            self._load.cut.append(time.monotonic())
            self._load.unmoved.pop(self, None)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            del self._buffer[: end + 4]
            self._is_open = True
            self._send(TEXT, json.dumps({"type": "hello", "token": self._token}).encode())
        while (taken := take_frame(self._buffer)) is not None:
            self._receive(*taken)

    def act(self) -> None:
        """Send the action that is due."""
        if self.action is not None and not self._transport.is_closing():
            self._load.unanswered[self, self.action["id"]] = time.monotonic()
            self._send(TEXT, json.dumps(self.action).encode())
            self.action = None

    def _receive(self, opcode: int, payload: bytes) -> None:
        if opcode == PING:
            self._send(PONG, payload)
        elif payload.startswith(b'{"type":"ping"'):
            self._send(TEXT, b'{"type":"pong"}')
        elif payload.startswith(b'{"type":"ack"'):
            since = self._load.unanswered.pop((self, json.loads(payload)["id"]))
            self._load.acknowledged.append((since, time.monotonic() - since))
        elif payload.startswith((b'{"type":"refused"', b'{"type":"error"')):
            self._load.refused.append(time.monotonic())
        elif payload.startswith(b'{"type":"welcome"'):
            self._load.seated()
        is_own_turn = b'"turn":{"phase"' in payload or b'"next":true' in payload
        if payload.startswith((b'{"type":"event"', b'{"type":"welcome"')):
            self._note_move(is_own_turn=is_own_turn)
        if is_own_turn:
            self._choose(json.loads(payload)["view"])

    def _note_move(self, *, is_own_turn: bool) -> None:
        """Something happened; if it is not this person's turn, an AI is to act, or somebody else."""
        now = time.monotonic()
        since = self._load.unmoved.pop(self, None)
        if since is not None:
            self._load.ai_moves.append((since, now - since))
        if not is_own_turn:
            self._load.unmoved[self] = now

    def _choose(self, view: dict[str, Any]) -> None:
        turn, version = view["own"]["turn"], view["version"]
        if version == self._chosen:
            return
        self._chosen = version
        action: dict[str, Any] = {"id": f"a{version}", "version": version}
        if turn is None:
            action["type"] = "next"
        elif turn["phase"] == "bid":
            action |= {"type": "bid", "bid": next(bid["bid"] for bid in turn["bids"] if bid["legal"])}
        else:
            action |= {"type": "play", "card": next(card["card"] for card in turn["cards"] if card["legal"])}
        self.action = action
        self._on_turn(self)

    def _send(self, opcode: int, payload: bytes) -> None:
        self._transport.write(frame(opcode, payload))


class Game:
    """A table whose people act at its own beat."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._beat: float | None = None
        self._due: Seat | None = None

    def on_turn(self, seat: Seat) -> None:
        """Act at the next beat: once every 1/rate seconds."""
        self._due = seat
        if self._beat is not None:
            loop = asyncio.get_running_loop()
            self._beat = max(self._beat + 1 / self._load.rate, loop.time())
            loop.call_at(self._beat, seat.act)

    def begin(self, beat: float) -> None:
        """Set the first beat; until then nobody acts."""
        self._beat = beat
        if self._due is not None:
            asyncio.get_running_loop().call_at(beat, self._due.act)


@dataclass(frozen=True)
class Party:
    """Who sits at one table: the seats to ask for, and the addresses of the people, whoever sets it up first."""

    seats: Sequence[dict[str, Any]]
    addresses: Sequence[str]
    pace: str = "normal"


def wish(seats: Sequence[dict[str, Any]], round_cards: Sequence[int], pace: str = "normal") -> dict[str, Any]:
    """The body of a request for a new table."""
    return {"seats": list(seats), "pace": pace, "game": GAME, GAME: {"round_cards": list(round_cards)}}


def long_match(number: int) -> list[int]:
    """First rounds of every length, so that later ones end and are dealt throughout the measurement."""
    return [1 + number % LONGEST_HAND, *[LONGEST_HAND] * (ROUNDS - 1)]


async def wait_for_ai(port: int, address: str) -> None:
    """Until the server's AI is warm, which takes minutes where its kernels have to be compiled."""
    connection = await Http.open(port, address)
    table = await connection.post("/api/game/create", wish([PERSON, AI, AI], [2]))
    for _ in range(WARM_ATTEMPTS):
        if await _is_ai_warm(connection, f"/api/game/{table['id']}", table["token"]):
            break
        await asyncio.sleep(1.0)
    await connection.close()


async def _is_ai_warm(connection: Http, path: str, token: str) -> bool:
    """Whether an AI moves, or gives a hint if it is the person's turn."""
    try:
        moved = await connection.post(f"{path}/ai-move", {}, token)
        if moved["seat"] is None:
            await connection.post(f"{path}/hint", {}, token)
    except ConnectionRefusedError:
        return False
    return True


async def set_up(port: int, parties: Sequence[Party]) -> list[list[tuple[str, str]]]:
    """Create the tables and seat everybody: id and token of each person of each table."""
    numbered = iter(enumerate(parties))
    seated: dict[int, list[tuple[str, str]]] = {}

    async def create() -> None:
        connections: dict[str, Http] = {}
        for number, party in numbered:
            for address in set(party.addresses) - set(connections):
                connections[address] = await Http.open(port, address)
            first, *others = party.addresses
            table = await connections[first].post("/api/game/create", wish(party.seats, long_match(number), party.pace))
            seated[number] = [(table["id"], table["token"])]
            for address in others:
                joined = await connections[address].post(f"/api/game/{table['id']}/join", {"name": "Bo"})
                seated[number].append((table["id"], joined["token"]))
            for address in set(connections) - {HOST}:
                await connections.pop(address).close()

    await asyncio.gather(*(create() for _ in range(CREATORS)))
    return [seated[number] for number in range(len(parties))]


async def sit_down(port: int, load: Load, parties: Sequence[Party]) -> list[asyncio.Transport]:
    """Seat everybody and begin to play; the sockets, which are there when everybody has been welcomed."""
    loop = asyncio.get_running_loop()
    seated = await set_up(port, parties)
    load.unseated = sum(map(len, seated))
    games = [Game(load) for _ in parties]
    transports = []
    for game, party, people in zip(games, parties, seated, strict=True):
        for address, person in zip(party.addresses, people, strict=True):
            make = _seat_maker(load, port, person, game)
            transports.append((await loop.create_connection(make, HOST, port, local_addr=(address, 0)))[0])
    await load.is_full.wait()
    # Spread over the beat, as the moves of people who do not know each other are.
    for number, game in enumerate(games):
        game.begin(loop.time() + number / len(games) / load.rate)
    return transports


def _seat_maker(load: Load, port: int, person: tuple[str, str], game: Game) -> Callable[[], Seat]:
    return lambda: Seat(load, port, person, game.on_turn)
