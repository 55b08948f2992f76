"""Guards before the rules: hosts, paths, rates, sizes, work, and headers that keep a page to itself."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from overtrick.server.addresses import address_key
from overtrick.server.budgets import Account, Metered
from overtrick.server.hosts import Hosts
from overtrick.server.metrics import Metrics
from overtrick.server.pages import MAX_PATH
from overtrick.server.refusal import STATUS, Refusal
from overtrick.server.settings import Settings
from overtrick.server.transport import LIMITS, OUTLET, Limits

MAX_BODY = 64 * 1024
MAX_ADDRESSES = 10_000
"""Addresses whose rate is remembered; the one unheard for longest is forgotten first."""
BURST = 4.0
"""How many seconds' worth may come at once."""


class Bucket:
    """A rate: so many a second on average, a burst at most."""

    def __init__(self, per_second: float, burst: float | None = None) -> None:
        self._rate = per_second
        self._size = max(1.0, per_second * BURST if burst is None else burst)
        self._level = self._size
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is within the rate; it is counted if so."""
        now = time.monotonic()
        self._level = min(self._size, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < 1.0:
            return False
        self._level -= 1.0
        return True

    @property
    def wait_seconds(self) -> int:
        """Until there is room for another."""
        return max(1, round((1.0 - self._level) / self._rate))


class Rates:
    """A bucket for each address."""

    def __init__(self, per_second: float, burst: float | None = None) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Count one for the address, or refuse with the time to wait."""
        bucket = self._buckets.pop(address, None) or Bucket(self._per_second, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > MAX_ADDRESSES:
            self._buckets.popitem(last=False)
        if not bucket.take():
            seconds = bucket.wait_seconds
            raise Refusal("too_many", f"too many requests; try again in {seconds} s", retry_after=seconds)


def check_path(scope: Scope) -> None:
    """Refuse what names nothing here, and what a database or a file system would stumble over."""
    path = scope["path"]
    if len(path) > MAX_PATH or not path.isprintable():
        raise Refusal("not_found", f"a path here has at most {MAX_PATH} characters, all of them printable")


async def read_body(receive: Receive, seconds: float) -> bytes:
    """The whole body, which must come in time and be small."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Refusal("bad_message", "the body ended early")
                body += message.get("body", b"")
                if len(body) > MAX_BODY:
                    raise Refusal("too_large", f"a body has at most {MAX_BODY} bytes")
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise Refusal("timeout", "the body took too long") from None


class Guard:
    """The outermost layer of the application: who may come in, how often, and what their work costs them."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, headers: list[tuple[bytes, bytes]]) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._headers = headers
        self._hosts = Hosts(settings)
        self._limits = Limits(settings)
        self._requests = Rates(settings.requests_per_second)
        self._files = Rates(settings.files_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = self._answer if scope["type"] == "http" else self._open_socket
        account = self._limits_of(scope).accounts.of(address_of(scope))
        await Metered(answer(scope, receive, send, account), lambda ms: account.spend(ms=ms))

    async def _answer(self, scope: Scope, receive: Receive, send: Send, account: Account) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        try:
            await account.turn()
            self._check_visitor(scope)
            receive = await self._admit(scope, receive)
        except Refusal as refusal:
            self._metrics.count("turned_away_total")
            await answer_refusal(refusal, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    async def _open_socket(self, scope: Scope, receive: Receive, send: Send, account: Account) -> None:
        """Let a handshake through, or answer it with the status of a refusal."""
        headers = dict(scope["headers"])
        outlet = scope.get("extensions", {}).get(OUTLET, {})
        try:
            await account.turn()
            self._check_visitor(scope)
            self._hosts.check_origin(_text(headers.get(b"origin")), _text(headers.get(b"host")), scope)
            if "belong_to" in outlet:
                outlet["belong_to"](client_of(scope))
        except Refusal as refusal:
            self._metrics.count("turned_away_total")
            await receive()
            await answer_refusal(refusal, send, kind="websocket.http.response")
            return
        await self._app(scope, receive, send)

    def _check_visitor(self, scope: Scope) -> None:
        """Whether this host is asked for, at a path that can be, and not too often."""
        self._hosts.check_host(_text(dict(scope["headers"]).get(b"host")), scope)
        check_path(scope)
        is_file = scope["type"] == "http" and not scope["path"].startswith("/api/")
        (self._files if is_file else self._requests).take(address_of(scope))

    def _limits_of(self, scope: Scope) -> Limits:
        """Those of the connection, so that an address has one account; an application alone has its own."""
        limits: Limits = scope.get("state", {}).get(LIMITS, self._limits)
        return limits

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        """Read the whole body, of bounded size, before anything else looks at the request."""
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return receive
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if length.isdigit() and int(length) > MAX_BODY:
            raise Refusal("too_large", f"a body has at most {MAX_BODY} bytes")
        body = await read_body(receive, self._settings.hello_seconds)
        is_sent = False

        async def replay() -> Message:
            nonlocal is_sent
            if is_sent:
                return await receive()
            is_sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        return replay


def address_of(scope: Scope) -> str:
    """Whose request it is, for rates; the sockets of one machine, or of one network of IPv6, share them."""
    return address_key(client_of(scope))


def client_of(scope: Scope) -> str:
    """The address of the client, as the proxy tells it where one is trusted."""
    client = scope.get("client")
    return client[0] if client else "local"


def _text(header: bytes | None) -> str | None:
    return None if header is None else header.decode("latin-1")


async def answer_refusal(refusal: Refusal, send: Send, kind: str = "http.response") -> None:
    """A refusal as an HTTP answer, for where the framework has not begun yet."""
    body = json.dumps({"error": {"code": refusal.code, "message": refusal.message}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.retry_after is not None:
        headers.append((b"retry-after", str(refusal.retry_after).encode()))
    if refusal.code in ("too_large", "timeout", "too_many"):
        headers.append((b"connection", b"close"))
    await send({"type": f"{kind}.start", "status": STATUS[refusal.code], "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
