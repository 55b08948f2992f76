"""Pairs of worlds that differ in the places of two cards, neither of which the observer may know.

A pair is one log, told twice: in the second telling the two cards have changed places in the deck, and in everything
done since that the observer did not see. Both tellings are replayed from the first entry, so that whatever is noted
along the way, events and totals included, comes from the world it belongs to. Seeds differ as well; commitments to
them, which rightly differ, are made the same. A round that is over has no hidden cards any more, but a seed that stays
secret until the match is over: there the worlds differ in that alone.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

from overtrick.cards.card import card_code
from overtrick.cards.masks import DECK_SIZE
from overtrick.core.seen import cards_of
from overtrick.engine.round import Round
from overtrick.errors import OvertrickError
from overtrick.server import deals, planning
from overtrick.server.claims import can_claim
from overtrick.server.game_list import games_info
from overtrick.server.house_rules import house_of, rules_of_wish
from overtrick.server.messages import client_messages
from overtrick.server.reading import read
from overtrick.server.requests import CreateTable
from overtrick.server.table import Entry, Seat, Table, table_of
from overtrick.server.viewer import can_undo, your_turn
from tests.server.secrecy import TABLE_ID

GAMES = games_info()["games"]
"""Every game that a table can be set up for; all that follows knows of games is what stands here."""
ROUNDS = 4
"""Rounds of a match that are looked at."""
PEOPLE = 2
"""Seats of people; the AI sits in the others."""
OFTEN, SELDOM = 0.7, 0.2
"""How many moments of a match become pairs: more of those with steps that were rarer so far."""
TRIES = 20
"""Exchanges tried for a position before it is given up: most fail because a seat has shown what it does not hold."""

OBSERVE = Round.observe
"""What a seat may know, also while a leaky `observe` is planted."""


@dataclass(frozen=True)
class Step:
    """What happens next at a table: a message of a person's seat, or a decision of the AI."""

    seat: int
    entries: tuple[Entry, ...]
    message: dict[str, Any]
    """What the seat sends, or would send if it were a person's."""
    is_ai: bool


@dataclass(frozen=True)
class World:
    """One telling: the log so far, and the step that follows."""

    entries: tuple[Entry, ...]
    step: Step

    def table(self) -> Table:
        """The table before the step."""
        return table_of(TABLE_ID, self.entries)

    def turns(self) -> tuple[list[int], list[int], Table]:
        """Who is to act before and after the step, and the table after it."""
        table = self.table()
        before = table.seats_to_act()
        for entry in self.step.entries:
            table.apply(entry)
        return before, table.seats_to_act(), table


@dataclass(frozen=True)
class Pair:
    """Two worlds that must look the same from a seat, and what was exchanged."""

    one: World
    other: World
    seat: int
    kind: Literal["place", "order", "seed"]
    """Two cards have changed places; or they lie in another order in one hand or among the cards not dealt; or a round
    that is over was dealt from another seed."""
    cards: tuple[int, ...]
    round: int
    """Where they differ, counted from 0."""
    phase: int
    """Of the round on the table after the step."""


_decks: dict[str, list[int]] = {}
"""The decks of exchanged deals by their made-up seeds."""
_deck_of, _commitment_of = deals.deck_of, deals.commitment_of


def _known_deck(seed: str) -> list[int]:
    return list(_decks[seed]) if seed in _decks else _deck_of(seed)


@contextmanager
def exchanged_decks():
    """While this lasts, made-up seeds lead to their decks, and a commitment tells the round and nothing else."""
    stand_ins = {
        "deck_of": (_deck_of, _known_deck),
        "commitment_of": (_commitment_of, lambda table, number, seed: f"{number:064x}"),
    }
    changed = []
    for name, module in list(sys.modules.items()):
        for attribute, (honest, stand_in) in stand_ins.items():
            if name.startswith("overtrick.") and vars(module).get(attribute) is honest:
                setattr(module, attribute, stand_in)
                changed.append((module, attribute, honest))
    try:
        yield
    finally:
        for module, attribute, honest in changed:
            setattr(module, attribute, honest)


