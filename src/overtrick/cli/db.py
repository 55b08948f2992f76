"""`overtrick db`: the server's database, created, migrated and saved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(add_completion=False, help="Create, migrate and save the server's database.", no_args_is_help=True)

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


def _chosen(database: str | None) -> str:
    from overtrick.server.settings import Settings

    return database if database is not None else Settings().database
