"""What the server does with clients that are rude, slow, too many or not what they seem."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import time
from http.client import HTTPConnection

import pytest
import websockets

from overtrick.server.guards import Bucket, Rates
from overtrick.server.hosts import Hosts
from overtrick.server.names import MAX_NAME, clean_name
from overtrick.server.refusal import Refusal
from overtrick.server.settings import Settings
from overtrick.server.strict_json import check_depth
from tests.server.processes import ServerProcess

FRAMES = 100_000
HALF_OPEN = 200
GONE_SECONDS = 12


def nasty_names():
    hidden = [
        "\u200b",
        "\u200d",
        "\u202e",
        "\u2066",
        "\ufeff",
        "\u00ad",
        "\u2028",
        "\u3164",
        "\u2800",
        "\ufe0f",
        "\x00",
        "\x1b[31m",
        "\x7f",
        "\ue000",
    ]
    names = [f"A{character}da" for character in hidden]
    names += ["", " ", "\t\n", "x" * 25, "x" * 10_000, "\U0001f468\u200d\U0001f469", "e" + "\u0301" * 40, "\ud800"]
    names += [chr(code) + "x" for code in range(32) if chr(code) not in "\t\n\r\v\f\x1c\x1d\x1e\x1f"]
    names += ["<script>alert(1)</script>", "<img src=x onerror=x>", "'; DROP TABLE games;--", "{{7*7}}", "${x}", "%00"]
    dice = random.Random(1)
    while len(names) < 200:
        names.append(
            "".join(
                chr(dice.choice((dice.randrange(32), dice.randrange(0x2000, 0x2070), 60, 62, 38))) for _ in range(9)
            )
        )
    return names


def kept_or_code(name):
    try:
        return clean_name(name)
    except Refusal as refusal:
        return refusal.code


def test_nasty_names_are_refused_or_plain():
    for name in nasty_names():
        clean = kept_or_code(name)
        assert clean == "bad_name" or (1 <= len(clean) <= MAX_NAME and clean.isprintable())


@pytest.mark.parametrize(("typed", "kept"), [(" Ada  L ", "Ada L"), ("Zoë", "Zoë"), ("李雷", "李雷"), ("ﬁne", "fine")])
def test_good_names_are_tidied(typed, kept):
    assert clean_name(typed) == kept


def test_names_over_the_wire(server):
    for name in nasty_names():
        body = json.dumps({"name": name, "players": 3}).encode("utf-8", "surrogatepass")
        status, answer = server.ask("POST", "/api/game/create", body)
        assert status in (201, 400, 422), (name, answer)
        if status == 201:
            assert answer["view"]["table"]["seats"][0]["name"] == clean_name(name)


def test_rates_and_depth():
    bucket = Bucket(1.0, burst=2.0)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    rates = Rates(1.0, burst=1.0)
    rates.take("a")
    with pytest.raises(Refusal) as refused:
        rates.take("a")
    assert refused.value.retry_after >= 1
    rates.take("b")
    check_depth(b'{"a":"' + b"[" * 100 + b'"}')
    with pytest.raises(Refusal):
        check_depth(b"[" * 100)


ARRIVED = {"server": ("192.168.7.7", 8000)}
"""Part of the scope of a request that came to this address of the machine."""


@pytest.mark.parametrize(
    ("origin", "host", "is_welcome"),
    [
        (None, "cards:8000", True),
        ("http://cards:8000", "cards:8000", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("http://localhost:3000", "localhost:8000", False),
        ("https://evil.example", "cards:8000", False),
        ("https://evil.example", "evil.example", False),
        ("null", "cards:8000", False),
        ("https://ok.example", "cards:8000", True),
    ],
)
def test_origins(origin, host, is_welcome):
    hosts = Hosts(Settings(host="cards", origins=["https://ok.example"]))
    if is_welcome:
        hosts.check_origin(origin, host, ARRIVED)
    else:
        with pytest.raises(Refusal):
            hosts.check_origin(origin, host, ARRIVED)


def test_a_page_of_another_site_cannot_connect(server):
    created = server.create()

    async def connect():
        url = f"ws://127.0.0.1:{server.port}/api/game/{created['id']}/socket"
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with websockets.connect(url, origin="https://evil.example"):
                pass
        assert refused.value.response.status_code == 403

    asyncio.run(connect())


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory):
    """A server with narrow limits, behind a proxy that it trusts."""
    limits = {"requests_per_second": 2, "tables_per_hour": 3, "connections_per_address": 5}
    file = tmp_path_factory.mktemp("strict") / "strict.db"
    running = ServerProcess(file, **limits, trusted_proxies="127.0.0.2").start()
    yield running
    running.stop()


def test_too_often_is_told_when_to_come_back(strict_server):
    answers = [strict_server.ask("GET", "/api/players")[0] for _ in range(12)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_new_tables_are_bounded(strict_server):
    connection = HTTPConnection("127.0.0.1", strict_server.port, timeout=60, source_address=("127.0.0.3", 0))
    answers = []
    for _ in range(4):
        connection.request("POST", "/api/game/create", "{}", {"Content-Type": "application/json"})
        answers.append(connection.getresponse())
        answers[-1].read()
    connection.close()
    assert [answer.status for answer in answers] == [201, 201, 201, 429]
    assert int(answers[-1].headers["Retry-After"]) > 60


@pytest.mark.parametrize(("address", "answered"), [("127.0.0.1", 5), ("127.0.0.2", 8)])
def test_connections_of_an_address_are_bounded(strict_server, address, answered):
    """A proxy's are not: they are everybody's."""
    server = ("127.0.0.1", strict_server.port)
    opened = [socket.create_connection(server, 60, (address, 0)) for _ in range(8)]
    assert sum(is_answered(one) for one in opened) == answered
    for one in opened:
        one.close()


def is_answered(connection):
    try:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return connection.recv(100).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def test_bodies_are_bounded(server):
    assert server.ask("POST", "/api/game/create", b"x" * 70_000)[0] == 413
    assert server.ask("POST", "/api/game/create", b"[" * 5_000)[0] == 400
    assert server.ask("POST", "/api/game/create", b"{")[0] == 400
    assert server.ask("POST", "/api/game/create", {"nonsense": 1})[0] == 422


def test_unknown_paths_are_json_404(server):
    for method in ("GET", "POST", "DELETE"):
        status, answer = server.ask(method, "/api/no/such/path", b"{}" if method == "POST" else None)
        assert (status, answer["error"]["code"]) == (404, "not_found")
    assert server.ask("GET", "/any/page")[0] == 200


def test_seats_belong_to_tokens(server):
    created = server.create()
    path = f"/api/game/{created['id']}"
    assert server.ask("GET", path, token="x" * 32)[0] == 401
    assert server.ask("POST", f"{path}/hint")[0] == 401
    assert server.ask("GET", path)[1]["own"] is None
    assert server.ask("GET", path, token=created["token"])[1]["own"]["seat"] == 0
    other = server.create()
    assert server.ask("GET", path, token=other["token"])[0] == 401
    assert created["token"].encode() not in server.database.read_bytes()


def test_a_huge_message_closes_its_socket_only(server):
    created = server.create(seats=[{"kind": "human"}, {"kind": "open"}, {"kind": "open"}])

    async def shout():
        async with server.socket(created["id"], created["token"]) as quiet:
            async with server.socket(created["id"]) as loud:
                await loud.connection.send("x" * (1 << 20))
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await loud.next("never")
                assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
            assert (await quiet.act({"type": "pace", "id": "p", "version": 0, "pace": "fast"}))["type"] == "ack"

    asyncio.run(shout())


def test_half_open_connections_are_gone(server):
    begun = time.monotonic()
    rude = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(HALF_OPEN)]
    for number, one in enumerate(rude):
        one.sendall(
            (b"", b"GET / HT", b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")[
                number % 3
            ]
        )
    for one in rude:
        one.settimeout(max(0.1, begun + GONE_SECONDS - time.monotonic()))
        while one.recv(4096):
            pass
        one.close()
    assert server.ask("GET", "/healthz")[0] == 200


def malformed(dice):
    good = {"type": "play", "id": "a", "version": 1, "card": "AS"}
    kind = dice.randrange(8)
    if kind == 0:
        return "".join(chr(dice.randrange(32, 1000)) for _ in range(dice.randrange(40)))
    if kind == 1:
        return json.dumps(good)[: dice.randrange(40)]
    if kind == 2:
        return json.dumps({**good, dice.choice(list(good)): dice.choice([None, [], {}, -1, 1e99, "x" * 100, True])})
    if kind == 3:
        return json.dumps({**good, "extra": dice.random()})
    if kind == 4:
        return "[" * dice.randrange(2_000)
    if kind == 5:
        return json.dumps({"type": dice.choice(["hello", "fly", "", 7, None, "ping", "event"])})
    if kind == 6:
        return bytes(dice.randrange(256) for _ in range(dice.randrange(30)))
    return json.dumps({**good, "version": dice.choice([0, 10**9, 10**30]), "card": dice.choice(["ZZ", "10", "♠A", ""])})


@pytest.mark.parametrize("frames", [5_000, pytest.param(FRAMES, marks=pytest.mark.long)])
def test_malformed_frames_do_no_harm(server, frames):
    created = server.create(seats=[{"kind": "human"}, {"kind": "open"}, {"kind": "open"}])
    dice = random.Random(2)

    codes = set()

    async def attack():
        sent = 0
        while sent < frames:
            async with server.socket(created["id"], created["token"]) as client:
                try:
                    for _ in range(25):
                        await client.connection.send(malformed(dice))
                        sent += 1
                    assert await client.act({"type": "pace", "id": f"p{sent}", "version": 0, "pace": "fast"})
                except websockets.ConnectionClosed as closed:
                    codes.add(closed.rcvd.code if closed.rcvd else 1000)

    asyncio.run(attack())
    assert codes <= {1000, 1008}
    assert server.ask("GET", "/healthz")[0] == 200
    assert server.figures()["overtrick_errors_total"] == 0
