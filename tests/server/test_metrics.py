"""Figures for whoever runs the server: at an address of their own, and nowhere unless it is set."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from pydantic import ValidationError

from overtrick.errors import OvertrickError
from overtrick.server.metrics import HELP
from overtrick.server.metrics_listener import MetricsListener
from overtrick.server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_the_public_port_has_no_metrics(server):
    for path in ("/metrics", "/metrics?all"):
        status, answer = server.ask("GET", path)
        assert (status, answer["error"]["code"]) == (404, "not_found")
    assert "/metrics" not in server.ask("GET", "/openapi.json")[1]["paths"]


def test_their_own_address_has_all_of_them_and_nothing_else(server):
    figures = server.figures()
    assert {f"overtrick_{name}" for name in (*HELP, "tables", "ai_under_way", "ai_workers")} <= figures.keys()
    for path in ("/", "/healthz", "/api/players"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(server.metrics.removesuffix("/metrics") + path, timeout=60)


def test_they_are_off_unless_an_address_is_set():
    assert Settings().metrics == ""
    with pytest.raises(ValidationError):
        Settings(metrics="9464")


def test_an_address_in_use_is_named():
    async def twice():
        first = MetricsListener("127.0.0.1:0", str)
        port = first.url.rsplit(":")[-1].partition("/")[0]
        with pytest.raises(OvertrickError, match=f"127.0.0.1:{port}"):
            MetricsListener(f"127.0.0.1:{port}", str)
        await first.stop()

    asyncio.run(twice())


def test_prometheus_is_told_the_address_of_the_unit():
    unit = (DEPLOY / "overtrick.service").read_text("utf-8")
    address = unit.partition("OVERTRICK_METRICS=")[2].split()[0]
    assert f'targets: ["{address}"]' in (DEPLOY / "prometheus.yml").read_text("utf-8")
