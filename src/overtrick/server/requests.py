"""What REST takes and gives, beside the views and messages."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from overtrick.server.messages import Ack, ErrorBody
from overtrick.server.views import BlobHouse, Game, HeartsHouse, Level, Pace, PassTo, Status, Style, Suit, View

Name = Annotated[str, Field(min_length=1, max_length=200, examples=["Ada"])]
"""As typed; the server trims and normalises it, and refuses what is longer than 24 characters or not plain text."""


Device = Annotated[str, Field(min_length=16, max_length=128, examples=["b1946ac92492d2347c6235b4d2611184"])]
"""A secret that a device makes up once and keeps: it may have one seat at a table. The server keeps a hash of it."""


class Body(BaseModel):
    """What all request bodies share: nothing unknown is accepted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatWish(Body):
    """One seat of a new table: yours (`human`, at most one), for a friend (`open`), or an AI."""

    kind: Literal["human", "open", "ai"]
    level: Level = "normal"
    style: Style = "plain"


class BlobWish(Body):
    """House rules for Blob; what is left out is the usual game."""

    hook: bool = True
    scoring: Literal["exact", "difference", "square"] = "exact"
    trumps: Annotated[list[Suit | None], Field(min_length=1, max_length=20)] = ["S", "H", "C", "D", None]
    start_cards: Annotated[int, Field(ge=1, le=17)] = 5
    round_cards: Annotated[list[Annotated[int, Field(ge=1, le=17)]], Field(min_length=1, max_length=60)] | None = None


class HeartsWish(Body):
    """House rules for Hearts; what is left out is the usual game."""

    target: Annotated[int, Field(ge=1, le=1000)] = 100
    passes: Annotated[list[PassTo], Field(min_length=1, max_length=20)] = ["left", "right", "across", "hold"]
    queen_breaks_hearts: bool = False
    moon: Literal["add", "subtract"] = "add"
    jack_of_diamonds: bool = False
    first_trick_points: bool = False


class CreateTable(Body):
    """A new table. Without `seats`: you and three AI at level normal; `players` changes how many."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {
                    "game": "blob",
                    "name": "Ada",
                    "seats": [
                        {"kind": "human"},
                        {"kind": "open"},
                        {"kind": "ai", "level": "hard", "style": "plain"},
                        {"kind": "ai", "level": "expert"},
                    ],
                    "blob": {"start_cards": 5},
                    "pace": "normal",
                }
            ]
        },
    )

    game: Game = "blob"
    name: Name = "Guest"
    players: Annotated[int, Field(ge=3, le=8)] | None = None
    seats: Annotated[list[SeatWish], Field(min_length=3, max_length=8)] | None = None
    blob: BlobWish | None = None
    hearts: HeartsWish | None = None
    pace: Pace = "normal"
    device: Device | None = None
    turn_seconds: Literal[0, 30, 60, 120] | None = None
    """Time for a decision that others wait for; 0 for no limit. Without it, as the server has it."""


class JoinTable(Body):
    """Sit down: in the seat you name, or in the first that is open."""

    name: Name
    seat: Annotated[int, Field(ge=0, le=7)] | None = None
    device: Device | None = None


class AskOpinion(Body):
    """A decision of a finished round, by its place in `steps`."""

    step: Annotated[int, Field(ge=0, le=200)]


class AskGames(Body):
    """Ids of tables this device remembers."""

    ids: Annotated[list[Annotated[str, Field(min_length=1, max_length=64)]], Field(max_length=100)]


class Seated(TypedDict):
    """Your table, seat and token. The token is the key to the seat and shown once. Both are null for a spectator."""

    id: str
    seat: int | None
    token: str | None
    view: View


class Acted(TypedDict):
    """The answer to an action: stored for good, and the view after it."""

    ack: Ack
    view: View


class AiMoved(TypedDict):
    """What the AI did; null where no AI was to act."""

    seat: int | None
    bid: int | None
    card: str | None
    view: View


class GameSummary(TypedDict):
    """One line of the history."""

    id: str
    game: Game
    status: Status
    created_at: str
    updated_at: str
    names: list[str]
    scores: list[int]
    winners: list[int]
    round: int
    rounds: int | None


class GameList(TypedDict):
    games: list[GameSummary]


class ReplayStep(TypedDict):
    """One action. `winner` is set on the card that completes a trick. A pass is one step of three cards."""

    kind: Literal["bid", "pass", "play"]
    seat: int
    bid: int | None
    cards: list[str]
    by: Literal["seat", "ai", "claim", "clock"]
    trick: int | None
    winner: int | None


class Replay(TypedDict):
    """A finished round with all cards. `hands` are as dealt, `hands_played` as they were after the pass."""

    id: str
    game: Game
    house: BlobHouse | HeartsHouse
    names: list[str]
    round: int
    cards: int
    trump: Suit | None
    dealer: int
    pass_to: PassTo | None
    scores_before: list[int]
    scores: list[int]
    hands: list[list[str]]
    hands_played: list[list[str]]
    steps: list[ReplayStep]


class OpenedDeal(TypedDict):
    """A deal's commitment, and after the match the seed and deck that it committed to."""

    round: int
    commitment: str
    seed: str | None
    deck: list[str] | None


class Proof(TypedDict):
    """All that is needed to check that no deal was made up later; `docs/server.md` says how."""

    id: str
    is_open: bool
    deals: list[OpenedDeal]


class LevelInfo(TypedDict):
    key: Level
    name: str
    text: str


class StyleInfo(TypedDict):
    key: Style
    name: str
    text: str
    games: list[Game]


class PaceInfo(TypedDict):
    key: Pace
    name: str
    seconds: float


class PlayerList(TypedDict):
    """Who can be asked to the table."""

    levels: list[LevelInfo]
    styles: list[StyleInfo]
    paces: list[PaceInfo]


class HouseOption(TypedDict):
    """One house rule: `choices` is empty for numbers (from `least` to `most`) and switches."""

    key: str
    name: str
    text: str
    kind: Literal["switch", "choice", "number"]
    choices: list[str]
    least: int | None
    most: int | None
    default: bool | int | str


class GameInfo(TypedDict):
    """A game one can play here, and its house rules. `most_cards` by number of players, for Blob's `start_cards`."""

    key: Game
    name: str
    text: str
    least_players: int
    most_players: int
    options: list[HouseOption]
    most_cards: dict[str, int]


class GamesInfo(TypedDict):
    games: list[GameInfo]


class Health(TypedDict):
    status: Literal["ok", "stopping"]
    version: str
    tables: int
    workers: int


class Ready(TypedDict):
    status: Literal["ready"]


class ErrorAnswer(TypedDict):
    """The one shape of every error."""

    error: ErrorBody
