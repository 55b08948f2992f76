"""The page `docs/observations.md`, printed from the feature lists by `python -m overtrick.observe.document`."""

from __future__ import annotations

from overtrick.core.schema import Axis, Feature, Schema
from overtrick.observe.schemas import SCHEMAS

INTRODUCTION = """\
# Observations: every number a network sees

An observation is what one seat may know, as a row of 32-bit floats. A **schema** says what each number means; model
files carry its name and hash and are refused where they do not fit. A schema never changes: other features make a
schema with a new number. This page is printed from the lists in the `observations/schemas.py` of each game's folder,
which the kernels take their offsets from, by `python -m overtrick.observe.document > docs/observations.md`.

```python
from overtrick.observe.encode import encode
from overtrick.observe.schemas import schema

rows = encode(schema("{example}"), views)   # [B, {size}]; views is an array of records, each seen by its `seat`
schema("{example}").labels()[3]             # '{label}'
```

- Cards are in the engine's order, ♠ ♥ ♣ ♦, each from 2 to A, unless the schema says otherwise. Networks that read
  another order keep it in their outputs, too.
- Schemas with the number 2 count seats from the viewer leftwards. They open with a block of [planes, 52] numbers, one
  row of the 52 cards for each fact about cards; the table's numbers follow. Card-token networks read the block as 52
  tokens of `planes` numbers, plain networks read the whole row.
- Schemas with the number 3 keep what matters most, for networks that have to be small and quick. Their cards stand in
  four **slots** of a suit each, and every view puts suits into slots by their role, so that what plays alike looks
  alike. Where lengths are equal, the suit comes first whose highest cards in hand are higher, then the one whose unseen
  cards are, then the engine's order. `ask` in `overtrick/observe/questions.py` puts masks into the same order as the
  observation, and answers back into the engine's; nothing else may stand between such a schema and a network.
- A feature with several axes runs through the last axis first: in `played_by`, 52 cards of the viewer come before 52
  cards of the seat to the left.

Actions share one space of 52 numbers: bid *b* is action *b*, card *c*, played or passed, is action *c*, or its place
among the slots where the schema has them. A mask has 1 for each legal action; a mask without any is an error. Values
are one number per seat in [-1, 1], from the viewer leftwards, as the `values.py` of the game scales them.
"""


def document() -> str:
    """The whole page."""
    example = next(schema for schema in SCHEMAS.values() if schema.version == 2)
    facts = {"{example}": example.name, "{size}": str(example.size), "{label}": example.labels()[3]}
    text = INTRODUCTION
    for mark, fact in facts.items():
        text = text.replace(mark, fact)
    return "\n".join([text, *map(_schema_section, SCHEMAS.values())])


def _schema_section(schema: Schema) -> str:
    lines = [f"## {schema.name}", ""]
    lines += [f"{schema.size} numbers, hash `{schema.hash}`. {schema.note}".rstrip(), ""]
    if schema.version > 1:
        lines += [f"Block of cards: {schema.planes} planes of 52; table: {schema.table_size} numbers.", ""]
    lines += ["| numbers | feature | axes | meaning |", "|---|---|---|---|"]
    for feature in schema.features:
        first = schema.offsets[feature.name]
        places = f"{first}" if feature.size == 1 else f"{first}-{first + feature.size - 1}"
        axes = " × ".join(f"{len(axis)} {axis.name}" for axis in feature.axes)
        lines.append(f"| {places} | `{feature.name}` | {axes} | {feature.doc} |")
    lines += ["", "Along each axis:", ""]
    lines += [f"- {axis.name}: {', '.join(axis.labels)}" for axis in _axes(schema.features)]
    return "\n".join(lines) + "\n"


def _axes(features: tuple[Feature, ...]) -> list[Axis]:
    """Every axis once, in the order of appearance."""
    return list(dict.fromkeys(axis for feature in features for axis in feature.axes))


if __name__ == "__main__":
    print(document(), end="")
