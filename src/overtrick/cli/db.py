"""`overtrick db`: the server's database, created, migrated, saved and checked."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from overtrick.server.checking import BadTable

PROGRESS_SECONDS = 2.0

app = typer.Typer(
    add_completion=False, help="Create, migrate, save and check the server's database.", no_args_is_help=True
)

Database = Annotated[
    str | None, typer.Option(help="sqlite:///FILE or postgresql://HOST/NAME; the server's unless given.")
]


@app.command()
def upgrade(database: Database = None) -> None:
    """Create the database, or bring it up to this version. The server does so, too, when it starts."""
    from overtrick.server.database import database_url
    from overtrick.server.database import upgrade as migrate

    url = database_url(_chosen(database))
    print(f"{url.render_as_string()} has version {migrate(url)}")


@app.command()
def backup(target: Annotated[Path, typer.Argument(help="A new file.")], database: Database = None) -> None:
    """Save a copy, also while the server runs: a SQLite file, or a pg_dump archive for PostgreSQL."""
    from overtrick.server.database import backup as save
    from overtrick.server.database import database_url

    save(database_url(_chosen(database)), target)
    print(f"saved to {target}")


@app.command()
def check(
    database: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for programs.")] = False,
) -> None:
    """Read the log of every table, also while the server runs; explain those that cannot be read and exit with 1."""
    from overtrick.server.checking import check_database

    report = check_database(_chosen(database), _progress())
    bad = report["unreadable"]
    if as_json:
        print(json.dumps(report, indent=2))
    else:
        found = f"{len(bad)} of them cannot be read" if bad else "all of them can be read"
        print(f"{report['tables']} tables, {found}")
        for table in bad:
            print(_told(table))
    if bad:
        raise typer.Exit(1)


def _progress() -> Callable[[int, int, int], None]:
    """Says on standard error how far a long check is, every two seconds."""
    told = time.monotonic()

    def tell(done: int, total: int, bad: int) -> None:
        nonlocal told
        if (now := time.monotonic()) - told >= PROGRESS_SECONDS:
            told = now
            print(f"{done} of {total} tables read, {bad} cannot be", file=sys.stderr, flush=True)

    return tell


def _told(table: BadTable) -> str:
    where = "its log" if table["seq"] is None else f"entry {table['seq']}"
    kind = f" ({table['kind']})" if table["kind"] else ""
    status = table["status"] or "not among the games"
    good = f"; {table['seq']} of {table['entries']} entries can be read" if table["seq"] is not None else ""
    return f"\n{table['id']}  {status}{good}\n  {where}{kind}: {table['reason']}\n  {table['advice']}"


def _chosen(database: str | None) -> str:
    from overtrick.server.settings import Settings

    return database if database is not None else Settings().database
