"""Whole matches by scripted clients over the socket, people and AI mixed, to the final score."""

from __future__ import annotations

import asyncio

import pytest
import websockets

from tests.server.processes import ServerProcess, choose, play_to_the_end

AI = {"kind": "ai", "level": "easy"}


def seats(people, ai):
    return [{"kind": "human"}, *[{"kind": "open"}] * (people - 1), *[AI] * ai]


@pytest.mark.parametrize(("people", "ai"), [(1, 2), (2, 2), (5, 0), (3, 3), (1, 6), (2, 6)])
def test_blob_is_played_to_the_final_score(server, people, ai):
    play_match(server, people, game="blob", seats=seats(people, ai), blob={"round_cards": [3, 1, 2]})


@pytest.mark.parametrize(("people", "ai"), [(1, 3), (4, 0)])
def test_hearts_is_played_to_the_final_score(server, people, ai):
    play_match(server, people, game="hearts", seats=seats(people, ai), hearts={"target": 30})


def play_match(server, people, **wish):
    created = server.create(name="Ada", **wish)
    seated = [created, *(server.join(created["id"], f"Bo {place}") for place in range(people - 1))]

    async def play():
        async def sit(place, one):
            async with server.socket(one["id"], one["token"]) as client:
                await play_to_the_end(client, f"seat{place}")
                return client.view

        return await asyncio.gather(*(sit(place, one) for place, one in enumerate(seated)))

    views = asyncio.run(play())
    tables = [view["table"] for view in views]
    for table in tables:
        assert table["result"]["scores"] == tables[0]["result"]["scores"]
        assert table["scores"] == [
            sum(row["scores"][seat] for row in table["sheet"]) for seat in range(len(table["seats"]))
        ]
    status, proof = server.ask("GET", f"/api/game/{created['id']}/proof")
    assert (status, proof["is_open"], len(proof["deals"])) == (200, True, len(tables[0]["sheet"]))
    status, summary = server.ask("POST", "/api/games", {"ids": [created["id"]]})
    assert summary["games"][0]["scores"] == tables[0]["scores"]
    assert server.figures()["overtrick_ai_failures_total"] == 0


def test_an_ai_table_plays_itself_while_spectators_watch(server):
    created = server.create(game="blob", seats=[AI] * 3, blob={"round_cards": [2, 1]})
    assert created["token"] is None

    async def watch():
        async with server.socket(created["id"]) as client:
            while client.view["table"]["status"] != "finished":
                assert client.view["own"] is None
                await client.next("event", "view")

    asyncio.run(watch())


def test_rematch_keeps_seats_and_tokens(server):
    created = server.create(game="blob", seats=[{"kind": "human"}, AI, AI], blob={"round_cards": [1]})

    async def again():
        async with server.socket(created["id"], created["token"]) as client:
            await play_to_the_end(client, "first")
            answer = await client.act({"type": "rematch", "id": "again", "version": client.view["version"]})
            repeat = await client.act({"type": "rematch", "id": "again", "version": client.view["version"]})
        assert answer["table"] == repeat["table"] is not None
        async with server.socket(answer["table"], created["token"]) as client:
            assert client.welcome["seat"] == 0
            await play_to_the_end(client, "second")

    asyncio.run(again())


def test_undo_against_ai_returns_to_my_last_decision(server):
    created = server.create(game="blob", seats=[{"kind": "human"}, AI, AI], blob={"round_cards": [3]})

    async def take_back():
        async with server.socket(created["id"], created["token"]) as client:
            while client.view["own"]["turn"] is None:
                await client.next("event")
            before = client.view
            bid = {"type": "bid", "id": "bid", "version": before["version"]}
            legal = [choice["bid"] for choice in before["own"]["turn"]["bids"] if choice["legal"]]
            assert (await client.act({**bid, "bid": legal[0]}))["type"] == "ack"
            await client.next("event")
            while client.view["own"]["turn"] is None:
                await client.next("event")
            assert (await client.act({"type": "undo", "id": "undo", "version": client.view["version"]}))[
                "type"
            ] == "ack"
            await client.next("event")
            assert client.view["own"]["turn"] == before["own"]["turn"]
            assert client.view["table"]["round"] == before["table"]["round"]
            # The id of the action taken back stays used.
            assert (await client.act({**bid, "bid": legal[0]}))["repeated"]
            assert client.view["table"]["round"]["bids"][0] is None
            await play_to_the_end(client, "rest")

    asyncio.run(take_back())


