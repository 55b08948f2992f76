"""Names people give themselves: any script, but plain text that cannot disguise itself or spoil a line."""

from __future__ import annotations

import unicodedata

from overtrick.server.refusal import Refusal

MAX_NAME = 24
MAX_MARKS = 2
"""Combining marks on one letter; more are drawn over the neighbouring lines."""

_BARRED = {"Cc": "control", "Cf": "invisible", "Cs": "broken", "Co": "private", "Cn": "unknown", "Zl": "line break"}
_BARRED["Zp"] = "line break"

_VARIATIONS = dict.fromkeys((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
"""Variation selectors, which keyboards of phones put after some emoji: they go, the emoji stays."""

_INVISIBLE = frozenset(
    code
    for first, last in (
        (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
        (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
        (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
        (0xE0000, 0xE0FFF),
    )
    for code in range(first, last + 1)
)  # fmt: skip
"""Drawn as nothing, so that two names would look the same or one like an empty seat: `Default_Ignorable_Code_Point` of
Unicode 16.0 (https://www.unicode.org/Public/16.0.0/ucd/DerivedCoreProperties.txt) and the blank pattern of Braille."""


def clean_name(text: str) -> str:
    """The name as it is kept and shown, or a refusal that says what is wrong with it."""
    plain = unicodedata.normalize("NFKC", text[: 4 * MAX_NAME + 200]).translate(_VARIATIONS)
    name = " ".join(plain.split())
    if all(unicodedata.category(character).startswith("M") for character in name):
        raise Refusal("bad_name", "a name needs at least one character")
    if len(name) > MAX_NAME:
        raise Refusal("bad_name", f"a name has at most {MAX_NAME} characters, not {len(name)}")
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category in _BARRED or ord(character) in _INVISIBLE:
            code, kind = f"U+{ord(character):04X}", _BARRED.get(category, "invisible")
            raise Refusal("bad_name", f"a name cannot contain the {kind} character {code}")
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MAX_MARKS:
            raise Refusal("bad_name", f"a name has at most {MAX_MARKS} marks on a letter")
    return name
