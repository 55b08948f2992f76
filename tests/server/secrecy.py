"""Positions of every phase of both games, and each with unseen cards swapped."""

from __future__ import annotations

import copy
import secrets

from overtrick.core.randomness import below, make_rng, pick
from overtrick.core.record import PASS
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.server import planning, viewer
from overtrick.server.house_rules import house_of
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


def copied(table):
    """A table to play on that leaves the first one as it is."""
    other, match = copy.copy(table), copy.copy(table.match)
    match.round = match.round.copy()
    match.actions = [list(actions) for actions in match.actions]
    match.deals, match.round_scores, match.scores = list(match.deals), list(match.round_scores), list(match.scores)
    other.match, other.recent, other.used, other.ready = match, table.recent.copy(), set(table.used), set(table.ready)
    other.steps = [list(steps) for steps in table.steps]
    other.seeds, other.commitments, other.sheet = list(table.seeds), list(table.commitments), list(table.sheet)
    return other
