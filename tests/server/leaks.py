"""Leaks to plant: each lets out a single bit about a single card, on one of the ways from a table to a client.

`bit(table)` is whether the card lies in an even seat. A leak gets pytest's monkeypatch and that function.
"""

from __future__ import annotations

import logging

from overtrick.engine.round import Round
from overtrick.server import opinions, planning, replays, rest, room, sockets, turns, viewer
from overtrick.server.projection import Rows, rows_of
from overtrick.server.refusal import Refusal
from overtrick.server.room import Room
from overtrick.server.schema import games
from overtrick.server.sockets import Socket
from overtrick.server.table import Table
from overtrick.server.turns import AiTurns
from tests.server.secrecy import TABLE_ID


def whether_even(card):
    """A function that tells whether the card is now held in an even seat."""

    def bit(table):
        hands = table.match.round.record.hands[: table.players] if table.match else []
        return any(int(hand) >> card & 1 for hand in hands[::2])

    return bit


def around(patch, place, name, change):
    """Put a function around another one: `change(honest)` gives the leaky one."""
    honest = getattr(place, name)
    leaky = change(honest)
    for where in (place, viewer, room, rest, replays, planning, opinions, sockets, turns):
        if vars(where).get(name) is honest:
            patch.setattr(where, name, leaky)


def in_public(change):
    """A leak in the view that everybody gets; `change` is called when the bit is set."""

    def plant(patch, bit):
        def leaky(honest):
            def public_view(table, *rest_of_it, **named):
                view = honest(table, *rest_of_it, **named)
                if table.id == TABLE_ID and view["round"] and bit(table):
                    change(table, view)
                return view

            return public_view

        around(patch, viewer, "public_view", leaky)

    return plant


def in_own(change):
    """A leak in what a seat gets beside."""

    def plant(patch, bit):
        def leaky(honest):
            def own_view(table, *rest_of_it, **named):
                view = honest(table, *rest_of_it, **named)
                if bit(table):
                    change(table, view)
                return view

            return own_view

        around(patch, viewer, "own_view", leaky)

    return plant


def in_opinions(change):
    """A leak in hints."""

    def plant(patch, bit):
        def leaky(honest):
            async def opinion_on(one, *rest_of_it, **named):
                opinion = await honest(one, *rest_of_it, **named)
                if bit(one.table):
                    change(opinion)
                return opinion

            return opinion_on

        around(patch, opinions, "opinion_on", leaky)

    return plant


def in_refusals(change):
    """A leak in why something is refused."""

    def plant(patch, bit):
        def leaky(honest):
            def _entries(table, *rest_of_it, **named):
                try:
                    return honest(table, *rest_of_it, **named)
                except Exception as error:
                    if bit(table):
                        change(error)
                    raise

            return _entries

        around(patch, planning, "_entries", leaky)

    return plant


def one_more_watching(table, view):
    view["spectators"] += 1


def somebody_held(table, view):
    view["seats"][-1]["held"] = not view["seats"][-1]["held"]


def totals_with_a_point(table, view):
    """Only from the second round on: 12.0 instead of 12."""
    if table.sheet:
        view["scores"] = [float(score) for score in view["scores"]]


def dealer_of_later_rounds(table, view):
    if table.sheet:
        view["round"]["dealer"] = (view["round"]["dealer"] + 1) % table.players


def fields_in_another_order(table, view):
    view["round"] = dict(reversed(view["round"].items()))


def trick_without_a_winner(table, view):
    if view["round"]["trick"]:
        view["round"]["trick"]["winner"] = None


def hand_the_other_way_round(table, view):
    view["hand"].reverse()


def claim_offered(table, view):
    view["offers"]["claim"] = not view["offers"]["claim"]


def undo_offered(table, view):
    view["offers"]["undo"] = not view["offers"]["undo"]


def forced(table, view):
    if view["turn"]:
        view["turn"]["forced"] = not view["turn"]["forced"]


def reason_with_a_space(table, view):
    for choice in [*view["turn"]["cards"], *view["turn"]["bids"]] if view["turn"] else []:
        choice["reason"] = f"{choice['reason'] or ''} "


def probability_rounded_up(opinion):
    for candidate in opinion["candidates"]:
        candidate["probability"] = 0.33334 if candidate["probability"] is None else candidate["probability"] + 1e-9


def candidates_in_another_order(opinion):
    opinion["candidates"] = opinion["candidates"][::-1]


def candidate_less(opinion):
    opinion["candidates"] = opinion["candidates"][:-1]


def reason_more(opinion):
    opinion["reasons"] = [*opinion["reasons"], "It is not where you think."]


def refusal_with_a_space(error):
    error.args = (f"{error} ",)
    if isinstance(error, Refusal):
        error.message += " "


def refusal_of_another_kind(error):
    raise Refusal("stale", str(error))


def plant_watching_only(patch, bit):
    """Those who watch see it, those who play do not."""

    def leaky(honest):
        def view_of(table, presence, seat, *rest_of_it):
            view = honest(table, presence, seat, *rest_of_it)
            if seat is None and table.id == TABLE_ID and bit(table):
                view["table"]["pace"] = "calm"
            return view

        return view_of

    around(patch, viewer, "view_of", leaky)


def plant_event(patch, bit):
    """Noted when a card is played, and told to whoever comes back."""
    honest = Table.apply

    def apply(table, entry):
        event = honest(table, entry)
        if event is not None and event["kind"] == "played" and bit(table):
            event["by"] = "claim"
        return event

    patch.setattr(Table, "apply", apply)


