"""Who is let in: known hosts, paths that can exist, JSON that says everything once, rates for everything."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
from http.client import HTTPConnection

import httpx
import pytest
import websockets

from overtrick.server import hosts as known
from overtrick.server.app import create_app
from overtrick.server.hosts import Hosts
from overtrick.server.names import clean_name
from overtrick.server.refusal import Refusal
from overtrick.server.running import exposure
from overtrick.server.settings import Settings
from overtrick.server.sockets import read_message
from overtrick.server.strict_json import MAX_DEPTH, check_depth, read_json
from tests.server.listener import HEAD
from tests.server.processes import ServerProcess

ARRIVED = {"server": ("192.168.7.7", 8000)}
"""Part of the scope of a request that came to this address of the machine."""
MANY = 60


def raw_get(port, path, host="localhost", address="127.0.0.1", **headers):
    """Status, headers and body of a request whose path is sent as it is."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))
    connection.putrequest("GET", path, skip_host=True)
    for name, value in {"Host": host, **headers}.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, body


PATHS = ["/%00", "/index.html%00.js", "/%0a", "/%7f", "/" + "x" * 5_000, "/" + "%41" * 3_000, "/api/game/%00"]


@pytest.mark.parametrize("path", PATHS, ids=[path[:20] for path in PATHS])
def test_paths_that_cannot_exist_are_404(server, path):
    status, _, body = raw_get(server.port, path)
    assert (status, json.loads(body)["error"]["code"]) == (404, "not_found")


def test_a_strange_path_of_a_socket_is_404(server):
    async def connect():
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(f"ws://127.0.0.1:{server.port}/api/game/%00/socket")
        assert refused.value.response.status_code == 404

    asyncio.run(connect())


@pytest.mark.parametrize(
    ("settings", "host", "is_known"),
    [
        ({}, "localhost:8000", True),
        ({}, "LOCALHOST.", True),
        ({}, "127.0.0.1", True),
        ({}, "[::1]:8000", True),
        ({}, "192.168.7.7:8000", True),
        ({}, "192.168.7.8:8000", False),
        ({}, "evil.example", False),
        ({}, "localhost.evil.example", False),
        ({}, "evil.example@localhost:[", False),
        ({}, "", False),
        ({}, "thismachine", False),
        ({"host": "0.0.0.0"}, "thismachine:8000", True),
        ({"host": "0.0.0.0"}, "evil.example", False),
        ({"host": "cards"}, "cards:8000", True),
        ({"hosts": ["cards.example"]}, "cards.example", True),
        ({"hosts": ["*"]}, "evil.example", True),
        ({"origins": ["https://cards.example:444"]}, "cards.example:444", True),
    ],
)
def test_hosts(monkeypatch, settings, host, is_known):
    monkeypatch.setattr(known, "own_name", lambda: "thismachine")
    hosts = Hosts(Settings(**settings))
    if is_known:
        hosts.check_host(host, ARRIVED)
    else:
        with pytest.raises(Refusal, match="hosts"):
            hosts.check_host(host, ARRIVED)


def test_a_foreign_host_is_told_which_setting_allows_it(server):
    status, _, body = raw_get(server.port, "/healthz", "evil.example")
    assert status == 403
    assert "hosts" in json.loads(body)["error"]["message"]


def test_a_page_under_a_foreign_name_cannot_connect(server):
    """Host and origin agree, as they do when a name of the attacker's is made to lead here."""
    created = server.create()
    path = f"api/game/{created['id']}/socket"
    with socket.create_connection(("127.0.0.1", server.port)) as one:
        head = HEAD.format(path=path, more="Origin: http://evil.example\r\n").replace("127.0.0.1", "evil.example")
        one.sendall(head.encode())
        assert one.recv(1000).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize("text", ['{"a":1,"a":1}', '{"a":{"b":[{"c":1,"d":2,"c":3}]}}', '{"x":1,"\\u0078":2}'])
def test_no_key_stands_twice(text):
    with pytest.raises(Refusal, match="twice"):
        read_json(text.encode())


def test_doubled_keys_are_refused_over_the_wire(server):
    status, answer = server.ask("POST", "/api/game/create", b'{"name":"Ada","players":3,"name":"Bo"}')
    assert (status, answer["error"]["code"]) == (400, "bad_message")
    assert "'name'" in answer["error"]["message"]
    created = server.create()

    async def act():
        async with server.socket(created["id"], created["token"]) as client:
            await client.connection.send('{"type":"pace","id":"a","version":0,"pace":"fast","pace":"slow"}')
            assert "'pace'" in (await client.next("error"))["error"]["message"]

    asyncio.run(act())


@pytest.mark.parametrize("text", [b"", b"{", b"[1,]", b"\xff", b'"\xed\xa0\x80"', b"NaN", b"[Infinity]", b"1" * 5_000])
def test_what_is_not_json_is_refused(text):
    with pytest.raises(Refusal) as refused:
        read_json(text)
    assert refused.value.code == "bad_message"


@pytest.mark.parametrize("text", ['{"type":"play","id":"a","version":1,"card":"\\ud800A"}', '{"\\ud800":1}'])
def test_half_a_character_is_refused(text):
    with pytest.raises(Refusal) as refused:
        read_message(text)
    refused.value.message.encode()


def nested(depth, opening="[", closing="]"):
    return (opening * depth + closing * depth).encode()


