"""Blob observations the slow, obvious way: feature by feature, from what lies on the table."""

from __future__ import annotations

from overtrick.core.record import BID, OVER, PLAY
from overtrick.core.seen import cards_of
from overtrick.engine.round import View
from overtrick.games.blob.rules import HOOK, SCORING

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


def blob_1(view: View) -> list[float]:
    """The 256 numbers of `blob-1`."""
    state, n, cards, me = view.record, view.players, view.cards, view.seat
    trick, done = view.trick(), sum(len(trick) == view.players for trick in view.tricks())
    bids = [None if state.bids[seat] < 0 else int(state.bids[seat]) for seat in range(n)]
    tricks = [int(state.tricks[seat]) for seat in range(n)]
    hand = cards_of(view.hand)
    order = [card for _, card in trick]
    numbers: list[float] = flags(hand)
    numbers += [order.index(card) + 1 if card in order else 0 for card in range(52)]
    numbers += flags([card for trick in view.tricks() for _, card in trick])
    numbers += [(-1 if bids[seat] is None else bids[seat] / cards) if seat < n else 0 for seat in range(8)]
    numbers += [tricks[seat] / cards if seat < n else 0 for seat in range(8)]
    numbers += [-1 if bids[me] is None else bids[me] / cards, tricks[me] / cards]
    numbers += [cards / 13, done / cards, ((me - int(state.dealer)) % n) / n, n / 8]
    numbers += one_of(4, int(state.trump))
    numbers += [float(me == state.dealer and view.phase == BID)]
    numbers += [float(view.phase == BID), float(view.phase == PLAY), float(view.phase == OVER)]
    pace = 0 if bids[me] is None else (tricks[me] - bids[me]) / cards
    numbers += [len(hand) / 13, len(played_by(view, me)) / 13, done / cards, pace, len(trick) / n]
    numbers += [0] * 11
    numbers += match_numbers(view) if state.rounds > 0 else [0] * 29
    return numbers + [0] * 25


def match_numbers(view: View) -> list[float]:
    """The part of `blob-1` about the match."""
    state, n = view.record, view.players
    done, total, start = int(state["round"]), int(state.rounds), int(state.start_cards)
    scores = [state.scores[seat] / (done * (10 + start)) if done and seat < n else 0 for seat in range(8)]
    recent = [state.recent[place] / start for place in range(15)]
    stage = {0: 0.0, 1: 0.5, 2: 1.0}[int(state.stage)]
    return [*scores, done / total, (total - done) / total, state.ones_left / n, stage, *recent, n / 8, start / 8]


