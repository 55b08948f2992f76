"""The two closed sets of WebSocket messages: `ClientMessage` from a client, `ServerMessage` to it.

Messages to the server are checked pydantic models; messages to clients are typed dictionaries, because the server makes
them itself, thousands a second. Both are described for people in `docs/protocol.md`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from overtrick.server.views import Pace, View

ActionId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$", examples=["5f2c8a1e"])]
"""Made by the client, new for each action; a repeat of the same id is answered again and never applied twice."""

Version = Annotated[int, Field(ge=0, le=1_000_000_000, examples=[12])]
"""How many public events a table has seen."""

CardText = Annotated[str, Field(min_length=2, max_length=3, examples=["AS", "TH"])]


class FromClient(BaseModel):
    """What all messages to the server share: nothing unknown is accepted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Hello(FromClient):
    """First message on a socket: who I am, and the last version I saw. Without a token one watches."""

    type: Literal["hello"]
    token: Annotated[str, Field(min_length=16, max_length=128)] | None = None
    version: Version | None = None


class Action(FromClient):
    """What all actions of a seat share."""

    id: ActionId
    version: Version


class Start(Action):
    """Deal now; open seats are played by the AI until somebody sits in."""

    type: Literal["start"]


class Bid(Action):
    type: Literal["bid"]
    bid: Annotated[int, Field(ge=0, le=17, examples=[2])]


class Pass(Action):
    type: Literal["pass"]
    cards: Annotated[list[CardText], Field(min_length=1, max_length=3, examples=[["QS", "KH", "2D"]])]


class Play(Action):
    type: Literal["play"]
    card: CardText


class Next(Action):
    """I have seen the result: deal the next round as soon as everybody here has."""

    type: Literal["next"]


class Undo(Action):
    """Take my last decision of this round back; other people at the table are asked."""

    type: Literal["undo"]


class Agree(Action):
    """My answer to somebody's undo."""

    type: Literal["agree"]
    yes: bool


class Claim(Action):
    """The rest is decided: play it out."""

    type: Literal["claim"]


class SetPace(Action):
    """How long the AI takes over a move."""

    type: Literal["pace"]
    pace: Pace


class Leave(Action):
    """Give the seat up; the AI plays it until somebody sits in. The token is worth nothing afterwards."""

    type: Literal["leave"]


class Rematch(Action):
    """Set up the same table again; the answer's `table` is the id of the new one."""

    type: Literal["rematch"]


class MoveNow(Action):
    """Hurry the AI that is thinking."""

    type: Literal["move_now"]


class AskHint(Action):
    """What would the strongest player do?"""

    type: Literal["hint"]


class Pong(FromClient):
    """The answer to `ping`."""

    type: Literal["pong"]


SeatAction = Annotated[
    Start | Bid | Pass | Play | Next | Undo | Agree | Claim | SetPace | Leave | Rematch | MoveNow,
    Field(discriminator="type"),
]
"""All that changes a table: over the socket or by `POST /api/game/{id}/action`."""

ClientMessage = Annotated[
    Hello
    | Start
    | Bid
    | Pass
    | Play
    | Next
    | Undo
    | Agree
    | Claim
    | SetPace
    | Leave
    | Rematch
    | MoveNow
    | AskHint
    | Pong,
    Field(discriminator="type"),
]

ErrorCode = Literal[
    "bad_message",
    "not_a_card",
    "illegal",
    "not_your_turn",
    "stale",
    "not_allowed",
    "no_seat",
    "no_table",
    "unreadable",
    "not_found",
    "table_full",
    "bad_name",
    "bad_rules",
    "unknown_player",
    "too_large",
    "too_many",
    "busy",
    "storage",
    "origin",
    "timeout",
    "internal",
]
"""Why something was refused, for programs; the message says it for people."""


class EventView(TypedDict):
    """What happened, for animation and for telling it aloud. Fields that do not apply are null.

    `joined` `left` seat, name · `started` · `dealt` round · `bid` seat, bid, by · `passed` all passes are exchanged ·
    `played` seat, card, by, winner of the trick it completed · `round_over` scores · `match_over` winners ·
    `claimed` seat · `undone` seat · `rematch` table.
    """

    version: int
    kind: Literal[
        "joined",
        "left",
        "started",
        "dealt",
        "bid",
        "passed",
        "played",
        "round_over",
        "match_over",
        "claimed",
        "undone",
        "rematch",
        "pace",
        "expired",
    ]
    seat: int | None
    name: str | None
    round: int | None
    bid: int | None
    card: str | None
    by: Literal["seat", "ai", "claim", "clock"] | None
    winner: int | None
    scores: list[int] | None
    winners: list[int] | None
    table: str | None


class Welcome(TypedDict):
    """The answer to `hello`: your seat (null for spectators), what you missed as far as it is kept, and the view."""

    type: Literal["welcome"]
    seat: int | None
    missed: list[EventView]
    is_complete: bool
    view: View


class Event(TypedDict):
    """Something happened: the events since your last view, oldest first, and the view after them."""

    type: Literal["event"]
    events: list[EventView]
    view: View


class Fresh(TypedDict):
    """A view that replaces yours; its version may be the same (somebody came or went, your pass is laid aside)."""

    type: Literal["view"]
    view: View


class Ack(TypedDict):
    """Your action is stored for good. `repeated`: it had been before; nothing was done again."""

    type: Literal["ack"]
    id: str
    version: int
    repeated: bool
    table: str | None


class Refused(TypedDict):
    """Your action was not done, and why; the view is current."""

    type: Literal["refused"]
    id: str
    code: ErrorCode
    message: str
    view: View


class Thinking(TypedDict):
    """The AI in `seat` is thinking; progress from 0 to 1, at most five times a second."""

    type: Literal["thinking"]
    seat: int
    progress: float


class Candidate(TypedDict):
    """One thing the seat could do: its value in points against the mean of the others, more is better."""

    bid: int | None
    card: str | None
    value: float | None
    probability: float | None
    is_best: bool


class Opinion(TypedDict):
    """What the strongest player thinks of a decision: best first, and why."""

    player: str
    candidates: list[Candidate]
    reasons: list[str]


class HintGiven(TypedDict):
    """The answer to `hint`."""

    type: Literal["hint"]
    id: str
    version: int
    opinion: Opinion


class Ping(TypedDict):
    """Are you there? Answer `pong`; a socket that stays silent is closed."""

    type: Literal["ping"]


class ErrorBody(TypedDict):
    code: ErrorCode
    message: str


class ErrorMessage(TypedDict):
    """Something without an id went wrong: a message that cannot be read, or the reason for closing."""

    type: Literal["error"]
    error: ErrorBody


ServerMessage = Welcome | Event | Fresh | Ack | Refused | Thinking | HintGiven | Ping | ErrorMessage

client_messages: TypeAdapter[Any] = TypeAdapter(ClientMessage)
