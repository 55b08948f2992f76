"""Names people give themselves: any script, but plain text that cannot disguise itself or spoil a line."""

from __future__ import annotations

import unicodedata

from overtrick.server.refusal import Refusal

MAX_NAME = 24
MAX_MARKS = 2
"""Combining marks on one letter; more are drawn over the neighbouring lines."""

_BARRED = {"Cc": "control", "Cf": "invisible", "Cs": "broken", "Co": "private", "Cn": "unknown", "Zl": "line break"}
_BARRED["Zp"] = "line break"

_BLANKS = frozenset("\u115f\u1160\u2800")
"""Letters that are drawn as nothing: a name of them alone would look like an empty seat."""


def clean_name(text: str) -> str:
    """The name as it is kept and shown, or a refusal that says what is wrong with it."""
    name = " ".join(unicodedata.normalize("NFKC", text[: 4 * MAX_NAME + 200]).split())
    if all(unicodedata.category(character).startswith("M") for character in name):
        raise Refusal("bad_name", "a name needs at least one character")
    if len(name) > MAX_NAME:
        raise Refusal("bad_name", f"a name has at most {MAX_NAME} characters, not {len(name)}")
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category in _BARRED or character in _BLANKS:
            code, kind = f"U+{ord(character):04X}", _BARRED.get(category, "invisible")
            raise Refusal("bad_name", f"a name cannot contain the {kind} character {code}")
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MAX_MARKS:
            raise Refusal("bad_name", f"a name has at most {MAX_MARKS} marks on a letter")
    return name
