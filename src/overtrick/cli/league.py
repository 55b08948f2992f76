"""`overtrick league`: a round robin with one rating for everybody."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overtrick.cli.eval import GAMES_HELP, check_game, progress_bar, read_cards
from overtrick.cli.stopping import stoppable

if TYPE_CHECKING:
    from overtrick.arena.league import League

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def league(
    names: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Two or more players.")],
    game: Annotated[str, typer.Option(help=GAMES_HELP)],
    games: Annotated[int, typer.Option(help="Deals for every pair; each is replayed in every seat, both ways.")] = 200,
    seed: Annotated[int, typer.Option(help="Decides every deal and every draw of the players.")] = 0,
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    cards: Annotated[str, typer.Option(help="Hand sizes, where they can be chosen: 7, or 5,7, or 1-7.")] = "7",
    anchor: Annotated[str | None, typer.Option(help="Who stands at 0; the first player if not given.")] = None,
    workers: Annotated[int, typer.Option(help="Processes; 0 for one on every core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the ratings to this PNG.")] = None,
) -> None:
    """Let every pair of PLAYERs meet on the same deals and rate them by Bradley-Terry, with 95 % error bars."""
    from overtrick.arena.league import play_league
    from overtrick.arena.plan import Plan

    plan = Plan(
        game=check_game(game),
        player=names[0],
        opponent=names[-1],
        deals=games,
        seed=seed,
        players=players,
        cards=read_cards(cards),
    )
    pairs = len(names) * (len(names) - 1) // 2
    with stoppable(), progress_bar("league", games * pairs) as report:
        pair_done = 0

        def watch(player: str, opponent: str) -> Any:
            nonlocal pair_done
            first = pair_done * games
            pair_done += 1
            return None if report is None else lambda done, running: report(first + done, running)

        result = play_league(plan, names, anchor=anchor, workers=workers or os.cpu_count() or 1, report=watch)
    if plot is not None:
        from overtrick.arena.plots import plot_ratings

        plot_ratings(result.ratings, f"{game.capitalize()}, {result.deals} deals for every pair", plot)
    if as_json:
        print(json.dumps(result.as_json(), indent=2))
    else:
        _print_league(result)


def _print_league(result: League) -> None:
    from rich.console import Console
    from rich.table import Table

    ratings = Table("player", "Elo", "95 % interval")
    for rating in result.ratings:
        ratings.add_row(rating.player, f"{rating.elo:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}")
    meetings = Table("player", "opponent", "points per deal", "95 % interval", "ahead")
    for meeting in result.meetings:
        ahead = meeting.difference
        between = f"{ahead.low:+.2f} to {ahead.high:+.2f}"
        share = f"{100 * meeting.win_rate:.1f} %"
        meetings.add_row(meeting.player, meeting.opponent, f"{ahead.mean:+.2f}", between, share)
    console = Console()
    console.print(f"[bold]{result.game}[/], {result.deals} deals for every pair", highlight=False)
    console.print(ratings)
    console.print(meetings)
