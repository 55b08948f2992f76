"""The figures of a run: `metrics.csv`, a row for every iteration, `evaluations.csv`, and both for TensorBoard."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overtrick.training.checkpoints import sync

if TYPE_CHECKING:
    from overtrick.training.evaluation import Evaluation

METRICS, EVALUATIONS, TENSORBOARD = "metrics.csv", "evaluations.csv", "tensorboard"
ITERATION = "iteration"


def is_timing(name: str) -> bool:
    """Whether a figure depends on the machine and not only on the seed."""
    return name.endswith("_per_s") or name in ("seconds", "rollout_share")


class Table:
    """A CSV file with a column for every figure; one that is new gets a column, which older rows leave empty."""

    def __init__(self, path: Path, after: int) -> None:
        """Open the file and forget the rows past iteration `after`, of which no checkpoint knows."""
        self.path = path
        self.rows = [row for row in read_table(path) if int(row[ITERATION]) <= after]
        self.columns = list(dict.fromkeys(name for row in self.rows for name in row))
        self._rewrite()

    def add(self, row: Mapping[str, Any]) -> None:
        """Append a row; it is on the disk when this returns."""
        self.rows.append({name: _text(value) for name, value in row.items()})
        fresh = [name for name in row if name not in self.columns]
        if fresh:
            self.columns += fresh
            self._rewrite()
        else:
            with self.path.open("a", encoding="utf-8", newline="") as file:
                file.write(_line(self.columns, self.rows[-1]))
        sync(self.path)

    def _rewrite(self) -> None:
        unfinished = self.path.with_suffix(".part")
        lines = [_line(self.columns, dict(zip(self.columns, self.columns, strict=True)))] if self.columns else []
        lines += [_line(self.columns, row) for row in self.rows]
        unfinished.write_text("".join(lines), encoding="utf-8", newline="")
        sync(unfinished)
        unfinished.replace(self.path)


class Log:
    """All figures of a run, wherever they are kept."""

    def __init__(self, folder: Path, after: int) -> None:
        self._metrics = Table(folder / METRICS, after)
        self._evaluations = Table(folder / EVALUATIONS, after)
        self._board = _open_board(folder / TENSORBOARD, after)

    def add(self, iteration: int, metrics: Mapping[str, float], evaluations: Iterable[Evaluation]) -> None:
        """Keep what an iteration gave."""
        for evaluation in evaluations:
            self._evaluations.add({ITERATION: iteration, **evaluation.as_row()})
            self._show(f"points/{evaluation.opponent}", evaluation.difference.mean, iteration)
        if metrics:
            self._metrics.add({ITERATION: iteration, **metrics})
        for name, value in metrics.items():
            self._show(name, value, iteration)
        if self._board is not None:
            self._board.flush()

    def close(self) -> None:
        """End TensorBoard's writer; if the disk is full, that has been told already."""
        if self._board is not None:
            with suppress(OSError):
                self._board.close()

    def _show(self, name: str, value: float, iteration: int) -> None:
        if self._board is not None:
            self._board.add_scalar(name, value, iteration)


def read_table(path: Path) -> list[dict[str, str]]:
    """The whole rows of a CSV file, each without the figures it lacks; none if there is no file.

    A last line that was cut off when the power failed has no end and is left out.
    """
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    return [{name: value for name, value in row.items() if value} for row in csv.DictReader(io.StringIO(whole))]


def _line(columns: list[str], row: Mapping[str, str]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerow([row.get(name, "") for name in columns])
    return file.getvalue()


def _text(value: Any) -> str:
    """Numbers so that reading gives exactly what was written."""
    return repr(float(value)) if isinstance(value, float) else str(value)


def _open_board(folder: Path, after: int) -> Any | None:
    """TensorBoard's writer, or None where it is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(folder, purge_step=after + 1)
