"""`overtrick snapshot`: write a position of a recorded match to JSON, and read it again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from overtrick.engine.match import Match
    from overtrick.engine.round import Round, View

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    help="Export a position to JSON and import it again.",
)


@app.command("export")
def export(
    source: Annotated[str, typer.Argument(help="A record (JSON Lines), or a position string.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to write; the screen if not given.")
    ] = None,
    match: Annotated[int, typer.Option(min=1, help="Which match of the record.")] = 1,
    round_number: Annotated[
        int | None, typer.Option("--round", min=1, help="Which round; the last if not given.")
    ] = None,
    actions: Annotated[int | None, typer.Option(min=0, help="After how many actions of it; all if not given.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="Only what this seat sees; all hands if not given.")] = None,
) -> None:
    """Write a position of a recorded match, or of a position string, as a JSON snapshot."""
    from overtrick.engine.records.snapshot import dump_snapshot

    position = _position(source, match, round_number, actions)
    text = dump_snapshot(position if seat is None else _seen_by(position, seat))
    if output is None:
        typer.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


@app.command("import")
def import_snapshot(
    file: Annotated[Path, typer.Argument(help="A JSON snapshot.")],
) -> None:
    """Check a snapshot and print its position as one line."""
    from overtrick.engine.records.position import dump_position
    from overtrick.engine.records.snapshot import load_snapshot

    typer.echo(dump_position(load_snapshot(_read(file))))


def _position(source: str, match: int, round_number: int | None, actions: int | None) -> Round | View:
    from overtrick.engine.records.log import replay_all
    from overtrick.engine.records.position import load_position

    if source.startswith("ot") and "~" in source:
        return load_position(source)
    matches = replay_all(_read(Path(source)).splitlines())
    _check("match", match, len(matches))
    played = matches[match - 1].match
    number = len(played.deals) if round_number is None else round_number
    _check("round", number, len(played.deals))
    return _round_after(played, number - 1, actions)


def _round_after(match: Match, number: int, actions: int | None) -> Round:
    """Round `number`, counted from 0, after so many actions."""
    from overtrick.engine.round import new_round

    done = match.actions[number]
    if actions is not None:
        _check("action", actions, len(done))
    table = new_round()
    before = [sum(scores) for scores in zip(*match.round_scores[:number], strict=True)] or [0] * match.players
    match.rules.set_up(table.record, match.players, number, before)
    table.deal(match.deals[number])
    for seat, action in done[:actions]:
        table.act(seat, action)
    return table


def _seen_by(position: Round | View, seat: int) -> Round | View:
    from overtrick.engine.round import View
    from overtrick.errors import RecordError

    if seat >= position.players:
        raise RecordError(f"there is no seat {seat}: seats are 0 to {position.players - 1}")
    if not isinstance(position, View):
        return position.observe(seat)
    if position.seat != seat:
        raise RecordError(f"the position shows what seat {position.seat} sees, not seat {seat}")
    return position


def _check(what: str, number: int, most: int) -> None:
    from overtrick.errors import RecordError

    if number > most:
        raise RecordError(f"there is no {what} {number}: the record has {most}")


def _read(file: Path) -> str:
    from overtrick.errors import RecordError

    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"cannot read {file}: {error}") from None
