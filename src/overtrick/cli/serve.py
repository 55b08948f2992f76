"""`overtrick serve`: the server for the web app and its API."""

from __future__ import annotations

import webbrowser
from typing import Annotated, Any

import typer

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 127.0.0.1 unless told otherwise.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    hosts: Annotated[list[str] | None, typer.Option(help="A further host name to answer for; may be repeated.")] = None,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://HOST/NAME.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that think for the AI.")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Run the server. Every other setting is described in docs/server.md."""
    from pydantic import ValidationError

    from overtrick.errors import OvertrickError
    from overtrick.server.running import run
    from overtrick.server.settings import Settings

    flags: dict[str, Any] = {
        "host": host,
        "port": port,
        "hosts": hosts or None,
        "database": database,
        "workers": workers,
        "log_level": log_level,
    }
    try:
        settings = Settings(**{name: value for name, value in flags.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        raise OvertrickError(f"setting {'.'.join(map(str, first['loc']))}: {first['msg']}") from error

    figures: list[str] = []

    def started(real_port: int) -> None:
        where = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104
        address = f"http://{where}:{real_port}/"
        print(f"Overtrick is at {address}", flush=True)
        for url in figures:
            print(f"Metrics are at {url}", flush=True)
        if open_page:
            webbrowser.open(address)

    run(settings, started, figures.append)
