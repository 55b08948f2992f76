"""Finished rounds with all cards, records of matches, proofs of their deals. Running rounds are in none of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from overtrick.cards.card import card_code
from overtrick.cards.masks import DECK_SIZE
from overtrick.core.record import PASS, PLAY
from overtrick.engine.match import Match
from overtrick.engine.records.log import Event, match_events
from overtrick.engine.round import Round, View
from overtrick.server.deals import deck_of
from overtrick.server.refusal import Refusal
from overtrick.server.requests import OpenedDeal, Proof, Replay, ReplayStep
from overtrick.server.table import Step, Table, perform
from overtrick.server.viewer import sorted_codes


def replay_of(table: Table, number: int) -> Replay:
    """Round `number`, counted from 1, once it is over."""
    row = _finished_row(table, number)
    match = _match_before(table, number)
    game = match.round
    dealt = _hands(game)
    steps: list[ReplayStep] = []
    played = dealt
    for step in table.steps[number - 1]:
        perform(match, step)
        steps.append(_replay_step(match.round, step))
        if step.kind == "pass" and match.round.phase == PLAY:
            played = _hands(match.round)
    return {
        "id": table.id,
        "game": table.rules.game,
        "house": table.house,
        "names": [seat.name for seat in table.seats],
        "round": number,
        "cards": row["cards"],
        "trump": row["trump"],
        "dealer": row["dealer"],
        "pass_to": row["pass_to"],
        "scores_before": [total - score for total, score in zip(row["totals"], row["scores"], strict=True)],
        "scores": row["scores"],
        "hands": dealt,
        "hands_played": played,
        "steps": steps,
    }


def view_before(table: Table, number: int, place: int) -> View:
    """What the seat knew when it made step `place` of a finished round."""
    _finished_row(table, number)
    steps = table.steps[number - 1]
    if place >= len(steps):
        raise Refusal("not_found", f"round {number} has {len(steps)} steps, the first is 0")
    match = _match_before(table, number)
    for step in steps[:place]:
        perform(match, step)
    view = match.observe(steps[place].seat)
    if view.phase == PASS:
        view.record.turn = steps[place].seat
    return view


def proof_of(table: Table) -> Proof:
    """Commitments to all deals so far; seeds and decks too once the match is over."""
    is_open = table.status == "finished"
    deals: list[OpenedDeal] = []
    for number, (seed, commitment) in enumerate(zip(table.seeds, table.commitments, strict=True), start=1):
        deck = [card_code(card) for card in deck_of(seed)] if is_open else None
        deals.append({"round": number, "commitment": commitment, "seed": seed if is_open else None, "deck": deck})
    return {"id": table.id, "is_open": is_open, "deals": deals}


def record_of(table: Table) -> str:
    """The finished rounds of the match as a record, with what `overtrick verify` needs beside each deal."""
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in _record_events(table))


def _record_events(table: Table) -> Iterator[Event]:
    """The events of `games.records.log`; `about` tells the table, its seats, who acted, and what was committed to."""
    names = [seat.name for seat in table.seats]
    rounds = len(table.sheet)
    match = _match_after(table, rounds) if rounds else Match(table.rules, table.players, lambda _: range(DECK_SIZE))
    steps = iter([step for number in range(rounds) for step in table.steps[number]])
    seats = [{"kind": seat.kind, "level": seat.level} for seat in table.seats]
    events = match_events(match, names)
    yield {**next(events), "about": {"table": table.id, "seats": seats}}
    if not rounds:
        return
    for event in events:
        if event["event"] == "deal":
            number = event["round"]
            seed = table.seeds[number] if table.status == "finished" else None
            yield {**event, "about": {"commitment": table.commitments[number], "seed": seed}}
        elif event["event"] in ("bid", "pass", "play"):
            yield {**event, "about": {"by": next(steps).by}}
        else:
            yield event


def _finished_row(table: Table, number: int) -> Any:
    for row in table.sheet:
        if row["round"] == number:
            return row
    raise Refusal("not_found", f"round {number} is not over yet, or was never dealt")


def _match_before(table: Table, number: int) -> Match:
    """The match as it was when round `number` had been dealt."""
    match = _match_after(table, number - 1)
    if number > 1:
        match.next_round()
    return match


def _match_after(table: Table, rounds: int) -> Match:
    """The match as it was when so many rounds were over, before the next was dealt."""
    match = Match(table.rules, table.players, lambda place: deck_of(table.seeds[place]))
    for place in range(rounds):
        if place:
            match.next_round()
        for step in table.steps[place]:
            perform(match, step)
    return match


def _hands(game: Round) -> list[list[str]]:
    return [sorted_codes(int(game.record.hands[seat])) for seat in range(game.players)]


def _replay_step(game: Round, step: Step) -> ReplayStep:
    plays, players = int(game.record.plays), game.players
    is_play = step.kind == "play"
    is_trick_done = is_play and plays % players == 0
    return {
        "kind": step.kind,
        "seat": step.seat,
        "bid": step.actions[0] if step.kind == "bid" else None,
        "cards": [] if step.kind == "bid" else [card_code(card) for card in step.actions],
        "by": step.by,
        "trick": (plays - 1) // players + 1 if is_play else None,
        "winner": int(game.record.leaders[plays // players]) if is_trick_done else None,
    }