def plant_missed(patch, bit):
    honest = Table.events_after

    def events_after(table, version):
        events, is_complete = honest(table, version)
        return events, is_complete and not bit(table)

    patch.setattr(Table, "events_after", events_after)


def plant_ack(patch, bit):
    honest = Room._ack

    def ack(one, *rest_of_it, **named):
        answer = honest(one, *rest_of_it, **named)
        return dict(reversed(answer.items())) if bit(one.table) else answer

    patch.setattr(Room, "_ack", ack)


def plant_presence(patch, bit):
    honest = Room._tell_presence

    def tell_presence(one):
        honest(one)
        if bit(one.table):
            honest(one)

    patch.setattr(Room, "_tell_presence", tell_presence)


def plant_welcome(patch, bit):
    honest = Socket._say

    def say(socket, message):
        if message.get("type") == "welcome" and bit(socket._room.table):
            message = {**message, "again": True}
        honest(socket, message)

    patch.setattr(Socket, "_say", say)


def plant_replay(patch, bit):
    """In the replay of a round that is over, about the one that is running."""

    def leaky(honest):
        def replay_of(table, number):
            replay = honest(table, number)
            if bit(table):
                replay["names"].reverse()
            return replay

        return replay_of

    around(patch, replays, "replay_of", leaky)


def plant_running_replay(patch, bit):
    """In the words that refuse the replay of the running round."""

    def leaky(honest):
        def replay_of(table, number):
            try:
                return honest(table, number)
            except Refusal as refusal:
                raise Refusal(refusal.code, refusal.message + "." * bit(table)) from refusal

        return replay_of

    around(patch, replays, "replay_of", leaky)


def plant_record(patch, bit):
    around(patch, replays, "record_of", lambda honest: lambda table: honest(table) + "\n" * bit(table))


def plant_proof(patch, bit):
    def leaky(honest):
        def proof_of(table):
            proof = honest(table)
            proof["deals"][-1]["deck"] = [] if bit(table) else None
            return proof

        return proof_of

    around(patch, replays, "proof_of", leaky)


def plant_count(patch, bit):
    """A counter of everybody's metrics."""
    honest = Room._apply

    def apply(one, entries):
        if bit(one.table):
            one.metrics.count("actions_total")
        return honest(one, entries)

    patch.setattr(Room, "_apply", apply)


def plant_ai_count(patch, bit):
    """The AI's decisions are counted, but not all of them."""
    honest = AiTurns._turn

    async def turn(one, seat):
        if bit(one._room.table):
            one._room.metrics.count("ai_decisions_total")
        await honest(one, seat)

    patch.setattr(AiTurns, "_turn", turn)


def plant_log(patch, bit):
    honest = Room._apply

    def apply(one, entries):
        if bit(one.table):
            logging.getLogger("overtrick.server").info("applied")
        return honest(one, entries)

    patch.setattr(Room, "_apply", apply)


def plant_summary(patch, bit):
    """In the list of tables, which comes from the database."""

    def leaky_rows(table, entries):
        rows: Rows = rows_of(table, entries)
        if bit(table):
            rows.after.append(games.update().values(scores="[1]"))
        return rows

    patch.setattr(room, "rows_of", leaky_rows)


def plant_elsewhere(patch, bit):
    """At another table, whoever sits there."""
    honest_new, seen = Room.__init__, []

    def new(one, table, *rest_of_it, **named):
        honest_new(one, table, *rest_of_it, **named)
        if table.id == TABLE_ID:
            seen[:] = [table]

    def leaky(honest):
        def public_view(table, *rest_of_it):
            view = honest(table, *rest_of_it)
            if table.id != TABLE_ID and seen and bit(seen[0]):
                view["spectators"] += 1
            return view

        return public_view

    patch.setattr(Room, "__init__", new)
    around(patch, viewer, "public_view", leaky)


def plant_observe(patch, bit):
    """The engine's view of a seat keeps one bit too many, which a hint's worker would see."""
    honest = Round.observe

    def observe(game, seat):
        view = honest(game, seat)
        table = type("", (), {"match": type("", (), {"round": game}), "players": game.players})
        if bit(table):
            view.record.hands[(seat + 1) % game.players] |= 1
        return view

    patch.setattr(Round, "observe", observe)


ONE_CARD_LEAKS = {
    **{
        change.__name__: in_public(change)
        for change in (
            one_more_watching,
            somebody_held,
            totals_with_a_point,
            dealer_of_later_rounds,
            fields_in_another_order,
            trick_without_a_winner,
        )
    },
    **{
        change.__name__: in_own(change)
        for change in (hand_the_other_way_round, claim_offered, undo_offered, forced, reason_with_a_space)
    },
    **{
        change.__name__: in_opinions(change)
        for change in (probability_rounded_up, candidates_in_another_order, candidate_less, reason_more)
    },
    **{change.__name__: in_refusals(change) for change in (refusal_with_a_space, refusal_of_another_kind)},
    "watching_only": plant_watching_only,
    "event": plant_event,
    "missed": plant_missed,
    "ack": plant_ack,
    "presence": plant_presence,
    "welcome": plant_welcome,
    "replay": plant_replay,
    "running_replay": plant_running_replay,
    "record": plant_record,
    "proof": plant_proof,
    "count": plant_count,
    "ai_count": plant_ai_count,
    "log": plant_log,
    "summary": plant_summary,
    "elsewhere": plant_elsewhere,
    "observe": plant_observe,
}
"""By name; which card a leak is about depends on its place in this list, see the test."""
