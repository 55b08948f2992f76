"""Actions sent again, out of order and after reconnects are done once; a client that was cut sees what others see."""

from __future__ import annotations

import asyncio
import random
import sqlite3

import pytest

from tests.server.processes import Zygote, choose

ACTIONS = 10_000
CUTS = 500


@pytest.fixture(scope="module")
def people_server(tmp_path_factory):
    zygote = Zygote(tmp_path_factory.mktemp("repeats") / "repeats.db")
    server = zygote.start()
    yield server
    server.kill()
    zygote.close()


def people_table(server, rounds):
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
    created = server.create(seats=seats, blob={"round_cards": [17] * rounds})
    return [created, server.join(created["id"]), server.join(created["id"])]


def test_each_action_is_applied_once(people_server):
    rounds, tables = 9, 20
    seated = [people_table(people_server, rounds) for _ in range(tables)]

    async def everybody():
        return await asyncio.gather(*(noisy_table(people_server, seats, number) for number, seats in enumerate(seated)))

    sent = sum(asyncio.run(everybody()))
    with sqlite3.connect(people_server.database) as connection:
        counted = connection.execute(
            "SELECT count(*), count(DISTINCT game_id || ' ' || seat || ' ' || action_id) FROM events "
            "WHERE action_id IS NOT NULL"
        ).fetchone()
        moves = connection.execute("SELECT count(*) FROM moves").fetchone()[0]
    assert sent >= ACTIONS
    assert counted == (sent, sent)
    assert moves == tables * rounds * (3 + 51)


async def noisy_table(server, seats, seed):
    """A match in which every action is sent one to five times, mixed with old ones; how many actions there were."""
    dice = random.Random(seed)
    done = 0
    old = [[] for _ in seats]
    async with (
        server.socket(seats[0]["id"], seats[0]["token"]) as first,
        server.socket(seats[1]["id"], seats[1]["token"]) as second,
        server.socket(seats[2]["id"], seats[2]["token"]) as third,
    ):
        clients = [first, second, third]
        for client in clients:
            client.version = client.view["version"]
        while first.view["table"]["status"] != "finished":
            newest = max(clients, key=lambda client: client.view["version"]).view["version"]
            for client in clients:
                while client.view["version"] < newest:
                    await client.next("event")
            for seat, client in enumerate(clients):
                action = choose(client.view, f"s{seat}-{done}")
                if action is None or (action["type"] == "next" and client.view["own"]["offers"]["next"] is False):
                    continue
                repeats = [action] * dice.randint(1, 5) + dice.sample(
                    old[seat], min(len(old[seat]), dice.randint(0, 1))
                )
                dice.shuffle(repeats)
                await send_all(server, seats[seat], client, repeats, elsewhere=dice.random() < 0.02)
                old[seat] = [*old[seat][-5:], action]
                done += 1
                if action["type"] == "next" and seat < 2:
                    client.view["own"]["offers"]["next"] = False
                    continue
                while client.view["version"] == action["version"]:
                    await client.next("event")
                break
    return done


async def send_all(server, seated, client, actions, *, elsewhere):
    """Send everything, partly from a second socket, and wait for every answer."""
    for action in actions:
        await client.send(action)
    answers = [await client.next("ack", "refused") for _ in actions]
    assert all(answer["type"] == "ack" for answer in answers), answers
    if elsewhere:
        async with server.socket(seated["id"], seated["token"]) as tab:
            assert (await tab.act(actions[0]))["repeated"]


def test_a_stale_action_gets_the_current_view(people_server):
    seats = people_table(people_server, 1)

    async def stale():
        async with people_server.socket(seats[1]["id"], seats[1]["token"]) as client:
            action = {**choose(client.view, "late"), "version": 0}
            answer = await client.act(action)
            assert (answer["type"], answer["code"]) == ("refused", "stale")
            assert answer["view"]["version"] == client.welcome["view"]["version"]

    asyncio.run(stale())


def test_after_a_cut_the_view_is_that_of_one_who_stayed(people_server):
    dice = random.Random(5)

    async def cut():
        cuts = 0
        while cuts < CUTS:
            seats = people_table(people_server, 4)
            async with (
                people_server.socket(seats[0]["id"], seats[0]["token"]) as stays,
                people_server.socket(seats[1]["id"], seats[1]["token"]) as second,
                people_server.socket(seats[2]["id"], seats[2]["token"]) as third,
            ):
                seen = None
                while stays.view["table"]["status"] != "finished" and cuts < CUTS:
                    seen, missed = await go_on(stays, [stays, second, third], dice, seen)
                    async with people_server.socket(seats[0]["id"], seats[0]["token"], seen) as back:
                        assert back.view == stays.view
                        assert back.welcome["is_complete"]
                        assert [event["version"] for event in back.welcome["missed"]] == missed
                        # One who stayed may have learned a version from a view; where it was an event, it is the same.
                        told = {one["version"]: one for one in stays.events}
                        assert all(told.get(one["version"], one) == one for one in back.welcome["missed"])
                        back.connection.transport.abort()
                        seen = back.view["version"]
                    cuts += 1

    asyncio.run(cut())


async def go_on(stays, clients, dice, seen):
    """A few actions by anybody; the version the cut client saw last and the versions it has missed since."""
    start = stays.view["version"] if seen is None else seen
    for _ in range(dice.randint(1, 4)):
        for client in clients:
            newest = max(other.view["version"] for other in clients)
            while client.view["version"] < newest:
                await client.next("event")
        for seat, client in enumerate(clients):
            action = choose(client.view, f"{seat}-{client.view['version']}")
            if action is not None:
                before = client.view["version"]
                assert (await client.act(action))["type"] == "ack"
                await client.next("event", "view")
                if client.view["version"] > before:
                    break
    newest = max(other.view["version"] for other in clients)
    while stays.view["version"] < newest:
        await stays.next("event")
    return start, list(range(start + 1, stays.view["version"] + 1))
