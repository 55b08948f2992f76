"""A view as JSON for other people's programs, built from the view alone: nothing in it that the seat may not know."""

from __future__ import annotations

from typing import Any

from overtrick.cards.card import SUIT_LETTERS, card_code
from overtrick.cards.masks import SUIT
from overtrick.core.record import BID
from overtrick.core.seen import PHASE_NAMES, cards_of
from overtrick.engine.catalogue import game
from overtrick.engine.round import View


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
    return {**message, **game(view.game).external.facts(view)}


def legal_texts(view: View) -> list[int] | list[str]:
    """What the seat may do: bids as numbers, cards as text."""
    actions = view.legal_actions()
    return actions if view.phase == BID else [card_code(card) for card in actions]


def _codes(mask: int) -> list[str]:
    return [card_code(card) for card in cards_of(mask)]


def _void_suits(lacks: int) -> list[str]:
    suits = [(letter, SUIT << (13 * suit)) for suit, letter in enumerate(SUIT_LETTERS)]
    return [letter for letter, cards in suits if lacks & cards == cards]
