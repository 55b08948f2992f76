"""Write the golden observations: 100 positions per game as deals and actions, and what each schema says of them.

    python -m tests.golden.make_observations

Run it for a new schema: what is there already stays as it is. The numbers come from the reference encoders.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.round import View
from overtrick.observe.schemas import schema
from tests.golden.layout import fields_of, rounds_of
from tests.observe.positions import random_views
from tests.reference.encode_blob import blob_1, blob_2, blob_3
from tests.reference.encode_hearts import hearts_1, hearts_2, hearts_3
from tests.reference.encode_spades import spades_2, spades_3

FOLDER = Path(__file__).parent
PINS = FOLDER / "schemas.json"
REFERENCE = {
    "blob-1": blob_1,
    "blob-2": blob_2,
    "blob-3": blob_3,
    "hearts-1": hearts_1,
    "hearts-2": hearts_2,
    "hearts-3": hearts_3,
    "spades-2": spades_2,
    "spades-3": spades_3,
}
POSITIONS = 100


def main() -> None:
    for game in GAME_KEYS:
        path = FOLDER / f"views-{game}.jsonl"
        if not path.exists():
            lines = [
                json.dumps(as_text(view), separators=(",", ":")) for view in random_views(game, POSITIONS, seed=2025)
            ]
            path.write_text("\n".join(lines) + "\n")
    pins = json.loads(PINS.read_text())
    for name, encoder in REFERENCE.items():
        if name not in pins:
            numbers = np.array([encoder(view) for view in golden_views(schema(name).game)], np.float32)
            np.savez_compressed(FOLDER / f"observations-{name}.npz", observations=numbers)
            pins[name] = {"size": schema(name).size, "hash": schema(name).hash}
    PINS.write_text(json.dumps(pins, indent=2) + "\n")


def golden_views(game: str) -> list[View]:
    """The stored positions."""
    lines = (FOLDER / f"views-{game}.jsonl").read_text().splitlines()
    return [View(rounds_of(json.loads(line))) for line in lines]


def as_text(view: View) -> dict[str, int | list[int]]:
    """Every field of the record by name, so that a field added later does not disturb old positions."""
    return fields_of(view.data[0])


if __name__ == "__main__":
    main()
