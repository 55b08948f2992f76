"""Guards before the rules: rates, sizes, depth of JSON, origins, and headers that keep a page to itself."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from overtrick.server.refusal import STATUS, Refusal
from overtrick.server.settings import Settings

MAX_BODY = 64 * 1024
MAX_DEPTH = 12
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


def check_depth(text: bytes) -> None:
    """Refuse JSON nested deeper than any message of ours."""
    if text.count(b"[") + text.count(b"{") <= MAX_DEPTH:
        return
    depth, in_string, is_escaped = 0, False, False
    for byte in text:
        if in_string:
            if is_escaped:
                is_escaped = False
            elif byte == 0x5C:
                is_escaped = True
            elif byte == 0x22:
                in_string = False
        elif byte == 0x22:
            in_string = True
        elif byte in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise Refusal("bad_message", f"JSON may be nested {MAX_DEPTH} deep, not deeper")
        elif byte in b"]}":
            depth -= 1


def check_origin(origin: str | None, host: str | None, settings: Settings) -> None:
    """A page of another site may not open a socket. Programs other than browsers send no origin."""
    if origin is None or origin in settings.origins:
        return
    if host is not None and urlsplit(origin).netloc == host:
        return
    raise Refusal("origin", "pages of other sites may not connect here")


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
    """The outermost layer of the application: sizes, rates and headers."""

    def __init__(self, app: ASGIApp, settings: Settings, headers: list[tuple[bytes, bytes]]) -> None:
        self._app = app
        self._settings = settings
        self._headers = headers
        self._requests = Rates(settings.requests_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        try:
            receive = await self._admit(scope, receive)
        except Refusal as refusal:
            await answer_refusal(refusal, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        """Check rate, size and depth before anything else looks at the request."""
        if scope["path"].startswith("/api/"):
            self._requests.take(address_of(scope))
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return receive
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if length.isdigit() and int(length) > MAX_BODY:
            raise Refusal("too_large", f"a body has at most {MAX_BODY} bytes")
        body = await read_body(receive, self._settings.hello_seconds)
        check_depth(body)
        is_sent = False

        async def replay() -> Message:
            nonlocal is_sent
            if is_sent:
                return await receive()
            is_sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        return replay


def address_of(scope: Scope) -> str:
    """Whose request it is, for rates; the sockets of one machine share them."""
    client = scope.get("client")
    return client[0] if client else "local"


async def answer_refusal(refusal: Refusal, send: Send) -> None:
    """A refusal as an HTTP answer, for where the framework has not begun yet."""
    body = json.dumps({"error": {"code": refusal.code, "message": refusal.message}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.retry_after is not None:
        headers.append((b"retry-after", str(refusal.retry_after).encode()))
    if refusal.code in ("too_large", "timeout"):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": STATUS[refusal.code], "headers": headers})
    await send({"type": "http.response.body", "body": body})
