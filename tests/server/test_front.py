"""What stands before the application while it is made: pages come at once, everything else when it is there."""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager

import httpx
import pytest
from fastapi import FastAPI

from overtrick.server import front as fronts
from overtrick.server.front import Front

GOOD = ("<html>page</html>", {"content-type", "content-security-policy"})


class Process:
    """A worker that only remembers whether it was ended."""

    def __init__(self):
        self.returncode = None

    def kill(self):
        self.returncode = -9


@pytest.fixture
def processes(monkeypatch, tmp_path):
    """The workers that were started; the page is one line."""
    (tmp_path / "index.html").write_text(GOOD[0])
    monkeypatch.setattr(fronts, "STATIC", tmp_path)
    started = []

    async def start_worker():
        started.append(Process())
        return started[-1]

    monkeypatch.setattr(fronts, "start_worker", start_worker)
    return started


@asynccontextmanager
async def living(front):
    """A client of a front whose life has begun; it ends with the block."""
    orders: asyncio.Queue[dict] = asyncio.Queue()
    told: asyncio.Queue[dict] = asyncio.Queue()
    life = asyncio.create_task(front({"type": "lifespan"}, orders.get, told.put))
    await orders.put({"type": "lifespan.startup"})
    assert (await told.get())["type"] == "lifespan.startup.complete"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(front), base_url="http://front") as client:
        yield client
    await orders.put({"type": "lifespan.shutdown"})
    await life
    assert (await told.get())["type"] == "lifespan.shutdown.complete"


def test_the_page_comes_before_the_application_and_the_rest_waits_for_it(processes):
    may_go_on, lived = threading.Event(), []

    @asynccontextmanager
    async def lifespan(_):
        lived.append("begun")
        yield
        lived.append("ended")

    def make(started):
        may_go_on.wait(60)
        lived.append(list(started) == processes)
        app = FastAPI(lifespan=lifespan)
        app.get("/api/players")(lambda: "everybody")
        return app

    async def visit():
        async with living(Front(make, 2, pytest.fail)) as client:
            page = await client.get("/game/anything")
            assert page.text == GOOD[0]
            assert GOOD[1] <= set(page.headers)
            asked = asyncio.create_task(client.get("/api/players"))
            for _ in range(5):
                await asyncio.sleep(0)
            assert not asked.done()
            may_go_on.set()
            assert (await asked).json() == "everybody"
            assert (await client.get("/game/anything")).status_code == 404, "now the application answers everything"
        assert lived == [True, "begun", "ended"]

    asyncio.run(visit())
    assert [process.returncode for process in processes] == [-9, -9]


def test_an_application_that_cannot_be_made_ends_the_server(processes):
    def make(_):
        raise OSError("no disk")

    async def visit():
        given_up = asyncio.Event()
        front = Front(make, 1, given_up.set)
        async with living(front):
            await given_up.wait()
        assert isinstance(front.failure, OSError)
        assert front.app is None

    asyncio.run(visit())
    assert [process.returncode for process in processes] == [-9]
