"""Nobody starves before the AI: people first, fair shares of worker time, few tables where only the AI plays."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from overtrick.games.blob.house import BlobRules
from overtrick.server import thinkers as thinkers_module
from overtrick.server import turns as turns_module
from overtrick.server.database import database_url, upgrade
from overtrick.server.fair_queue import IN_A_ROW, REMEMBERED, Asker, FairQueue, Urgency
from overtrick.server.hub import Hub
from overtrick.server.metrics import Metrics
from overtrick.server.opinions import opinion_on
from overtrick.server.planning import plan_choice
from overtrick.server.refusal import Refusal
from overtrick.server.requests import CreateTable, SeatWish
from overtrick.server.settings import Settings
from overtrick.server.store import Store
from overtrick.server.thinkers import Thinkers
from tests.server.secrecy import new_table

FLOODER, PERSON = "203.0.113.1", "198.51.100.7"
WAIT_SECONDS = 120


@dataclass(eq=False)
class Item:
    asker: Asker
    expected_ms: float = 1.0


def item(address, table="t", urgency=Urgency.PERSON, cost=1.0):
    return Item(Asker(address, table, urgency), cost)


def taken(queue, count):
    return [queue.take().asker for _ in range(count)]


def test_people_come_first_and_opinions_before_tables_without_people():
    queue = FairQueue()
    for urgency in (Urgency.UNATTENDED, Urgency.OPINION, Urgency.PERSON):
        queue.put(item("a", urgency=urgency))
    assert [asker.urgency for asker in taken(queue, 3)] == list(Urgency)
    assert queue.take() is None


def test_addresses_share_the_time_not_the_questions():
    """One asks for searches of 300 ms at thirty tables, one for searches at one table, one for moves of 100 ms."""
    queue = FairQueue()
    for number in range(300):
        queue.put(item("many", f"table {number % 30}", cost=300))
        queue.put(item("one", cost=300))
        queue.put(item("cheap", cost=100))
    names = [asker.address for asker in taken(queue, 250)]
    counts = {name: names.count(name) for name in ("many", "one", "cheap")}
    assert counts == {"many": 50, "one": 50, "cheap": 150}


def test_tables_of_an_address_share_its_time():
    queue = FairQueue()
    for _ in range(100):
        queue.put(item("a", "greedy"))
    queue.put(item("a", "modest"))
    assert "modest" in [asker.table for asker in taken(queue, 2)]


def test_whoever_comes_back_has_saved_nothing_up_and_owes_what_was_used():
    queue = FairQueue()
    for _ in range(20):
        queue.put(item("a", cost=100))
    taken(queue, 10)
    for _ in range(20):
        queue.put(item("b", cost=100))
    names = [asker.address for asker in taken(queue, 10)]
    assert names.count("b") == 5
    queue.charge(Asker("b", "t", Urgency.PERSON), 400)
    assert [asker.address for asker in taken(queue, 4)].count("a") >= 3


def test_a_lower_class_is_slow_but_not_stuck():
    queue = FairQueue()
    queue.put(item("a", urgency=Urgency.UNATTENDED))
    for _ in range(2 * IN_A_ROW):
        queue.put(item("b"))
    urgencies = [asker.urgency for asker in taken(queue, IN_A_ROW + 1)]
    assert urgencies == [Urgency.PERSON] * IN_A_ROW + [Urgency.UNATTENDED]


def test_a_full_queue_loses_a_question_of_whoever_fills_it():
    queue = FairQueue()
    for number in range(5):
        queue.put(item("flooder", f"t{number}"))
    queue.put(item("b"))
    assert queue.rival(Asker("c")).asker.address == "flooder"
    assert queue.rival(Asker("flooder")) is None
    queue.put(item("d", urgency=Urgency.UNATTENDED))
    assert queue.rival(Asker("flooder")).asker.address == "d"
    assert queue.rival(Asker("e", urgency=Urgency.UNATTENDED)) is None


def test_addresses_that_wait_for_nothing_are_forgotten():
    queue = FairQueue()
    queue.put(item("last", cost=0))
    for number in range(10 * REMEMBERED):
        queue.put(item(f"address {number}", cost=0))
        queue.take()
    assert len(queue._classes[Urgency.PERSON].addresses) <= REMEMBERED


class Onlooker:
    """Somebody who has the table open; with a seat, a person who is there."""

    def __init__(self, seat=None):
        self.seat = seat

    def send(self, text):
        pass


@asynccontextmanager
async def running(folder, **settings):
    """A hub with a store and real workers that are warm."""
    file = str(folder / "fair.db")
    upgrade(database_url(file))
    store, metrics = Store(file), Metrics()
    made = Settings(**{"workers": 1, "tables_per_hour": 1e6, "ai_tables_per_address": 1000, **settings})
    pool = Thinkers(made, metrics)
    hub = Hub(made, store, pool, metrics)
    pool.start()
    try:
        await until(lambda: len(pool.ready) == made.workers)
        yield hub, pool
    finally:
        await hub.stop()
        await pool.stop()
        await store.close()


async def until(is_so):
    """Wait for something to be so; the limit is for a test that fails."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


