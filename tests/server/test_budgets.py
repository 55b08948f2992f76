"""Floods are held up before they hold up anybody else: budgets in bytes, frames and milliseconds."""

from __future__ import annotations

import asyncio
import random
import socket
from functools import partial

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from websockets.frames import Close, Opcode

from overtrick.server import budgets, transport
from overtrick.server.addresses import Proxies, address_key
from overtrick.server.budgets import Account, Budget, Metered, Rate, address_rate, connection_rate, metered
from overtrick.server.running import ACCEPTED_AT_ONCE
from overtrick.server.settings import Settings
from overtrick.server.transport import SocketProtocol, limited_protocol
from tests.server.listener import PATIENCE, frame, listening, read_head, upgraded

FLOODER, OTHER = "127.0.0.9", "127.0.0.2"
FLOOD = 40_000
DEFAULTS = Settings()
MESSAGE = frame(Opcode.TEXT, b"x" * 16_000)


class Clock:
    """The time of budgets, set by hand."""

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now

    def perf_counter(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(budgets, "time", clock)
    return clock


def test_a_budget_bears_a_burst_then_a_rate(clock):
    budget = Budget(Rate(100, 10, 50))
    assert budget.spend(size=400) == 0
    assert budget.spend(size=50) == pytest.approx(0.5)
    clock.now += 0.5
    assert budget.debt_seconds == pytest.approx(0)
    assert budget.spend(frames=60) == pytest.approx(2)
    clock.now += 3600
    assert budget.spend(ms=5) == 0
    assert budget.spend(ms=5) == pytest.approx(0.1)


def test_honest_clients_are_never_in_debt(clock):
    """Ten minutes of somebody who plays as fast as messages may come, and of forty people behind one address."""
    own, account = Budget(connection_rate(DEFAULTS)), Budget(address_rate(DEFAULTS))
    dice = random.Random(1)
    for _ in range(600 * int(DEFAULTS.messages_per_second)):
        clock.now += 1 / DEFAULTS.messages_per_second
        assert own.spend(dice.randrange(100, 600), 2, dice.uniform(0.2, 2)) == 0
    for _ in range(600 * 40):
        clock.now += 1 / 40
        assert account.spend(dice.randrange(100, 600), 2, dice.uniform(0.2, 4)) == 0


def test_the_line_of_an_address_is_in_order():
    async def wait():
        account = Account(Rate(1e6, 1e6, 100))
        account.spend(ms=60)
        served = []

        def serve(name):
            served.append(name)
            account.spend(ms=1)

        for name in "abc":
            account.wait(partial(serve, name))
        assert not account.is_free
        await account.turn()
        return served

    assert asyncio.run(wait()) == ["a", "b", "c"]


def test_work_is_charged_step_by_step_and_stays_as_it_was(clock):
    charged = []

    async def work(fails):
        clock.now += 0.002
        await asyncio.sleep(0)
        clock.now += 0.003
        if fails:
            raise OSError("planted")
        return "answer"

    async def wait_for_ever():
        try:
            await asyncio.Future()
        finally:
            charged.append("ended")

    async def run():
        assert await Metered(work(fails=False), charged.append) == "answer"
        assert charged == pytest.approx([2, 3])
        with pytest.raises(OSError, match="planted"):
            await Metered(work(fails=True), charged.append)
        task = asyncio.create_task(metered(wait_for_ever(), lambda ms: None))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert charged[-1] == "ended"

    asyncio.run(run())


@pytest.fixture
def parsed(monkeypatch):
    """How many frames and bytes of sockets were parsed for each address."""
    counts = {}
    parse = SocketProtocol.handle_events

    def count(protocol):
        frames, size = counts.get(protocol.client[0], (0, 0))
        held = sum(len(getattr(event, "data", b"")) for event in protocol.conn.events)
        counts[protocol.client[0]] = (frames + len(protocol.conn.events), size + held)
        parse(protocol)

    monkeypatch.setattr(SocketProtocol, "handle_events", count)
    return counts


async def echo(port, address=OTHER):
    """One message and its answer."""
    reader, writer = await upgraded(port, "echo", address=address)
    await read_head(reader)
    writer.write(frame(Opcode.TEXT, b"hello"))
    async with asyncio.timeout(PATIENCE):
        assert await reader.readexactly(7) == b"\x81\x05hello"
    writer.close()


@pytest.mark.parametrize(
    "flood",
    [
        frame(Opcode.PING, b"x") * FLOOD,
        frame(Opcode.PING, b"x") + frame(Opcode.PONG) * FLOOD,
        frame(Opcode.PING, b"x") + frame(Opcode.TEXT, b"", fin=False) + frame(Opcode.CONT, b"", fin=False) * FLOOD,
    ],
    ids=["pings", "pongs", "empty-fragments"],
)
def test_frames_of_a_flood_wait_until_others_are_served(parsed, flood):
    async def attack():
        async with listening() as (_, port, _):
            reader, writer = await upgraded(port, address=FLOODER)
            await read_head(reader)
            writer.write(flood)
            await reader.readexactly(3)  # the first pong: the flood is being read
            await echo(port)
            assert 0 < parsed[FLOODER][0] < FLOOD / 10
            writer.transport.abort()

    asyncio.run(attack())


def test_large_messages_of_many_watchers_wait_until_others_are_served(parsed):
    async def attack():
        async with listening(transport.MAX_MESSAGE, connections_per_address=50, hello_seconds=PATIENCE) as (_, port, _):
            writers = []
            for _ in range(40):
                reader, writer = await upgraded(port, address=FLOODER)
                await read_head(reader)
                writers.append(writer)
            for writer in writers:
                writer.write(20 * MESSAGE)
            await echo(port)
            await echo(port)
            may = budgets.BURST_SECONDS * address_rate(DEFAULTS).size
            assert parsed[FLOODER][1] < 1.5 * may < 40 * 20 * 16_000 / 5
            await echo(port, FLOODER)  # neighbours of a flood are slow, not shut out
            for writer in writers:
                writer.transport.abort()

    asyncio.run(attack())


def test_pieces_of_a_body_are_parsed_a_few_at_a_time(monkeypatch):
    """A chunk for each byte: the parser of HTTP takes as long for one as for a frame."""
    pieces = []

    async def attack():
        async with listening() as (server, port, _):
            protocol = server.config.http_protocol_class
            parse = protocol.handle_events

            def count(self):
                pieces.append(self.conn._receive_buffer._data.count(b"x\r\n"))  # all that this call will go through
                parse(self)

            monkeypatch.setattr(protocol, "handle_events", count)
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOODER, 0))
            writer.write(
                b"POST /drain HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * FLOOD
            )
            await echo(port)
            await echo(port)
            assert 0 < max(pieces) < 1_000
            writer.transport.abort()

    asyncio.run(attack())