def blob_2(view: View) -> list[float]:
    """The numbers of `blob-2`, features in order."""
    state, n, me = view.record, view.players, view.seat
    seats = [(me + step) % n for step in range(n)]
    hand, trick = cards_of(view.hand), view.trick()
    played = [card for seat in seats for card in played_by(view, seat)]
    unseen = [card for card in range(52) if card not in hand and card not in played]
    trump, best = int(state.trump), winner(view)
    numbers = flags(hand)
    numbers += flags(view.legal_actions() if view.phase == PLAY and view.turn == me else [])
    for step in range(8):
        numbers += flags(played_by(view, seats[step]) if step < n else [])
    for step in range(8):
        numbers += flags([card for seat, card in trick if step < n and seat == seats[step]])
    for step in range(1, 8):
        holds = step < n and hand_sizes(view)[seats[step]] > 0
        missing = shown_missing(view, seats[step]) if holds else unseen
        numbers += flags([card for card in unseen if card not in missing])
    numbers += flags(unseen)
    numbers += flags([best[1]] if best else [])
    numbers += flags([card for card in hand + unseen if best and beats(card, best[1], trump)])
    numbers += flags([card for card in range(52) if card // 13 == trump])
    numbers += flags([card for card in range(52) if trick and card // 13 == trick[0][1] // 13])
    numbers += above_and_below(hand + unseen, unseen)
    return numbers + table_numbers(view, seats, hand, unseen)


def table_numbers(view: View, seats: list[int], hand: list[int], unseen: list[int]) -> list[float]:
    """The part of `blob-2` that belongs to no card."""
    state, n, cards, me = view.record, view.players, view.cards, view.seat
    trick, done = view.trick(), sum(len(trick) == n for trick in view.tricks())
    left, is_play, trump = cards - done, view.phase == PLAY, int(state.trump)
    bids = [int(state.bids[seat]) for seat in seats]
    tricks = [int(state.tricks[seat]) for seat in seats]
    need = [bid - won if bid >= 0 else None for bid, won in zip(bids, tricks, strict=True)]
    leader = trick[0][0] if trick else view.turn
    numbers = [float(view.phase == BID), float(is_play), *one_of(6, n - 3), *one_of(17, cards - 1), *one_of(18, left)]
    numbers += padded([1.0] * n) + one_of(8, seats.index(state.dealer))
    numbers += one_of(8, seats.index(leader) if is_play else -1)
    numbers += one_of(8, seats.index(winner(view)[0]) if trick else -1) + one_of(8, len(trick) if is_play else -1)
    numbers += padded([float(bid >= 0) for bid in bids]) + padded([max(bid, 0) / cards for bid in bids])
    numbers += padded([won / cards for won in tricks]) + padded([(short or 0) / 4 for short in need])
    numbers += padded([float(short == 0) for short in need])
    numbers += padded([float(short is not None and short < 0) for short in need])
    numbers += padded([float(short is not None and short > left) for short in need])
    numbers += one_of(10, -1 if need[0] is None else 0 if need[0] < 0 else 1 + min(need[0], 8))
    numbers += [(sum(bid for bid in bids if bid >= 0) - cards) / 4]
    numbers += [0.0 if view.phase == BID else (sum(max(short or 0, 0) for short in need) - left) / 4]
    numbers += padded([hand_sizes(view)[seat] / 13 for seat in seats])
    numbers += [float(void) for seat in seats for void in shown_voids(view, seat)] + [0.0] * 4 * (8 - n)
    numbers += one_of(5, trump if trump >= 0 else 4) + one_of(5, trick[0][1] // 13 if trick else 4)
    numbers += [sum(card // 13 == suit for card in hand) / 13 for suit in range(4)]
    numbers += [sum(card // 13 == suit for card in unseen) / 13 for suit in range(4)]
    numbers += [sum(card // 13 == trump for card in held) / 13 for held in (hand, unseen)]
    numbers += [(52 - n * cards) / 52, float(state.house[HOOK])]
    sum_so_far = sum(bid for bid in bids if bid >= 0)
    is_hooked = view.phase == BID and view.turn == me == state.dealer and state.house[HOOK] and sum_so_far <= cards
    numbers += one_of(18, cards - sum_so_far if is_hooked else -1) + one_of(3, int(state.house[SCORING]))
    if state.rounds == 0:
        return numbers + [0.0] * 10
    gaps = padded([(int(state.scores[seat]) - int(state.scores[me])) / 50 for seat in seats])
    return [*numbers, 1.0, *gaps, (int(state.rounds) - int(state["round"])) / 20]


def blob_3(view: View) -> list[float]:
    """The numbers of `blob-3`, features in order."""
    n, me, trump = view.players, view.seat, int(view.record.trump)
    seats = [(me + step) % n for step in range(n)]
    hand, trick, best = cards_of(view.hand), view.trick(), winner(view)
    played = [card for seat in seats for card in played_by(view, seat)]
    unseen = [card for card in range(52) if card not in hand and card not in played]
    order = blob_slots(view, hand, unseen)
    followers = [card for card in hand if trick and card // 13 == trick[0][1] // 13]
    takes = [card for card in followers or hand if best and beats(card, best[1], trump)]
    numbers = in_slots(hand, order) + in_slots(unseen, order) + in_slots([card for _, card in trick], order)
    numbers += in_slots([best[1]] if best else [], order) + in_slots(takes, order)
    numbers += strength_in_slots(hand, unseen, order)
    numbers += seat_numbers_3(view, seats) + bid_numbers_3(view, seats)
    numbers += [float(shown_voids(view, seat)[suit]) for seat in seats for suit in order] + [0.0] * 4 * (8 - n)
    numbers += [sum(card // 13 == suit for card in hand) / 4 for suit in order]
    numbers += [sum(card // 13 == suit for card in unseen) / 13 for suit in order]
    numbers += [float(trump >= 0), *one_of(5, order.index(trick[0][1] // 13) if trick else 4)]
    numbers += [sum(hand_sizes(view)[seat] for seat in seats[1:]) / len(unseen) if unseen else 0.0]
    return [*numbers, (52 - n * view.cards) / 52, *house_numbers_3(view, seats)]


def blob_slots(view: View, hand: list[int], unseen: list[int]) -> list[int]:
    """The suit in each slot: trumps, the suit led, the others by what I hold; equal ones in the order ♠ ♥ ♣ ♦."""
    trick = view.trick()
    first = [int(view.record.trump)] if view.record.trump >= 0 else []
    if trick and trick[0][1] // 13 not in first:
        first.append(trick[0][1] // 13)
    rest = [suit for suit in range(4) if suit not in first]
    return first + sorted(rest, key=lambda suit: slot_rank(suit, hand, unseen), reverse=True)


def seat_numbers_3(view: View, seats: list[int]) -> list[float]:
    """The part of `blob-3` from the phase to the seats still to play."""
    n, cards, trick = view.players, view.cards, view.trick()
    left, is_play = cards - sum(len(trick) == n for trick in view.tricks()), view.phase == PLAY
    has_played = [seat for seat, _ in trick]
    numbers = [float(view.phase == BID), float(is_play), *one_of(6, n - 3), *one_of(17, cards - 1), *one_of(18, left)]
    numbers += one_of(8, len(trick) if is_play else -1) + one_of(8, seats.index(view.record.dealer))
    numbers += one_of(8, seats.index(winner(view)[0]) if trick else -1)
    return numbers + padded([float(bool(trick) and seat not in has_played and seat != view.seat) for seat in seats])


def bid_numbers_3(view: View, seats: list[int]) -> list[float]:
    """The part of `blob-3` about bids and tricks."""
    state, cards, trick = view.record, view.cards, view.trick()
    left = cards - sum(len(trick) == view.players for trick in view.tricks())
    bids = [int(state.bids[seat]) for seat in seats]
    tricks = [int(state.tricks[seat]) for seat in seats]
    need = [bid - won if bid >= 0 else None for bid, won in zip(bids, tricks, strict=True)]
    balance = sum(bid for bid in bids if bid >= 0) - cards
    numbers = padded([float(bid >= 0) for bid in bids]) + padded([max(bid, 0) / 4 for bid in bids])
    numbers += padded([won / 4 for won in tricks]) + padded([(short or 0) / 4 for short in need])
    for step in range(8):
        numbers += needs(need[step] if step < len(seats) else None, 3)
    numbers += padded([float(short is not None and short > left) for short in need]) + needs(need[0], 8)
    numbers += [*needs(need[seats.index(winner(view)[0])] if trick else None, 3), balance / 4]
    if view.phase == BID:
        return numbers + [0.0] * 8
    numbers += one_of(7, min(max(balance, -3), 3) + 3)
    return [*numbers, (sum(max(short, 0) for short in need) - left) / 4]


def needs(tricks: int | None, most: int) -> list[float]:
    """1 for tricks still needed: over the bid, 0, 1 … or `most` and more; all 0 when that is not known yet."""
    return one_of(most + 2, -1 if tricks is None else 0 if tricks < 0 else 1 + min(tricks, most))


def house_numbers_3(view: View, seats: list[int]) -> list[float]:
    """The part of `blob-3` about house rules and the match."""
    state, me = view.record, view.seat
    bid_so_far = sum(int(state.bids[seat]) for seat in seats if state.bids[seat] >= 0)
    is_hooked = view.phase == BID and view.turn == me == state.dealer and state.house[HOOK] and bid_so_far <= view.cards
    numbers = [float(state.house[HOOK]), *one_of(18, view.cards - bid_so_far if is_hooked else -1)]
    numbers += one_of(3, int(state.house[SCORING]))
    if state.rounds == 0:
        return numbers + [0.0] * 10
    gaps = padded([(int(state.scores[seat]) - int(state.scores[me])) / 50 for seat in seats])
    return [*numbers, 1.0, *gaps, (int(state.rounds) - int(state["round"])) / 20]


def winner(view: View) -> tuple[int, int] | None:
    """Seat and card that win the trick in progress so far."""
    trick = view.trick()
    best = trick[0] if trick else None
    for seat, card in trick[1:]:
        if beats(card, best[1], int(view.record.trump)):
            best = (seat, card)
    return best


def padded(numbers: list[float]) -> list[float]:
    """Zeros for the seats not in play."""
    return numbers + [0.0] * (8 - len(numbers))