def table_of(kinds, **wish):
    return CreateTable(seats=[SeatWish(kind=kind, level="expert") for kind in kinds], pace="instant", **wish)


class Begun:
    """Which questions workers begin to think about, in order."""

    def __init__(self, pool):
        self.askers = []
        take = pool._queue.take

        def noted():
            question = take()
            if question is not None:
                self.askers.append(question.asker)
            return question

        pool._queue.take = noted


def test_thirty_tables_and_a_flood_of_hints_leave_a_person_the_next_worker(tmp_path):
    """Between a question of the person's table and its turn no other question begins."""
    questions, worst, foreign = 12, 0, 0

    async def play():
        nonlocal worst, foreign
        settings = {"workers": 2, "expert_ms": 100, "hint_ms": 150, "ai_table_seconds": 0}
        async with running(tmp_path, **settings) as (hub, pool):
            for _ in range(30):
                room = (await hub.create(table_of(["ai"] * 4), FLOODER))[0]
                room.attach(Onlooker())
            view = room.table.match.observe(room.table.seats_to_act()[0])
            flood = [asyncio.ensure_future(hints(room, view)) for _ in range(16)]
            await until(lambda: pool.waiting >= 30)
            begun, put = Begun(pool), pool._queue.put
            own, seat, _ = await hub.create(table_of(["human", "ai", "ai", "ai"]), PERSON)

            def noted(question, **options):
                if question.asker.table == own.table.id:
                    marks.append(len(begun.askers))
                put(question, **options)

            marks = []
            pool._queue.put = noted
            own.attach(Onlooker(seat))
            player = asyncio.ensure_future(act_for(hub, own, seat))
            await until(lambda: len(marks) > questions)
            for task in (*flood, player):
                task.cancel()
            turns = [place for place, asker in enumerate(begun.askers) if asker.table == own.table.id]
            worst = max(turn - mark for mark, turn in zip(marks, turns, strict=False))
            foreign = len(begun.askers) - len(turns)

    asyncio.run(play())
    assert foreign > questions  # the others were served meanwhile
    assert worst == 0


async def hints(room, view):
    while True:
        await opinion_on(room, view, FLOODER)


async def act_for(hub, room, seat):
    """Play the seat as soon as it is to act, as somebody at an instant table does."""
    while True:
        await until(lambda: seat in room.table.seats_to_act() and not room.is_busy)
        legal = room.table.match.observe(seat).legal_actions()
        await room.write(lambda legal=legal: plan_choice(room.table, seat, legal[:1]))


def test_long_thinking_is_cut_short_when_a_person_waits():
    """Each search has an hour; one that is not cut short is given up with its worker, and the test fails."""
    slow = ["search:ms=3600000,mode=tree"]
    view = first_view()

    async def ask():
        pool = Thinkers(Settings(workers=1), Metrics())
        pool.start()
        for urgency in (Urgency.UNATTENDED, Urgency.OPINION):
            long = pool.put(view, slow, asker=Asker(FLOODER, "t", urgency))
            await until(lambda long=long: long.process is not None)
            assert (await pool.ask(view, ["easy"], asker=Asker(PERSON, "u"))).actions
            assert long.answer.result().player == slow[0]
        assert "overtrick_ai_workers_replaced_total 0" in pool._metrics.text()
        await pool.stop()

    asyncio.run(ask())


