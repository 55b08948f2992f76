"""The shape of a view on the wire: what one seat, or somebody watching, may know of a table.

A view has two parts. `table` is the same for everybody who looks; `own` is for the seat alone and is null for
spectators. Cards are `AS`, `TH`; suits `S`, `H`, `C`, `D`. Lists by seat have one entry per seat, seat 0 first. Seats
go round to the left: after seat 1 comes seat 2.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from overtrick.engine.catalogue import GAME_KEYS, games

OPEN_SET = "x-open-set"
"""Marks a choice that grows with the games: programs of clients should take any text."""
STYLES = list(dict.fromkeys(style.key for kind in games() for style in kind.styles))

Game = Annotated[str, Field(json_schema_extra={"enum": list(GAME_KEYS), OPEN_SET: True})]
"""The key of a game."""
HouseValue = bool | int | str | list[str] | list[int] | None
House = dict[str, HouseValue]
"""Every house rule by name; choices by their keys, see `GamesInfo`."""
Facts = dict[str, int | list[int] | None]
"""What is special about a round of a game, by name."""
Suit = Literal["S", "H", "C", "D"]
Level = Literal["easy", "normal", "hard", "expert"]
Style = Annotated[str, Field(json_schema_extra={"enum": STYLES, OPEN_SET: True})]
"""The key of a style."""
Pace = Literal["calm", "normal", "fast", "instant"]
PassTo = Literal["left", "right", "across", "hold"]
SeatKind = Literal["human", "ai", "open"]
Phase = Literal["bid", "pass", "play", "over"]
Status = Literal["waiting", "playing", "finished", "expired"]


class SeatView(TypedDict):
    """Who sits where. `held`: the AI plays a person's seat for now; `ready`: they wait for the next round."""

    seat: int
    kind: SeatKind
    name: str
    level: Level | None
    style: Style | None
    connected: bool
    held: bool
    ready: bool


class PlayedCard(TypedDict):
    seat: int
    card: str


class TrickView(TypedDict):
    """A trick; `winner` is who wins it so far while it is in progress, null before the lead. `number` counts from 1."""

    number: int
    leader: int
    cards: list[PlayedCard]
    winner: int | None


class RoundView(TypedDict):
    """The round on the table; it stays there, with phase `over`, until the next is dealt."""

    number: int
    cards: int
    trump: Suit | None
    dealer: int
    pass_to: PassTo | None
    phase: Phase
    turn: int | None
    bids: list[int | None]
    tricks: list[int]
    points: list[int]
    hand_sizes: list[int]
    broken: bool
    trick: TrickView | None
    last_trick: TrickView | None
    commitment: str
    scores: list[int] | None
    facts: Facts


class SheetRow(TypedDict):
    """One finished round on the score sheet."""

    round: int
    cards: int
    trump: Suit | None
    dealer: int
    pass_to: PassTo | None
    bids: list[int | None]
    tricks: list[int]
    points: list[int]
    scores: list[int]
    totals: list[int]
    facts: Facts


class MatchResult(TypedDict):
    """How a finished match ended; `places` by seat, 1 is best, ties share."""

    winners: list[int]
    scores: list[int]
    places: list[int]


class UndoAsked(TypedDict):
    """A wish to take back that waits for the other people at the table."""

    seat: int
    agreed: list[int]
    waiting: list[int]


class TableView(TypedDict):
    """What everybody may see. `rounds` is null where the match goes to a score, `target` where its length is fixed.

    `sides` is how many sides play: seat s is on side s % sides. `turn_seconds` is the time for a decision that others
    wait for, null for no limit; `seconds_left` is what is left of it now, null while no clock goes. When it is up, the
    AI decides for the seat this once.
    """

    id: str
    game: Game
    house: House
    sides: int
    pace: Pace
    turn_seconds: float | None
    seconds_left: float | None
    status: Status
    seats: list[SeatView]
    spectators: int
    scores: list[int]
    rounds: int | None
    target: int | None
    sheet: list[SheetRow]
    round: RoundView | None
    result: MatchResult | None
    undo: UndoAsked | None
    rematch: str | None


class BidChoice(TypedDict):
    bid: int
    legal: bool
    reason: str | None


class CardChoice(TypedDict):
    card: str
    legal: bool
    reason: str | None


class YourTurn(TypedDict):
    """What the seat may do now; illegal bids and cards carry the reason. `count` cards make the action: 3 in a pass."""

    phase: Literal["bid", "pass", "play"]
    bids: list[BidChoice]
    cards: list[CardChoice]
    count: int
    forced: bool


class Offers(TypedDict):
    """Which other messages the server would accept from the seat now."""

    start: bool
    next: bool
    undo: bool
    claim: bool
    hint: bool
    move_now: bool
    rematch: bool


class OwnView(TypedDict):
    """What only the seat itself may see."""

    seat: int
    hand: list[str]
    passed: list[str]
    passed_to: int | None
    received: list[str]
    received_from: int | None
    turn: YourTurn | None
    offers: Offers


class View(TypedDict):
    """Everything a client may show."""

    version: int
    table: TableView
    own: OwnView | None