def test_a_finished_round_cannot_be_taken_back(server):
    created = server.create(game="blob", seats=[{"kind": "human"}, AI, AI], blob={"round_cards": [2, 1]})

    async def look_and_take_back():
        async with server.socket(created["id"], created["token"]) as client:
            while client.view["table"]["round"]["phase"] != "over":
                if client.view["own"]["turn"] is not None:
                    await client.act(choose(client.view, f"a{client.view['version']}"))
                await client.next("event", "view")
            assert server.ask("GET", f"/api/game/{created['id']}/replay/1")[0] == 200
            assert not client.view["own"]["offers"]["undo"]
            answer = await client.act({"type": "undo", "id": "undo", "version": client.view["version"]})
            assert (answer["type"], answer["code"]) == ("refused", "not_allowed")
            assert client.view["table"]["round"]["phase"] == "over"
            await play_to_the_end(client, "rest")

    asyncio.run(look_and_take_back())


def test_undo_with_people_needs_everybody(server):
    created = server.create(game="blob", seats=[{"kind": "human"}, {"kind": "open"}, AI], blob={"round_cards": [2]})
    joined = server.join(created["id"])

    async def ask():
        async with (
            server.socket(created["id"], created["token"]) as ada,
            server.socket(joined["id"], joined["token"]) as bo,
        ):
            while bo.view["own"]["turn"] is None:
                await bo.next("event", "view")
            act = {"id": "b", "version": bo.view["version"], "type": "bid", "bid": 0}
            assert (await bo.act(act))["type"] == "ack"
            while ada.view["own"]["turn"] is None:
                await ada.next("event", "view")
            wish = {"type": "undo", "id": "u", "version": ada.view["version"]}
            assert (await bo.act(wish))["type"] == "ack"
            while ada.view["table"]["undo"] is None:
                await ada.next("view")
            assert ada.view["table"]["undo"] == {"seat": 1, "agreed": [], "waiting": [0]}
            agree = {"type": "agree", "id": "yes", "version": ada.view["version"], "yes": True}
            assert (await ada.act(agree))["type"] == "ack"
            while not any(event["kind"] == "undone" for event in ada.events):
                await ada.next("event")
            assert ada.view["table"]["round"]["bids"][1] is None

    asyncio.run(ask())


def test_the_ai_holds_a_seat_and_hands_it_back(tmp_path):
    server = ServerProcess(tmp_path / "hold.db", hold_seconds=0.2).start()
    created = server.create(game="blob", seats=[{"kind": "human"}, {"kind": "open"}, AI], blob={"round_cards": [5, 1]})
    joined = server.join(created["id"])

    async def hold():
        async with server.socket(created["id"], created["token"]) as ada:
            while ada.view["table"]["round"]["phase"] != "over":
                if ada.view["own"]["turn"] is not None:
                    await ada.act(choose(ada.view, f"a{ada.view['version']}"))
                await ada.next("event", "view")
            assert ada.view["table"]["seats"][1]["held"]
            assert any(event["seat"] == 1 and event["by"] == "ai" for event in ada.events)
            async with server.socket(joined["id"], joined["token"]) as bo:
                assert not bo.view["table"]["seats"][1]["held"]
                assert bo.view["own"]["seat"] == 1

    asyncio.run(hold())
    server.stop()


def test_leaving_gives_the_seat_to_the_ai_and_to_whoever_sits_in(server):
    created = server.create(game="blob", seats=[{"kind": "human"}, {"kind": "open"}, AI], blob={"round_cards": [3, 1]})
    joined = server.join(created["id"])

    async def leave():
        async with server.socket(created["id"], created["token"]) as ada:
            async with server.socket(joined["id"], joined["token"]) as bo:
                assert (await bo.act({"type": "leave", "id": "bye", "version": bo.view["version"]}))["type"] == "ack"
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await bo.next("never")
                assert closed.value.rcvd.code == 4001
            while ada.view["table"]["seats"][1]["kind"] != "open":
                await ada.next("event", "view")
            assert server.ask("GET", f"/api/game/{joined['id']}", token=joined["token"])[0] == 401
            cleo = server.join(created["id"], "Cleo")
            assert cleo["seat"] == 1
            async with server.socket(cleo["id"], cleo["token"]) as sits_in:
                assert sits_in.view["own"]["seat"] == 1
            assert server.ask("POST", f"/api/game/{created['id']}/join", {"name": "Dan"})[0] == 409

    asyncio.run(leave())
