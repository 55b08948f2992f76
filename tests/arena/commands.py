"""`overtrick` with arguments, in this process."""

from __future__ import annotations

import pytest

from overtrick.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """What a command prints that succeeds."""
    with pytest.raises(SystemExit) as ended:
        main(list(args))
    assert ended.value.code == 0
    return capsys.readouterr().out


def refuse(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """What a command says that is refused."""
    with pytest.raises(SystemExit) as ended:
        main(list(args))
    assert ended.value.code == 2
    return capsys.readouterr().err
