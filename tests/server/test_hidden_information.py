"""No byte a seat gets over HTTP or its socket depends on cards it may not know; leaks that are planted are found."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json

import pytest

from overtrick.cards.card import card_code
from overtrick.core.passing import has_passed
from overtrick.core.record import PASS
from overtrick.core.seen import cards_of
from overtrick.engine.round import Round, View
from overtrick.games.hearts.house import HeartsRules
from overtrick.server import planning, rest, room, viewer
from overtrick.server.refusal import Refusal
from tests.server.secrecy import new_table, positions, swapped
from tests.server.wire import Wire

PAIRS = 1_500
LONG_PAIRS = 100_000
PAIRS_PER_LEAK = 1_200


def leak_within(pairs, seed):
    """The number of the first pair that shows a difference, or None."""

    async def look():
        wire = Wire()
        for number, (table, seat, rng) in enumerate(itertools.islice(positions(seed), pairs)):
            other = honestly_swapped(table, seat, rng)
            if await wire.received(table, seat) != await wire.received(other, seat):
                return number
        return None

    return asyncio.run(look())


def honestly_swapped(table, seat, rng, observe=Round.observe):
    """Worlds are drawn from honest views, also while a leaky one is planted."""
    leaky, Round.observe = Round.observe, observe
    try:
        return swapped(table, seat, rng)
    finally:
        Round.observe = leaky


def test_unseen_cards_change_no_byte():
    assert leak_within(PAIRS, 1) is None


@pytest.mark.long
def test_unseen_cards_change_no_byte_long():
    assert leak_within(LONG_PAIRS, 2) is None


def test_the_comparison_sees_answers_of_every_kind():
    """Welcomes, acknowledgements, events, refusals, hints, errors, and answers of every path asked."""

    async def look():
        wire = Wire()
        return [await wire.received(table, seat) for table, seat, _ in itertools.islice(positions(4), 400)]

    texts = asyncio.run(look())
    for sign in (b'"welcome"', b'"ack"', b'"event"', b'"refused"', b'"hint"', b'"error"', b'"illegal"', b'"stale"'):
        assert any(sign in text for text in texts), sign
    for status in (b"200", b"401", b"404", b"409"):
        assert any(text.startswith(status) for text in texts), status


def test_who_has_passed_already_changes_no_byte():
    async def look():
        wire, rules = Wire(), HeartsRules()
        for seed in range(20):
            table = new_table(rules, 4, seed)
            quiet = new_table(rules, 4, seed)
            for seat in (2, 3, 1):
                cards = cards_of(table.match.observe(seat).hand)[:3]
                for entry in planning.plan_pass(table, seat, cards, "ai"):
                    assert table.apply(entry) is None
                table.seq = quiet.seq = 2 * seed  # which decides what is asked: no pass of one's own
                assert await wire.received(table, 0) == await wire.received(quiet, 0)
                assert (table.version, table.position) == (quiet.version, quiet.position)

    asyncio.run(look())


# Twenty leaks. Each replaces a function by one that says a little too much.


def hands_of(table):
    return [int(hand) for hand in table.match.round.record.hands[: table.players]]


def in_public(change):
    def plant(patch):
        honest = viewer.public_view

        def leaky(table, presence):
            view = honest(table, presence)
            change(table, view)
            return view

        patch.setattr(viewer, "public_view", leaky)
        patch.setattr(room, "public_view", leaky)

    return plant


def in_own(change):
    def plant(patch):
        honest = viewer.own_view

        def leaky(table, presence, seat):
            view = honest(table, presence, seat)
            change(table, seat, view)
            return view

        patch.setattr(viewer, "own_view", leaky)
        patch.setattr(room, "own_view", leaky)

    return plant


def in_refusals(change):
    def plant(patch):
        honest = planning._entries

        def leaky(table, seat, message, present):
            try:
                return honest(table, seat, message, present)
            except Exception as error:
                change(table, seat, message, error)
                raise

        patch.setattr(planning, "_entries", leaky)

    return plant


def all_hands(table, view):
    view["hands"] = hands_of(table)


def padded_name(table, view):
    view["seats"][0]["name"] += " " * len(cards_of(hands_of(table)[1]))  # the same length in all worlds
    view["seats"][0]["name"] += "." * (hands_of(table)[1] >> 13 & 0x1FFF).bit_count()


def passer_on_turn(table, view):
    view["round"]["turn"] = int(table.match.round.turn)


def smaller_hands(table, view):
    record = table.match.round.record
    if table.match.round.phase == PASS:
        view["round"]["hand_sizes"] = [13 - int(record.passed[seat]).bit_count() for seat in range(4)]


def bare_commitment(table, view):
    view["round"]["commitment"] = hashlib.sha256(str(hands_of(table)).encode()).hexdigest()


def early_scores(table, view):
    view["round"]["scores"] = [(hand & 0x1FFF).bit_count() for hand in hands_of(table)]


def broken_by_holding(table, view):
    view["round"]["hearts_broken"] = (
        any(hand & ~(0x1FFF << 13) == 0 for hand in hands_of(table))
        or max((hand >> 13 & 0x1FFF).bit_count() for hand in hands_of(table)) > 4
    )


def passes_shown(table, view):
    view["round"]["points"] = [int(mask).bit_count() for mask in table.match.round.record.passed[: table.players]]


def move_of_the_pass(table, view):
    if table.match.round.phase == PASS:
        view["undo"] = {"seat": len(table.seats_to_act()), "agreed": [], "waiting": []}


def top_card_of_the_left(table, seat, view):
    view["hand"] = [*view["hand"], str(hands_of(table)[(seat + 1) % table.players].bit_length())]


def sorted_by_others(table, seat, view):
    view["hand"].sort(key=lambda card: (hands_of(table)[(seat + 1) % table.players] % 7, card))
    if hands_of(table)[(seat + 1) % table.players] % 2:
        view["hand"].reverse()


def omniscient_claim(table, seat, view):
    others = [hand for other, hand in enumerate(hands_of(table)) if other != seat]
    view["offers"]["claim"] = all(hand.bit_length() < hands_of(table)[seat].bit_length() for hand in others)


def omniscient_force(table, seat, view):
    if view["turn"]:
        view["turn"]["forced"] = any(hand & 1 for hand in hands_of(table)[: seat or 1])


def early_gift(table, seat, view):
    if table.match.round.phase == PASS:
        view["received"] = [card_code(card) for card in cards_of(table.match.round.record.passed[(seat + 3) % 4])]


def undo_by_passes(table, seat, view):
    if table.match.round.phase == PASS:
        view["offers"]["undo"] = all(has_passed(table.match.round.record, other) for other in range(4) if other != seat)


def holder_named(table, seat, message, error):
    card = getattr(message, "card", None)
    holders = [other for other, hand in enumerate(hands_of(table)) if card in map(card_code, cards_of(hand))]
    error.args = (f"{error} It is with {holders}.",)


def longer_error(table, seat, message, error):
    error.args = (f"{error}{' ' * (hands_of(table)[(seat + 1) % table.players] % 5)}",)


def other_code(table, seat, message, error):
    if hands_of(table)[(seat + 1) % table.players] & 1 << 12:
        raise Refusal("not_allowed", str(error))


def plant_full_view(patch):
    patch.setattr(Round, "observe", lambda game, seat: _look(game, seat))


def _look(game, seat):
    view = View(game.data.copy())
    view.record.seat = seat
    return view


def plant_open_record(patch):
    honest = rest.record_of
    patch.setattr(rest, "record_of", lambda table: honest(table) + json.dumps(hands_of(table)))


def plant_open_seed(patch):
    honest = rest.proof_of
    patch.setattr(rest, "proof_of", lambda table: {**honest(table), "id": table.seeds[-1]})


def plant_full_claim(patch):
    def judge(table, seat):
        if any(hand.bit_length() > 50 for other, hand in enumerate(hands_of(table)) if other != seat):
            raise Refusal("not_allowed", "no")
        return [planning.Entry("claimed", seat)]

    patch.setattr(planning, "_claim", judge)


def plant_late_version(patch):
    honest = room.Room._ack

    def leaky(one, action_id, is_repeated, table=None):
        ack = honest(one, action_id, is_repeated, table)
        return {**ack, "version": ack["version"] + hands_of(one.table)[-1] % 2}

    patch.setattr(room.Room, "_ack", leaky)


def plant_length_of_a_header(patch):
    honest = rest.record_of

    def leaky(table):
        pad = " " * (hands_of(table)[0] % 3 + hands_of(table)[1] % 5)
        return honest(table) + pad

    patch.setattr(rest, "record_of", leaky)


LEAKS = {
    **{
        change.__name__: in_public(change)
        for change in (
            all_hands,
            padded_name,
            passer_on_turn,
            smaller_hands,
            bare_commitment,
            early_scores,
            broken_by_holding,
            passes_shown,
            move_of_the_pass,
        )
    },
    **{
        change.__name__: in_own(change)
        for change in (
            top_card_of_the_left,
            sorted_by_others,
            omniscient_claim,
            omniscient_force,
            early_gift,
            undo_by_passes,
        )
    },
    **{change.__name__: in_refusals(change) for change in (holder_named, longer_error, other_code)},
    "full_view": plant_full_view,
    "open_record": plant_open_record,
    "open_seed": plant_open_seed,
    "full_claim": plant_full_claim,
    "late_version": plant_late_version,
    "length_of_a_header": plant_length_of_a_header,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak, monkeypatch):
    LEAKS[leak](monkeypatch)
    assert leak_within(PAIRS_PER_LEAK, 3) is not None


def test_there_are_twenty_leaks():
    assert len(LEAKS) >= 20
