"""Every setting: flags come first, then the environment (`OVERTRICK_PORT`), then the TOML file, then these defaults.

The TOML file is `overtrick.toml` in the working folder, or the one that `OVERTRICK_CONFIG` names.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource


def default_database() -> str:
    """A file in the user's data folder."""
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        home = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return f"sqlite:///{home / 'overtrick' / 'overtrick.db'}"


class Settings(BaseSettings):
    """How the server runs."""

    model_config = SettingsConfigDict(env_prefix="OVERTRICK_", extra="ignore", use_attribute_docstrings=True)

    host: str = "127.0.0.1"
    """Address to listen on; only this machine unless told otherwise."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    """Port to listen on; 0 takes a free one."""
    database: str = Field(default_factory=default_database)
    """`sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`."""
    database_seconds: Annotated[float, Field(gt=0)] = 5.0
    """A database that has not answered for so long is taken for gone: whoever waits for it is refused."""
    metrics: Annotated[str, Field(pattern=r"^$|^\S+:\d{1,5}$")] = ""
    """HOST:PORT where Prometheus reads the figures, such as `127.0.0.1:9464`; nowhere unless it is set."""
    origins: list[str] = []
    """Further origins whose pages may open a socket, such as `https://cards.example`; the server's own always may."""
    hosts: list[str] = []
    """Further host names the server answers for, such as `cards.example`, or `*` for any; its own it knows."""
    trusted_proxies: str = ""
    """Addresses of proxies whose `X-Forwarded-For` is believed, separated by commas."""

    workers: Annotated[int, Field(ge=1, le=64)] = Field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    """Processes that think for the AI."""
    queue: Annotated[int, Field(ge=1)] = 256
    """AI decisions that may wait for a worker."""
    expert_ms: Annotated[int, Field(ge=1, le=60_000)] = 300
    """Thinking time of level `expert`, for each decision."""
    hint_ms: Annotated[int, Field(ge=1, le=60_000)] = 600
    """Thinking time of a hint."""
    worker_seconds: Annotated[float, Field(gt=0)] = 20.0
    """After this a worker that has not answered is replaced, and its decision asked again."""

    ai_tables: Annotated[int, Field(ge=0)] = 64
    """Tables at a time where only the AI plays."""
    ai_tables_per_address: Annotated[int, Field(ge=0)] = 4
    """The same for one address."""
    ai_table_seconds: Annotated[float, Field(ge=0)] = 0.35
    """The least time between two moves where only the AI plays."""

    turn_seconds: Annotated[float, Field(ge=0, le=3600)] = 60.0
    """Time for a decision that others wait for, at tables for friends that set none of their own; 0 for no limit."""
    hold_seconds: Annotated[float, Field(ge=0)] = 20.0
    """How long somebody may be gone before the AI plays for them."""
    ping_seconds: Annotated[float, Field(gt=0)] = 5.0
    """A socket that has said nothing for so long is asked whether it is there."""
    silence_seconds: Annotated[float, Field(gt=0)] = 10.0
    """A socket that has said nothing for so long is closed."""
    hello_seconds: Annotated[float, Field(gt=0)] = 8.0
    """A socket has to say who it is within this time, a request to send its head and its body."""
    outgoing: Annotated[int, Field(ge=2)] = 64
    """Messages a slow client may fall behind before it is cut."""

    connections_per_address: Annotated[int, Field(ge=1)] = 100
    """Open connections one address may have; a trusted proxy may have any number and has to limit them itself."""
    requests_per_second: Annotated[float, Field(gt=0)] = 20.0
    """REST requests and new sockets of one address, on average; bursts may be four times that."""
    files_per_second: Annotated[float, Field(gt=0)] = 60.0
    """Files of the page and other paths that one address may ask for, on average; bursts may be four times that."""
    messages_per_second: Annotated[float, Field(gt=0)] = 20.0
    """Messages of one socket, on average; bursts may be four times that."""
    bytes_per_second: Annotated[float, Field(gt=0)] = 32_768.0
    """Bytes of one connection, on average, bursts four times that; all of one address may send eight times as many."""
    frames_per_second: Annotated[float, Field(gt=0)] = 60.0
    """Frames of one connection, pings and fragments too, bursts four times that; of one address ten times as many."""
    work_ms_per_second: Annotated[float, Field(gt=0)] = 100.0
    """Milliseconds of work for one connection, bursts a tenth of that; for all of one address twice as many."""
    tables_per_hour: Annotated[float, Field(gt=0)] = 120.0
    """New tables of one address, rematches included."""
    waiting_hours: Annotated[float, Field(gt=0)] = 24.0
    """A table where nothing was dealt is closed after this."""
    unfinished_days: Annotated[float, Field(gt=0)] = 60.0
    """A match nobody has touched for so long is closed."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """`debug`, `info`, `warning` or `error`."""

    @property
    def listens_everywhere(self) -> bool:
        """Whether any network of this machine reaches the server."""
        return self.host in ("0.0.0.0", "::", "")  # noqa: S104

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags, environment, TOML file."""
        file = Path(os.environ.get("OVERTRICK_CONFIG", "overtrick.toml"))
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, file)
