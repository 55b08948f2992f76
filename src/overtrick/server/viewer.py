"""The one place where views are made: from nothing, field by field.

What clients, hints, spectators, replays and AI learn of a running round comes from here or from `Round.observe`. The
public part reads no hand and no pass; the own part reads the engine's view of that seat, in which the rest is blank.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import lru_cache

from overtrick.cards.card import card_code
from overtrick.cards.masks import CARDS_IN_SUIT
from overtrick.core.passing import giver, receiver
from overtrick.core.record import BID, NOBODY, OVER, PASS, PASSED_CARDS, PLAY
from overtrick.core.seen import PHASE_NAMES, cards_of
from overtrick.engine.catalogue import game
from overtrick.engine.round import Round, View
from overtrick.server.claims import is_decided
from overtrick.server.house_rules import suit_letter
from overtrick.server.reading import Reading, read, read_field
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
    deadline: float | None = None
    """When the time for the decision asked for is up, by the monotonic clock; None while no clock goes."""


def view_of(table: Table, presence: Presence, seat: int | None) -> WireView:
    """What `seat` may know of the table; None looks on."""
    return {
        "version": table.version,
        "table": public_view(table, presence),
        "own": None if seat is None else own_view(table, presence, seat),
    }


def public_view(table: Table, presence: Presence) -> TableView:
    """What everybody may see."""
    return {
        "id": table.id,
        "game": table.rules.game,
        "house": table.house,
        "sides": game(table.rules.game).sides(table.players),
        "pace": table.pace,
        "turn_seconds": table.turn_seconds or None,
        "seconds_left": _seconds_left(presence),
        "status": table.status,
        "seats": [_seat_view(table, presence, seat) for seat in range(table.players)],
        "spectators": presence.spectators,
        "scores": list(table.match.scores) if table.match else [0] * table.players,
        "rounds": table.rules.rounds(table.players),
        "target": getattr(table.rules, "target", None),
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
    known = read(view)
    passed = cards_of(known.passed[seat])
    is_exchanged = known.phase in (PLAY, OVER) and known.pass_to > 0
    from_seat = int(giver(view.record, seat)) if is_exchanged else None
    laid_aside = known.passed[seat] if known.phase == PASS else 0
    to_act = known.turn == seat and table.status == "playing"
    return {
        "seat": seat,
        "hand": sorted_codes(known.hands[seat] & ~laid_aside),
        "passed": [card_code(card) for card in passed],
        "passed_to": int(receiver(view.record, seat)) if passed else None,
        "received": [] if from_seat is None else [card_code(card) for card in cards_of(known.passed[from_seat])],
        "received_from": from_seat,
        "turn": your_turn(view, known) if to_act else None,
        "offers": _offers(table, presence, seat, known),
    }


def your_turn(view: View, known: Reading) -> YourTurn:
    """What the seat to act may do, and why not the rest."""
    legal = view.legal_mask()
    bids: list[BidChoice] = []
    cards: list[CardChoice] = []
    if known.phase == BID:
        for bid in range(known.cards + 1):
            is_legal = bool(legal >> bid & 1)
            bids.append({"bid": bid, "legal": is_legal, "reason": None if is_legal else why_not_bid(view, bid)})
    else:
        for card in sorted_cards(known.hands[known.seat]):
            is_legal = bool(legal >> card & 1)
            reason = None if is_legal else why_not_card(view, known, card)
            cards.append({"card": card_code(card), "legal": is_legal, "reason": reason})
    return {
        "phase": PHASE_NAMES[known.phase],  # type: ignore[typeddict-item]
        "bids": bids,
        "cards": cards,
        "count": PASSED_CARDS if known.phase == PASS else 1,
        "forced": known.phase != PASS and legal.bit_count() == 1,
    }


def sorted_cards(mask: int) -> list[int]:
    """As one holds a hand: suit by suit, high cards first."""
    return sorted(cards_of(mask), key=lambda card: (card // CARDS_IN_SUIT, -card))


def sorted_codes(mask: int) -> list[str]:
    """The same in letters."""
    return list(_sorted_codes(mask))


@lru_cache(maxsize=1 << 14)
def _sorted_codes(mask: int) -> tuple[str, ...]:
    """A hand stays the same for several events and is shown with every one."""
    return tuple(card_code(card) for card in sorted_cards(mask))


def trick_of(known: Reading, number: int) -> TrickView:
    """Trick `number`, counted from 0, which has been led; the winner of one in progress is who wins it so far."""
    players, leader = known.players, known.leaders[number]
    plays = known.history[number * players : min((number + 1) * players, known.plays)]
    cards: list[PlayedCard] = [
        {"seat": (leader + place) % players, "card": card_code(card)} for place, card in enumerate(plays)
    ]
    winner = known.leaders[number + 1] if len(plays) == players else known.best_seat
    return {"number": number + 1, "leader": leader, "cards": cards, "winner": winner}


def _seconds_left(presence: Presence) -> float | None:
    return None if presence.deadline is None else round(max(0.0, presence.deadline - time.monotonic()), 1)


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


def _round_view(table: Table, current_round: Round) -> RoundView:
    known = read(current_round)
    players = known.players
    kind = game(table.rules.game)
    is_over = known.phase == OVER
    last, current = _last_and_current_trick(known)
    turn = NOBODY if known.phase == PASS else known.turn
    on_table = 0 if current is None else len(current["cards"])
    leader = 0 if current is None else current["leader"]
    tricks_left = known.cards - known.plays // players
    return {
        "number": len(table.seeds),
        "cards": known.cards,
        "trump": suit_letter(known.trump),
        "dealer": known.dealer,
        "pass_to": PASS_NAMES[known.pass_to] if kind.has_passes else None,
        "phase": PHASE_NAMES[known.phase],  # type: ignore[typeddict-item]
        "turn": None if turn == NOBODY else turn,
        "bids": bids_of(known.bids, players),
        "tricks": known.tricks[:players],
        "points": known.points[:players],
        "hand_sizes": [tricks_left - ((seat - leader) % players < on_table) for seat in range(players)],
        "broken": bool(known.broken),
        "trick": current,
        "last_trick": last,
        "commitment": table.commitments[-1],
        "scores": list(table.match.round_scores[-1]) if is_over and table.match else None,
        "facts": kind.table.facts(current_round.record),
    }


def _last_and_current_trick(known: Reading) -> tuple[TrickView | None, TrickView | None]:
    """The last complete trick and the one in progress, which is there from the first lead on."""
    if known.phase not in (PLAY, OVER):
        return None, None
    done = known.plays // known.players
    last = trick_of(known, done - 1) if done else None
    if known.plays % known.players:
        return last, trick_of(known, done)
    if known.phase == OVER:
        return last, None
    return last, {"number": done + 1, "leader": known.turn, "cards": [], "winner": None}


def _result(table: Table) -> MatchResult | None:
    if table.match is None or table.status != "finished":
        return None
    scores = table.match.scores
    sign = -1 if game(table.rules.game).is_less_better else 1
    places = [1 + sum(sign * other > sign * score for other in scores) for score in scores]
    return {"winners": table.match.winners(), "scores": list(scores), "places": places}


def _undo_asked(table: Table) -> UndoAsked | None:
    if table.undo is None:
        return None
    agreed = sorted(table.undo.agreed)
    waiting = [seat for seat in table.people() if seat != table.undo.seat and seat not in table.undo.agreed]
    return {"seat": table.undo.seat, "agreed": agreed, "waiting": waiting}


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


def _offers(table: Table, presence: Presence, seat: int, known: Reading) -> Offers:
    is_playing = table.status == "playing" and known is not None
    is_ai_to_act = is_playing and any(
        table.seats[other].kind != "human" or other in presence.held for other in _openly_to_act(table)
    )
    return {
        "start": table.status == "waiting",
        "next": table.is_between_rounds() and seat not in table.ready,
        "undo": can_undo(table, seat),
        "claim": is_playing and is_decided(known),
        "hint": is_playing and known.turn == seat,
        "move_now": is_ai_to_act,
        "rematch": table.status == "finished",
    }


def can_undo(table: Table, seat: int) -> bool:
    """Whether the seat has a decision of its own in this round to take back, and may ask for it.

    Not once the round is over: then everybody may look at all its cards. Nor again at once after others said no.
    """
    if table.status != "playing" or table.match is None or table.undo is not None or seat in table.declined:
        return False
    if read_field(table.match.round, "phase") in (PASS, OVER):
        return False
    return any(step.seat == seat and step.by == "seat" for step in table.steps[-1])


def _openly_to_act(table: Table) -> list[int]:
    """Who is known to everybody to be on move; who has yet to pass is not."""
    is_pass = table.match is not None and read_field(table.match.round, "phase") == PASS
    return [] if is_pass else table.seats_to_act()
