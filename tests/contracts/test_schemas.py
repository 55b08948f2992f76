"""What every schema keeps: its size and hash, its place in the docs, unique names."""

import json
import runpy
from pathlib import Path

import pytest

from overtrick.core.axes import SEATS, SLOT_CARDS
from overtrick.core.record import MAX_CARDS, MAX_SEATS
from overtrick.core.schema import Feature, Schema
from overtrick.errors import ModelError
from overtrick.games.blob.observations.schemas import BLOB_1, BLOB_2, BLOB_3
from overtrick.games.hearts.observations.schemas import CLUBS_FIRST, HEARTS_1, HEARTS_2, HEARTS_3
from overtrick.games.spades.observations.schemas import SPADES_2, SPADES_3
from overtrick.observe.document import document
from overtrick.observe.schemas import SCHEMAS, schema

ROOT = Path(__file__).parents[2]
PINS = json.loads((ROOT / "tests/golden/schemas.json").read_text())


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_what_it_was(name):
    """A change of features needs a new version; only new schemas may be added to the file of pins."""
    assert PINS[name] == {"size": schema(name).size, "hash": schema(name).hash}


def test_a_change_without_a_new_version_is_caught():
    changed = Schema("blob", 1, (*BLOB_1.features[:-1], Feature("more_reserved", "", (SEATS,))))
    assert changed.name in PINS
    assert changed.hash != PINS[changed.name]["hash"]


def test_sizes_the_sources_name():
    assert BLOB_1.size == 256
    assert HEARTS_1.size == 270
    assert BLOB_1.offsets["more_reserved"] == 231
    assert HEARTS_1.offsets["scores"] == 52 + 52 + 75


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_number_has_a_name(name):
    labels = schema(name).labels()
    assert len(labels) == len(set(labels)) == schema(name).size


@pytest.mark.parametrize("rich", [BLOB_2, HEARTS_2, SPADES_2, BLOB_3, HEARTS_3, SPADES_3])
def test_rich_schemas_open_with_a_block_of_cards(rich):
    assert all(feature.is_per_card for feature in rich.features[:5])
    assert rich.planes * 52 + rich.table_size == rich.size
    assert rich.labels()[rich.planes * 52].startswith("phase")


@pytest.mark.parametrize("name", SCHEMAS)
def test_cards_are_in_slots_where_the_schema_says_so(name):
    cards = {feature.axes[-1] for feature in schema(name).features if feature.is_per_card}
    assert (cards == {SLOT_CARDS}) == schema(name).by_role


def test_axes_fit_the_engine():
    assert len(SEATS) == MAX_SEATS
    assert len(BLOB_2.features[[feature.name for feature in BLOB_2.features].index("cards_dealt")].axes[0]) == MAX_CARDS
    assert sorted(CLUBS_FIRST) == list(range(52))


def test_unknown_schema_names_the_known_ones():
    with pytest.raises(ModelError, match="blob-1, hearts-1, blob-2, hearts-2"):
        schema("blob-9")


def test_page_is_current(capsys):
    assert (ROOT / "docs/observations.md").read_text() == document()
    runpy.run_path(str(ROOT / "src/overtrick/observe/document.py"), run_name="__main__")
    assert capsys.readouterr().out == document()
