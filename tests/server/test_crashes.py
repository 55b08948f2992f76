"""`kill -9` in the middle of play: no acknowledged action is lost and none is doubled."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter

import pytest
import websockets
from sqlalchemy import select

from overtrick.server.database import database_url, open_engine
from overtrick.server.schema import events
from overtrick.server.schema import moves as move_rows
from tests.server.processes import Zygote, choose

KILLS = {"sqlite": 50, "postgresql": 10}
LONG_KILLS = 200
LONGEST_KILLS = 1_000
TABLES = 4
PEOPLE = 3


class Player:
    """A person who never gives up: after each crash they send again what was not answered."""

    def __init__(self, seated, name):
        self.seated = seated
        self.name = name
        self.acknowledged = []
        self.pending = None
        self.count = 0

    async def play(self, server, on_ack):
        """Play until the server is gone or the match is over; whether it is over."""
        done = None
        try:
            async with server.socket(self.seated["id"], self.seated["token"]) as client:
                while client.view["table"]["status"] != "finished":
                    action = self.pending or choose(client.view, f"{self.name}-{self.count}")
                    key = action and (action["type"], action["version"])
                    if action is None or key == done:
                        # Either it is not our turn, or the view does not show yet what we have done.
                        await client.next("event", "view")
                        continue
                    self.pending = action
                    answer = await client.act(action)
                    self.pending = None
                    if answer["type"] == "ack":
                        self.acknowledged.append(action["id"])
                        self.count += 1
                        done = key
                        on_ack()
                return True
        except (OSError, websockets.ConnectionClosed, websockets.InvalidMessage, TimeoutError):
            return False


def test_nothing_acknowledged_is_lost(url):
    assert crash(url, KILLS[database_url(url).get_backend_name()], seed=1) == []


@pytest.mark.long
def test_nothing_acknowledged_is_lost_long(url):
    assert crash(url, LONG_KILLS, seed=2) == []


@pytest.mark.long
def test_nothing_acknowledged_is_lost_longest(tmp_path):
    assert crash(tmp_path / "crash.db", LONGEST_KILLS, seed=4) == []


def test_a_server_that_acknowledges_before_it_commits_is_caught(tmp_path):
    assert crash(tmp_path / "mutant.db", 5, 3, "acknowledge-first") != []


def crash(database, kills, seed, *mutant):
    """Kill a server that often while people play; what was lost or doubled."""
    dice = random.Random(seed)
    zygote = Zygote(database, *mutant)
    faults, players, everybody = [], [], []
    try:
        for _ in range(kills):
            server = zygote.start()
            if not players:
                players = new_tables(server)
                everybody += players
            is_over = asyncio.run(play_and_kill(server, players, dice.randrange(3, 40)))
            faults += check(database, players)
            if is_over:
                players = []
            if mutant and faults:
                break
    finally:
        zygote.close()
    return faults + check(database, everybody)


def new_tables(server):
    players = []
    for table in range(TABLES):
        seats = [{"kind": "human"}, *[{"kind": "open"}] * (PEOPLE - 1)]
        created = server.create(name="Ada", seats=seats, blob={"round_cards": [12, 11, 10, 9, 12, 11]})
        seated = [created, *(server.join(created["id"], f"Bo {seat}") for seat in range(PEOPLE - 1))]
        players += [Player(one, f"t{table}s{seat}") for seat, one in enumerate(seated)]
    return players


async def play_and_kill(server, players, acks):
    """Let everybody play, and kill the server after so many acknowledgements; whether all matches ended before."""
    left = acks

    def on_ack():
        nonlocal left
        left -= 1
        if left == 0:
            server.kill()

    over = await asyncio.gather(*(player.play(server, on_ack) for player in players))
    if left > 0:
        server.kill()
    return all(over)


def check(database, players):
    """Actions of these players that are not in the log exactly once, and moves that differ from the log."""
    tables = sorted({player.seated["id"] for player in players})
    engine = open_engine(database_url(str(database)), is_writer=False)
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    log = (events.c.game_id, events.c.seq, events.c.seat, events.c.kind, events.c.body, events.c.action_id)
    move = (move_rows.c[name] for name in ("game_id", "seq", "player_position", "move_type", "action"))
    with engine.connect() as connection:
        told = connection.execute(select(*log).where(events.c.game_id.in_(tables))).all()
        moves = sorted(map(tuple, connection.execute(select(*move).where(move_rows.c.game_id.in_(tables)))))
    engine.dispose()
    times = Counter((row.game_id, row.action_id) for row in told if row.action_id is not None)
    fields = {"bid": "bid", "play": "card"}
    logged = sorted((*row[:4], json.loads(row.body)[fields[row.kind]]) for row in told if row.kind in fields)
    faults = [] if moves == logged else [f"{len(moves)} moves, {len(logged)} in the log"]
    acknowledged = [(player.seated["id"], action_id) for player in players for action_id in player.acknowledged]
    return faults + [
        f"{action[1]} is {times[action]} times in the log" for action in acknowledged if times[action] != 1
    ]
