"""The OpenAPI document is true: generated requests get no answer that it does not describe."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
VARIED = 11
"""Operations that take something to vary; the others are asked once and that is all there is to ask."""
LONG_CASES = 5_000


@pytest.mark.parametrize("is_seated", [False, True])
def test_generated_requests(server, tmp_path, is_seated):
    assert run_cases(server, tmp_path, 20, is_seated=is_seated) > 100


@pytest.mark.long
def test_generated_requests_long(server, tmp_path):
    each = LONG_CASES // VARIED // 2 + 20
    cases = sum(run_cases(server, tmp_path, each, is_seated=is_seated) for is_seated in (False, True))
    assert cases >= LONG_CASES


def run_cases(server, folder, each, *, is_seated):
    """Let schemathesis try every operation, with made-up ids or at a real table; how many cases passed."""
    command = [sys.executable, "-m", "schemathesis.cli"]
    config = folder / "schemathesis.toml"
    config.write_text("")
    options = [
        "--request-timeout",
        "60",
        "--phases",
        "fuzzing",
        "--max-examples",
        str(each),
        "--seed",
        "1",
        "--checks",
        CHECKS,
    ]
    if is_seated:
        created = server.create(game="hearts", seats=[{"kind": "human"}, *[{"kind": "open"}] * 3])
        config.write_text(f'[parameters]\n"path.id" = "{created["id"]}"\n')
        options += ["--header", f"Authorization: Bearer {created['token']}", "--exclude-path-regex", "/leave$"]
    run = [*command, "--config-file", str(config), "run", f"{server.base}/openapi.json", *options]
    done = subprocess.run(run, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return int(re.search(r"(\d+) passed", done.stdout.split("Test cases:")[1])[1])
