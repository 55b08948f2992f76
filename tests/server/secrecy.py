"""Every byte a seat can get out of a server in one position; and that position with unseen cards swapped."""

from __future__ import annotations

import copy
import json
import secrets

from overtrick.cards.card import card_code
from overtrick.errors import OvertrickError
from overtrick.games.house import BlobRules, HeartsRules
from overtrick.games.randomness import below, make_rng, pick
from overtrick.games.state import PASS
from overtrick.server import planning, replays, viewer, worker
from overtrick.server.house_rules import house_of
from overtrick.server.messages import Agree, Bid, Claim, Pass, Play, SetPace, Undo
from overtrick.server.refusal import refusal_of
from overtrick.server.table import Entry, Seat, table_of

PRESENCE = viewer.Presence(connected={0, 1})
TABLE_ID = "AAAAAAAAAAAAAAAAAAAAAA"


def new_table(rules, players, seed):
    body = created_body(rules, players)
    entries = [Entry("created", body=body), Entry("started"), Entry("dealt", body={"seed": f"{seed:064x}"})]
    return table_of(TABLE_ID, entries)


def created_body(rules, players):
    seats = [vars(Seat("human" if seat < 2 else "ai", f"Seat {seat}", "easy")) for seat in range(players)]
    return {"game": rules.game, "house": house_of(rules, players), "pace": "instant", "seats": seats}


def random_rules(rng):
    if below(rng, 2):
        return HeartsRules(passes=("left", "right", "across", "hold"), jack_of_diamonds=bool(below(rng, 2))), 4
    players = 3 + below(rng, 6)
    return BlobRules(round_cards=(1 + below(rng, 52 // players), 2)), players


def positions(seed):
    """Tables at every turn of random rounds for ever, each with a random seat: every phase of both games."""
    rng = make_rng(seed)
    number = 0
    while True:
        rules, players = random_rules(rng)
        table = new_table(rules, players, seed * 1_000_003 + number)
        number += 1
        while table.seats_to_act():
            yield table, int(below(rng, players)), rng
            for entry in random_step(table, rng):
                table.apply(entry)


def random_step(table, rng):
    waiting = table.seats_to_act()
    seat = waiting[below(rng, len(waiting))]
    legal = table.match.observe(seat).legal_mask()
    actions = []
    for _ in range(3 if table.match.round.phase == PASS else 1):
        actions.append(int(pick(rng, legal)))
        legal &= ~(1 << actions[-1])
    return planning.plan_choice(table, seat, actions)


def swapped(table, seat, rng):
    """The same table in another world that fits what the seat knows; the deal's secret is another, too."""
    other = copy.copy(table)
    other.match = copy.copy(table.match)
    other.match.round = table.match.observe(seat).sample_world(rng)
    other.seeds = [*table.seeds[:-1], secrets.token_hex(32)]
    return other


def received(table, seat):
    """Every byte the seat, or anybody watching, could be sent now: views, answers, errors, what AI and hints get."""
    parts = [viewer.view_of(table, PRESENCE, seat), viewer.view_of(table, PRESENCE, None), replays.proof_of(table)]
    parts += [replays.record_of(table), worker.write_view(table.match.observe(seat))]
    parts.append(_try(lambda: replays.replay_of(table, len(table.seeds))))
    parts.append(_try(lambda: worker.write_view(replays.view_before(table, len(table.seeds), 0))))
    parts += [_answer(table, seat, message) for message in probes(table.version)]
    return json.dumps(parts, default=str).encode()


def probes(version):
    """Messages a seat might send to find something out."""
    common = {"id": "probe", "version": version}
    yield from (Bid(type="bid", bid=bid, **common) for bid in (0, 1, 17))
    yield from (Play(type="play", card=card_code(card), **common) for card in range(version % 5, 52, 5))
    yield Play(type="play", card="XX", **common)
    for cards in (["AS", "KS", "QS"], ["2C", "2C", "2C"], ["QS"]):
        yield Pass(type="pass", cards=cards, **common)
    yield Claim(type="claim", **common)
    yield Undo(type="undo", **common)
    yield Agree(type="agree", yes=True, **common)
    yield SetPace(type="pace", pace="fast", **common)
    yield Undo(type="undo", id="probe", version=0)


def _answer(table, seat, message):
    """The refusal, or that it would be done; and for a bid or card the entries, of which everything is then public."""
    try:
        entries = planning.plan(table, seat, message, {0, 1})
    except OvertrickError as error:
        refusal = refusal_of(error)
        return [refusal.code, refusal.message]
    is_open = isinstance(message, Bid | Play)
    return [[entry.kind, entry.seat, entry.body] for entry in entries if entry.kind != "dealt"] if is_open else "done"


def _try(question):
    try:
        return question()
    except OvertrickError as error:
        return [refusal_of(error).code, str(error)]
