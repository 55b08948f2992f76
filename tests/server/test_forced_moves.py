"""Whether the AI had a choice is seen by nobody: not by frames and their times, not by any figure.

What is compared are moves at the same place of a round, since place and trick are known to everybody and go along with
having a choice. How large the frames with views are is public too, and tested with the views themselves.
"""

from __future__ import annotations

import asyncio
import math
import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from itertools import pairwise
from statistics import fmean, median, variance

import pytest
import websockets
from pydantic_core import from_json

from overtrick.games.hearts.house import HeartsRules
from overtrick.server import turns as turns_module
from overtrick.server.app import add_gauges
from overtrick.server.database import database_url, upgrade
from overtrick.server.fair_queue import SOMEBODY
from overtrick.server.hub import Hub
from overtrick.server.metrics import Metrics
from overtrick.server.planning import plan_choice
from overtrick.server.requests import CreateTable, SeatWish
from overtrick.server.room import Room
from overtrick.server.settings import Settings
from overtrick.server.store import Store
from overtrick.server.table import Seat, Table
from overtrick.server.thinkers import Question, Thinkers, Thought
from tests.server.processes import ServerProcess
from tests.server.secrecy import new_table
from tests.server.wire import NoDisk

LIMIT = 4.5
"""Of Welch's t: one test in 100,000 passes it by chance."""
MOST_SECONDS = 600


def welch(first, second):
    """Welch's t; infinite where both are constant and differ."""
    difference = fmean(first) - fmean(second)
    error = math.sqrt(variance(first) / len(first) + variance(second) / len(second))
    return difference / error if error else math.copysign(math.inf, difference) if difference else 0.0


def matched(moves):
    """As many moves with a choice as without, at the same places: a list of values of each, less the place's median.

    `moves` are triples: the place, whether it was forced, and what was observed.
    """
    places = defaultdict(lambda: ([], []))
    for place, is_forced, seen in moves:
        places[place][is_forced].append(seen)
    groups = [], []
    for free, forced in places.values():
        count = min(len(free), len(forced))
        for name in (free + forced)[0] if count else ():
            middle = median(seen[name] for seen in free[:count] + forced[:count])
            for group, values in zip(groups, (free, forced), strict=True):
                group.extend((name, seen[name] - middle) for seen in values[:count])
    return tuple(by_name(group) for group in groups)


def by_name(pairs):
    values = defaultdict(list)
    for name, value in pairs:
        values[name].append(value)
    return values


def ranks(first, second):
    """The values by their rank among all, ties in the middle: a few moves that were held up do not hide the others."""
    ordered = sorted(first + second)
    return [
        [bisect_left(ordered, value) + bisect_right(ordered, value) for value in values] for values in (first, second)
    ]


def check(moves, count):
    """Every observable of at least `count` moves of each kind, by value and by rank."""
    free, forced = matched(moves)
    assert free.keys() == forced.keys()
    for name, values in free.items():
        assert len(values) >= count, f"{len(values)} moves of each kind are too few"
        for scale, t in (("value", welch(values, forced[name])), ("rank", welch(*ranks(values, forced[name])))):
            assert abs(t) < LIMIT, f"{name} by {scale}: t = {t:.1f} over 2 × {len(values)} moves"


def moves_of(table_id, entries):
    """Place and whether it was forced of every card played, by the version it was told as."""
    table, told = Table(table_id), {}
    for entry in entries:
        place = None
        if entry.kind == "play":
            game = table.match.round
            played = int(game.record.plays)
            is_forced = len(table.match.observe(entry.seat).legal_actions()) == 1
            place = (divmod(played, table.players), is_forced)
        event = table.apply(entry)
        if place is not None:
            told[event["version"]] = place
    return told


class Enough:
    """Counts events of all tables down."""

    def __init__(self, events):
        self.left = events


async def watch(server, table_id, seen, enough):
    """Note every frame of a table with the time it came and its length."""
    url = f"ws://127.0.0.1:{server.port}/api/game/{table_id}/socket"
    async with websockets.connect(url, compression=None, max_queue=None) as connection:
        await connection.send('{"type":"hello"}')
        while enough.left > 0:
            frame = await connection.recv()
            now = time.monotonic()
            message = from_json(frame)
            if message["type"] == "ping":
                await connection.send('{"type":"pong"}')
            elif message["type"] in ("thinking", "event"):
                seen.append((now, len(frame), message))
                enough.left -= message["type"] == "event"


