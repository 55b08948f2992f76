"""`overtrick bench server`: the shape of what it prints; the figures are the machine's."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from overtrick.cli.benches.server import app
from overtrick.cli.benches.server.attacks import ATTACKS
from overtrick.cli.benches.server.verdicts import MOST, Period, findings, summary, table
from overtrick.errors import OvertrickError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="people have addresses of their own: 127.0.10.1, …")

PINGS = next(attack for attack in ATTACKS if attack.name == "pings")
QUIET = Period([0.001] * 98 + [0.010] * 2, cut=0, refused=0, cpu=0.1)
FATE = {"attacker": {"opened": 1, "refused": 0, "closed": 1, "paused": 0, "denied": 0, "held": 0}, "back_after_s": 0.1}


def test_attack_reports_people_and_attacker() -> None:
    """Two tables and two seconds: the ratio means nothing, and is not looked at."""
    options = ["--tables", "2", "--rate", "5", "--seconds", "2", "--only", "pings"]
    done = CliRunner().invoke(app, ["--attack", "--json", *options])
    report = json.loads(done.stdout)
    (found,) = report["attacks"]
    assert report["is_complete"]
    assert (found["attack"], found["measured"]) == ("pings", "acknowledgement")
    assert found["quiet"]["waits"] > 0
    assert found["attacked"]["waits"] > 0
    assert (found["innocent_cut"], found["innocent_refused"]) == (0, 0)
    assert found["attacker"]["opened"] >= 1
    assert found["attacker"]["sent_mb"] > 0
    assert found["attacker"]["problem"] is None
    assert found["back_after_s"] is not None
    assert done.exit_code == (0 if report["holds"] else 1)


def test_ctrl_c_prints_what_there_is() -> None:
    command = [sys.executable, "-m", "overtrick.cli.main", "bench", "server", "--attack", "--tables", "1"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=os.environ)
    assert process.stderr is not None
    assert "new server" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    assert "Stopped early. 0 of 0 hold" in output
    assert process.returncode == 130


def slower(times: float) -> Period:
    return Period([wait * times for wait in QUIET.waits], cut=0, refused=0, cpu=0.9)


@pytest.mark.parametrize(
    ("during", "after", "fate", "fault"),
    [
        (slower(MOST * 0.99), QUIET, FATE, None),
        (slower(MOST * 1.01), QUIET, FATE, "slower than 3×"),
        (Period([], cut=0, refused=0, cpu=1.0), QUIET, FATE, "slower than 3×"),
        (Period(QUIET.waits, cut=1, refused=0, cpu=0.1), QUIET, FATE, "1 sockets cut"),
        (QUIET, Period(QUIET.waits, cut=2, refused=0, cpu=0.1), FATE, "2 sockets cut"),
        (Period(QUIET.waits, cut=0, refused=3, cpu=0.1), QUIET, FATE, "3 actions refused"),
        (QUIET, QUIET, {**FATE, "back_after_s": None}, "locked out afterwards"),
        (QUIET, QUIET, {**FATE, "attacker": {"held": 5}}, "5 tables held up"),
    ],
)
def test_bars(during: Period, after: Period, fate: dict[str, object], fault: str | None) -> None:
    found = findings(PINGS, QUIET, during, after, fate)
    assert found["faults"] == ([] if fault is None else [fault])
    assert summary([found], is_complete=True)["holds"] is (fault is None)
    assert (fault or "holds") in table([found], is_complete=True)


def test_quiet_before_and_after_count_together() -> None:
    after = Period([0.001] * 90 + [0.030] * 10, cut=0, refused=0, cpu=0.1)
    found = findings(PINGS, QUIET, QUIET, after, FATE)
    assert (found["quiet"]["waits"], found["quiet"]["p99_ms"]) == (200, 30.0)


def test_names_of_attacks() -> None:
    with pytest.raises(OvertrickError, match="there is no attack 'tea'; there are pings, "):
        CliRunner().invoke(app, ["--attack", "--only", "tea"], catch_exceptions=False)
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)


def test_the_document_names_every_attack() -> None:
    document = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    table = document.partition("## Under attack")[2]
    assert [attack.name for attack in ATTACKS if f"`{attack.name}`" not in table] == []


def test_another_version_must_be_a_source_folder(tmp_path: Path) -> None:
    with pytest.raises(OvertrickError, match="name the src folder of a checkout"):
        CliRunner().invoke(app, ["--source", str(tmp_path)], catch_exceptions=False)


def test_games_beside_another_version() -> None:
    source = Path(__file__).parents[2] / "src"
    options = ["--games", "2", "--seconds", "1", "--rate", "5", "--rounds", "1", "--beside", str(source), "--json"]
    figures = json.loads(CliRunner().invoke(app, options).stdout)
    assert figures["this"]["actions_per_s"] > 0
    assert figures["beside"]["errors"] == figures["this"]["errors"] == 0
    assert set(figures["ratios"]) == {"actions_per_s", "per_cpu", "p50_ms", "p99_ms"}
