"""The command `overtrick`: finds the verb, runs it, and turns what the package refuses into one line on stderr."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from overtrick import __version__
from overtrick.cli.verbs import BAD_USAGE, Verbs
from overtrick.errors import OvertrickError

INTERRUPTED = 130

VERBS = Verbs(
    about="Play, study and train trick-taking card games.",
    package="overtrick.cli",
    table={
        "play": "Play in the browser, or here with --terminal.",
        "serve": "Run the server for the web app and its API.",
        "eval": "Let players meet over many deals and compare them; test their tactics.",
        "league": "Rate many players against each other.",
        "selfplay": "Let players play and write the games to records.",
        "explain": "Say what a player thinks of a position, and why.",
        "replay": "Show a recorded match, action by action.",
        "snapshot": "Export a position to JSON and import it again.",
        "verify": "Check records: actions and scores by the rules, deals by their commitments.",
        "info": "Describe a model file or this installation.",
        "export": "Write a trained network as a model file, checked against torch.",
        "gen-weights": "Put a model file where the package ships it.",
        "train": "Train a network by self-play.",
        "bench": "Measure the engine, networks, search, training and server.",
        "db": "Create, migrate and inspect the server's database.",
    },
)


def main(args: Sequence[str] | None = None) -> None:
    """Run `overtrick` with the arguments of the process, or with `args`."""
    args = sys.argv[1:] if args is None else args
    if args and args[0] == "--version":
        print(f"overtrick {__version__}")
        return
    try:
        VERBS(args=args, prog_name="overtrick")
    except OvertrickError as error:
        print(f"overtrick: {error}", file=sys.stderr)
        sys.exit(BAD_USAGE)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
