"""`overtrick train`: learn to play, in a run that can be stopped and resumed at any time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overtrick.cli.eval import GAMES_HELP, check_game
from overtrick.errors import TrainingError
from overtrick.nets.bundle import find_model
from overtrick.players.embedded import shipped_model

if TYPE_CHECKING:
    from overtrick.nets.network import Network

RUNS = Path("runs")
LATEST = "latest"
SHIPPED_NETWORK = Path("embedded")
"""As `--from`: the network that comes with the package."""
INTERRUPTED = 130

_typer = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def app(args: Sequence[str], prog_name: str) -> None:
    """Run the verb; `--resume` may stand alone, which Typer's options cannot."""
    _typer(args=with_latest(args), prog_name=prog_name)


def with_latest(args: Sequence[str]) -> list[str]:
    """The arguments with the folder that a bare `--resume` means."""
    completed: list[str] = []
    for place, word in enumerate(args):
        completed.append(word)
        is_bare = place + 1 == len(args) or args[place + 1].startswith("-")
        if word == "--resume" and is_bare:
            completed.append(LATEST)
    return completed


@_typer.command()
def train(
    algorithm: Annotated[str, typer.Argument(help="ppo, distill, hindsight, locate or alphazero.")] = "",
    game: Annotated[str | None, typer.Option(help=GAMES_HELP)] = None,
    preset: Annotated[str, typer.Option(help="Named settings: default, or demo for five minutes.")] = "default",
    changes: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Any setting; repeatable, see --settings.")
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option("--from", help="A network to begin with: a checkpoint, a run's folder, a bundle, or embedded."),
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="Stop after so many minutes of work.")] = None,
    iterations: Annotated[int | None, typer.Option(help="Stop after so many iterations.")] = None,
    run: Annotated[Path | None, typer.Option(help="The run's folder; runs/GAME-ALGORITHM-TIME if not given.")] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="[DIR]", help="Go on with a run: that of a folder, of --run, or the latest.")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Cores to use.")] = None,
    seed: Annotated[int | None, typer.Option(help="Decides everything that is left to chance.")] = None,
    settings: Annotated[bool, typer.Option("--settings", help="List every setting with its value, and stop.")] = False,
) -> None:
    """Train a network and keep everything about it in one folder: figures, plots, checkpoints.

    Ctrl-C ends the iteration and stops; --resume goes on exactly where it was.
    """
    _need_torch()
    from overtrick.training.presets import find_algorithm, make_recipe, read_recipe
    from overtrick.training.settings import split_changes

    values: dict[str, Any] = dict(split_changes(changes or []))
    given = {"minutes": minutes, "iterations": iterations, "threads": threads, "seed": seed}
    values |= {name: value for name, value in given.items() if value is not None}
    if resume is not None:
        folder = _folder_to_resume(resume, run, algorithm, game)
        _go_on(folder, read_recipe(folder, values))
        return
    find_algorithm(algorithm)
    check_game(game)
    assert game is not None
    network, source = _start_network(start, game)
    recipe = make_recipe(algorithm, game, preset=preset, changes=values, start=source)
    if settings:
        typer.echo(settings_as_text(recipe))
        return
    stamp = datetime.now(UTC).astimezone().strftime("%Y%m%d-%H%M%S")
    _begin(run or RUNS / f"{game}-{algorithm}-{stamp}", recipe, network)


def settings_as_text(recipe: Any) -> str:
    """Every setting of the algorithm and of the run, with its value and what it means."""
    from overtrick.training.settings import settings_of

    lines = []
    for title, config in ((recipe.algorithm, recipe.config), ("run", recipe.settings)):
        lines.append(f"{title}:")
        for name, setting in settings_of(type(config)).items():
            value = config
            for part in name.split("."):
                value = getattr(value, part)
            text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()
            lines.append(f"  {name}={text}\n      {setting.doc}")
    return "\n".join(lines)


def _need_torch() -> None:
    for name in ("torch", "safetensors"):
        if find_spec(name) is None:
            raise TrainingError(
                f"training needs {name}; install it with pip install 'overtrick[train]', and see "
                "https://pytorch.org/get-started for builds that use a GPU"
            )


def _begin(folder: Path, recipe: Any, network: Network | None) -> None:
    from overtrick.training.display import make_display
    from overtrick.training.presets import find_algorithm
    from overtrick.training.runs import Run

    learner = find_algorithm(recipe.algorithm).make_learner(recipe.config, network)
    run = Run(folder, recipe, learner, make_display())
    run.begin()
    _train(run)


def _go_on(folder: Path, recipe: Any) -> None:
    from overtrick.training.display import make_display
    from overtrick.training.presets import find_algorithm
    from overtrick.training.runs import Run, latest_network

    learner = find_algorithm(recipe.algorithm).make_learner(recipe.config, latest_network(folder))
    run = Run(folder, recipe, learner, make_display())
    run.resume()
    _train(run)


def _train(run: Any) -> None:
    typer.echo(f"{run.folder}: {run.learner.network.count_parameters():,} parameters", err=True)
    ending = run.train()
    if ending == "interrupted":
        typer.echo(f"stopped after iteration {run.iteration}; go on with: overtrick train --resume {run.folder}")
        raise typer.Exit(INTERRUPTED)
    typer.echo(f"finished after iteration {run.iteration}: {run.folder}")
    for evaluation in run.evaluations:
        typer.echo(f"  {evaluation}")
    typer.echo(f"seat it: overtrick export --checkpoint {run.folder / 'best.safetensors'} --output my.overtrick")


def _folder_to_resume(resume: str, run: Path | None, algorithm: str, game: str | None) -> Path:
    """The folder that is meant: the one named, or the latest run of that algorithm and game."""
    if resume != LATEST:
        return Path(resume)
    if run is not None:
        return run
    found = []
    for config in RUNS.glob("*/config.json"):
        saved = json.loads(config.read_text(encoding="utf-8"))
        if algorithm in ("", saved.get("algorithm")) and game in (None, saved.get("game")):
            found.append(config.parent)
    if not found:
        kind = " ".join(filter(None, (game, algorithm)))
        raise TrainingError(f"there is no {kind + ' ' if kind else ''}run in {RUNS}/ to go on with")
    return max(found, key=lambda folder: folder.stat().st_mtime)


def _start_network(start: Path | None, game: str) -> tuple[Network | None, str | None]:
    """The network of `--from` and what to call it; of a run the best, or the last where none was measured."""
    if start is None:
        return None, None
    from overtrick.nets.checkpoint import load_network

    if start == SHIPPED_NETWORK:
        file = find_model(shipped_model(game))
    elif start.is_dir():
        best = (start / f"{name}.safetensors" for name in ("best", "network"))
        file = start = next((file for file in best if file.is_file()), start)
    else:
        file = start
    network = load_network(file)
    if network.schema.game != game:
        raise TrainingError(f"{start} has learned {network.schema.game}, not {game}")
    return network, str(start)
