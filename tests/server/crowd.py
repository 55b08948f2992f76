"""People who come and go: they set tables up, play, ask for hints, reload, drop out, watch, and play again."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter

import websockets

from tests.server.processes import choose

SHORT = {"blob": {"round_cards": [1, 2, 3]}, "hearts": {"target": 5}}
"""House rules that make a match short; in other games most are left in the middle."""


class Crowd:
    """Several lives side by side until a deadline, each one thing after another."""

    def __init__(self, server, games, seed, people):
        self.server = server
        self.games = games
        self.done = Counter()
        """What was done, and how often."""
        self._seed = seed
        self._people = people

    async def live(self, seconds):
        """Live for so long; what somebody has begun is finished, within bounds."""
        end = time.monotonic() + seconds
        await asyncio.gather(*(self._live(number, end) for number in range(self._people)))

    async def _live(self, number, end):
        rng = random.Random(f"{self._seed} {number}")
        while time.monotonic() < end:
            deed = rng.choice([self._alone, self._alone, self._together, self._watch, self._look_around, self._bother])
            await deed(rng)
            self.done[deed.__name__.strip("_")] += 1

    async def ask(self, method, path, body=None, token=None):
        return await asyncio.to_thread(self.server.ask, method, path, body, token)

    async def _create(self, rng, kinds):
        game = rng.choice(self.games)
        players = rng.randint(game["least_players"], min(4, game["most_players"]))
        seats = [{"kind": kind, "level": "easy"} if kind == "ai" else {"kind": kind} for kind in kinds]
        seats += [{"kind": "ai", "level": "easy"}] * (players - len(seats))
        wish = {"game": game["key"], "pace": "instant", "seats": seats}
        if game["key"] in SHORT:
            wish[game["key"]] = SHORT[game["key"]]
        status, seated = await self.ask("POST", "/api/game/create", wish)
        assert status == 201, seated
        return seated

    async def _alone(self, rng):
        """A match with the AI, hints and reloads on the way, perhaps again at the end."""
        seated = await self._create(rng, ["human"])
        table, token = seated["id"], seated["token"]
        for _ in range(rng.choice([1, 1, 2])):
            again = await self._play(rng, table, token)
            if again is None:
                return
            table = again

    async def _play(self, rng, table, token, actions=60):
        """Act whenever the seat may; the table of the rematch, or None when the match is left in the middle."""
        version, acted = None, 0
        while acted < actions:
            async with self.server.socket(table, token, version) as client:
                reload_after = rng.randint(1, 30)
                while reload_after:
                    view = client.view
                    version = view["version"]
                    if view["table"]["status"] == "finished":
                        return await self._again(rng, client)
                    if (action := choose(view, f"a{acted}-{version}")) is None:
                        await client.next("event", "view")
                        continue
                    if rng.random() < 0.02:
                        await client.send({**action, "type": "hint", "id": f"h{acted}"})
                        self.done["hint"] += 1
                    await client.act(action)
                    acted, reload_after = acted + 1, reload_after - 1
                    if client.view["version"] == version:
                        await client.next("event", "view")
            self.done["reload"] += 1
        return None

    async def _again(self, rng, client):
        if rng.random() < 0.5:
            return None
        ack = await client.act({"type": "rematch", "id": "again", "version": client.view["version"]})
        self.done["rematch"] += 1
        return ack.get("table")

    async def _together(self, rng):
        """Two people; one drops out for a while or for good."""
        seated = await self._create(rng, ["human", "open"])
        status, other = await self.ask("POST", f"/api/game/{seated['id']}/join", {"name": "Bo"})
        assert status == 201, other
        both = [self._play(rng, one["id"], one["token"], actions=rng.randint(3, 15)) for one in (seated, other)]
        playing = [asyncio.ensure_future(one) for one in both]
        await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
        for one in playing:
            one.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    async def _watch(self, rng):
        """A table of the AI alone, looked at for a moment."""
        seated = await self._create(rng, [])
        async with self.server.socket(seated["id"]) as client:
            for _ in range(rng.randint(1, 10)):
                if client.view["table"]["status"] == "finished":
                    return
                await client.next("event", "view")

    async def _look_around(self, rng):
        """Everything that can be read about a table."""
        seated = await self._create(rng, ["human"])
        for path in ("", "/record", "/proof", "/replay/1", "/nothing"):
            await self.ask("GET", f"/api/game/{seated['id']}{path}", token=seated["token"])
        await self.ask("POST", "/api/games", {"ids": [seated["id"], "nobody"]})
        await self.ask("GET", "/")
        await self.ask("GET", "/healthz")

    async def _bother(self, rng):
        """Sockets that say nonsense, the wrong token or nothing, and go without a word."""
        seated = await self._create(rng, ["human", "open"])
        url = f"ws://127.0.0.1:{self.server.port}/api/game/{seated['id']}/socket"
        for said in ("{", '{"type": "hello", "token": "wrong"}', '{"type": "hello", "token": null}', None):
            connection = await websockets.connect(url, compression=None)
            if said is not None:
                await connection.send(said)
            if rng.random() < 0.5:
                await connection.close()
            else:
                connection.transport.abort()
                await connection.wait_closed()
