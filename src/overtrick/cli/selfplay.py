"""`overtrick selfplay`: players play matches, and every match becomes a record."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli.eval import GAMES_HELP, check_game, read_cards
from overtrick.cli.stopping import stoppable
from overtrick.errors import RulesError

if TYPE_CHECKING:
    from overtrick.core.house import HouseRules

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def selfplay(
    output: Annotated[Path, typer.Argument(help="The file for the records, JSON Lines; - for the terminal.")],
    game: Annotated[str, typer.Option(help=GAMES_HELP)],
    player: Annotated[
        list[str] | None, typer.Option(help="Once for all seats, or once for each; hard if not given.")
    ] = None,
    games: Annotated[int, typer.Option(help="Matches.", min=1)] = 1,
    seed: Annotated[int, typer.Option(help="The first match has this seed, the next one more, and so on.", min=0)] = 0,
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    cards: Annotated[
        str, typer.Option(help="Cards of the first round, or of every round, where that can be chosen: 3,2,1.")
    ] = "7",
    workers: Annotated[int, typer.Option(help="Processes; 0 for one on every core.")] = 0,
) -> None:
    """Let players play whole matches and write them as records that `overtrick replay` shows."""
    check_game(game)
    from overtrick.arena.selfplay import play_records

    given = player or ["hard"]
    names = given * players if len(given) == 1 else given
    if len(names) != players:
        raise RulesError(f"{players} seats need one --player for all or {players} of them, not {len(given)}")
    rules = _rules(game, cards)
    done = failed = 0
    try:
        with stoppable(), sys.stdout if str(output) == "-" else output.open("w", encoding="utf-8") as stream:
            for played in play_records(rules, names, games=games, seed=seed, workers=workers or os.cpu_count() or 1):
                stream.writelines(line + "\n" for line in played.lines)
                stream.flush()
                done += 1
                if played.report is not None:
                    failed += 1
                    print(f"match {done} ended early: {played.report}", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted: the matches done until then are in the file", file=sys.stderr)
    except OSError as error:
        raise RulesError(f"cannot write {output}: {error.strerror}") from error
    print(f"{done} matches written to {output}, {failed} of them unfinished", file=sys.stderr)


def _rules(game: str, cards: str) -> HouseRules:
    from overtrick.engine.catalogue import game as find_game

    rules = find_game(game).rules()
    return rules if rules.hand_size else rules.with_hand_sizes(read_cards(cards))
