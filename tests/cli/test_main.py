"""The command `overtrick`: light to start, clear when refused."""

from __future__ import annotations

import subprocess
import sys

import pytest

from overtrick.cli import main as main_module
from overtrick.cli.main import VERBS, main
from overtrick.cli.verbs import Verbs
from overtrick.errors import RulesError

HEAVY = {"numba", "numpy", "torch", "onnxruntime", "fastapi", "matplotlib", "typer", "rich"}


def modules_after(arguments: list[str]) -> set[str]:
    """The modules a fresh process has loaded after running the command."""
    program = (
        "import sys\n"
        "from overtrick.cli.main import main\n"
        f"main({arguments!r})\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("arguments", [["--help"], [], ["bench", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(arguments):
    assert not HEAVY & modules_after(arguments)


def test_the_package_itself_imports_nothing_heavy():
    program = "import sys, overtrick; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stdout.split())


def test_help_lists_every_installed_verb(capsys):
    main(["--help"])
    listed = capsys.readouterr().out
    assert VERBS.installed()
    for verb in VERBS.installed():
        assert f"  {verb} " in listed


def test_a_verb_that_is_not_installed_is_not_listed():
    verbs = Verbs(about="", package="overtrick.cli", table={"play": "plays", "no-such-verb": "nothing"})
    assert verbs.installed() == ["play"]
    assert "no-such-verb" not in verbs.help("overtrick")


def test_an_unknown_verb_suggests_the_nearest(capsys):
    with pytest.raises(SystemExit) as left:
        main(["plya"])
    assert left.value.code == 2
    assert capsys.readouterr().err == "overtrick: there is no verb 'plya'; did you mean 'play'?\n"
    with pytest.raises(SystemExit):
        main(["xyzzy"])
    assert "overtrick --help lists the verbs" in capsys.readouterr().err


def test_the_version(capsys):
    main(["--version"])
    assert capsys.readouterr().out.startswith("overtrick ")


def test_what_the_package_refuses_is_one_line(capsys):
    with pytest.raises(SystemExit) as left:
        main(["play", "--terminal", "--players", "9", "--cards", "1"])
    assert left.value.code == 2
    captured = capsys.readouterr()
    assert captured.err == "overtrick: Blob is for 3 to 8 players, not 9\n"
    assert captured.out == ""


@pytest.mark.parametrize(("error", "code"), [(RulesError("no"), 2), (KeyboardInterrupt(), 130)])
def test_exit_codes(monkeypatch, error, code):
    def fail(args, prog_name):
        raise error

    monkeypatch.setattr(main_module, "VERBS", fail)
    with pytest.raises(SystemExit) as left:
        main(["play"])
    assert left.value.code == code