def test_a_client_that_keeps_on_flooding_is_cut_with_1008(monkeypatch):
    monkeypatch.setattr(transport, "PATIENCE_SECONDS", 0.3)

    async def attack():
        async with listening(frames_per_second=50) as (_, port, _):
            reader, writer = await upgraded(port, address=FLOODER)
            await read_head(reader)
            writer.write(frame(Opcode.PONG) * FLOOD)
            async with asyncio.timeout(PATIENCE):
                last = await reader.read(100)
            assert last[0] == 0x88
            assert Close.parse(last[2:]).code == 1008
            writer.close()

    asyncio.run(attack())


def test_a_burst_within_the_budget_passes_at_once_and_whole(parsed):
    """As many messages as a socket may send at once, and one of the largest, arrive in order; nobody is cut."""

    async def play():
        async with listening(max_size=transport.MAX_MESSAGE) as (_, port, _):
            reader, writer = await upgraded(port, "echo", address=OTHER)
            await read_head(reader)
            for number in range(80):
                writer.write(frame(Opcode.TEXT, b"%05d" % number))
            writer.write(MESSAGE)
            async with asyncio.timeout(PATIENCE):
                answers = await reader.readexactly(80 * 7 + 11)
            assert answers == b"".join(b"\x81\x05%05d" % number for number in range(80)) + b"\x81\x09" + b"x" * 9
            writer.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("local", "local"),
    ],
)
def test_limits_go_by_address_and_ipv6_network(address, key):
    assert address_key(address) == key


@pytest.mark.parametrize("trusted", ["", "10.0.0.1", "10.0.0.0/8, ::1", "*", "2001:db8::/32,local"])
@pytest.mark.parametrize("address", ["10.0.0.1", "10.9.9.9", "11.0.0.1", "::1", "2001:db8::9", "local"])
def test_proxies_are_the_ones_uvicorn_believes(trusted, address):
    """Connections are counted by our list and clients named by uvicorn's: both must mean the same."""
    seen = []

    async def application(scope, receive, send):
        seen.append(scope["client"][0])

    scope = {"type": "http", "client": (address, 1), "headers": [(b"x-forwarded-for", b"9.9.9.9")]}
    asyncio.run(ProxyHeadersMiddleware(application, trusted)(scope, None, None))
    assert (address in Proxies(trusted)) == (seen == ["9.9.9.9"])


def test_the_classes_of_uvicorn_are_as_this_is_built_on():
    """What we override or read there; a release that changes them is noticed here and not by attackers."""
    made = limited_protocol(transport.Limits(DEFAULTS))
    for name in (
        "connection_made",
        "data_received",
        "handle_events",
        "handle_websocket_upgrade",
        "on_response_complete",
    ):
        assert callable(getattr(made.__mro__[1], name))
    base = SocketProtocol.__mro__[1]
    for name in ("handle_connect", "handle_cont", "handle_ping", "handle_events", "handle_parser_exception", "receive"):
        assert callable(getattr(base, name))


def test_an_address_that_opens_connections_without_end_is_dropped_and_let_in_again(clock, monkeypatch):
    """Connections that never say a word cost work too; whoever is dropped for it does not pay for that as well."""
    limits = transport.Limits(DEFAULTS)

    class Nowhere:
        def abort(self):
            pass

    def connect(address):
        made = transport.Connection(limits, address, Nowhere())
        made.forget()
        return not made.is_too_many

    assert all(connect(FLOODER) for _ in range(100))
    assert not all(connect(FLOODER) for _ in range(2_000))
    assert not connect(FLOODER)
    assert connect(OTHER)
    clock.now += 0.1
    assert connect(FLOODER)


def test_few_connections_are_accepted_at_once_and_many_may_wait():
    """Accepting is done in one go, in which nobody else is served."""

    async def crowd():
        async with listening(connections_per_address=200) as (_, port, limits):
            crowd = [socket.create_connection(("127.0.0.1", port), PATIENCE) for _ in range(100)]
            steps, before = [], 0
            while before < 100:
                await asyncio.sleep(0)
                steps.append(limits.open.total() - before)
                before = limits.open.total()
            for one in crowd:
                one.close()
            return max(steps)

    assert asyncio.run(asyncio.wait_for(crowd(), 3 * PATIENCE)) <= ACCEPTED_AT_ONCE