def pairs(seed):
    """Pairs without end, game after game: at random moments of matches with random house rules, for random seats."""
    rng = random.Random(seed)
    uses = dict.fromkeys(range(DECK_SIZE), 0)
    phases = {game["key"]: Counter() for game in GAMES}
    while True:
        for game in GAMES:
            seen = phases[game["key"]]
            for world, hands, held in moments(game, rng):
                phase = world.step.entries[0].kind
                share = OFTEN if seen[phase] < max(seen.values(), default=1) else SELDOM
                if rng.random() < share and (pair := make_pair(world, hands, held, rng, uses)):
                    seen[phase] += 1
                    yield pair


def moments(game, rng):
    """A match, step by step, with the hands as they were dealt, and all that each seat has held in the round so far."""
    log = opening(game, rng)
    table, rounds = table_of(TABLE_ID, log), 0
    while table.status == "playing" and len(table.seeds) <= ROUNDS:
        if rounds < len(table.seeds):
            rounds, hands, held = len(table.seeds), hands_of(table), hands_of(table)
        held = [before | now for before, now in zip(held, hands_of(table), strict=True)]
        step = next_step(table, rng)
        yield World(tuple(log), step), hands, held
        for entry in step.entries:
            table.apply(entry)
            log.append(entry)


def hands_of(table):
    return [set(cards_of(int(hand))) for hand in table.match.round.record.hands[: table.players]]


def opening(game, rng):
    """The log of a table with random house rules, up to its first deal."""
    players = rng.randint(game["least_players"], game["most_players"])
    rules = random_rules(game, players, rng)
    kinds = ["human"] * PEOPLE + ["ai"] * (players - PEOPLE)
    rng.shuffle(kinds)
    seats = [vars(Seat(kind, f"Seat {seat}", "easy")) for seat, kind in enumerate(kinds)]
    body = {"game": rules.game, "house": house_of(rules, players), "pace": "instant", "seats": seats}
    return [Entry("created", body=body), Entry("started"), dealt(rng)]


def random_rules(game, players, rng):
    """House rules drawn from what the game offers; the usual ones where this many players cannot have them."""
    for _ in range(TRIES):
        house = {option["key"]: _drawn(option, rng) for option in game["options"]}
        try:
            return rules_of_wish(CreateTable.model_validate({"game": game["key"], game["key"]: house}), players)
        except OvertrickError:
            continue
    return rules_of_wish(CreateTable(game=game["key"]), players)


def _drawn(option, rng):
    keys = [choice["key"] for choice in option["choices"]]
    if option["kind"] == "flag":
        return rng.random() < 0.5
    if option["kind"] == "choice":
        return rng.choice(keys)
    if option["kind"] == "series":
        return rng.choices(keys, k=rng.randint(1, len(keys)))
    return None if option["kind"] == "numbers" else rng.randint(option["least"], option["most"])


def dealt(rng):
    return Entry("dealt", body={"seed": rng.randbytes(deals.SEED_BYTES).hex()})


def next_step(table, rng):
    """Something that may happen now: a decision, a wish to undo and the answer to it, a claim, going on."""
    people = table.people()
    if table.undo is not None:
        seat = next(seat for seat in people if seat != table.undo.seat and seat not in table.undo.agreed)
        return _said(table, seat, {"type": "agree", "yes": rng.random() < 0.5}, rng)
    if table.is_between_rounds():
        return _said(table, next(seat for seat in people if seat not in table.ready), {"type": "next"}, rng)
    seat = rng.choice(table.seats_to_act())
    if seat in people and rng.random() < 0.2 and can_claim(table.match.observe(seat)):
        return _said(table, seat, {"type": "claim"}, rng)
    asking = rng.choice(people)
    if rng.random() < 0.03 and can_undo(table, asking):
        return _said(table, asking, {"type": "undo"}, rng)
    entries = planning.plan_choice(table, seat, _random_choice(table, seat, rng))
    said = {name: value for name, value in entries[0].body.items() if name != "by"}
    step = _said(table, seat, {"type": entries[0].kind, **said}, rng)
    return replace(step, entries=tuple(entries), is_ai=True) if table.seats[seat].kind == "ai" else step


def _random_choice(table, seat, rng):
    view = table.match.observe(seat)
    known = read(view)
    known.turn = seat
    return rng.sample(view.legal_actions(), your_turn(view, known)["count"])


