"""The page: found for every path, cached as its name allows, compressed where the client takes it, kept to itself."""

from __future__ import annotations

import base64
import hashlib

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from overtrick.server.pages import add_pages, security_headers

INDEX = "<!doctype html><script>start()</script><script src='/app.js'></script>"


@pytest.fixture
def folder(tmp_path):
    files = {"index.html": INDEX, "_app/immutable/a.123.js": "plain", "icon.svg": "<svg/>"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "_app/immutable/a.123.js.br").write_bytes(b"small")
    (tmp_path.parent / "secret.txt").write_text("secret")
    return tmp_path


@pytest.fixture
def client(folder):
    app = FastAPI()
    add_pages(app, folder)
    return TestClient(app)


def test_every_path_is_the_page(client):
    for path in ("/", "/game/abc", "/index.html", "/../secret.txt", "/%2e%2e/secret.txt", "/_app"):
        answer = client.get(path)
        assert (answer.status_code, answer.text) == (200, INDEX)
        assert answer.headers["cache-control"] == "no-cache"


def test_hashed_files_are_kept_for_ever(client):
    answer = client.get("/_app/immutable/a.123.js", headers={"accept-encoding": "identity"})
    assert answer.text == "plain"
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/icon.svg").headers["cache-control"] == "no-cache"


def test_compressed_twins(client):
    with client.stream("GET", "/_app/immutable/a.123.js", headers={"accept-encoding": "br, gzip"}) as answer:
        assert answer.headers["content-encoding"] == "br"
        assert b"".join(answer.iter_raw()) == b"small"
        assert "javascript" in answer.headers["content-type"]


def test_only_our_own_scripts_may_run(folder):
    policy = dict(security_headers(folder))[b"content-security-policy"].decode()
    digest = base64.b64encode(hashlib.sha256(b"start()").digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")


def test_without_a_build_the_page_says_how(tmp_path):
    app = FastAPI()
    add_pages(app, tmp_path / "nothing")
    assert "make play" in TestClient(app).get("/").text


def test_files_are_read_once_and_not_sent_again(client, folder):
    first = client.get("/icon.svg")
    (folder / "icon.svg").unlink()
    assert client.get("/icon.svg").text == first.text == "<svg/>"
    again = client.get("/icon.svg", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    changed = client.get("/icon.svg", headers={"if-none-match": '"another"'})
    assert changed.status_code == 200


def test_paths_that_no_file_has_are_not_looked_for(client):
    for path in ("/%00", "/index.html%00.js", "/" + "x" * 5_000):
        assert client.get(path).status_code == 404
