"""The schemas there are. `docs/observations.md` is printed from them."""

from __future__ import annotations

from overtrick.core.schema import Schema
from overtrick.engine.catalogue import games
from overtrick.errors import ModelError

SCHEMAS: dict[str, Schema] = {
    schema.name: schema
    for schema in sorted((schema for game in games() for schema in game.schemas), key=lambda schema: schema.version)
}


def schema(name: str) -> Schema:
    """The schema of that name."""
    if name not in SCHEMAS:
        raise ModelError(f"there is no observation schema {name!r}; there are {', '.join(SCHEMAS)}")
    return SCHEMAS[name]
