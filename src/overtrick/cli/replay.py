"""`overtrick replay`: a recorded match, action by action."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from overtrick.cli.frames import Frame

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

KEYS = "n or space: next · p: back · r: next round · q: quit"


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record: JSON Lines, as written by `overtrick selfplay`.")],
    match: Annotated[int, typer.Option(help="Which match of the file, counted from 1.")] = 1,
    seat: Annotated[int | None, typer.Option(help="Show only what this seat saw; all hands if not given.")] = None,
    show_all: Annotated[bool, typer.Option("--all", help="Print every step at once, without keys.")] = False,
) -> None:
    """Step through a recorded match. Without a terminal, or with --all, everything is printed at once."""
    from rich.console import Console

    from overtrick.cli.frames import frames_of, load_match

    frames = frames_of(load_match(file, match), seat)
    console = Console(highlight=False)
    if show_all or not (sys.stdin.isatty() and sys.stdout.isatty()):
        for frame in frames:
            _show(console, frame)
        return
    _step_through(console, frames)


def _step_through(console: Console, frames: list[Frame]) -> None:
    place = 0
    while True:
        console.clear()
        _show(console, frames[place])
        console.print(f"[dim]{place + 1} of {len(frames)} · {KEYS}[/]")
        key = typer.getchar()
        if key in ("q", "\x1b", "\x04"):
            return
        place = next_place(frames, place, key)


def next_place(frames: list[Frame], place: int, key: str) -> int:
    """The step a key leads to."""
    if key in ("p", "\x1b[D"):
        return max(place - 1, 0)
    if key == "r":
        later = [i for i, frame in enumerate(frames) if i > place and frame.number != frames[place].number]
        return later[0] if later else len(frames) - 1
    return min(place + 1, len(frames) - 1)


def _show(console: Console, frame: Frame) -> None:
    for line in frame.lines:
        console.print(line)
    console.print()
