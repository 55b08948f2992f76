"""Positions as text, and the views they stand for.

A position gives what one seat knows: its own hand and everything done so far. What the setup says in every game:

    seat      who is to act
    hand      the cards it holds now: "QS 4H TC"
    rules     house rules that differ from the default ones
    scores    of the match, by seat; 0 each if left out
    bids      in the order made, in games with bids
    passed    what the seat has passed (in the pass phase: what it has chosen so far), in games with passes
    received  what it got for them
    leader    who led first, in games without bids; left out while cards are passed
    plays     the cards played, in order: ["2C", "5C"]

and beside that what the game's `tactics.py` asks for: players, cards, trump, dealer or the direction of the pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from overtrick.cards.card import parse_card
from overtrick.cards.masks import DECK_SIZE
from overtrick.core.game import Game
from overtrick.core.passing import giver
from overtrick.core.randomness import make_rng
from overtrick.core.record import NOBODY, PASS, clear
from overtrick.core.seen import cards_of
from overtrick.core.tricks import open_play
from overtrick.engine.calls import begin_round, step_round
from overtrick.engine.catalogue import game
from overtrick.engine.round import Round, View, new_round
from overtrick.errors import OvertrickError, RecordError

Setup = Mapping[str, Any]


def build_view(entry: Mapping[str, Any]) -> View:
    """What the seat of a position sees; a position that cannot come about is refused with the reason."""
    setup: Setup = entry["setup"]
    name = entry.get("name", "unnamed")
    try:
        table = _table(game(entry["game"]), setup)
        view = table.observe(setup["seat"])
        _check(view, setup)
    except KeyError as missing:
        raise RecordError(f"position {name!r} does not say {missing}") from missing
    except OvertrickError as reason:
        raise RecordError(f"position {name!r} cannot come about: {reason}") from reason
    return view


def parse_cards(cards: str | Sequence[str]) -> int:
    """A set of cards from a text with spaces or from a list."""
    mask = 0
    for text in cards.split() if isinstance(cards, str) else cards:
        mask |= 1 << parse_card(text)
    return mask


def _table(kind: Game, setup: Setup) -> Round:
    """The position with the hidden hands left empty: the seat's own cards are all that a view needs."""
    table = new_round()
    record, seat = table.record, setup["seat"]
    kind.tactics.set_up(record, setup)
    clear(record)
    record.hands[seat] = parse_cards(setup["hand"])
    if kind.has_passes and "leader" not in setup:
        record.phase, record.turn = PASS, seat
        record.passed[seat] = parse_cards(setup.get("passed", ""))
        return table
    if record.pass_to:
        record.passed[seat] = parse_cards(setup["passed"])
        record.passed[giver(record, seat)] = parse_cards(setup["received"])
    if kind.has_bids:
        begin_round(table.data, 0)
        _apply_all(table, setup.get("bids", []))
    else:
        open_play(record, setup["leader"])
    _apply_all(table, [parse_card(text) for text in setup.get("plays", [])])
    return table


def _apply_all(table: Round, actions: Sequence[int]) -> None:
    for action in actions:
        if table.turn == NOBODY:
            raise RecordError(f"the round is over before action {action}")
        step_round(table.data, 0, action)


def _check(view: View, setup: Setup) -> None:
    """Complete the position to a full deal and replay it by the rules; it must lead back to the same view."""
    if view.turn != view.seat:
        raise RecordError(f"it is seat {view.turn}'s turn, not seat {view.seat}'s")
    world = view.sample_world(make_rng(0))
    replayed = _dealt(world)
    _replay_passes(replayed, world, view)
    for bid in setup.get("bids", []):
        replayed.bid(replayed.turn, bid)
    for text in setup.get("plays", []):
        replayed.play(replayed.turn, parse_card(text))
    if replayed.observe(view.seat) != view:
        raise RecordError("replayed by the rules it looks different: cards or voids contradict each other")


def _dealt(world: Round) -> Round:
    """The world taken back to the deal."""
    record = world.record
    hands = [int(record.hands[seat] | record.played[seat]) for seat in range(world.players)]
    if record.pass_to and world.phase != PASS:
        received = [int(record.passed[giver(record, seat)]) for seat in range(world.players)]
        hands = [hand & ~received[seat] | int(record.passed[seat]) for seat, hand in enumerate(hands)]
    dealt = world.copy()
    deck = [card for hand in hands for card in cards_of(hand)]
    deck += [card for card in range(DECK_SIZE) if card not in deck]
    if any(hand.bit_count() != world.cards for hand in hands):
        raise RecordError(f"the seats would hold {[hand.bit_count() for hand in hands]} cards, not {world.cards} each")
    dealt.deal(deck)
    return dealt


def _replay_passes(replayed: Round, world: Round, view: View) -> None:
    if replayed.phase != PASS:
        return
    if world.phase == PASS:
        for card in cards_of(view.record.passed[view.seat]):
            replayed.act(view.seat, card)
        return
    for seat in range(world.players):
        replayed.pass_cards(seat, cards_of(world.record.passed[seat]))
