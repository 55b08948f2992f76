"""The built web page: files with a hash in their name are kept for ever, all others checked, one page for all paths."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

if TYPE_CHECKING:
    from fastapi import FastAPI

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
CHECK_FIRST = "no-cache"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
INDEX = "index.html"
MAX_PATH = 1_000
"""Characters of a path; none of ours is nearly as long."""

_INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)

_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Overtrick</title>
<h1>Overtrick is running, its page is not built yet</h1>
<p>In the source folder <code>make web</code> builds the page into the server; <code>make play</code> opens it, too.
<p>The API works without it: <a href="/openapi.json">OpenAPI</a>.
"""


@dataclass(frozen=True)
class File:
    """A file of the page as it is sent."""

    body: bytes
    headers: dict[str, str]


class Pages:
    """The files of the built page: found when the server starts, read once each and kept in memory."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._paths = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
        self._files: dict[tuple[str, str], File] = {}

    def answer(self, path: str, headers: Mapping[str, str]) -> Response:
        """The file at a path, or the page itself where there is none; 304 where the client has it already."""
        if len(path) > MAX_PATH or not path.isprintable():
            return PlainTextResponse("There is nothing here.", 404)
        name = path if path in self._paths else INDEX
        if name not in self._paths:
            return HTMLResponse(_NOT_BUILT)
        file = self._file(name, _encoding(headers.get("accept-encoding", ""), name, self._paths))
        if file.headers["ETag"] in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=file.headers)
        return Response(file.body, headers=file.headers)

    def _file(self, name: str, encoding: str) -> File:
        key = (name, encoding)
        if key not in self._files:
            body = self._paths[name + ENCODINGS.get(encoding, "")].read_bytes()
            headers = {
                "Cache-Control": FOR_EVER if "/immutable/" in f"/{name}" else CHECK_FIRST,
                "Content-Type": _media(name),
                "ETag": f'"{hashlib.sha256(body).hexdigest()[:32]}"',
                "Vary": "Accept-Encoding",
            }
            self._files[key] = File(body, headers | ({"Content-Encoding": encoding} if encoding else {}))
        return self._files[key]


def add_pages(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the page for every path that is not the API's."""
    pages = Pages(folder)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        return pages.answer(path, request.headers)


def security_headers(folder: Path = STATIC) -> list[tuple[bytes, bytes]]:
    """Headers for every answer: the page may load only what this server sends, and nobody may frame it."""
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self'{_script_hashes(folder)}",
            "style-src 'self'",
            "style-src-attr 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
    return [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    ]


def _script_hashes(folder: Path) -> str:
    """The hash of each script that stands in the page itself, so that no other can run."""
    index = folder / INDEX
    if not index.is_file():
        return ""
    scripts = _INLINE_SCRIPT.findall(index.read_text("utf-8"))
    hashes = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    return "".join(f" 'sha256-{digest}'" for digest in hashes)


def _encoding(accepted: str, name: str, paths: Mapping[str, Path]) -> str:
    """The best encoding that the client takes and the file has a twin in; none is the empty word."""
    return next((one for one, ending in ENCODINGS.items() if one in accepted and name + ending in paths), "")


def _media(name: str) -> str:
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{media}; charset=utf-8" if media.startswith("text/") else media
