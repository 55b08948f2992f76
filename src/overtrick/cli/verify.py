"""`overtrick verify`: whether a record keeps what the server promised, deal by deal and rule by rule."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(help="A record saved from the server: JSON Lines.", metavar="RECORD")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for programs.")] = False,
) -> None:
    """Check every deal against its commitment, replay every action by the rules, and compare the scores."""
    import json

    from overtrick.errors import RecordError
    from overtrick.server.verification import check_record

    try:
        text = record.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"cannot read {record}: {error}") from error
    report = check_record(text)
    if as_json:
        print(json.dumps(report))
    else:
        print(f"{record}: {report['rounds']} rounds, {report['actions']} actions, scores {report['scores']}")
        print(
            "every deal matches its commitment"
            if report["is_open"]
            else "the match is not over: seeds are not open yet"
        )
    sys.exit(0)