def turns_of(frames):
    """What was observed between two events: the version of the second, and figures."""
    begun, thinking = None, []
    for at, size, message in frames:
        if message["type"] == "thinking":
            thinking.append((at, size, message["progress"]))
            continue
        if begun is not None:
            times = [when for when, _, _ in thinking] or [begun]
            yield (
                message["events"][0]["version"],
                {
                    "seconds": at - begun,
                    "seconds to the first report": times[0] - begun,
                    "seconds from the last report": at - times[-1],
                    "reports": len(thinking),
                    "bytes of reports": sum(size for _, size, _ in thinking),
                    "progress": sum(progress for _, _, progress in thinking),
                },
            )
        begun, thinking = at, []


def frames_test(folder, level, tables, moves, count, expert_ms=300):
    """Let the AI play at a real server, and compare what a spectator gets."""
    server = ServerProcess(folder / "forced.db", expert_ms=expert_ms).start()
    wish = {
        "game": "hearts",
        "hearts": {"passes": ["hold"], "target": 1000},
        "seats": [{"kind": "ai", "level": level}] * 4,
    }
    seen = {server.create(**wish, pace="fast")["id"]: [] for _ in range(tables)}

    enough = Enough(moves)

    async def watch_all():
        async with asyncio.timeout(MOST_SECONDS):
            await asyncio.gather(*(watch(server, *table, enough) for table in seen.items()))

    asyncio.run(watch_all())
    server.stop()

    async def logs():
        store = Store(str(server.database))
        told = {table_id: moves_of(table_id, await store.entries(table_id)) for table_id in seen}
        await store.close()
        return told

    told = asyncio.run(logs())
    observed = [
        (*told[table_id][version], figures)
        for table_id, frames in seen.items()
        for version, figures in turns_of(frames)
        if version in told[table_id]
    ]
    check(observed, count)


def test_frames_of_forced_and_free_moves_are_alike(tmp_path):
    frames_test(tmp_path, "normal", tables=30, moves=1_200, count=100)


