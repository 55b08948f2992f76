"""The written protocol, the models, the OpenAPI document and the TypeScript file say the same."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from pydantic import ConfigDict, TypeAdapter, with_config

from overtrick.server import messages, replays, viewer, views
from overtrick.server.app import create_app
from overtrick.server.refusal import STATUS
from overtrick.server.requests import Proof
from overtrick.server.settings import Settings
from overtrick.server.typescript import typescript
from tests.server.secrecy import PRESENCE, positions

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")


def test_the_typescript_file_is_current():
    assert (ROOT / "web/src/lib/api/messages.ts").read_text("utf-8") == typescript()


def test_typescript_is_written_without_a_database():
    made = subprocess.run([sys.executable, "-c", "import overtrick.server.typescript"], check=False, cwd=ROOT / "src")
    assert made.returncode == 0


def test_the_protocol_lists_every_message():
    client, server = PROTOCOL.split("### From the client")[1].split("### To the client")
    tags = TypeAdapter(messages.ClientMessage).json_schema()["discriminator"]["mapping"]
    assert set(re.findall(r"^\| `(\w+)` \|", client, re.MULTILINE)) == set(tags)
    told = {
        definition["properties"]["type"]["const"]
        for definition in TypeAdapter(messages.ServerMessage).json_schema()["$defs"].values()
        if definition.get("properties", {}).get("type", {}).get("const")
    }
    assert set(re.findall(r"^\| `(\w+)` \|", server.split("### Versions")[0], re.MULTILINE)) == told


def test_the_protocol_lists_every_path():
    paths = create_app(Settings()).openapi()["paths"]
    for path in paths:
        short = path.rsplit("/", 1)[1]
        assert path in PROTOCOL or f"/{short}`" in PROTOCOL, path


def test_every_code_has_a_status():
    assert set(STATUS) == set(get_args(messages.ErrorCode))


def test_the_example_is_a_view():
    example = json.loads(PROTOCOL.split("## The view")[1].split("```json")[1].split("```")[0])
    strict_view().validate_python(example)


def test_views_of_every_position_have_the_declared_shape():
    adapter = strict_view()
    for table, seat, _ in itertools.islice(positions(11), 1_500):
        adapter.validate_python(json.loads(json.dumps(viewer.view_of(table, PRESENCE, seat))))
        adapter.validate_python(viewer.view_of(table, PRESENCE, None))
        TypeAdapter(Proof).validate_python(replays.proof_of(table))


def strict_view():
    for shape in vars(views).values():
        if isinstance(shape, type) and hasattr(shape, "__total__"):
            with_config(ConfigDict(extra="forbid", strict=True))(shape)
    return TypeAdapter(views.View)


def test_every_answer_is_documented_with_the_one_error_shape():
    document = create_app(Settings()).openapi()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}, (method, path, status)
