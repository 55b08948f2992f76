"""`overtrick verify`: whether a record keeps to the rules, and its deals to what the server promised."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


@app.command()
def verify(
    record: Annotated[
        Path, typer.Argument(help="A record: JSON Lines, from the server or `overtrick selfplay`.", metavar="RECORD")
    ],
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
    reports = check_record(text)
    if as_json:
        print(json.dumps(reports))
        return
    for report in reports:
        played = f"{report['rounds']} rounds, {report['actions']} actions, scores {report['scores']}"
        print(f"{report['id'] or report['game']}: {played}; by the rules")
        print("  every deal matches its commitment" if report["is_open"] else f"  {_why_closed(report['id'])}")


def _why_closed(table: str | None) -> str:
    return "no server committed to these deals" if table is None else "the match is not over: seeds are not open yet"
