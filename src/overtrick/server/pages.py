"""The built web page: files with a hash in their name are kept for ever, all others checked, one page for all paths."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

if TYPE_CHECKING:
    from fastapi import FastAPI

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
CHECK_FIRST = "no-cache"
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))

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


def add_pages(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the page for every path that is not the API's."""

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        return page_at(path, request.headers.get("accept-encoding", ""), folder)


def page_at(path: str, accepted: str, folder: Path = STATIC) -> Response:
    """The file at a path, or the page itself where there is none."""
    root = folder.resolve()
    file = (root / path).resolve()
    if path and file.is_file() and file.is_relative_to(root) and file.name != "index.html":
        caching = FOR_EVER if "/immutable/" in f"/{path}" else CHECK_FIRST
        return _file(file, accepted, caching)
    index = root / "index.html"
    if not index.is_file():
        return HTMLResponse(_NOT_BUILT)
    return _file(index, accepted, CHECK_FIRST)


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
    index = folder / "index.html"
    if not index.is_file():
        return ""
    scripts = _INLINE_SCRIPT.findall(index.read_text("utf-8"))
    hashes = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    return "".join(f" 'sha256-{digest}'" for digest in hashes)


def _file(file: Path, accepted: str, caching: str) -> Response:
    """The file, or its compressed twin where the client takes it."""
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    media = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    for encoding, ending in ENCODINGS:
        twin = file.with_name(file.name + ending)
        if encoding in accepted and twin.is_file():
            return FileResponse(twin, media_type=media, headers={**headers, "Content-Encoding": encoding})
    return FileResponse(file, media_type=media, headers=headers)