@pytest.mark.long
@pytest.mark.parametrize(("level", "expert_ms"), [("normal", 300), ("expert", 4), ("expert", 20)])
def test_frames_of_forced_and_free_moves_are_alike_long(tmp_path, level, expert_ms):
    """The last with more questions than the worker has time for."""
    frames_test(tmp_path, level, tables=60, moves=20_000, count=2_000, expert_ms=expert_ms)


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next timer: hours pass in no time, and always the same."""

    def __init__(self):
        super().__init__()
        self.now = 0.0

    def time(self):
        return self.now

    def _run_once(self):
        if not self._ready and self._scheduled:
            self.now = max(self.now, self._scheduled[0].when())
        super()._run_once()


class LateThinkers:
    """Workers that are free at once or after a while, and take some time over a question that has a choice."""

    def __init__(self, queued, thinking):
        self._queued, self._thinking = queued, thinking
        self.opinions = 0

    def put(self, view, players, **_):
        return self._asked(view.legal_actions()[:1], self._thinking)

    def put_known(self, actions, **_):
        return self._asked(actions, 0.0)

    def hurry(self, question):
        pass

    attend = hurry

    def _asked(self, actions, seconds):
        loop = asyncio.get_running_loop()
        question = Question(1, SOMEBODY, loop.create_future())
        question.taken = loop.time() + self._queued
        loop.call_later(self._queued + seconds, self._answer, question, actions)
        return question

    def _answer(self, question, actions):
        if not question.answer.done():
            question.answer.set_result(Thought("", actions))


class Clerk:
    """A spectator who writes down what comes when."""

    seat = None

    def __init__(self, loop):
        self._loop = loop
        self.notes = []

    def send(self, text):
        message = from_json(text)
        if message["type"] != "view":
            self.notes.append((round(self._loop.now, 6), message["type"], message.get("progress")))


def notes_of_a_turn(monkeypatch, pace, level, thinkers, plays, hurried=None):
    """What a spectator gets, and when, of the turn after so many cards; hurried after some seconds or not."""
    loop = JumpingLoop()
    monkeypatch.setattr(turns_module.time, "monotonic", loop.time)

    async def turn():
        table = new_table(HeartsRules(passes=("hold",)), 4, 3)
        table.pace, table.seats = pace, [Seat("ai", "Bo", level)] * 4
        while table.match.round.record.plays < plays:
            seat = table.seats_to_act()[0]
            legal = table.match.observe(seat).legal_actions()
            for entry in plan_choice(table, seat, legal[:1], "ai"):
                table.apply(entry)
        (seat,) = table.seats_to_act()
        is_forced = len(table.match.observe(seat).legal_actions()) == 1
        room = Room(table, NoDisk(), thinkers, Settings(ai_table_seconds=0), Metrics())
        clerk = Clerk(loop)
        room.attach(clerk)
        if hurried is not None:
            loop.call_later(hurried, room.turns.hurry)
        while not any(kind == "event" for _, kind, _ in clerk.notes):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        room.turns.stop()
        return is_forced, clerk.notes

    try:
        return loop.run_until_complete(turn())
    finally:
        loop.close()


@pytest.mark.parametrize(
    ("pace", "level"), [("calm", "easy"), ("normal", "hard"), ("fast", "expert"), ("instant", "easy")]
)
@pytest.mark.parametrize("queued", [0.0, 0.001, 0.03, 0.4, 3.0])
@pytest.mark.parametrize("hurried", [None, 0.0101])
def test_a_spectator_gets_the_same_at_the_same_times(monkeypatch, pace, level, queued, hurried):
    """The first card of a round is forced, the second is not; thinking takes what the level allows for at most."""
    most = 0.3 if level == "expert" and hurried is None else 0.015
    is_forced, forced = notes_of_a_turn(monkeypatch, pace, level, LateThinkers(queued, 0.0), 0, hurried)
    assert is_forced
    for thinking in (0.001, 0.0077, most):
        is_forced, free = notes_of_a_turn(monkeypatch, pace, level, LateThinkers(queued, thinking), 1, hurried)
        assert not is_forced
        assert free == forced
    if pace == "calm" and not queued and hurried is None:
        assert [at for at, kind, _ in forced if kind == "thinking"] == [0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75]


class Reader:
    """Reads all figures whenever something has happened at the table."""

    seat = None

    def __init__(self, metrics):
        self._metrics = metrics
        self.read = []

    def send(self, text):
        if text.startswith(b'{"type":"event"'):
            lines = [line.split() for line in self._metrics.text().splitlines() if line[0] != "#"]
            figures = {name: float(value) for name, value in lines}
            self.read.append((from_json(text)["events"][0]["version"], figures))


async def read_figures(file, pool, moves):
    """How every figure of a server with one table changes by each of so many moves; the workers are shared."""
    upgrade(database_url(file))
    settings = Settings(ai_table_seconds=0)
    store, metrics = Store(file), Metrics()
    hub = Hub(settings, store, pool, metrics)
    add_gauges(metrics, hub)
    seats = [SeatWish(kind="ai", level="normal")] * 4
    rules = {"passes": ["hold"], "target": 1000}
    room = (await hub.create(CreateTable(game="hearts", hearts=rules, seats=seats, pace="instant"), "10.0.0.1"))[0]
    reader = Reader(metrics)
    room.attach(reader)
    while len(reader.read) < moves:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await hub.stop()
    told = moves_of(room.table.id, await store.entries(room.table.id))
    await store.close()
    return [
        (*told[version], {name: after[name] - before[name] for name in after})
        for (_, before), (version, after) in pairwise(reader.read)
        if version in told
    ]


def figures_test(folder, servers, moves, count):
    """Read every figure after every move, and compare by how much each changes."""

    async def play():
        pool = Thinkers(Settings(workers=1), Metrics())
        pool.start()
        files = [str(folder / f"figures{number}.db") for number in range(servers)]
        async with asyncio.timeout(MOST_SECONDS):
            read = await asyncio.gather(*(read_figures(file, pool, moves) for file in files))
        await pool.stop()
        return [change for changes in read for change in changes]

    changes = asyncio.run(play())
    counted = sum(seen["overtrick_ai_decisions_total"] for _, _, seen in changes)
    # The first and the last move of a server may be counted just outside of what was read.
    assert abs(counted - len(changes)) <= servers
    check(changes, count)


def test_figures_of_forced_and_free_moves_are_alike(tmp_path):
    figures_test(tmp_path, servers=2, moves=300, count=20)


@pytest.mark.long
def test_figures_of_forced_and_free_moves_are_alike_long(tmp_path):
    figures_test(tmp_path, servers=16, moves=1_300, count=2_000)
