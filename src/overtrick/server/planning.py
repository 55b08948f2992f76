"""From what a seat wants to the log entries that do it, or a refusal. Nothing is changed here.

Every check leaves the round as it is, most by trying the action on a copy; the entries are applied to the table only
after they are stored.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from overtrick.cards.card import parse_card
from overtrick.core.record import BID, PASS, PLAY
from overtrick.engine.round import Round
from overtrick.server.claims import can_claim, play_out
from overtrick.server.deals import new_seed
from overtrick.server.messages import (
    Action,
    Agree,
    Bid,
    Claim,
    Leave,
    MoveNow,
    Next,
    Pass,
    Play,
    Rematch,
    SetPace,
    Start,
    Undo,
)
from overtrick.server.reading import read_field
from overtrick.server.refusal import Refusal
from overtrick.server.table import By, Entry, Table
from overtrick.server.viewer import can_undo

CLOSED = "this table was closed because nobody came back to it"
TIMELESS = (SetPace, Leave, Rematch, MoveNow, Start)
"""Actions that do not depend on the position, so that an older version is no reason to refuse them."""


def plan(table: Table, seat: int, message: Action, present: Collection[int]) -> list[Entry]:
    """The entries that carry out `message` for `seat`, none if it is so already; `present` have an open socket."""
    if table.status == "expired":
        raise Refusal("not_allowed", CLOSED)
    is_current = table.position <= message.version <= table.version
    if not is_current and not isinstance(message, TIMELESS):
        raise Refusal("stale", "the game has moved on since; here is how it stands now")
    entries = _entries(table, seat, message, present)
    return [replace(entries[0], seat=seat, action_id=message.id), *entries[1:]] if entries else []


def plan_bid(table: Table, seat: int, bid: int, by: By) -> list[Entry]:
    """A bid, checked."""
    _trial(table).bid(seat, bid)
    return [Entry("bid", seat, {"bid": bid, "by": by})]


def plan_pass(table: Table, seat: int, cards: list[int], by: By) -> list[Entry]:
    """A pass of three cards, checked."""
    _trial(table).pass_cards(seat, cards)
    return [Entry("pass", seat, {"cards": cards, "by": by})]


def plan_play(table: Table, seat: int, card: int, by: By) -> list[Entry]:
    """A card, checked, and the end of round and match if it was the last."""
    game = _running(table)
    played = Entry("play", seat, {"card": card, "by": by})
    is_last = read_field(game, "plays") + 1 == game.players * game.cards
    if not is_last and game.phase == PLAY and game.turn == seat and game.legal_mask() >> card & 1:
        return [played]
    trial = game.copy()
    trial.play(seat, card)
    return [played, *_endings(table, trial)]


def plan_choice(table: Table, seat: int, actions: list[int], by: By = "ai") -> list[Entry]:
    """What an AI has chosen for the seat, whichever the phase asks for."""
    phase = _running(table).phase
    if phase == BID:
        return plan_bid(table, seat, actions[0], by)
    if phase == PASS:
        return plan_pass(table, seat, actions, by)
    return plan_play(table, seat, actions[0], by)


def plan_deal(table: Table) -> list[Entry]:
    """The next round, from a seed nobody knows."""
    if not table.is_between_rounds() and table.match is not None:
        raise Refusal("not_allowed", "the round is not over")
    return [Entry("dealt", body={"seed": new_seed()})]


def check_rematch(table: Table) -> None:
    """Refuse a rematch before the match is over."""
    if table.status != "finished":
        raise Refusal("not_allowed", "a rematch is for when the match is over")


def is_everybody_ready(table: Table, ready: Collection[int], present: Collection[int]) -> bool:
    """Whether the people who are here have all seen the result of the round."""
    return bool(ready) and all(seat in ready for seat in table.people() if seat in present)


def _entries(table: Table, seat: int, message: Action, present: Collection[int]) -> list[Entry]:
    match message:
        case Bid():
            return plan_bid(table, seat, message.bid, "seat")
        case Pass():
            return plan_pass(table, seat, [parse_card(card) for card in message.cards], "seat")
        case Play():
            return plan_play(table, seat, parse_card(message.card), "seat")
        case Start():
            return _start(table)
        case Next():
            return _next(table, seat, present)
        case Undo():
            return _undo(table, seat)
        case Agree():
            return _agree(table, seat, is_yes=message.yes)
        case Claim():
            return _claim(table, seat)
        case SetPace():
            return [] if message.pace == table.pace else [Entry("pace", seat, {"pace": message.pace})]
        case Leave():
            return _leave(table, seat, present)
        case _:
            raise Refusal("bad_message", f"{type(message).__name__} is no action that changes a table")


def _start(table: Table) -> list[Entry]:
    if table.status != "waiting":
        raise Refusal("not_allowed", "the match has begun already")
    return [Entry("started"), *plan_deal(table)]


def _next(table: Table, seat: int, present: Collection[int]) -> list[Entry]:
    if not table.is_between_rounds():
        raise Refusal("not_allowed", "there is no finished round to go on from")
    if seat in table.ready:
        return []
    entries = [Entry("ready", seat)]
    if is_everybody_ready(table, table.ready | {seat}, present):
        entries += plan_deal(table)
    return entries


def _leave(table: Table, seat: int, present: Collection[int]) -> list[Entry]:
    """The seat is given up; if it was the last that the next round waited for, that is dealt."""
    others = {other for other in present if other != seat}
    is_next_due = table.is_between_rounds() and is_everybody_ready(table, table.ready - {seat}, others)
    return [Entry("left", seat), *(plan_deal(table) if is_next_due else [])]


def _undo(table: Table, seat: int) -> list[Entry]:
    if not can_undo(table, seat):
        raise Refusal("not_allowed", "you have no decision of this round to take back now")
    if len(table.people()) == 1:
        return [_undone(table, seat)]
    return [Entry("undo_asked", seat)]


def _agree(table: Table, seat: int, *, is_yes: bool) -> list[Entry]:
    wish = table.undo
    if wish is None or wish.seat == seat:
        raise Refusal("not_allowed", "nobody has asked you to agree to anything")
    entries = [Entry("undo_answered", seat, {"yes": is_yes})]
    others = set(table.people()) - {wish.seat, seat}
    if is_yes and others <= wish.agreed:
        entries.append(_undone(table, wish.seat))
    return entries


def _undone(table: Table, seat: int) -> Entry:
    own = [step for step in table.steps[-1] if step.seat == seat and step.by == "seat"]
    return Entry("undone", seat, {"from": own[-1].seq})


def _claim(table: Table, seat: int) -> list[Entry]:
    trial = _trial(table)
    if not can_claim(trial.observe(seat)):
        raise Refusal("not_allowed", "from what you can see the rest is not decided yet")
    plays = play_out(trial, seat)
    for _, card in plays:
        trial.apply(card)
    entries = [Entry("play", other, {"card": card, "by": "claim"}) for other, card in plays]
    return [Entry("claimed", seat), *entries, *_endings(table, trial)]


def _endings(table: Table, trial: Round) -> list[Entry]:
    """What the log says when the round, tried on a copy, is over."""
    if not trial.is_over or table.match is None:
        return []
    added = trial.scores()
    totals = [total + score for total, score in zip(table.match.scores, added, strict=True)]
    entries = [Entry("round_over", body={"scores": added, "totals": totals})]
    if table.rules.is_finished(table.players, len(table.match.round_scores) + 1, totals):
        entries.append(Entry("match_over", body={"scores": totals, "winners": table.rules.winners(totals)}))
    return entries


def _trial(table: Table) -> Round:
    """A copy of the round, to try an action on."""
    return _running(table).copy()


def _running(table: Table) -> Round:
    if table.match is None or table.status != "playing":
        says = {"waiting": "nothing is dealt yet", "finished": "the match is over"}
        raise Refusal("not_your_turn", says.get(table.status, "this table is closed"))
    return table.match.round
