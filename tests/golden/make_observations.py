"""Write the golden observations: 100 positions per game as deals and actions, and what each schema says of them.

    python -m tests.golden.make_observations

Run it only for a new schema; the numbers of an existing one never change. They come from the reference encoders.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from overtrick.games.round import View
from overtrick.observe.schemas import SCHEMAS
from tests.observe.positions import random_views
from tests.reference.encode_blob import blob_1, blob_2
from tests.reference.encode_hearts import hearts_1, hearts_2

FOLDER = Path(__file__).parent
REFERENCE = {"blob-1": blob_1, "blob-2": blob_2, "hearts-1": hearts_1, "hearts-2": hearts_2}
POSITIONS = 100


def main() -> None:
    for game in ("blob", "hearts"):
        views = random_views(game, POSITIONS, seed=2025)
        lines = [json.dumps(as_text(view), separators=(",", ":")) for view in views]
        (FOLDER / f"views-{game}.jsonl").write_text("\n".join(lines) + "\n")
        for name, encoder in REFERENCE.items():
            if name.startswith(game):
                numbers = np.array([encoder(view) for view in views], np.float32)
                np.savez_compressed(FOLDER / f"observations-{name}.npz", observations=numbers)
    pins = {name: {"size": schema.size, "hash": schema.hash} for name, schema in SCHEMAS.items()}
    (FOLDER / "schemas.json").write_text(json.dumps(pins, indent=2) + "\n")


def as_text(view: View) -> dict[str, int | list[int]]:
    """Every field of the record by name, so that a field added later does not disturb old positions."""
    record = view.data[0]
    return {name: record[name].tolist() for name in view.data.dtype.names if name != "spare"}


if __name__ == "__main__":
    main()
