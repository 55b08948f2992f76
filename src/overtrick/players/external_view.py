"""A view as JSON for other people's programs, built from the view alone: nothing in it that the seat may not know."""

from __future__ import annotations

from typing import Any

from overtrick.cards.card import SUIT_LETTERS, card_code
from overtrick.cards.masks import NO_SUIT, SUIT
from overtrick.games.hearts.rules import HOLD, giver
from overtrick.games.house import PASSES, SCORINGS
from overtrick.games.round import PHASE_NAMES, View, cards_of
from overtrick.games.state import BID, BLOB, NO_BID, PLAY

_PASS_NAMES = {number: name for name, number in PASSES.items()}
_SCORING_NAMES = {number: name for name, number in SCORINGS.items()}


def view_message(view: View) -> dict[str, Any]:
    """Everything the seat knows, in the words of `docs/external-players.md`."""
    record, seats = view.record, range(view.players)
    tricks = [[{"seat": seat, "card": card_code(card)} for seat, card in trick] for trick in view.tricks()]
    current = tricks.pop() if tricks and len(tricks[-1]) < view.players else []
    message = {
        "game": view.game,
        "phase": PHASE_NAMES[view.phase],
        "players": view.players,
        "cards": view.cards,
        "seat": view.seat,
        "turn": view.turn,
        "dealer": int(record.dealer),
        "hand": _codes(view.hand),
        "legal": legal_texts(view),
        "trick": current,
        "history": tricks,
        "tricks": [int(record.tricks[seat]) for seat in seats],
        "voids": [_void_suits(int(record.lacks[seat])) for seat in seats],
        "scores": [int(record.scores[seat]) for seat in seats],
        "match": {"round": int(record["round"]), "rounds": int(record.rounds), "target": int(record.target)},
    }
    return {**message, **(_blob_part(view) if record.game == BLOB else _hearts_part(view))}


def legal_texts(view: View) -> list[int] | list[str]:
    """What the seat may do: bids as numbers, cards as text."""
    actions = view.legal_actions()
    return actions if view.phase == BID else [card_code(card) for card in actions]


def _blob_part(view: View) -> dict[str, Any]:
    record = view.record
    bids = [int(record.bids[seat]) for seat in range(view.players)]
    return {
        "trump": None if record.trump == NO_SUIT else SUIT_LETTERS[record.trump],
        "bids": [None if bid == NO_BID else bid for bid in bids],
        "rules": {"hook": bool(record.hook), "scoring": _SCORING_NAMES[int(record.scoring)]},
    }


def _hearts_part(view: View) -> dict[str, Any]:
    record, seat = view.record, view.seat
    has_exchanged = view.phase >= PLAY and record.pass_to != HOLD
    return {
        "points": [int(record.points[other]) for other in range(view.players)],
        "broken": bool(record.broken),
        "pass": _PASS_NAMES[int(record.pass_to)],
        "passed": _codes(int(record.passed[seat])),
        "received": _codes(int(record.passed[giver(record, seat)])) if has_exchanged else [],
        "rules": {
            "queen_breaks_hearts": bool(record.queen_breaks),
            "moon": "subtract" if record.moon_subtracts else "add",
            "jack_of_diamonds": bool(record.jack_scores),
            "first_trick_points": bool(record.first_trick_points),
        },
    }


def _codes(mask: int) -> list[str]:
    return [card_code(card) for card in cards_of(mask)]


def _void_suits(lacks: int) -> list[str]:
    suits = [(letter, SUIT << (13 * suit)) for suit, letter in enumerate(SUIT_LETTERS)]
    return [letter for letter, cards in suits if lacks & cards == cards]
