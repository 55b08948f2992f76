"""A table as its log tells it: all entries, applied in order, give the same table anywhere and after every restart.

Nothing here waits, writes or draws random numbers. `Table.apply` takes an entry that is already stored for good and
returns what everybody may be told of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from overtrick.cards.card import card_code
from overtrick.core.house import HouseRules
from overtrick.core.passing import has_passed
from overtrick.core.record import NO_BID, NOBODY, OVER, PASS
from overtrick.engine.catalogue import game
from overtrick.engine.match import Decks, Match
from overtrick.server.deals import commitment_of, deck_of
from overtrick.server.house_rules import house_of, rules_of_house, suit_letter
from overtrick.server.messages import EventView
from overtrick.server.reading import read_field
from overtrick.server.views import Level, Pace, PassTo, SeatKind, SheetRow, Status, Style

By = Literal["seat", "ai", "claim", "clock"]
"""Who acted: the seat's owner, the AI that has the seat, a claim, or the AI because the owner's time was up."""

REMEMBERED_EVENTS = 256
"""Public events kept for clients that come back; older ones are replaced by the view alone."""

PASS_NAMES: tuple[PassTo, ...] = ("hold", "left", "across", "right")


@dataclass(frozen=True)
class Entry:
    """One line of the log."""

    kind: str
    seat: int | None = None
    body: dict[str, Any] = field(default_factory=dict)
    action_id: str | None = None
    """The client's id of the action this entry carries out; whoever has the seat uses an id once."""


@dataclass
class Seat:
    """A place at the table."""

    kind: SeatKind
    name: str
    level: Level | None = None
    style: Style | None = None
    token_hash: str | None = None
    device_hash: str | None = None
    """Of the device its owner sat down from, where that is known."""


@dataclass(frozen=True)
class Step:
    """One bid, one pass of three cards, or one card played."""

    kind: Literal["bid", "pass", "play"]
    seat: int
    actions: tuple[int, ...]
    by: By
    seq: int


@dataclass
class UndoWish:
    """Somebody wants to take back; the other people are asked."""

    seat: int
    agreed: set[int] = field(default_factory=set)


