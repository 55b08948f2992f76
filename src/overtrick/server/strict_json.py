"""JSON from strangers: bounded in depth, every key once, read in one go by the C parts of the standard library."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from overtrick.server.refusal import Refusal

MAX_DEPTH = 12

_STRINGS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def read_json(text: bytes) -> Any:
    """What the text holds, or a refusal that says what is wrong with it."""
    check_depth(text)
    try:
        return _DECODER.decode(text.decode())
    except Refusal:
        raise
    except (ValueError, RecursionError):
        raise Refusal("bad_message", "this is not JSON") from None


def check_depth(text: bytes) -> None:
    """Refuse JSON nested deeper than any message of ours.

    Without its strings and with every innermost pair of brackets taken away a dozen times, nothing is left of a text
    that is not too deep.
    """
    if text.count(b"[") + text.count(b"{") <= MAX_DEPTH:
        return
    brackets = _STRINGS.sub(b"", text).translate(None, _NOT_BRACKETS)
    for _ in range(MAX_DEPTH):
        brackets = brackets.replace(b"[]", b" ").replace(b"{}", b" ").replace(b" ", b"")
        if not brackets:
            return
    raise Refusal("bad_message", f"JSON may be nested {MAX_DEPTH} deep, not deeper")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Refusal("bad_message", f"the key {twice[:40]!r} stands twice in one object")
    return found


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(word)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant)
