"""The files in `deploy/` say what their readers understand, and name settings that exist."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from overtrick.server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = (DEPLOY / "overtrick.service").read_text("utf-8")
IMAGE = (DEPLOY / "Containerfile").read_text("utf-8")


def test_systemd_understands_the_unit(tmp_path):
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed here")
    unit = tmp_path / "overtrick.service"
    unit.write_text(re.sub(r"ExecStart=\S+", f"ExecStart={shutil.which('true')}", UNIT), "utf-8")
    done = subprocess.run([tool, "verify", "--man=no", unit], check=False, capture_output=True, text=True)
    told = [line for line in done.stderr.splitlines() if "overtrick.service" in line]
    assert (done.returncode, told) == (0, [])


def test_the_image_is_made_of_known_steps():
    steps = [line.split()[0] for line in re.sub(r"\\\n", " ", IMAGE).splitlines() if line and line[0] not in " #"]
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "CMD"}
    assert set(steps) <= known
    assert steps[0] == "FROM"
    assert steps[-1] == "CMD"


@pytest.mark.parametrize("text", [UNIT, IMAGE], ids=["unit", "image"])
def test_settings_are_settings(text):
    names = {name.lower() for name in re.findall(r"OVERTRICK_(\w+)=", text)}
    assert names - {"cache"} <= set(Settings.model_fields)
    assert "overtrick serve" in text.replace('", "', " ")