def _said(table, seat, message, rng):
    """The step of a seat that sends a message, written out with the entries it leads to."""
    kind = message["type"]
    if kind == "play":
        message = {**message, "card": card_code(message["card"])}
    elif "cards" in message:
        message = {**message, "cards": [card_code(card) for card in message["cards"]]}
    message = {**message, "id": f"step-{table.seq}", "version": table.version}
    present = set(table.people())
    entries = planning.plan(table, seat, client_messages.validate_python(message), present)
    return Step(seat, tuple(dealt(rng) if entry.kind == "dealt" else entry for entry in entries), message, is_ai=False)


def make_pair(one, hands, held, rng, uses):
    """A pair for some seat, before and after the step; None where nothing is left to exchange."""
    if any(entry.kind == "match_over" for entry in one.step.entries):
        return None  # everything is shown then
    *turns, after = one.turns()
    seat = one.step.seat if rng.random() < 0.5 else rng.randrange(after.players)
    number, phase = len(after.seeds) - 1, after.match.round.phase
    if len(after.sheet) > number or (after.sheet and rng.random() < 0.1):
        number = rng.randrange(len(after.sheet))
        return Pair(one, exchanged(one, number, (), "seed"), seat, "seed", (), number, phase)
    if any(entry.kind == "dealt" for entry in one.step.entries):
        hands = held = hands_of(after)
    places = [*hands, set(range(DECK_SIZE)).difference(*hands)]
    hidden = hidden_cards(one, seat, number, held[seat] | hands_of(after)[seat])
    for _ in range(TRIES):
        kind = "order" if rng.random() < 0.1 else "place"
        chosen = _in_one_place(places, rng) if kind == "order" else _in_two_places(places, hidden, rng, uses)
        other = chosen and exchanged(one, number, chosen, kind)
        if other and _turns_of(other) == turns:
            for card in chosen:
                uses[card] += 1
            return Pair(one, other, seat, kind, chosen, number, phase)
    return None


def _turns_of(world):
    """Who is to act before and after the step: some cards decide that, and then everybody learns of them.

    None where somebody could not have done what the log says.
    """
    try:
        *turns, _ = world.turns()
    except OvertrickError:
        return None
    return turns


def hidden_cards(world, seat, number, held):
    """Cards of the running round whose place the seat has no right to know once the step is done.

    It knows what it has held, what it did itself, and what everybody was told.
    """
    known, count = set(held), -1
    for entry in (*world.entries, *world.step.entries):
        count += entry.kind == "dealt"
        if count == number and (entry.seat == seat or entry.kind == "play"):
            known.update(_cards_in(entry))
    return set(range(DECK_SIZE)) - known


def _cards_in(entry):
    return entry.body.get("cards", [entry.body["card"]] if "card" in entry.body else [])


def _in_two_places(places, hidden, rng, uses):
    """Two hidden cards that were dealt to different places; a card that was exchanged less often comes first."""
    cards = sorted(hidden, key=lambda card: (uses[card], rng.random()))
    for card in cards[:1]:
        home = next(place for place in places if card in place)
        if others := [other for other in cards if other not in home]:
            return card, rng.choice(others)
    return None


def _in_one_place(places, rng):
    place = rng.choice([place for place in places if len(place) > 1] or [set()])
    return tuple(rng.sample(sorted(place), 2)) if place else None


def exchanged(world, number, cards, kind):
    """The world in which the cards have changed places from the deal of round `number` on."""
    there = dict(zip(cards, reversed(cards), strict=True))
    count = -1

    def told(entry):
        nonlocal count
        if entry.kind == "dealt":
            count += 1
            if count == number:
                return Entry("dealt", body={"seed": _exchanged_seed(entry.body["seed"], there)})
        if count != number or kind != "place" or not _cards_in(entry):
            return entry
        body = dict(entry.body)
        for name in ("card", "cards"):
            if name in body:
                old = body[name]
                body[name] = [there.get(card, card) for card in old] if name == "cards" else there.get(old, old)
        return replace(entry, body=body)

    entries = tuple(map(told, world.entries))
    then = tuple(map(told, world.step.entries))
    message = world.step.message
    if "cards" in message:
        message = {**message, "cards": [card_code(card) for card in then[0].body["cards"]]}
    return World(entries, replace(world.step, entries=then, message=message))


def _exchanged_seed(seed, there):
    deck = [there.get(card, card) for card in _known_deck(seed)]
    made_up = f"{int(seed, 16) ^ hash(tuple(deck)) % (1 << 60) ^ 1 << 70:064x}"
    _decks[made_up] = deck
    return made_up
