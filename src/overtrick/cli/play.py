"""`overtrick play`: a match against players of the catalogue, in the browser or in the terminal."""

from __future__ import annotations

import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli.eval import GAMES_HELP
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.errors import RulesError

if TYPE_CHECKING:
    from overtrick.core.house import HouseRules

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

PATIENCE_SECONDS = 1.5
"""How long a first start may be silent."""


@app.command()
def play(
    game: Annotated[str, typer.Option(help=GAMES_HELP)] = GAME_KEYS[0],
    players: Annotated[int | None, typer.Option(help="Seats at the table, yours included.")] = None,
    opponent: Annotated[str, typer.Option(help="Who sits in the other seats, e.g. easy, normal, hard.")] = "normal",
    cards: Annotated[
        str, typer.Option(help="Cards of the first round, or of every round, where that can be chosen: 3,2,1.")
    ] = "",
    rules: Annotated[str, typer.Option(help="House rules, as in NAME=VALUE,NAME=VALUE.")] = "",
    target: Annotated[int | None, typer.Option(help="Points that end the match; the same as --rules target=…")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards.")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here instead of in the browser.")] = False,
) -> None:
    """Play a match: you are seat 0, the others are players of the catalogue."""
    if not terminal:
        play_in_browser()
        return
    from overtrick.engine.catalogue import game as find_game

    seats = find_game(game).default_players if players is None else players
    chosen = chosen_rules(game, seats, cards, rules if target is None else f"{rules},target={target}")
    play_in_terminal(chosen, seats, opponent, secrets.randbits(32) if seed is None else seed)


def play_in_browser() -> None:
    """Open the page and start the server behind it, both at once: what the page asks for waits until it is there."""
    from overtrick.server.settings import Settings

    settings = Settings()
    if "log_level" not in settings.model_fields_set:
        settings.log_level = "warning"
    if (listener := _listener(settings.host, settings.port)) is None:
        address = _address(settings.host, settings.port)
        print(f"Overtrick is running already at {address}", flush=True)
        webbrowser.open(address)
        return
    address = _address(settings.host, listener.getsockname()[1])
    # A thread, because a browser of the terminal would keep us from serving it.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    from overtrick.server.running import run_at_once

    run_at_once(settings, lambda _: print(f"Overtrick is at {address}", flush=True), listener)


def _listener(host: str, port: int) -> socket.socket | None:
    """A socket that listens, at a free port where another program has taken ours; None where Overtrick itself has."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        if _is_overtrick(host, port):
            listener.close()
            return None
        listener.bind((host, 0))
    listener.listen()
    return listener


def _is_overtrick(host: str, port: int) -> bool:
    """Whether the program behind a port answers as this one does."""
    import urllib.request

    try:
        with urllib.request.urlopen(f"{_address(host, port)}healthz", timeout=2) as answer:  # noqa: S310
            return b'"tables"' in answer.read()
    except (OSError, ValueError):
        return False


def _address(host: str, port: int) -> str:
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host  # noqa: S104
    return f"http://{name}:{port}/"


def chosen_rules(key: str, players: int, cards: str, rules: str) -> HouseRules:
    """The house rules the options describe, checked against the number of players."""
    from overtrick.engine.catalogue import game as find_game

    chosen = find_game(key).rules.usual(players).with_options(rules)
    if sizes := hand_sizes(cards):
        chosen = chosen.with_hand_sizes(sizes)
    chosen.check_players(players)
    return chosen


def hand_sizes(cards: str) -> tuple[int, ...]:
    """The numbers of a list like `7` or `3,2,1`."""
    words = [word.strip() for word in cards.split(",")] if cards.strip() else []
    if not all(word.isdecimal() for word in words):
        raise RulesError(f"--cards takes a number or a list like 3,2,1, not {cards!r}")
    return tuple(int(word) for word in words)


def play_in_terminal(rules: HouseRules, players: int, opponent: str, seed: int) -> None:
    """Seat the players and begin."""
    with patience():
        from rich.console import Console

        from overtrick.cli.terminal import TerminalGame
        from overtrick.core.randomness import make_rng
        from overtrick.engine.catalogue import game as find_game
        from overtrick.engine.match import Match, seeded_decks
        from overtrick.players.catalogue import make_player

        match = Match(rules, players, seeded_decks(seed))
        opponents = [make_player(opponent) for _ in range(1, players)]
        opponents[0].decide(match.observe(match.round.turn), make_rng(seed))
    console = Console(highlight=False)
    console.print(
        f"{find_game(rules.game).title} against {opponent}. ? helps, q quits; --seed {seed} deals the same cards again."
    )
    TerminalGame(match, opponents, lambda: make_player("hard"), seed, console).run()


@contextmanager
def patience() -> Iterator[None]:
    """Say why it takes a while, if it does: kernels are compiled on the first start and kept."""
    notice = threading.Timer(PATIENCE_SECONDS, _say_compiling)
    notice.daemon = True
    notice.start()
    try:
        yield
    finally:
        notice.cancel()


def _say_compiling() -> None:
    print("Starting the engine; the very first start compiles it, which takes a minute …", file=sys.stderr, flush=True)
