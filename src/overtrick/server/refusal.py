"""Something the server will not do, with a code for programs and words for people."""

from __future__ import annotations

from overtrick.errors import (
    IllegalAction,
    NotACard,
    OutOfTurn,
    OvertrickError,
    RecordError,
    RulesError,
    UnknownPlayer,
    WrongPhase,
)
from overtrick.server.messages import ErrorCode

STATUS: dict[ErrorCode, int] = {
    "bad_message": 400,
    "no_seat": 401,
    "not_allowed": 403,
    "origin": 403,
    "no_table": 404,
    "not_found": 404,
    "timeout": 408,
    "illegal": 409,
    "not_your_turn": 409,
    "stale": 409,
    "table_full": 409,
    "too_large": 413,
    "not_a_card": 422,
    "bad_name": 422,
    "bad_rules": 422,
    "unknown_player": 422,
    "too_many": 429,
    "internal": 500,
    "unreadable": 500,
    "busy": 503,
    "storage": 503,
}
"""The HTTP status of each code."""


class Refusal(OvertrickError):
    """A request that is turned down; nothing has changed."""

    def __init__(self, code: ErrorCode, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        self.retry_after = retry_after
        """Seconds to wait, where waiting helps."""


def refusal_of(error: OvertrickError) -> Refusal:
    """The same refusal, from an error of the layers below."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, RecordError):
        return unreadable()
    code: ErrorCode = "bad_message"
    if isinstance(error, OutOfTurn | WrongPhase):
        code = "not_your_turn"
    elif isinstance(error, IllegalAction):
        code = "illegal"
    elif isinstance(error, NotACard):
        code = "not_a_card"
    elif isinstance(error, RulesError):
        code = "bad_rules"
    elif isinstance(error, UnknownPlayer):
        code = "unknown_player"
    return Refusal(code, str(error))


def unreadable() -> Refusal:
    """A table whose log cannot be read; the reason may name cards, so it is not told."""
    return Refusal("unreadable", "the record of this table cannot be read; whoever runs the server can find out why")
