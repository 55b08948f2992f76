"""Count where code names a game that should know none; `make check` fails on the first.

A game is a folder, in Python and on the page. Outside these folders only the catalogue, the generated dispatch, the
classes kept from the source documents, the list of public names, shipped models and comparisons with other programs may
name one. Suits are no games: a line that names clubs or diamonds beside hearts and spades is about suits.

    python tools/census.py            print every line that names a game where none belongs
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = (
    ("src/overtrick", "*.py"),
    ("web/src", "*.ts"),
    ("web/src", "*.svelte"),
    ("web/src", "*.css"),
    ("web/src", "*.html"),
)
ALLOWED = (
    "src/overtrick/__init__.py",  # the public names, those of the source documents among them
    "src/overtrick/games/",
    "src/overtrick/engine/catalogue.py",
    "src/overtrick/engine/dispatch/",
    "src/overtrick/compat/",
    "src/overtrick/models/",
    "src/overtrick/cli/benches/training.py",  # beside the figures of BlobMaster, which plays Blob only
    "web/src/lib/games/",
    "web/src/lib/api/messages.ts",  # written from the server's models, with the house rules of every game
    "web/src/lib/testing/",
)
TESTS = re.compile(r"\.test\.(ts|js)$")
SUIT_LINE = re.compile(r"clubs|diamonds|♣|♦", re.IGNORECASE)
SUITS_AS_GAMES = re.compile(r"\b(Hearts|Spades)\b|(['\"`/])(hearts|spades)(\2|-)|\b(hearts|spades)_|_(hearts|spades)\b")
GAME = re.compile(r"blob", re.IGNORECASE)
NOT_THE_GAME = re.compile(r"Blob\(|new Blob\b|: Blob\b")
"""The browser's own class for binary data."""


def offences() -> Iterator[str]:
    """Every line that names a game where none belongs, with its place."""
    for folder, pattern in SOURCES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(ALLOWED) or TESTS.search(name) or "/static/" in name:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                if names_game(line):
                    yield f"{name}:{number}: {line.strip()[:120]}"


def names_game(line: str) -> bool:
    """Whether the line speaks of a game by name."""
    if GAME.search(NOT_THE_GAME.sub("", line)):
        return True
    return bool(SUITS_AS_GAMES.search(line)) and not SUIT_LINE.search(line)


def main() -> int:
    found = list(offences())
    print("\n".join(found) if found else "no file outside the game folders names a game")
    if found:
        print(f"{len(found)} lines name a game where none belongs", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
