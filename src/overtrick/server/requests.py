"""What REST takes and gives, beside the views and messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model
from typing_extensions import TypedDict

from overtrick.core.game import Game as GameKind
from overtrick.core.house import MOST_ROUNDS, Rule
from overtrick.core.record import MAX_SEATS
from overtrick.engine.catalogue import GAME_KEYS, game, games
from overtrick.server.messages import Ack, ErrorBody
from overtrick.server.views import STYLES, Game, House, HouseValue, Level, Pace, PassTo, Status, Style, Suit, View

LONGEST_SERIES = 20
"""Entries of a house rule that rounds take in turn."""


def check_game(key: str) -> str:
    """Refuse the key of no game with the keys there are."""
    return game(key).key


def check_style(key: str) -> str:
    """Refuse the key of no style."""
    if key not in STYLES:
        raise ValueError(f"there is no style {key!r}; there are {', '.join(STYLES)}")
    return key


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
    style: Annotated[Style, AfterValidator(check_style)] = STYLES[0]


def _kind_of(rule: Rule) -> Any:
    """The type of a house rule in a request."""
    if rule.kind == "flag":
        return bool
    if rule.kind == "number":
        return Annotated[int, Field(ge=rule.low, le=rule.high)]
    if rule.kind == "numbers":
        item = Annotated[int, Field(ge=rule.low, le=rule.high)]
        return Annotated[list[item], Field(min_length=1, max_length=MOST_ROUNDS)] | None
    key: Any = Literal[tuple(choice.key for choice in rule.choices)]
    return key if rule.kind == "choice" else Annotated[list[key], Field(min_length=1, max_length=LONGEST_SERIES)]


def _wish_of(kind: GameKind) -> type[Body]:
    """The house rules of a game as a request has them; what is left out is the usual game."""
    fields: dict[str, Any] = {
        rule.name: (_kind_of(rule), Field(rule.on_the_wire(rule.default), description=rule.help))
        for rule in kind.rules.declared()
    }
    text = f"House rules for {kind.title}; what is left out is the usual game."
    return create_model(f"{kind.title}Wish", __base__=Body, __doc__=text, **fields)


class _CreateTable(Body):
    """A new table. Without `seats`: you and three AI at level normal; `players` changes how many."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {
                    "game": GAME_KEYS[0],
                    "name": "Ada",
                    "seats": [
                        {"kind": "human"},
                        {"kind": "open"},
                        {"kind": "ai", "level": "hard", "style": "plain"},
                        {"kind": "ai", "level": "expert"},
                    ],
                    "pace": "normal",
                }
            ]
        },
    )

    game: Annotated[Game, AfterValidator(check_game)] = GAME_KEYS[0]
    name: Name = "Guest"
    players: Annotated[int, Field(ge=2, le=MAX_SEATS)] | None = None
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=MAX_SEATS)] | None = None
    pace: Pace = "normal"
    device: Device | None = None
    turn_seconds: Literal[0, 30, 60, 120] | None = None
    """Time for a decision that others wait for; 0 for no limit. Without it, as the server has it."""


def _create_table() -> type[_CreateTable]:
    """A field for the house rules of each game, under its key."""
    fields: dict[str, Any] = {kind.key: (_wish_of(kind) | None, None) for kind in games()}
    return create_model("CreateTable", __base__=_CreateTable, __doc__=_CreateTable.__doc__, **fields)


if TYPE_CHECKING:
    CreateTable = _CreateTable
else:
    CreateTable = _create_table()


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
    house: House
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


class HouseChoice(TypedDict):
    """A value of a house rule: `key` for programs, `label` for people."""

    key: str
    label: str


class HouseOption(TypedDict):
    """One house rule.

    A `series` is an ordered list of choices that rounds take in turn, `numbers` a list of whole numbers or null. Limits
    are null and choices empty where the kind has none.
    """

    key: str
    name: str
    text: str
    kind: Literal["flag", "number", "choice", "series", "numbers"]
    choices: list[HouseChoice]
    least: int | None
    most: int | None
    default: HouseValue


class GameInfo(TypedDict):
    """A game one can play here, and its house rules. `most_cards` by number of players; `sides` null: all alone."""

    key: Game
    name: str
    text: str
    least_players: int
    most_players: int
    default_players: int
    sides: int | None
    less_is_better: bool
    has_bids: bool
    has_passes: bool
    options: list[HouseOption]
    most_cards: dict[str, int]
    styles: list[StyleInfo]


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
