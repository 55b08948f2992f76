"""`overtrick eval`: two players over duplicate deals, or one player on the tactics suite."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import typer

from overtrick.cli.stopping import stoppable
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.errors import RulesError, UnknownGame

if TYPE_CHECKING:
    from overtrick.arena.runner import Report

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

GAMES_HELP = f"{', '.join(GAME_KEYS[:-1])} or {GAME_KEYS[-1]}."


@app.command()
def evaluate(
    player: Annotated[str, typer.Option(help="Who is measured, e.g. hard, montecarlo:ms=5 or external:COMMAND.")],
    opponent: Annotated[str, typer.Option(help="Who holds the other seats.")] = "normal",
    game: Annotated[str | None, typer.Option(help=GAMES_HELP)] = None,
    games: Annotated[int, typer.Option(help="Deals; each is replayed with the player in every seat.")] = 1000,
    seed: Annotated[int, typer.Option(help="Decides every deal and every draw of the players.")] = 0,
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    cards: Annotated[str, typer.Option(help="Hand sizes, where they can be chosen: 7, or 5,7, or 1-7.")] = "7",
    tables: Annotated[
        str, typer.Option(help="lone: the player against opponents; both: and the reverse; halves: every other seat.")
    ] = "lone",
    match: Annotated[bool, typer.Option("--match", help="Whole matches instead of single deals.")] = False,
    workers: Annotated[int, typer.Option(help="Processes; 0 for one on every core.")] = 0,
    until_clear: Annotated[bool, typer.Option("--until-clear", help="Stop once the interval excludes zero.")] = False,
    no_check: Annotated[bool, typer.Option("--no-check", help="Skip the check that equals come out even.")] = False,
    no_timing: Annotated[
        bool, typer.Option("--no-timing", help="Leave out times, which differ from run to run.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the running difference to this PNG.")] = None,
    tactics: Annotated[bool, typer.Option("--tactics", help="Score the player on the tactics suite instead.")] = False,
) -> None:
    """Measure PLAYER against OPPONENT on duplicate deals, with a paired 95 % interval."""
    if game is not None or not tactics:
        check_game(game)
    if tactics:
        _run_tactics(player, game, seed, as_json)
        return
    from overtrick.arena.evaluation import check_players, summary
    from overtrick.arena.plan import Plan, Tables
    from overtrick.arena.runner import run_plan

    if tables not in get_args(Tables):
        raise RulesError(f"tables are {', '.join(get_args(Tables))}, not {tables!r}")
    plan = Plan(
        game=check_game(game),
        player=player,
        opponent=opponent,
        deals=games,
        seed=seed,
        players=players,
        cards=read_cards(cards),
        tables=cast(Tables, tables),
        is_match=match,
    )
    workers = workers or os.cpu_count() or 1
    with stoppable(), progress_bar(f"{player} v {opponent}", games) as report:
        checks = [] if no_check else check_players(plan)
        run = run_plan(plan, workers=workers, until_clear=until_clear, report=report)
    result = summary(run, checks, is_timed=not no_timing)
    if plot is not None:
        from overtrick.arena.plots import plot_difference

        plot_difference(run, plot)
    if as_json:
        print(json.dumps(result, indent=2))
    else:
        _print_result(result)


def check_game(key: str | None) -> str:
    """Refuse what is no game, with the nearest that is one."""
    if key is None:
        raise RulesError(f"which game? --game {' or --game '.join(GAME_KEYS)}")
    if key not in GAME_KEYS:
        from overtrick.players.options import suggestion

        raise UnknownGame(f"there is no game {key!r}; {suggestion(key, GAME_KEYS)}")
    return key


def read_cards(text: str) -> tuple[int, ...]:
    """Hand sizes from `7`, `5,7` or `1-7`."""
    sizes: list[int] = []
    try:
        for part in text.split(","):
            first, dash, last = part.partition("-")
            step = 1 if not dash or int(last) >= int(first) else -1
            sizes += range(int(first), (int(last) if dash else int(first)) + step, step)
    except ValueError:
        raise RulesError(f"{text!r} are no hand sizes; write 7, or 5,7, or 1-7") from None
    return tuple(sizes)


@contextmanager
def progress_bar(title: str, deals: int) -> Iterator[Report | None]:
    """A bar on stderr with the running interval; nothing when nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, TextColumn("{task.fields[interval]}"), console=Console(stderr=True)) as progress:
        task = progress.add_task(title, total=deals, interval="checking that equals come out even")

        def report(done: int, running: Any) -> None:
            text = f"{running.mean:+.2f} ({running.low:+.2f} to {running.high:+.2f})"
            progress.update(task, completed=done, interval=text)

        yield report


def _run_tactics(player: str, game: str | None, seed: int, as_json: bool) -> None:
    from overtrick.arena.tactics.suite import load_suite, score_player

    result = score_player(player, load_suite(game), seed=seed)
    if as_json:
        print(json.dumps(result.as_json(), indent=2))
    else:
        from overtrick.cli.eval_tables import print_tactics

        print_tactics(result)


def _print_result(result: dict[str, Any]) -> None:
    from overtrick.cli.eval_tables import print_evaluation

    print_evaluation(result)
