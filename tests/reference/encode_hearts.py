"""Hearts observations the slow, obvious way: feature by feature, from what lies on the table."""

from __future__ import annotations

from overtrick.core.record import OVER, PASS, PLAY
from overtrick.core.seen import cards_of
from overtrick.engine.round import View
from overtrick.games.hearts.rules import FIRST_TRICK_POINTS, JACK_SCORES, MOON_SUBTRACTS, QUEEN_BREAKS

from .encode_common import (
    above_and_below,
    beats,
    flags,
    hand_sizes,
    in_slots,
    one_of,
    played_by,
    shown_missing,
    shown_voids,
    slot_rank,
    strength_in_slots,
)

SUIT_ORDER = [2, 3, 1, 0]
"""♣ ♦ ♥ ♠."""


def hearts_1(view: View) -> list[float]:
    """The 270 numbers of `hearts-1`."""
    state, me, trick = view.record, view.seat, view.trick()
    history = [card for trick in view.tricks() for _, card in trick]
    numbers = clubs_first(cards_of(view.hand)) + clubs_first(history)
    numbers += one_of(4, SUIT_ORDER.index(trick[0][1] // 13) if trick else -1)
    for place in range(4):
        numbers += face(trick[place][1]) if place < len(trick) else [0.0] * 17
    seats = [seat for seat, _ in trick]
    numbers += [len(trick) / 4, (seats.index(me) if me in seats else len(trick)) / 4]
    numbers += [points_of([card for _, card in trick]) / 26]
    numbers += [state.scores[(me + step) % 4] / 100 for step in range(4)]
    done = sum(len(trick) == 4 for trick in view.tricks())
    numbers += [float(is_broken(view)), done / 13, float(view.phase == PASS)]
    numbers += one_of(4, {1: 0, 3: 1, 2: 2, 0: 3}[int(state.pass_to)])
    for step in range(1, 4):
        voids = shown_voids(view, (me + step) % 4)
        numbers += [float(voids[suit]) for suit in SUIT_ORDER]
    for back in range(1, 5):
        numbers += face(history[-back]) if back <= len(history) else [0.0] * 17
    return numbers


def hearts_2(view: View) -> list[float]:
    """The numbers of `hearts-2`, features in order."""
    state, me = view.record, view.seat
    seats = [(me + step) % 4 for step in range(4)]
    hand, trick = cards_of(view.hand), view.trick()
    history = [card for trick in view.tricks() for _, card in trick]
    unseen = [card for card in range(52) if card not in hand and card not in history]
    best = winner(view)
    numbers = flags(hand) + flags(view.legal_actions() if view.turn == me else [])
    for seat in seats:
        numbers += flags(played_by(view, seat))
    for seat in seats:
        numbers += flags([card for player, card in trick if player == seat])
    known = {seat: known_at(view, seat) for seat in seats[1:]}
    everywhere = [card for cards in known.values() for card in cards]
    for seat in seats[1:]:
        is_open = hand_sizes(view)[seat] > len(known[seat])
        missing = shown_missing(view, seat)
        free = [card for card in unseen if is_open and card not in everywhere and card not in missing]
        numbers += flags(known[seat] + free)
    for seat in seats[1:]:
        numbers += flags(known[seat])
    numbers += flags(cards_of(state.passed[me]))
    has_received = view.phase in (PLAY, OVER) and state.pass_to != 0
    numbers += flags(cards_of(state.passed[(me - state.pass_to) % 4]) if has_received else [])
    numbers += flags(unseen) + flags([best[1]] if best else [])
    numbers += flags([card for card in hand + unseen if best and beats(card, best[1], -1)])
    numbers += flags([card for card in range(52) if trick and card // 13 == trick[0][1] // 13])
    return numbers + above_and_below(hand + unseen, unseen) + table_numbers(view, seats, hand, unseen)


def table_numbers(view: View, seats: list[int], hand: list[int], unseen: list[int]) -> list[float]:
    """The part of `hearts-2` that belongs to no card."""
    state, me, trick, is_play = view.record, view.seat, view.trick(), view.phase == PLAY
    done = sum(len(trick) == 4 for trick in view.tricks())
    history = [card for trick in view.tricks() for _, card in trick]
    numbers = [float(view.phase == PASS), float(is_play), *one_of(4, int(state.pass_to))]
    chosen = len(cards_of(state.passed[me]))
    numbers += one_of(3, chosen if view.phase == PASS else -1)
    numbers += one_of(13, done if is_play else -1) + one_of(4, len(trick) if is_play else -1)
    numbers += one_of(4, seats.index(trick[0][0] if trick else view.turn) if is_play else -1)
    numbers += one_of(4, seats.index(winner(view)[0]) if trick else -1)
    numbers += [points_of([card for _, card in trick]) / 13]
    points = [int(state.points[seat]) for seat in seats]
    numbers += [taken / 13 for taken in points] + [float(taken > 0) for taken in points]
    numbers += [float(sum(points) - taken == 0) for taken in points] + [(26 - sum(points)) / 26]
    numbers += [state.tricks[seat] / 13 for seat in seats]
    numbers += [
        float(is_broken(view)),
        float(10 in history),
        float(10 in [card for _, card in trick]),
        float(10 in hand),
    ]
    numbers += [hand_sizes(view)[seat] / 13 for seat in seats]
    numbers += [float(void) for seat in seats for void in shown_voids(view, seat)]
    numbers += one_of(5, trick[0][1] // 13 if trick else 4)
    numbers += [sum(card // 13 == suit for card in held) / 13 for held in (hand, unseen) for suit in range(4)]
    scores = [int(state.scores[seat]) for seat in seats]
    numbers += [float(state.target > 0)] + [score / 100 for score in scores]
    numbers += [(score - scores[0]) / 50 for score in scores]
    numbers += [(int(state.target) - score) / 100 if state.target > 0 else 0.0 for score in scores]
    numbers += [float(state.house[QUEEN_BREAKS]), float(state.house[MOON_SUBTRACTS])]
    numbers += [float(state.house[JACK_SCORES]), float(state.house[FIRST_TRICK_POINTS])]
    return numbers + one_of(4, seats.index(state.jack) if state.jack >= 0 else -1)


def hearts_3(view: View) -> list[float]:
    """The numbers of `hearts-3`, features in order."""
    state, me = view.record, view.seat
    hand, trick, best = cards_of(view.hand), view.trick(), winner(view)
    history = [card for trick in view.tricks() for _, card in trick]
    unseen = [card for card in range(52) if card not in hand and card not in history]
    order = hearts_slots(view, hand, unseen)
    has_received = view.phase in (PLAY, OVER) and state.pass_to != 0
    received = cards_of(state.passed[(me - state.pass_to) % 4]) if has_received else []
    numbers = in_slots(hand, order) + in_slots(unseen, order) + in_slots([card for _, card in trick], order)
    numbers += in_slots([best[1]] if best else [], order)
    numbers += in_slots([card for card in hand if best and beats(card, best[1], -1)], order)
    numbers += strength_in_slots(hand, unseen, order)
    numbers += in_slots([card for card in cards_of(state.passed[me]) if card not in history], order)
    numbers += in_slots([card for card in received if card in hand], order)
    numbers += trick_numbers_3(view) + point_numbers_3(view, hand, history)
    numbers += [float(shown_voids(view, (me + step) % 4)[suit]) for step in range(4) for suit in order]
    numbers += [*one_of(5, order.index(trick[0][1] // 13) if trick else 4), float(order[2] == 2)]
    numbers += [sum(card // 13 == suit for card in hand) / 4 for suit in order]
    numbers += [sum(card // 13 == suit for card in unseen) / 13 for suit in order]
    return numbers + house_numbers_3(view)


def hearts_slots(view: View, hand: list[int], unseen: list[int]) -> list[int]:
    """The suit in each slot: ♠, ♥, then ♣ and ♦, first the one that was led or else by what I hold; equal ones ♣ ♦."""
    trick = view.trick()
    led = trick[0][1] // 13 if trick else None
    if led in (2, 3):
        return [0, 1, led, 5 - led]
    return [0, 1, *sorted((2, 3), key=lambda suit: slot_rank(suit, hand, unseen), reverse=True)]


def trick_numbers_3(view: View) -> list[float]:
    """The part of `hearts-3` from the phase to the seats still to play."""
    state, me, trick, is_play = view.record, view.seat, view.trick(), view.phase == PLAY
    seats = [(me + step) % 4 for step in range(4)]
    done = sum(len(trick) == 4 for trick in view.tricks())
    has_played = [seat for seat, _ in trick]
    numbers = [float(view.phase == PASS), float(is_play), *one_of(4, int(state.pass_to))]
    numbers += one_of(3, len(cards_of(state.passed[me])) if view.phase == PASS else -1)
    numbers += one_of(13, done if is_play else -1) + one_of(4, len(trick) if is_play else -1)
    numbers += one_of(4, seats.index(winner(view)[0]) if trick else -1)
    return numbers + [float(bool(trick) and seat not in has_played and seat != me) for seat in seats]


def point_numbers_3(view: View, hand: list[int], history: list[int]) -> list[float]:
    """The part of `hearts-3` about points and the queen of spades."""
    lying = [card for _, card in view.trick()]
    points = [int(view.record.points[(view.seat + step) % 4]) for step in range(4)]
    numbers = [points_of(lying) / 13, *(taken / 13 for taken in points), *(float(taken > 0) for taken in points)]
    numbers += [float(sum(points) - taken == 0) for taken in points] + [(26 - sum(points)) / 26]
    return [*numbers, float(is_broken(view)), *(float(10 in cards) for cards in (history, lying, hand))]


def house_numbers_3(view: View) -> list[float]:
    """The part of `hearts-3` about the match and house rules."""
    state, me = view.record, view.seat
    scores = [int(state.scores[(me + step) % 4]) for step in range(4)]
    numbers = [float(state.target > 0), *(score / 100 for score in scores)]
    numbers += [(score - scores[0]) / 50 for score in scores]
    numbers += [(int(state.target) - score) / 100 if state.target > 0 else 0.0 for score in scores]
    numbers += [float(state.house[QUEEN_BREAKS]), float(state.house[MOON_SUBTRACTS])]
    numbers += [float(state.house[JACK_SCORES]), float(state.house[FIRST_TRICK_POINTS])]
    return numbers + one_of(4, (int(state.jack) - me) % 4 if state.jack >= 0 else -1)


def clubs_first(cards: list[int]) -> list[float]:
    """52 numbers in the order ♣ ♦ ♥ ♠."""
    return [float(suit * 13 + rank in cards) for suit in SUIT_ORDER for rank in range(13)]


def face(card: int) -> list[float]:
    """Suit and rank apart."""
    return one_of(4, SUIT_ORDER.index(card // 13)) + one_of(13, card % 13)


def points_of(cards: list[int]) -> int:
    return sum(1 if card // 13 == 1 else 13 if card == 10 else 0 for card in cards)


def is_broken(view: View) -> bool:
    history = [card for trick in view.tricks() for _, card in trick]
    return any(card // 13 == 1 or (bool(view.record.house[QUEEN_BREAKS]) and card == 10) for card in history)


def known_at(view: View, seat: int) -> list[int]:
    """Cards I passed to the seat and it has not played; the two of clubs with whoever is to lead it."""
    state = view.record
    if view.phase != PLAY:
        return []
    known = []
    if state.pass_to != 0 and seat == (view.seat + state.pass_to) % 4:
        known = [card for card in cards_of(state.passed[view.seat]) if card not in played_by(view, seat)]
    if state.plays == 0 and seat == view.turn and 26 not in known:
        known.append(26)
    return known


def winner(view: View) -> tuple[int, int] | None:
    """Seat and card that win the trick in progress so far."""
    trick = view.trick()
    following = [(card, seat) for seat, card in trick if card // 13 == trick[0][1] // 13]
    return max(following)[::-1] if trick else None