def first_view():
    table = new_table(BlobRules(round_cards=(5, 1)), 4, 3)
    return table.match.observe(table.seats_to_act()[0])


def test_a_person_finds_room_in_a_queue_that_others_filled():
    view = first_view()

    async def fill():
        pool = Thinkers(Settings(workers=1, queue=4), Metrics())
        flood = [pool.put(view, ["easy"], asker=Asker(FLOODER, f"t{number}")) for number in range(4)]
        own = pool.put(view, ["easy"], asker=Asker(PERSON, "u"))
        refused = [question for question in flood if question.answer.done()]
        assert len(refused) == 1
        with pytest.raises(Refusal):
            await refused[0].answer
        with pytest.raises(Refusal):
            pool.put(view, ["easy"], asker=Asker(FLOODER, "t9"))
        pool.start()
        assert (await own.answer).actions
        await pool.stop()

    asyncio.run(fill())


def test_a_worker_that_dies_while_idle_is_replaced_before_anybody_asks(monkeypatch):
    starts = []
    start_worker = thinkers_module.start_worker

    async def counted():
        starts.append(None)
        return await start_worker()

    monkeypatch.setattr(thinkers_module, "start_worker", counted)

    async def die():
        pool = Thinkers(Settings(workers=1), Metrics())
        pool.start()
        await until(lambda: pool.ready)
        first = pool.processes[0].pid
        os.kill(first, signal.SIGKILL)
        await until(lambda: pool.ready and pool.processes[0].pid != first)
        assert len(starts) == 2
        assert (await pool.ask(first_view(), ["easy"])).actions
        assert len(starts) == 2
        await pool.stop()

    asyncio.run(die())


def test_tables_where_only_the_ai_plays_are_few(tmp_path):
    async def create():
        limits = {"ai_tables_per_address": 2, "ai_tables": 3}
        async with running(tmp_path, **limits) as (hub, _):
            rooms = [(await hub.create(table_of(["ai"] * 4), FLOODER))[0] for _ in range(2)]
            with pytest.raises(Refusal, match="2 tables of yours, and 2 at a time") as refused:
                await hub.create(table_of(["ai"] * 4), FLOODER)
            assert (refused.value.code, refused.value.retry_after) == ("too_many", 60)
            await hub.create(table_of(["human", "ai", "ai"]), FLOODER)
            await hub.create(table_of(["ai"] * 4), PERSON)
            with pytest.raises(Refusal, match="3 tables here"):
                await hub.create(table_of(["ai"] * 4), "192.0.2.1")
            for room in rooms:
                room.turns.stop()
            await until(lambda: not any(room.turns.is_busy for room in rooms))
            await hub.create(table_of(["ai"] * 4), FLOODER)

    asyncio.run(create())


def test_a_table_nobody_sits_at_or_watches_sleeps(tmp_path, monkeypatch):
    monkeypatch.setattr(turns_module, "AWAKE_SECONDS", 0.0)

    async def sleep():
        async with running(tmp_path, ai_table_seconds=0, expert_ms=1) as (hub, _):
            room = (await hub.create(table_of(["ai"] * 4), FLOODER))[0]
            room.left_at = time.monotonic() - 1
            await until(lambda: not room.turns.is_busy)
            version = room.table.version
            onlooker = Onlooker()
            room.attach(onlooker)
            await until(lambda: room.table.version > version + 2)
            room.detach(onlooker)
            room.left_at = time.monotonic() - 1
            await until(lambda: not room.turns.is_busy)
            version = room.table.version
            monkeypatch.setattr(turns_module, "AWAKE_SECONDS", 60.0)
            room.look()
            await until(lambda: room.table.version > version)

    asyncio.run(sleep())
