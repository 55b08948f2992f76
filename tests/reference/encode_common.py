"""What the reference encoders share, from the list of tricks alone."""

from __future__ import annotations

from overtrick.engine.round import View
from overtrick.games.hearts import NUMBER as HEARTS
from overtrick.games.hearts.rules import FIRST_TRICK_POINTS, QUEEN_BREAKS
from overtrick.games.spades import NUMBER as SPADES

HEARTS_AND_QUEEN = [*range(13, 26), 10]


def flags(cards: list[int]) -> list[float]:
    """52 numbers, 1 for the cards of the list."""
    members = set(cards)
    return [float(card in members) for card in range(52)]


def one_of(size: int, place: int) -> list[float]:
    """Zeros with a 1 at `place`; none when the place is outside."""
    return [float(number == place) for number in range(size)]


def played_by(view: View, seat: int) -> list[int]:
    return [card for trick in view.tricks() for player, card in trick if player == seat]


def hand_sizes(view: View) -> list[int]:
    return [view.cards - len(played_by(view, seat)) for seat in range(view.players)]


def beats(card: int, best: int, trump: int) -> bool:
    if card // 13 == best // 13:
        return card > best
    return card // 13 == trump


def above_and_below(cards: list[int], unseen: list[int]) -> list[float]:
    """For all 52: is it the boss of its suit, unseen cards above it, unseen cards below it."""
    above = [sum(other // 13 == card // 13 and other > card for other in unseen) for card in range(52)]
    below = [sum(other // 13 == card // 13 and other < card for other in unseen) for card in range(52)]
    boss = [float(card in cards and above[card] == 0) for card in range(52)]
    return boss + [count[card] / 12 * (card in cards) for count in (above, below) for card in range(52)]


def shown_missing(view: View, seat: int) -> set[int]:
    """Cards that the seat has shown, by the rules, that it does not hold."""
    missing: set[int] = set()
    is_broken = has_spade = False
    for number, trick in enumerate(view.tricks()):
        led = trick[0][1] // 13
        for place, (player, card) in enumerate(trick):
            if player == seat and card // 13 != led:
                missing |= set(range(led * 13, led * 13 + 13))
            if player == seat and view.record.game == HEARTS:
                if place == 0 and card // 13 == 1 and not is_broken:
                    missing |= set(range(52)) - set(range(13, 26))
                if number == 0 and card in HEARTS_AND_QUEEN and not view.record.house[FIRST_TRICK_POINTS]:
                    missing |= set(range(52)) - set(HEARTS_AND_QUEEN)
            if player == seat and view.record.game == SPADES and place == 0 and card < 13 and not has_spade:
                missing |= set(range(13, 52))
            has_spade |= card < 13
            is_broken |= card // 13 == 1 or (bool(view.record.house[QUEEN_BREAKS]) and card == 10)
    return missing


def shown_voids(view: View, seat: int) -> list[bool]:
    """For each suit ♠ ♥ ♣ ♦ whether the seat has shown that it holds none of it."""
    missing = shown_missing(view, seat)
    return [set(range(suit * 13, suit * 13 + 13)) <= missing for suit in range(4)]


def slot_rank(suit: int, hand: list[int], unseen: list[int]) -> tuple[int, list[int], list[int]]:
    """What puts one plain suit before another: more cards in hand, then higher ones, then higher ones unseen."""
    held = sorted((card for card in hand if card // 13 == suit), reverse=True)
    out = sorted((card for card in unseen if card // 13 == suit), reverse=True)
    return len(held), [card % 13 for card in held], [card % 13 for card in out]


def in_slots(cards: list[int], order: list[int]) -> list[float]:
    """52 numbers, 1 for the cards of the list, the suits in the order of their slots."""
    return [float(13 * suit + rank in cards) for suit in order for rank in range(13)]


def strength_in_slots(hand: list[int], unseen: list[int], order: list[int]) -> list[float]:
    """For all 52 in slots: is it in my hand and the boss of its suit; then, if in my hand, unseen ones above it / 4."""
    cards = [13 * suit + rank for suit in order for rank in range(13)]
    above = [sum(other // 13 == card // 13 and other > card for other in unseen) for card in cards]
    boss = [float(card in hand and higher == 0) for card, higher in zip(cards, above, strict=True)]
    return boss + [higher / 4 * (card in hand) for card, higher in zip(cards, above, strict=True)]
