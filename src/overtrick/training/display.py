"""What people see of a run: a bar and a table in a terminal, lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self, TextIO

if TYPE_CHECKING:
    from rich.live import Live

    from overtrick.training.evaluation import Evaluation

QUIET_SECONDS = 10.0
"""Lines come no closer together than this, unless they have an evaluation to tell."""


@dataclass(frozen=True)
class Progress:
    """Where a run stands."""

    iteration: int
    iterations: int | None
    """Planned; None for as many as there is time for."""
    seconds: float
    """Of work so far, over all sessions."""
    minutes: float | None
    """Planned."""
    pace: float
    """Seconds of one iteration, of late."""
    metrics: Mapping[str, float] = field(default_factory=dict)
    evaluations: Sequence[Evaluation] = ()
    """The last ones made."""
    evaluated: int | None = None
    """The iteration they were made after."""

    @property
    def share(self) -> float:
        """How much of the run is done, from 0 to 1; by whichever limit comes first."""
        parts = [0.0]
        if self.iterations:
            parts.append(self.iteration / self.iterations)
        if self.minutes:
            parts.append(self.seconds / (60 * self.minutes))
        return min(1.0, max(parts))

    @property
    def seconds_left(self) -> float | None:
        """Until the first limit is reached; None where there is no limit."""
        left = []
        if self.iterations is not None:
            left.append((self.iterations - self.iteration) * self.pace)
        if self.minutes is not None:
            left.append(60 * self.minutes - self.seconds)
        return max(0.0, min(left)) if left else None


class Display(Protocol):
    """Something that shows progress."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def show(self, progress: Progress, *, is_new: bool = False) -> None:
        """Show where the run stands; `is_new` when an evaluation has just been made."""
        ...

    def say(self, text: str) -> None:
        """Tell something, once."""
        ...


def make_display(stream: TextIO | None = None) -> Display:
    """A live display on a terminal, lines on anything else."""
    stream = sys.stderr if stream is None else stream
    return LiveDisplay(stream) if stream.isatty() else LineDisplay(stream)


class LineDisplay:
    """One line now and then, for logs."""

    def __init__(self, stream: TextIO, quiet: float = QUIET_SECONDS) -> None:
        self._stream = stream
        self._quiet = quiet
        self._told = -quiet

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.flush()

    def show(self, progress: Progress, *, is_new: bool = False) -> None:
        now = time.monotonic()
        if not is_new and now - self._told < self._quiet:
            return
        self._told = now
        self.say(headline(progress))
        if is_new:
            for evaluation in progress.evaluations:
                self.say(f"  {evaluation}")

    def say(self, text: str) -> None:
        print(text, file=self._stream, flush=True)


class LiveDisplay:
    """A bar, the last figures and the last evaluation, drawn anew in place."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console
        from rich.live import Live

        self._console = Console(file=stream)
        self._live: Live = Live(console=self._console, auto_refresh=False)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def show(self, progress: Progress, *, is_new: bool = False) -> None:
        self._live.update(_panel(progress), refresh=True)

    def say(self, text: str) -> None:
        self._console.print(text, highlight=False, markup=False, soft_wrap=True)


def headline(progress: Progress) -> str:
    """Iteration, speed, time left and the figures of the last iteration, in one line."""
    whole = f"/{progress.iterations}" if progress.iterations is not None else ""
    parts = [f"iteration {progress.iteration}{whole}", f"{duration(progress.seconds)} done"]
    if progress.seconds_left is not None:
        parts.append(f"{duration(progress.seconds_left)} left")
    return ", ".join(parts + [f"{name} {shown(value)}" for name, value in progress.metrics.items()])


def duration(seconds: float) -> str:
    """`0:42`, `12:05` or `3:12:05`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def shown(value: float) -> str:
    """Four digits that matter; thousands with commas."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _panel(progress: Progress) -> Any:
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    whole = f" of {progress.iterations}" if progress.iterations is not None else ""
    left = f", {duration(progress.seconds_left)} left" if progress.seconds_left is not None else ""
    figures = Table.grid(padding=(0, 2))
    items = list(progress.metrics.items())
    half = (len(items) + 1) // 2
    for row in range(half):
        cells: list[str] = []
        for place in (row, row + half):
            cells += [items[place][0], shown(items[place][1])] if place < len(items) else ["", ""]
        figures.add_row(*cells)
    parts: list[Any] = [
        f"iteration [bold]{progress.iteration}[/]{whole}, {duration(progress.seconds)} done{left}",
        ProgressBar(total=1.0, completed=progress.share, width=60),
        figures,
    ]
    parts += [f"after {progress.evaluated}: [bold]{evaluation}[/]" for evaluation in progress.evaluations]
    return Group(*parts)
