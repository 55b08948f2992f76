"""A position as plain data, and back: what was dealt, bid, passed and played; all else follows by the rules.

Coming back, the round is played again under the rules, so a document that says something impossible is refused, and one
that is accepted gives the very same record, byte by byte. The document of a view names no card its seat does not know.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from overtrick.cards.card import card_code
from overtrick.cards.masks import DECK, DECK_SIZE
from overtrick.core.game import Game
from overtrick.core.passing import has_passed, receiver
from overtrick.core.record import (
    BID,
    FULL,
    MAX_SEATS,
    NO_BID,
    NOBODY,
    PASS,
    PASSED_CARDS,
    PLAY,
    UNDEALT,
    Record,
    clear,
    hand_size,
)
from overtrick.core.seen import PHASE_NAMES, cards_of
from overtrick.core.tricks import beats, open_play
from overtrick.engine.catalogue import GAME_KEYS, game, games
from overtrick.engine.dispatch.rules import begin
from overtrick.engine.records.checked import Fields, card_list, codes, shown, whole
from overtrick.engine.round import Position, Round, View, new_round
from overtrick.engine.rules import apply, legal_actions
from overtrick.engine.views import blank_hidden
from overtrick.errors import RecordError, RulesError

Document: TypeAlias = dict[str, Any]

FORMAT = "overtrick-position"
VERSION = 1

FIGURES = {
    "target": 2**15 - 1,
    "round": 2**15 - 1,
    "rounds": 2**15 - 1,
    "start_cards": 17,
    "ones_left": 127,
    "stage": 2,
}
"""Figures of the match in the record, and the highest value of each."""
RECENT_ROUNDS = 15
MOST_POINTS = 2**15 - 1


def describe(seen: Position) -> Document:
    """The document of a full state or a view."""
    record, players = seen.record, seen.players
    if seen.phase == UNDEALT:
        raise RecordError("nothing is dealt yet, so there is no position to write down")
    is_passing = seen.phase == PASS
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": seen.game,
        "rules_version": game(seen.game).rules.version,
        "seat": None if record.seat == FULL else int(record.seat),
        "players": players,
        "cards": seen.cards,
        "trump": int(record.trump),
        "dealer": int(record.dealer),
        "house": _house(game(seen.game), record),
        "match": {name: int(record[name]) for name in FIGURES}
        | {
            "scores": [int(score) for score in record.scores[:players]],
            "recent": [int(cards) for cards in record.recent if cards],
        },
        "phase": PHASE_NAMES[seen.phase],
        "turn": int(record.turn) if is_passing and record.seat == FULL else None,
        "leader": int(record.leaders[0]) if seen.phase >= PLAY else None,
        "hands": [codes(record.hands[seat]) if record.seat in (FULL, seat) else None for seat in range(players)],
        "bids": [None if bid == NO_BID else int(bid) for bid in record.bids[:players]],
        "passed": [codes(record.passed[seat]) for seat in range(players)],
        "plays": [card_code(card) for trick in seen.tricks() for _, card in trick],
    }


def house_codes(kind: Game) -> dict[str, int]:
    """What positions say of the house and of the pass, by name, and the highest number of each."""
    passes = {"pass_to": kind.most_players - 1} if kind.has_passes else {}
    return passes | {str(rule.code): rule.highest_code for rule in kind.rules.in_record()}


def restore(document: object) -> Round | View:
    """The full state or view of a document; RecordError says what is wrong with it."""
    fields = Fields("the position", document)
    fields.one_of("format", (FORMAT,))
    fields.version("version", VERSION)
    table = new_round()
    record = table.record
    seat = _set_up(fields, record)
    phase = PHASE_NAMES.index(fields.one_of("phase", PHASE_NAMES[1:]))
    turn, leader = _seat_or_none(fields, "turn", record), _seat_or_none(fields, "leader", record)
    hands = _hands(fields, record, seat)
    bids = [
        None if bid is None else whole("a bid", bid, 0, record.cards) for bid in fields.items("bids", record.players)
    ]
    passed = [_mask(card_list("a pass", cards)) for cards in fields.items("passed", record.players)]
    plays = card_list("'plays' of the position", fields.items("plays"))
    fields.end()
    if len(plays) > record.players * record.cards:
        raise RecordError(f"{len(plays)} cards are played, and only {record.players * record.cards} were dealt")
    if game(table.game).has_bids:
        _make_bids(record, bids)
    else:
        _make_passes(record, passed, phase, turn, leader)
    if record.phase != min(phase, PLAY):
        raise RecordError(f"'phase' of the position should be {PHASE_NAMES[record.phase]}, not {PHASE_NAMES[phase]}")
    if record.phase == PLAY:
        _give_hands(record, hands, plays, seat)
        _make_plays(record, plays, seat)
    else:
        record.hands[: record.players] = hands
    _check_cards(record, seat, plays)
    if seat != FULL:
        blank_hidden(record, seat)
    restored = table if seat == FULL else View(table.data)
    _check_same(describe(restored), document)
    return restored


def _set_up(fields: Fields, record: Record) -> int:
    """Fill in table, house rules and match; returns whose view it is, or FULL."""
    kind = game(fields.one_of("game", GAME_KEYS))
    fields.version("rules_version", kind.rules.version)
    players = fields.whole("players", 2, MAX_SEATS)
    cards = fields.whole("cards", 1, DECK_SIZE)
    try:
        kind.rules.check_deal(players, cards)
    except RulesError as error:
        raise RecordError(str(error)) from None
    record.game, record.players, record.cards = kind.number, players, cards
    trumps = kind.rules.trump_suits
    record.trump = fields.whole("trump", min(trumps), max(trumps))
    record.dealer = fields.whole("dealer", 0, players - 1)
    _read_house(kind, Fields("'house' of the position", fields.take("house")), record)
    match = Fields("'match' of the position", fields.take("match"))
    for name, highest in FIGURES.items():
        record[name] = match.whole(name, 0, highest)
    scores = match.items("scores", players)
    record.scores[:players] = [whole("a score", score, -MOST_POINTS, MOST_POINTS) for score in scores]
    recent = [whole("a recent round", size, 1, 17) for size in match.items("recent")]
    if len(recent) > RECENT_ROUNDS:
        raise RecordError(f"'recent' has {len(recent)} rounds, and only the last {RECENT_ROUNDS} are kept")
    record.recent[: len(recent)] = recent
    match.end()
    clear(record)
    seat = fields.take("seat")
    return FULL if seat is None else whole("'seat' of the position", seat, 0, players - 1)


def _house(kind: Game, record: Record) -> dict[str, int]:
    rules = {str(rule.code): int(record.house[place]) for place, rule in enumerate(kind.rules.in_record())}
    return {name: int(record.pass_to) if name == "pass_to" else rules[name] for name in house_codes(kind)}


def _read_house(kind: Game, house: Fields, record: Record) -> None:
    """Fill in house rules and pass; earlier versions also wrote the rules of other games, as zeros."""
    own = house_codes(kind)
    numbers = {name: house.whole(name, 0, highest) for name, highest in own.items()}
    for name in {name for other in games() for name in house_codes(other)} - set(own):
        if house.has(name):
            house.whole(name, 0, 0)
    house.end()
    record.pass_to = numbers.get("pass_to", 0)
    for place, rule in enumerate(kind.rules.in_record()):
        record.house[place] = numbers[str(rule.code)]


def _seat_or_none(fields: Fields, name: str, record: Record) -> int:
    value = fields.take(name)
    return NOBODY if value is None else whole(f"{name!r} of the position", value, 0, record.players - 1)


def _hands(fields: Fields, record: Record, seat: int) -> list[int]:
    """What each seat holds now; 0 for hands that are not shown."""
    hands = []
    for other, cards in enumerate(fields.items("hands", record.players)):
        is_shown = seat in (FULL, other)
        if is_shown == (cards is None):
            raise RecordError(f"the hand of seat {other} should be {'a list of cards' if is_shown else 'null'}")
        hands.append(_mask(card_list(f"the hand of seat {other}", cards)) if is_shown else 0)
    return hands


def _make_bids(record: Record, bids: list[int | None]) -> None:
    begin(record)
    while record.phase == BID and bids[record.turn] is not None:
        bid = int(bids[record.turn] or 0)
        if not legal_actions(record) >> bid & 1:
            raise RecordError(f"seat {record.turn} cannot have bid {bid}: the rules forbid it")
        apply(record, bid)


def _make_passes(record: Record, passed: list[int], phase: int, turn: int, leader: int) -> None:
    if record.pass_to == 0 and (phase == PASS or any(passed)):
        raise RecordError("there is no pass in this round")
    record.passed[: record.players] = passed
    if phase == PASS:
        record.phase = PASS
        record.turn = turn
        if turn != NOBODY and has_passed(record, turn):
            raise RecordError(f"seat {turn} has passed, so it is not its turn")
    elif leader == NOBODY:
        raise RecordError("the position does not say who led first")
    else:
        open_play(record, leader)


def _give_hands(record: Record, hands: list[int], plays: list[int], seat: int) -> None:
    """Put what was played back to who played it; seats whose hands are hidden get just that."""
    for number, player in enumerate(_players_of(record, plays)):
        hands[player] |= 1 << plays[number]
    record.hands[: record.players] = hands
    if seat == FULL and (first := int(legal_actions(record))) & ~hands[record.turn]:
        raise RecordError(f"seat {record.turn} cannot lead first without {' '.join(codes(first))}")


def _players_of(record: Record, plays: list[int]) -> list[int]:
    """Who played each card, trick by trick."""
    players, leader, seats = int(record.players), int(record.leaders[0]), []
    for first in range(0, len(plays), players):
        trick, best = plays[first : first + players], 0
        for place in range(1, len(trick)):
            if beats(trick[place], trick[best], record.trump):
                best = place
        seats += [(leader + place) % players for place in range(len(trick))]
        leader = (leader + best) % players
    return seats


def _make_plays(record: Record, plays: list[int], seat: int) -> None:
    for number, card in enumerate(plays):
        player = int(record.turn)
        if seat in (FULL, player) or number == 0:
            is_legal = bool(legal_actions(record) >> card & 1)
        else:
            is_legal = not record.lacks[player] >> card & 1
        if not is_legal:
            raise RecordError(f"seat {player} cannot have played {card_code(card)} as card {number + 1} of the round")
        apply(record, card)


def _check_cards(record: Record, seat: int, plays: list[int]) -> None:
    """Hands of the right size, no card in two places, passes that can have been."""
    seen = list(plays)
    for player in range(record.players) if seat == FULL else (seat,):
        hand = cards_of(record.hands[player])
        if len(hand) != hand_size(record, player):
            raise RecordError(f"seat {player} should hold {hand_size(record, player)} cards, not {len(hand)}")
        seen += hand
    if len(set(seen)) != len(seen):
        twice = sorted({card for card in seen if seen.count(card) > 1})
        raise RecordError(f"cards that lie in two places: {' '.join(map(card_code, twice))}")
    if record.pass_to:
        for player in range(record.players):
            _check_pass(record, seat, player)


def _check_pass(record: Record, seat: int, player: int) -> None:
    """Three cards once all have passed, which their receiver has or had; up to three of the hand before."""
    cards = int(record.passed[player])
    if record.phase == PASS:
        is_known, sizes = seat in (FULL, player), range(PASSED_CARDS + 1)
        possible = int(record.hands[player])
    else:
        to = int(receiver(record, player))
        is_known, sizes = seat in (FULL, player, to), range(PASSED_CARDS, PASSED_CARDS + 1)
        possible = int(record.hands[to] | record.played[to]) if seat in (FULL, to) else _may_have(record, to, seat)
    if cards and not is_known:
        raise RecordError(f"seat {seat} cannot know what seat {player} passed")
    if is_known and (cards.bit_count() not in sizes or cards & ~possible):
        raise RecordError(f"seat {player} cannot have passed {' '.join(codes(cards)) or 'nothing'}")


def _may_have(record: Record, other: int, seat: int) -> int:
    """Cards that `other` may have had after the pass, for all `seat` has seen."""
    cards = DECK & ~int(record.hands[seat])
    for player in range(record.players):
        if player != other:
            cards &= ~int(record.played[player])
    return cards & ~int(record.lacks[other] & ~record.played[other])


def _check_same(restored: Document, document: object) -> None:
    """Whatever the document says beyond what made the state must be true of it."""
    assert isinstance(document, dict)
    for name, value in restored.items():
        if name not in ("version", "rules_version", "house") and _written(name, document[name]) != value:
            right, wrong = (one if isinstance(one, str) else shown(one) for one in (value, document[name]))
            raise RecordError(f"{name!r} of the position should be {right}, not {wrong}")


def _written(name: str, value: Any) -> Any:
    """Cards in the spelling and order that `describe` writes."""
    if name == "plays":
        return [card_code(card) for card in card_list(name, value)]
    if name in ("hands", "passed"):
        return [None if cards is None else codes(_mask(card_list(name, cards))) for cards in value]
    return value


def _mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)
