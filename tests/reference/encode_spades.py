"""Spades observations the slow, obvious way: feature by feature, from what lies on the table."""

from __future__ import annotations

from overtrick.core.record import BID, PLAY
from overtrick.core.seen import cards_of
from overtrick.engine.round import View
from overtrick.games.spades.house import SpadesRules

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


def spades_2(view: View) -> list[float]:
    """The numbers of `spades-2`, features in order."""
    me, trick = view.seat, view.trick()
    seats = [(me + step) % 4 for step in range(4)]
    hand, unseen = cards_of(view.hand), not_seen(view)
    best = winner(view)
    numbers = flags(hand) + flags(view.legal_actions() if view.turn == me and view.phase == PLAY else [])
    for seat in seats:
        numbers += flags(played_by(view, seat))
    for seat in seats:
        numbers += flags([card for player, card in trick if player == seat])
    for seat in seats[1:]:
        missing = shown_missing(view, seat)
        numbers += flags([card for card in unseen if hand_sizes(view)[seat] and card not in missing])
    numbers += flags(unseen) + flags([best[1]] if best else [])
    numbers += flags([card for card in hand + unseen if best and beats(card, best[1], 0)])
    numbers += flags([card for card in range(52) if trick and card // 13 == trick[0][1] // 13])
    numbers += above_and_below(hand + unseen, unseen) + stage(view)
    numbers += one_of(4, seats.index(leader(view)) if view.phase == PLAY else -1)
    numbers += bids(view, seats) + [hand_sizes(view)[seat] / 13 for seat in seats]
    numbers += [float(void) for seat in seats for void in shown_voids(view, seat)]
    numbers += one_of(5, trick[0][1] // 13 if trick else 4)
    for cards in (hand, unseen):
        numbers += [sum(card // 13 == suit for card in cards) / 13 for suit in range(4)]
    return numbers + house(view)


def spades_3(view: View) -> list[float]:
    """The numbers of `spades-3`, features in order."""
    me, trick = view.seat, view.trick()
    seats = [(me + step) % 4 for step in range(4)]
    hand, unseen = cards_of(view.hand), not_seen(view)
    order, best = spades_slots(view, hand, unseen), winner(view)
    numbers = in_slots(hand, order) + in_slots(unseen, order) + in_slots([card for _, card in trick], order)
    numbers += in_slots([best[1]] if best else [], order)
    same = [card for card in hand if trick and card // 13 == trick[0][1] // 13]
    numbers += in_slots([card for card in same or hand if best and beats(card, best[1], 0)], order)
    numbers += strength_in_slots(hand, unseen, order) + stage(view)
    played = [seat for seat, _ in trick]
    numbers += [float(bool(trick) and seat != me and seat not in played) for seat in seats]
    numbers += bids(view, seats)
    for seat in seats:
        voids = shown_voids(view, seat)
        numbers += [float(voids[suit]) for suit in order]
    numbers += one_of(5, order.index(trick[0][1] // 13) if trick else 4)
    numbers += [sum(card // 13 == suit for card in hand) / 4 for suit in order]
    numbers += [sum(card // 13 == suit for card in unseen) / 13 for suit in order]
    return numbers + house(view)


def not_seen(view: View) -> list[int]:
    seen = {*cards_of(view.hand), *(card for trick in view.tricks() for _, card in trick)}
    return [card for card in range(52) if card not in seen]


def winner(view: View) -> tuple[int, int] | None:
    """Seat and card that win the trick in progress."""
    best: tuple[int, int] | None = None
    for seat, card in view.trick():
        if best is None or beats(card, best[1], 0):
            best = (seat, card)
    return best


def leader(view: View) -> int:
    """Who leads the trick in progress, or the next one."""
    tricks = list(view.tricks())
    if not tricks:
        return (int(view.record.dealer) + 1) % 4
    if len(tricks[-1]) < 4:
        return tricks[-1][0][0]
    return takers(view)[-1]


def takers(view: View) -> list[int]:
    """Who took each complete trick."""
    found = []
    for trick in view.tricks():
        if len(trick) == 4:
            spades = [(card, seat) for seat, card in trick if card // 13 == 0]
            led = [(card, seat) for seat, card in trick if card // 13 == trick[0][1] // 13]
            found.append(max(spades or led)[1])
    return found


def spades_slots(view: View, hand: list[int], unseen: list[int]) -> list[int]:
    """Spades, the suit led, then by length."""
    trick = view.trick()
    order = [0]
    if trick and trick[0][1] // 13:
        order.append(trick[0][1] // 13)
    rest = [suit for suit in (1, 2, 3) if suit not in order]
    return order + sorted(rest, key=lambda suit: (slot_rank(suit, hand, unseen), -suit), reverse=True)


def stage(view: View) -> list[float]:
    numbers = one_of(2, {BID: 0, PLAY: 1}.get(view.phase, -1))
    is_playing, best = view.phase == PLAY, winner(view)
    numbers += one_of(13, len(takers(view)) if is_playing else -1)
    numbers += one_of(4, len(view.trick()) if is_playing else -1)
    numbers += one_of(4, (int(view.record.dealer) - view.seat) % 4)
    numbers += one_of(4, (best[0] - view.seat) % 4 if best else -1)
    return [*numbers, float(any(card < 13 for trick in view.tricks() for _, card in trick))]


def bids(view: View, seats: list[int]) -> list[float]:
    said = {seat: int(view.record.bids[seat]) for seat in seats}
    taken = {seat: takers(view).count(seat) for seat in seats}
    rules = SpadesRules.described(view.record)
    numbers = [float(said[seat] >= 0) for seat in seats] + [max(said[seat], 0) / 4 for seat in seats]
    numbers += [taken[seat] / 4 for seat in seats] + [float(said[seat] == 0) for seat in seats]
    numbers += [float(said[seat] == 0 and taken[seat] == 0) for seat in seats]
    needs = []
    for first in (0, 1):
        side = [seats[first], seats[first + 2]]
        counting = [seat for seat in side if said[seat] != 0 or rules["failed_nil_counts"]]
        needs.append(sum(max(said[seat], 0) for seat in side) - sum(taken[seat] for seat in counting))
    numbers += [need / 4 for need in needs]
    is_open, left = view.phase == BID, 13 - len(takers(view))
    for need in needs:
        numbers += one_of(6, -1 if is_open else 0 if need < 0 else min(need, 4) + 1)
    numbers += [float(not is_open and need > left) for need in needs]
    numbers.append((sum(max(bid, 0) for bid in said.values()) - 13) / 4)
    numbers.append(0.0 if is_open else (left - sum(max(need, 0) for need in needs)) / 4)
    return numbers + [int(view.record.scores[seat]) % 10 / 10 for seat in seats[:2]]


def house(view: View) -> list[float]:
    record, me = view.record, view.seat
    ours, theirs = int(record.scores[me]), int(record.scores[(me + 1) % 4])
    rules = SpadesRules.described(record)
    target = int(record.target)
    numbers = [float(target > 0), ours / 200, theirs / 200, (ours - theirs) / 100]
    numbers += [(target - points) / 200 if target else 0.0 for points in (ours, theirs)]
    numbers += [(points - rules["losing_score"]) / 200 if target else 0.0 for points in (ours, theirs)]
    return [*numbers, rules["bag_penalty"] / 100, rules["nil_value"] / 100, float(rules["failed_nil_counts"])]