class Table:
    """One match with its seats, from the first entry of its log to the last."""

    rules: HouseRules

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.seq = 0
        """Entries applied."""
        self.version = 0
        """Public events so far."""
        self.position = 0
        """The version at which the game last changed: actions made for an older one are stale."""
        self.status: Status = "waiting"
        self.pace: Pace = "normal"
        self.turn_seconds = 0.0
        """Time for a decision that others wait for; 0 for no limit."""
        self.seats: list[Seat] = []
        self.salt = table_id
        """Goes into the hash of a device, so that hashes of other tables do not match; a rematch keeps it."""
        self.match: Match | None = None
        self.seeds: list[str] = []
        self.commitments: list[str] = []
        self.steps: list[list[Step]] = []
        self.sheet: list[SheetRow] = []
        self.ready: set[int] = set()
        self.undo: UndoWish | None = None
        self.declined: set[int] = set()
        """Who wanted to take back in this position and was refused by others."""
        self.looked: dict[str, int] = {}
        """Devices that gave up a seat of this round and have seen its hand, and which seat."""
        self.rematch: str | None = None
        self.recent: deque[EventView] = deque(maxlen=REMEMBERED_EVENTS)
        self.used: set[tuple[int, str]] = set()
        """Every action id that whoever has the seat now has used."""

    @property
    def players(self) -> int:
        return len(self.seats)

    def people(self) -> list[int]:
        """The seats that belong to somebody."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "human"]

    def seat_of(self, token_hash: str) -> int | None:
        """Whose token that is."""
        for number, seat in enumerate(self.seats):
            if seat.token_hash is not None and seat.token_hash == token_hash:
                return number
        return None

    def seats_to_act(self) -> list[int]:
        """Who has to bid, pass or play now; in a pass everybody who has not chosen."""
        if self.match is None or self.status != "playing":
            return []
        game = self.match.round
        if read_field(game, "phase") == PASS:
            return [seat for seat in range(self.players) if not has_passed(game.record, seat)]
        turn = read_field(game, "turn")
        return [] if turn == NOBODY else [turn]

    def is_between_rounds(self) -> bool:
        """Whether a finished round lies on the table and another follows."""
        return self.status == "playing" and self.match is not None and read_field(self.match.round, "phase") == OVER

    def events_after(self, version: int) -> tuple[list[EventView], bool]:
        """What was told after `version`, and whether nothing is missing."""
        known = [event for event in self.recent if event["version"] > version]
        return known, version <= self.version and len(known) == self.version - version

    def apply(self, entry: Entry) -> EventView | None:
        """Take the next entry in; what everybody may be told of it, or None."""
        event = _APPLY[entry.kind](self, entry)
        self.seq += 1
        if entry.action_id is not None and entry.seat is not None:
            self.used.add((entry.seat, entry.action_id))
        if event is not None:
            self.version += 1
            event["version"] = self.version
            self.recent.append(event)
            if entry.kind in _CHANGES_POSITION:
                self.position = self.version
                self.undo = None
                self.declined = set()
        return event

    def _created(self, entry: Entry) -> None:
        body = entry.body
        self.rules = rules_of_house(body["game"], body["house"])
        self.house = house_of(self.rules, len(body["seats"]))
        self.pace = body["pace"]
        self.seats = [Seat(**seat) for seat in body["seats"]]
        self.salt = body.get("salt", self.id)
        self.turn_seconds = body.get("turn_seconds", 0.0)

    def _joined(self, entry: Entry) -> EventView:
        body = entry.body
        number = _seat(entry)
        seat = self.seats[number]
        self.used = {(other, action_id) for other, action_id in self.used if other != number}
        seat.kind, seat.name, seat.token_hash = "human", body["name"], body["token_hash"]
        seat.device_hash = body.get("device_hash")
        return event_view("joined", seat=number, name=seat.name)

    def _left(self, entry: Entry) -> EventView:
        number = _seat(entry)
        seat = self.seats[number]
        event = event_view("left", seat=number, name=seat.name)
        if seat.device_hash is not None and self.match is not None:
            self.looked = {**self.looked, seat.device_hash: number}
        seat.kind, seat.token_hash, seat.device_hash = "open", None, None
        self.ready.discard(number)
        self.undo = None
        return event

    def _started(self, entry: Entry) -> EventView:
        self.status = "playing"
        return event_view("started", seat=entry.seat)

    def _dealt(self, entry: Entry) -> EventView:
        self.seeds.append(entry.body["seed"])
        self.commitments.append(commitment_of(self.id, len(self.seeds), entry.body["seed"]))
        self.steps.append([])
        self.ready.clear()
        self.looked = {}
        if self.match is None:
            self.match = Match(self.rules, self.players, _decks_of(self.seeds))
        else:
            self.match.next_round()
        return event_view("dealt", round=len(self.seeds))

    def _bid(self, entry: Entry) -> EventView:
        self._step("bid", entry, (entry.body["bid"],))
        return event_view("bid", seat=entry.seat, bid=entry.body["bid"], by=entry.body["by"])

    def _pass(self, entry: Entry) -> EventView | None:
        self._step("pass", entry, tuple(entry.body["cards"]))
        is_exchanged = self.match is not None and self.match.round.phase != PASS
        return event_view("passed") if is_exchanged else None

    def _play(self, entry: Entry) -> EventView:
        assert self.match is not None
        card = entry.body["card"]
        self._step("play", entry, (card,))
        game = self.match.round
        tricks, on_table = divmod(read_field(game, "plays"), self.players)
        winner = None if on_table else int(game.data["leaders"][0, tricks])
        return event_view("played", seat=entry.seat, card=card_code(card), by=entry.body["by"], winner=winner)

    def _step(self, kind: Literal["bid", "pass", "play"], entry: Entry, actions: tuple[int, ...]) -> None:
        assert self.match is not None
        step = Step(kind, _seat(entry), actions, entry.body["by"], self.seq)
        perform(self.match, step)
        self.steps[-1].append(step)

    def _claimed(self, entry: Entry) -> EventView:
        return event_view("claimed", seat=entry.seat)

    def _round_over(self, entry: Entry) -> EventView:
        self.sheet.append(self._sheet_row())
        return event_view("round_over", round=len(self.seeds), scores=entry.body["scores"])

    def _match_over(self, entry: Entry) -> EventView:
        self.status = "finished"
        return event_view("match_over", scores=entry.body["scores"], winners=entry.body["winners"])

    def _undone(self, entry: Entry) -> EventView:
        if self.is_between_rounds():
            self.sheet.pop()
        self.steps[-1] = [step for step in self.steps[-1] if step.seq < entry.body["from"]]
        self.ready.clear()
        self.match = self._replayed()
        return event_view("undone", seat=entry.seat)

    def _undo_asked(self, entry: Entry) -> None:
        self.undo = UndoWish(_seat(entry))

    def _undo_answered(self, entry: Entry) -> None:
        if self.undo is not None and entry.body["yes"]:
            self.undo.agreed.add(_seat(entry))
        elif self.undo is not None:
            self.declined = self.declined | {self.undo.seat}
            self.undo = None

    def _ready(self, entry: Entry) -> None:
        self.ready.add(_seat(entry))

    def _pace(self, entry: Entry) -> EventView:
        self.pace = entry.body["pace"]
        return event_view("pace", seat=entry.seat)

    def _rematch(self, entry: Entry) -> EventView:
        self.rematch = entry.body["table"]
        return event_view("rematch", seat=entry.seat, table=self.rematch)

    def _expired(self, entry: Entry) -> EventView:
        self.status = "expired"
        return event_view("expired")

    def _replayed(self) -> Match:
        match = Match(self.rules, self.players, _decks_of(self.seeds))
        for number, steps in enumerate(self.steps):
            if number:
                match.next_round()
            for step in steps:
                perform(match, step)
        return match

    def _sheet_row(self) -> SheetRow:
        assert self.match is not None
        record, players = self.match.round.record, self.players
        kind = game(self.rules.game)
        return {
            "round": len(self.seeds),
            "cards": int(record.cards),
            "trump": suit_letter(int(record.trump)),
            "dealer": int(record.dealer),
            "pass_to": PASS_NAMES[record.pass_to] if kind.has_passes else None,
            "bids": bids_of(record.bids, players),
            "tricks": [int(tricks) for tricks in record.tricks[:players]],
            "points": [int(points) for points in record.points[:players]],
            "scores": list(self.match.round_scores[-1]),
            "totals": list(self.match.scores),
            "facts": kind.table.facts(record),
        }


def _decks_of(seeds: Sequence[str]) -> Decks:
    """The deck of each round. It knows the seeds and not the table, which would then be kept alive by its own match."""
    return lambda number: deck_of(seeds[number])


def perform(match: Match, step: Step) -> None:
    """Do on a match what the step did."""
    if step.kind == "pass":
        match.pass_cards(step.seat, step.actions)
    else:
        match.act(step.seat, step.actions[0])


def table_of(table_id: str, entries: Sequence[Entry]) -> Table:
    """The table a log tells of."""
    table = Table(table_id)
    for entry in entries:
        table.apply(entry)
    return table


def bids_of(bids: Sequence[int], players: int) -> list[int | None]:
    return [None if bid == NO_BID else int(bid) for bid in bids[:players]]


def event_view(kind: str, **facts: Any) -> EventView:
    """An event for the wire; what is not given is null."""
    event: Any = {**_NO_FACTS, "kind": kind, **facts}
    return event  # type: ignore[no-any-return]


_NO_FACTS = {**dict.fromkeys(EventView.__annotations__), "version": 0}


def _seat(entry: Entry) -> int:
    assert entry.seat is not None
    return entry.seat


_APPLY: dict[str, Callable[[Table, Entry], EventView | None]] = {
    "created": Table._created,
    "joined": Table._joined,
    "left": Table._left,
    "started": Table._started,
    "dealt": Table._dealt,
    "bid": Table._bid,
    "pass": Table._pass,
    "play": Table._play,
    "claimed": Table._claimed,
    "round_over": Table._round_over,
    "match_over": Table._match_over,
    "undone": Table._undone,
    "undo_asked": Table._undo_asked,
    "undo_answered": Table._undo_answered,
    "ready": Table._ready,
    "pace": Table._pace,
    "rematch": Table._rematch,
    "expired": Table._expired,
}

KINDS = frozenset(_APPLY)
"""The kinds of entries that a log may have."""

_CHANGES_POSITION = {
    "started",
    "dealt",
    "bid",
    "pass",
    "play",
    "claimed",
    "round_over",
    "match_over",
    "undone",
    "expired",
}
