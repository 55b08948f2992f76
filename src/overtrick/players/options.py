"""Options as people write them: texts read as values of a type, and the nearest word for one that does not exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from overtrick.errors import OvertrickError

_TRUTHS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def suggestion(word: str, choices: Iterable[str]) -> str:
    """`did you mean …?` with the nearest choice, and all of them when none is near."""
    known = list(choices)
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"there are {', '.join(known)}" if known else "there are none"


def read_value(what: str, text: str, kind: Any, error: type[OvertrickError]) -> Any:
    """A text as a value of a type: numbers, yes or no, one of a few words, several with commas.

    `none` and the empty text are None where that is allowed and they could be no words. `error` is raised for what fits
    nowhere; its message begins with `what`.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        choices = {str(choice): choice for choice in parts}
        if text not in choices:
            raise error(f"{what} cannot be {text!r}; {suggestion(text, choices)}")
        return choices[text]
    if origin in (Union, UnionType):
        if NoneType in parts and str not in parts and text.lower() in ("", "none"):
            return None
        return read_value(what, text, next(part for part in parts if part is not NoneType), error)
    if origin is tuple:
        return _several(what, text, parts, error)
    if kind is bool:
        if text.lower() not in _TRUTHS:
            raise error(f"{what} is yes or no, not {text!r}")
        return _TRUTHS[text.lower()]
    if kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            number = "a whole number" if kind is int else "a number"
            raise error(f"{what} is {number}, not {text!r}") from None
    return text


def _several(what: str, text: str, parts: tuple[Any, ...], error: type[OvertrickError]) -> tuple[Any, ...]:
    """Values with commas between them, as many as the tuple's type says."""
    pieces = [piece.strip() for piece in text.strip("()[] ").split(",") if piece.strip()]
    kinds = [parts[0]] * len(pieces) if parts[1:] == (...,) else list(parts)
    if len(kinds) != len(pieces):
        raise error(f"{what} takes {len(kinds)} values with commas between them, not {text!r}")
    return tuple(read_value(what, piece, part, error) for piece, part in zip(pieces, kinds, strict=True))
