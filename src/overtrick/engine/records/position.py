"""A position on one line that people can read and URLs can carry, for tests and links.

    ot1~GAME1~seat0~p3.c2.tH.d2~hook1~-~play0~S2.x.x~1.0.2~AS3S

Ten sections, joined by `~`; `-` stands for nothing in any of them:

1. `ot1`, the version of this format
2. the key of the game and the version of its rules
3. `all` for a full state, `seat2` for what seat 2 sees
4. players, cards dealt to each, trump (`S H C D`, or `N` for none), dealer
5. house rules that are not 0, by the names of the record: `hook1.scoring2`
6. the match, likewise: `round3.scores10_0_-2_11`
7. the phase: `bid`, `pass` (in a full state with the seat to choose), `play` and `over` with who led first
8. hands, seat by seat, suit by suit: `SAKQHT9`; `x` where hidden
9. seat by seat the bids (`x` before it is made) or, in a game without bids, the cards passed
10. the cards played, trick by trick: `2CJCAC3C.4H`
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from overtrick.cards.card import RANK_LETTERS, SUIT_LETTERS
from overtrick.engine.catalogue import GAME_KEYS, game
from overtrick.engine.records.document import FIGURES, FORMAT, VERSION, Document, describe, house_codes, restore
from overtrick.engine.round import Position, Round, View
from overtrick.errors import NewerFormat, RecordError

Item = TypeVar("Item")

SECTIONS = ("format", "game", "seat", "table", "house", "match", "phase", "hands", "calls", "plays")
NOTHING, HIDDEN = "-", "x"
TRUMPS = "NSHCD"
_GAME_PATTERN = rf"({'|'.join(GAME_KEYS)})([1-9]\d{{0,8}})"


def dump_position(seen: Position) -> str:
    """The position as one line."""
    document = describe(seen)
    trump = TRUMPS[document["trump"] + 1]
    has_bids = game(document["game"]).has_bids
    sections = [
        f"ot{VERSION}",
        f"{document['game']}{document['rules_version']}",
        "all" if document["seat"] is None else f"seat{document['seat']}",
        f"p{document['players']}.c{document['cards']}.t{trump}.d{document['dealer']}",
        _named(document["house"]),
        _named(document["match"]),
        _phase(document),
        ".".join(map(_hand, document["hands"])),
        ".".join(map(_bid, document["bids"]) if has_bids else map(_hand, document["passed"])),
        _tricks(document["plays"], document["players"]),
    ]
    return "~".join(sections)


def load_position(text: str) -> Round | View:
    """The state or view of a line; RecordError names the section that is wrong."""
    sections = text.strip().split("~")
    head = re.fullmatch(r"ot([1-9]\d{0,8})", sections[0])
    if head is None:
        raise RecordError(f"not a position: it should begin with ot{VERSION}~, not {text[:20]!r}")
    if int(head[1]) > VERSION:
        raise NewerFormat(f"the position has format {head[1]}, and this program reads {VERSION}: update Overtrick")
    if len(sections) != len(SECTIONS):
        raise RecordError(f"a position has {len(SECTIONS)} sections joined by ~, not {len(sections)}")
    parts = dict(zip(SECTIONS, sections, strict=True))
    key, version = _match(parts, "game", _GAME_PATTERN, " or ".join(f"{key}1" for key in GAME_KEYS))
    kind = game(key)
    seat = _match(parts, "seat", r"(?:all|seat(\d))", "all or seat0 to seat7")[0]
    players, cards, trump, dealer = _match(parts, "table", r"p(\d)\.c(\d{1,2})\.t([NSHCD])\.d(\d)", "as in p4.c7.tH.d0")
    phase, number = _match(parts, "phase", r"(bid|pass|play|over)(\d)?", "bid, pass, play or over, with a seat")
    seats = int(players)
    calls = _seats(parts, "calls", _read_bid if kind.has_bids else _read_hand)
    match = _read_named(parts, "match", {**dict.fromkeys(FIGURES, 0), "scores": [0] * seats, "recent": []})
    return restore(
        {
            "format": FORMAT,
            "version": VERSION,
            "game": key,
            "rules_version": int(version),
            "seat": None if seat is None else int(seat),
            "players": seats,
            "cards": int(cards),
            "trump": TRUMPS.index(trump) - 1,
            "dealer": int(dealer),
            "house": _read_named(parts, "house", dict.fromkeys(house_codes(kind), 0)),
            "match": match,
            "phase": phase,
            "turn": int(number) if phase == "pass" and number else None,
            "leader": int(number) if phase in ("play", "over") and number else None,
            "hands": _seats(parts, "hands", _read_hand),
            "bids": calls if kind.has_bids else [None] * seats,
            "passed": calls if not kind.has_bids else [[] for _ in range(seats)],
            "plays": _read_tricks(parts),
        }
    )


def _named(values: dict[str, Any]) -> str:
    parts = []
    for name, value in values.items():
        if isinstance(value, list) and any(value):
            parts.append(name + "_".join(map(str, value)))
        elif isinstance(value, int) and value:
            parts.append(f"{name}{value}")
    return ".".join(parts) or NOTHING


def _phase(document: Document) -> str:
    number = document["turn"] if document["phase"] == "pass" else document["leader"]
    return str(document["phase"]) + ("" if number is None else str(number))


def _hand(cards: list[str] | None) -> str:
    if cards is None:
        return HIDDEN
    by_suit = {suit: "".join(card[0] for card in reversed(cards) if card[1] == suit) for suit in SUIT_LETTERS}
    return "".join(suit + ranks for suit, ranks in by_suit.items() if ranks) or NOTHING


def _bid(bid: int | None) -> str:
    return HIDDEN if bid is None else str(bid)


def _tricks(plays: list[str], players: int) -> str:
    tricks = ["".join(plays[first : first + players]) for first in range(0, len(plays), players)]
    return ".".join(tricks) or NOTHING


def _match(parts: dict[str, str], name: str, pattern: str, expected: str) -> tuple[Any, ...]:
    found = re.fullmatch(pattern, parts[name], re.ASCII)
    if found is None:
        raise RecordError(f"section {name!r} of the position should be {expected}, not {parts[name]!r}")
    return found.groups()


def _read_named(parts: dict[str, str], name: str, defaults: dict[str, Any]) -> dict[str, Any]:
    values = dict(defaults)
    for part in [] if parts[name] == NOTHING else parts[name].split("."):
        found = re.fullmatch(r"([a-z_]*[a-z])(-?\d{1,6}(?:_-?\d{1,6})*)", part, re.ASCII)
        if found is None or found[1] not in defaults:
            raise RecordError(
                f"section {name!r} of the position: {part!r} is not one of {', '.join(defaults)}, with a number"
            )
        numbers = [int(number) for number in found[2].split("_")]
        values[found[1]] = numbers if isinstance(defaults[found[1]], list) else numbers[0]
    return values


def _seats(parts: dict[str, str], name: str, read: Callable[[str, str], Item]) -> list[Item]:
    return [read(name, part) for part in parts[name].split(".")]


def _read_hand(name: str, text: str) -> list[str] | None:
    if text == HIDDEN:
        return None
    if text == NOTHING:
        return []
    if not re.fullmatch(rf"([{SUIT_LETTERS}][{RANK_LETTERS}]+)+", text):
        raise RecordError(f"section {name!r} of the position: cards are written as in SAKQHT9, not {text!r}")
    suits = re.findall(rf"([{SUIT_LETTERS}])([{RANK_LETTERS}]+)", text)
    return [rank + suit for suit, ranks in suits for rank in ranks]


def _read_bid(name: str, text: str) -> int | None:
    if text == HIDDEN:
        return None
    if not re.fullmatch(r"\d{1,2}", text, re.ASCII):
        raise RecordError(f"section {name!r} of the position: a bid is a number, or x before it is made, not {text!r}")
    return int(text)


def _read_tricks(parts: dict[str, str]) -> list[str]:
    text = parts["plays"]
    if text == NOTHING:
        return []
    if not re.fullmatch(rf"(?:[{RANK_LETTERS}][{SUIT_LETTERS}]|\.)+", text):
        raise RecordError(f"section 'plays' of the position: cards are written as in 2CJCAC3C.4H, not {text[:40]!r}")
    cards = text.replace(".", "")
    return [cards[place : place + 2] for place in range(0, len(cards), 2)]
