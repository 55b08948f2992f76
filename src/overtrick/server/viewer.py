"""The one place where views are made: from nothing, field by field.

What clients, hints, spectators, replays and AI learn of a running round comes from here or from `Round.observe`. The
public part reads no hand and no pass; the own part reads the engine's view of that seat, in which the rest is blank.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from overtrick.cards.card import card_code
from overtrick.cards.masks import CARDS_IN_SUIT
from overtrick.games.hearts.rules import giver, moon_shooter, receiver
from overtrick.games.house import BlobRules
from overtrick.games.round import PHASE_NAMES, Round, View, cards_of
from overtrick.games.state import BID, NOBODY, OVER, PASS, PASSED_CARDS, PLAY
from overtrick.server.claims import can_claim
from overtrick.server.house_rules import suit_letter
from overtrick.server.reasons import why_not_bid, why_not_card
from overtrick.server.table import PASS_NAMES, Table, bids_of
from overtrick.server.views import (
    BidChoice,
    CardChoice,
    MatchResult,
    Offers,
    OwnView,
    PlayedCard,
    RoundView,
    SeatView,
    TableView,
    TrickView,
    UndoAsked,
    YourTurn,
)
from overtrick.server.views import View as WireView


@dataclass
class Presence:
    """Who is there right now. It is forgotten when the server stops."""

    connected: set[int] = field(default_factory=set)
    held: set[int] = field(default_factory=set)
    spectators: int = 0


def view_of(table: Table, presence: Presence, seat: int | None) -> WireView:
    """What `seat` may know of the table; None looks on."""
    return {
        "version": table.version,
        "table": public_view(table, presence),
        "own": None if seat is None else own_view(table, presence, seat),
    }


def public_view(table: Table, presence: Presence) -> TableView:
    """What everybody may see."""
    is_blob = isinstance(table.rules, BlobRules)
    return {
        "id": table.id,
        "game": table.rules.game,
        "house": table.house,
        "pace": table.pace,
        "status": table.status,
        "seats": [_seat_view(table, presence, seat) for seat in range(table.players)],
        "spectators": presence.spectators,
        "scores": list(table.match.scores) if table.match else [0] * table.players,
        "rounds": len(table.rules.schedule(table.players)) if isinstance(table.rules, BlobRules) else None,
        "target": None if is_blob else getattr(table.rules, "target", None),
        "sheet": table.sheet,
        "round": _round_view(table, table.match.round) if table.match else None,
        "result": _result(table),
        "undo": _undo_asked(table),
        "rematch": table.rematch,
    }


def own_view(table: Table, presence: Presence, seat: int) -> OwnView:
    """What only the seat may see."""
    if table.match is None:
        return _empty_own(table, presence, seat)
    view = table.match.round.observe(seat)
    record = view.record
    passed = cards_of(record.passed[seat])
    is_exchanged = table.rules.game == "hearts" and record.phase in (PLAY, OVER) and record.pass_to > 0
    to_act = view.turn == seat and table.status == "playing"
    return {
        "seat": seat,
        "hand": sorted_codes(view.hand & ~_laid_aside(view)),
        "passed": [card_code(card) for card in passed],
        "passed_to": int(receiver(record, seat)) if passed else None,
        "received": [card_code(card) for card in cards_of(record.passed[giver(record, seat)])] if is_exchanged else [],
        "received_from": int(giver(record, seat)) if is_exchanged else None,
        "turn": your_turn(view) if to_act else None,
        "offers": _offers(table, presence, seat, view),
    }


def your_turn(view: View) -> YourTurn:
    """What the seat to act may do, and why not the rest."""
    legal = view.legal_mask()
    bids: list[BidChoice] = []
    cards: list[CardChoice] = []
    if view.phase == BID:
        for bid in range(view.cards + 1):
            is_legal = bool(legal >> bid & 1)
            bids.append({"bid": bid, "legal": is_legal, "reason": None if is_legal else why_not_bid(view, bid)})
    else:
        for card in sorted_cards(view.hand):
            is_legal = bool(legal >> card & 1)
            reason = None if is_legal else why_not_card(view, card)
            cards.append({"card": card_code(card), "legal": is_legal, "reason": reason})
    return {
        "phase": PHASE_NAMES[view.phase],  # type: ignore[typeddict-item]
        "bids": bids,
        "cards": cards,
        "count": PASSED_CARDS if view.phase == PASS else 1,
        "forced": view.phase != PASS and legal.bit_count() == 1,
    }


def sorted_cards(mask: int) -> list[int]:
    """As one holds a hand: suit by suit, high cards first."""
    return sorted(cards_of(mask), key=lambda card: (card // CARDS_IN_SUIT, -card))


def sorted_codes(mask: int) -> list[str]:
    return [card_code(card) for card in sorted_cards(mask)]


def tricks_of(game: Round | View) -> list[TrickView]:
    """Every trick of the round; the winner of one in progress is who wins it so far."""
    tricks: list[TrickView] = []
    record = game.record
    for number, plays in enumerate(game.tricks()):
        is_done = len(plays) == game.players
        winner = int(record.leaders[number + 1]) if is_done else int(record.best_seat)
        cards: list[PlayedCard] = [{"seat": seat, "card": card_code(card)} for seat, card in plays]
        tricks.append({"number": number + 1, "leader": plays[0][0], "cards": cards, "winner": winner})
    return tricks


def _seat_view(table: Table, presence: Presence, number: int) -> SeatView:
    seat = table.seats[number]
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "style": seat.style,
        "connected": seat.kind == "ai" or number in presence.connected,
        "held": number in presence.held or (seat.kind == "open" and table.status == "playing"),
        "ready": number in table.ready,
    }


def _round_view(table: Table, game: Round) -> RoundView:
    record, players = game.record, game.players
    is_hearts = table.rules.game == "hearts"
    is_over = game.phase == OVER
    last, current = _last_and_current_trick(game)
    turn = NOBODY if game.phase == PASS else game.turn
    shooter = int(moon_shooter(record)) if is_hearts and is_over else NOBODY
    on_table = 0 if current is None else len(current["cards"])
    leader = 0 if current is None else current["leader"]
    tricks_left = game.cards - int(record.plays) // players
    return {
        "number": len(table.seeds),
        "cards": game.cards,
        "trump": suit_letter(int(record.trump)),
        "dealer": int(record.dealer),
        "pass_to": PASS_NAMES[record.pass_to] if is_hearts else None,
        "phase": PHASE_NAMES[game.phase],  # type: ignore[typeddict-item]
        "turn": None if turn == NOBODY else turn,
        "bids": bids_of(record.bids.tolist(), players),
        "tricks": record.tricks[:players].tolist(),
        "points": record.points[:players].tolist(),
        "hand_sizes": [tricks_left - ((seat - leader) % players < on_table) for seat in range(players)],
        "hearts_broken": bool(record.broken),
        "trick": current,
        "last_trick": last,
        "commitment": table.commitments[-1],
        "scores": list(table.match.round_scores[-1]) if is_over and table.match else None,
        "moon": None if shooter == NOBODY else shooter,
    }


def _last_and_current_trick(game: Round) -> tuple[TrickView | None, TrickView | None]:
    """The last complete trick and the one in progress, which is there from the first lead on."""
    if game.phase not in (PLAY, OVER):
        return None, None
    tricks = tricks_of(game)
    current = tricks.pop() if tricks and len(tricks[-1]["cards"]) < game.players else None
    last = tricks[-1] if tricks else None
    if current is None and game.phase == PLAY:
        current = {"number": len(tricks) + 1, "leader": game.turn, "cards": [], "winner": None}
    return last, current


def _result(table: Table) -> MatchResult | None:
    if table.match is None or table.status != "finished":
        return None
    scores = table.match.scores
    sign = -1 if table.rules.game == "hearts" else 1
    places = [1 + sum(sign * other > sign * score for other in scores) for score in scores]
    return {"winners": table.match.winners(), "scores": list(scores), "places": places}


def _undo_asked(table: Table) -> UndoAsked | None:
    if table.undo is None:
        return None
    agreed = sorted(table.undo.agreed)
    waiting = [seat for seat in table.people() if seat != table.undo.seat and seat not in table.undo.agreed]
    return {"seat": table.undo.seat, "agreed": agreed, "waiting": waiting}


def _laid_aside(view: View) -> int:
    """Cards chosen for a pass that has not happened yet."""
    return int(view.record.passed[view.seat]) if view.phase == PASS else 0


def _empty_own(table: Table, presence: Presence, seat: int) -> OwnView:
    return {
        "seat": seat,
        "hand": [],
        "passed": [],
        "passed_to": None,
        "received": [],
        "received_from": None,
        "turn": None,
        "offers": _offers(table, presence, seat, None),
    }


def _offers(table: Table, presence: Presence, seat: int, view: View | None) -> Offers:
    is_playing = table.status == "playing" and view is not None
    is_ai_to_act = is_playing and any(
        table.seats[other].kind != "human" or other in presence.held for other in _openly_to_act(table)
    )
    return {
        "start": table.status == "waiting",
        "next": table.is_between_rounds() and seat not in table.ready,
        "undo": can_undo(table, seat),
        "claim": is_playing and view is not None and can_claim(view),
        "hint": is_playing and view is not None and view.turn == seat,
        "move_now": is_ai_to_act,
        "rematch": table.status == "finished",
    }


def can_undo(table: Table, seat: int) -> bool:
    """Whether the seat has a decision of its own in this round to take back, and may ask for it."""
    if table.status != "playing" or table.match is None or table.undo is not None or table.match.round.phase == PASS:
        return False
    return any(step.seat == seat and step.by == "seat" for step in table.steps[-1])


def _openly_to_act(table: Table) -> list[int]:
    """Who is known to everybody to be on move; who has yet to pass is not."""
    is_pass = table.match is not None and table.match.round.phase == PASS
    return [] if is_pass else table.seats_to_act()