@pytest.mark.parametrize(
    ("text", "is_too_deep"),
    [
        (nested(MAX_DEPTH), False),
        (nested(MAX_DEPTH + 1), True),
        (nested(MAX_DEPTH // 2, '{"a":[', "]}"), False),
        (nested(MAX_DEPTH // 2 + 1, '{"a":[', "]}"), True),
        (b"[" + b"[],{}," * 2_000 + b"[]]", False),
        (json.dumps(["[" * 50, '"[\\', "]]"]).encode(), False),
        (b'["\\"' + b"[" * 50 + b'"]', False),
        (b'["\\\\"' + b",[" * 50 + b"]" * 51, True),
    ],
)
def test_depth(text, is_too_deep):
    if is_too_deep:
        with pytest.raises(Refusal, match="deep"):
            check_depth(text)
    else:
        check_depth(text)


def test_depth_is_found_without_a_loop_over_bytes():
    """Sixteen kilobytes take as many lines of Python as sixteen bytes: an attacker cannot buy time with length."""
    lines = 0

    def trace(*_):
        nonlocal lines
        lines += 1
        return trace

    text = b"[" + b'[{}],"\\"",' * 1_600 + b"[]]"
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        check_depth(text)
    finally:
        sys.settrace(before)
    assert 0 < lines < 100


@pytest.mark.parametrize(
    "code", [0x034F, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x115F, 0x3164, 0xFFA0, 0x2800, 0x1D173, 0xE0020]
)
def test_names_hide_nothing(code):
    with pytest.raises(Refusal, match=r"invisible|unknown|needs"):
        clean_name(f"A{chr(code)}da")


@pytest.mark.parametrize("code", [0xFE00, 0xFE0F, 0xE0100])
def test_variations_of_characters_are_dropped_from_names(code):
    assert clean_name(f"Ada ❤{chr(code)}") == "Ada ❤"
    with pytest.raises(Refusal):
        clean_name(chr(code))


@pytest.mark.parametrize(
    ("settings", "is_told"),
    [
        ({}, False),
        ({"host": "0.0.0.0"}, True),
        ({"host": "::"}, True),
        ({"host": "0.0.0.0", "trusted_proxies": "10.0.0.1"}, False),
        ({"host": "192.168.1.2"}, False),
    ],
)
def test_a_start_for_everybody_says_so_in_one_line(settings, is_told):
    notice = exposure(Settings(**settings))
    assert (notice is not None) == is_told
    if notice is not None:
        assert "TLS" in notice
        assert "\n" not in notice


@pytest.fixture(scope="module")
def narrow_server(tmp_path_factory):
    """A server with narrow rates, behind a proxy that it trusts."""
    limits = {"requests_per_second": 5, "files_per_second": 5, "connections_per_address": 5}
    file = tmp_path_factory.mktemp("narrow") / "narrow.db"
    running = ServerProcess(file, **limits, trusted_proxies="127.0.0.2", hosts='["cards.example"]').start()
    yield running
    running.stop()


@pytest.mark.parametrize(("path", "address"), [("/", "127.0.0.21"), ("/openapi.json", "127.0.0.22")])
def test_every_path_has_a_rate(narrow_server, path, address):
    answers = [raw_get(narrow_server.port, path, address=address) for _ in range(MANY)]
    assert answers[0][0] == 200
    refused = [headers for status, headers, _ in answers if status == 429]
    assert int(refused[0]["Retry-After"]) >= 1
    assert raw_get(narrow_server.port, path, address="127.0.0.29")[0] == 200, "others are not concerned"


def test_the_openapi_document_is_made_once_for_all_who_ask(monkeypatch):
    app = create_app(Settings(work_ms_per_second=1e9))
    may_end, made, make = threading.Event(), [], app.openapi

    def make_slowly():
        made.append(may_end.wait(60))
        return make()

    monkeypatch.setattr(app, "openapi", make_slowly)

    async def ask():
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            asking = [asyncio.create_task(client.get("/openapi.json")) for _ in range(5)]
            for _ in range(50):
                await asyncio.sleep(0)
            may_end.set()
            return [(await one).json()["info"]["title"] for one in asking]

    assert asyncio.run(ask()) == 5 * ["Overtrick"]
    assert made == [True]


def handshake(port, address, more=""):
    """An open connection and the status of its handshake."""
    one = socket.create_connection(("127.0.0.1", port), 60, (address, 0))
    one.sendall(HEAD.format(path="api/game/none/socket", more=more).encode())
    return one, one.recv(1000).split(b" ")[1]


def test_handshakes_have_a_rate(narrow_server):
    statuses = []
    for _ in range(MANY):
        one, status = handshake(narrow_server.port, "127.0.0.23")
        statuses.append(status)
        one.close()
    assert statuses[0] == b"101"
    assert b"429" in statuses


def test_sockets_behind_a_proxy_count_for_their_client(narrow_server):
    kept = [handshake(narrow_server.port, "127.0.0.2", "X-Forwarded-For: 9.9.9.9\r\n") for _ in range(6)]
    assert [status for _, status in kept] == 5 * [b"101"] + [b"429"]
    other, status = handshake(narrow_server.port, "127.0.0.2", "X-Forwarded-For: 9.9.9.8\r\n")
    assert status == b"101"
    for one, _ in [*kept, (other, status)]:
        one.close()


def test_a_host_of_the_settings_is_served(narrow_server):
    assert raw_get(narrow_server.port, "/healthz", "cards.example", "127.0.0.24")[0] == 200
