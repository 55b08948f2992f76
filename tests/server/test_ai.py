"""AI in processes: replaced when they die, hurried when told, and asked for hints."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.server.levels import level_name
from overtrick.server.metrics import Metrics
from overtrick.server.refusal import Refusal
from overtrick.server.settings import Settings
from overtrick.server.thinkers import Thinkers
from tests.server.processes import ServerProcess
from tests.server.secrecy import new_table


@pytest.fixture
def view():
    return new_table(HeartsRules(passes=("hold",)), 4, 3)


def thinkers(**settings):
    return Thinkers(Settings(workers=1, **settings), Metrics())


def first_view(table):
    return table.match.observe(table.seats_to_act()[0])


def test_a_worker_that_dies_is_replaced_and_the_move_asked_again(view):
    async def die():
        pool = thinkers()
        pool.start()
        await pool.ask(first_view(view), ["easy"])
        first = pool.processes[0].pid
        slow = asyncio.create_task(pool.ask(first_view(view), ["search:ms=400"]))
        await asyncio.sleep(0)
        os.kill(first, signal.SIGKILL)
        assert len((await slow).actions) == 1
        assert pool.processes[0].pid != first
        await pool.stop()

    asyncio.run(die())


def test_a_player_that_fails_is_counted_and_another_stands_in(caplog):
    """A pass, which is three cards."""
    table = new_table(HeartsRules(), 4, 3)

    async def choose():
        pool = thinkers()
        pool.start()
        thought = await pool.ask(table.match.observe(2), ["no such player", "normal"])
        with pytest.raises(Refusal):
            await pool.ask(table.match.observe(2), ["no such player"])
        await pool.stop()
        return thought, pool

    thought, pool = asyncio.run(choose())
    assert len(set(thought.actions)) == 3
    assert thought.player == "normal"
    assert [record.levelname for record in caplog.records if record.message == "player failed"] == ["ERROR"] * 2
    assert "overtrick_ai_failures_total 2" in pool._metrics.text()


def test_a_search_stops_when_told_to_or_when_nobody_waits():
    """Each search has an hour; one that does not stop is given up with its worker, and the test fails."""
    slow = ["search:ms=3600000,mode=tree"]
    view = first_view(new_table(BlobRules(round_cards=(5, 1)), 4, 3))

    async def hurry():
        pool = thinkers()
        pool.start()
        question = await begun(pool, view, slow)
        pool.hurry(question)
        assert (await question.answer).player == slow[0]
        waiting = pool.put(view, slow)
        pool.hurry(waiting)
        assert (await waiting.answer).player == slow[0]
        nobody = await begun(pool, view, slow)
        nobody.answer.cancel()
        assert (await pool.ask(view, ["easy"])).actions
        assert "overtrick_ai_workers_replaced_total 0" in pool._metrics.text()
        await pool.stop()

    asyncio.run(hurry())


async def begun(pool, view, players):
    """A question that a worker thinks about."""
    question = pool.put(view, players)
    while question.process is None:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    return question


@pytest.mark.parametrize(("player", "name"), [("search:ms=600", "Expert"), ("hard:style=cautious", "Hard")])
def test_players_are_called_by_their_level(player, name):
    assert level_name(player) == name


def test_a_full_queue_is_said_at_once(view):
    async def fill():
        pool = thinkers(queue=2)
        waiting = [asyncio.create_task(pool.ask(first_view(view), ["easy"])) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await pool.ask(first_view(view), ["easy"])
        assert refused.value.code == "busy"
        waiting[0].cancel()
        pool.start()
        assert (await waiting[1]).actions
        assert pool.waiting == 0
        await pool.stop()

    asyncio.run(fill())


def test_hints_and_move_now(tmp_path):
    server = ServerProcess(tmp_path / "ai.db", hint_ms=30, expert_ms=3000).start()
    seats = [{"kind": "human"}, {"kind": "ai", "level": "expert"}, {"kind": "ai", "level": "hard"}]
    created = server.create(pace="calm", seats=seats, blob={"round_cards": [4, 3]})

    async def play():
        async with server.socket(created["id"], created["token"]) as client:
            thinking = await client.next("thinking")
            assert 0 <= thinking["progress"] <= 1
            while client.view["own"]["turn"] is None:
                version = client.view["version"]
                assert client.view["own"]["offers"]["move_now"]
                await client.act({"type": "move_now", "id": f"now{version}", "version": version})
                while client.view["version"] == version:
                    await client.next("event", "view")
            await client.send({"type": "hint", "id": "why", "version": client.view["version"]})
            hint = await client.next("hint")
            legal = [bid["bid"] for bid in client.view["own"]["turn"]["bids"] if bid["legal"]]
            assert sorted(one["bid"] for one in hint["opinion"]["candidates"]) == legal
            assert hint["opinion"]["candidates"][0]["is_best"]
            assert hint["opinion"]["reasons"]
            assert hint["opinion"]["player"] == "Expert"

    asyncio.run(play())
    assert server.figures()["overtrick_ai_failures_total"] == 0
    server.stop()


def test_the_ai_acts_now_when_asked_by_request(tmp_path):
    server = ServerProcess(tmp_path / "now.db").start()
    hard = {"kind": "ai", "level": "hard"}
    created = server.create(pace="calm", seats=[{"kind": "human"}, hard, hard], blob={"round_cards": [2]})
    path, versions, moved = f"/api/game/{created['id']}/ai-move", [], []
    while not moved or moved[-1]["seat"] is not None:
        status, answer = server.ask("POST", path, token=created["token"])
        assert status == 200, answer
        moved.append(answer)
        versions.append(answer["view"]["version"])
    assert [move["seat"] for move in moved] in ([None], [1, None], [2, None], [1, 2, None])
    assert all(move["bid"] in (0, 1, 2) and move["card"] is None for move in moved[:-1])
    assert versions == sorted(versions)
    assert moved[-1]["view"]["own"]["turn"] is not None
    assert server.ask("POST", path)[0] == 401
    server.stop()


def test_after_a_restart_every_match_goes_on(tmp_path):
    server = ServerProcess(tmp_path / "again.db").start()
    easy = {"kind": "ai", "level": "easy"}
    ai_table = server.create(seats=[easy] * 4, pace="fast", blob={"round_cards": [3, 2, 1]})
    created = server.create(seats=[{"kind": "human"}, easy, easy], blob={"round_cards": [3]})
    server.kill()
    server.start()

    async def watch():
        async with server.socket(created["id"], created["token"]) as client:
            while client.view["own"]["turn"] is None:
                await client.next("event", "view")
        async with server.socket(ai_table["id"]) as client:
            while client.view["table"]["status"] != "finished":
                await client.next("event", "view")

    asyncio.run(watch())
    server.stop()
