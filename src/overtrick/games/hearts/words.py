"""Why a Hearts action makes sense, in plain words, from what the seat knows."""

from __future__ import annotations

from overtrick.cards.card import card_name
from overtrick.cards.masks import HEART_CARDS, NO_SUIT, of_suit, suit_of
from overtrick.core.passing import receiver
from overtrick.core.record import NOBODY, PASS, led_suit
from overtrick.core.seen import SUIT_NAMES, SeatView, Seen
from overtrick.games.hearts.policies.moon import is_alone, moon_threat
from overtrick.games.hearts.policies.risk import CATCHERS, QUEEN
from overtrick.games.hearts.policies.standing import match_leader
from overtrick.games.hearts.policies.tracker import above, below, unseen_cards
from overtrick.games.hearts.rules import JACK_OF_DIAMONDS, JACK_SCORES, POINT_CARDS, QUEEN_OF_SPADES, SEATS, points_in


def reasons(view: SeatView, action: int) -> tuple[str, ...]:
    """What speaks for the card, most important first; never empty."""
    if view.phase == PASS:
        return _pass_reasons(view, action)
    if len(view.legal_actions()) == 1:
        return ("nothing else is allowed",)
    led = led_suit(view.record)
    if not view.trick():
        found = _lead_reasons(view, action)
    elif suit_of(action) == led:
        found = _follow_reasons(view, action)
    else:
        found = _discard_reasons(view, action)
    found = _moon_reasons(view, action) + found
    return tuple(found) or (f"plays {card_name(action)}, which costs least as far as one can tell",)


def _pass_reasons(view: SeatView, card: int) -> tuple[str, ...]:
    hand, suit = view.hand, suit_of(card)
    to = receiver(view.record, view.seat)
    mine = int(of_suit(hand, suit))
    low_spades = (mine & (QUEEN - 1)).bit_count()
    if card == QUEEN_OF_SPADES:
        return (f"passes the Q♠ to seat {to}: {_spades(low_spades)} below her cannot guard her",)
    if CATCHERS >> card & 1:
        return (f"passes {card_name(card)}: with {_spades(low_spades)} below the Q♠ it would have to take her",)
    left = (mine & ~int(view.record.passed[view.seat]) & ~(1 << card)).bit_count()
    if left == 0:
        return (f"passes {card_name(card)} to have no {SUIT_NAMES[suit]} and throw points on them",)
    if HEART_CARDS >> card & 1:
        return (f"passes {card_name(card)}: a high heart takes points",)
    return (f"passes {card_name(card)}, the card most likely to take a trick nobody wants",)


def _spades(number: int) -> str:
    return "no spade" if number == 0 else "one spade" if number == 1 else f"{number} spades"


def _moon_reasons(view: SeatView, card: int) -> list[str]:
    record = view.record
    threat = moon_threat(record)
    if threat != NOBODY and record.points[threat] >= 8 and view.trick():
        wins, points = _beats_table(view, card), points_in(int(record.table) | 1 << card)
        if wins and points:
            return [f"takes {_points(points)} itself to stop seat {threat}, who has all points so far, from a moon"]
        if not wins and points and record.best_seat != threat:
            return [f"lets points go to seat {record.best_seat}, which ends the moon of seat {threat}"]
    own = int(record.points[view.seat])
    if own >= 13 and is_alone(record, view.seat) and (_beats_table(view, card) or not view.trick()):
        return [f"has all {own} points so far and goes on for the moon"]
    return []


def _lead_reasons(view: SeatView, card: int) -> list[str]:
    suit = suit_of(card)
    others = int(of_suit(unseen_cards(view.record), suit))
    name = card_name(card)
    if others == 0:
        return [f"leads {name}, which nobody can beat: the {SUIT_NAMES[suit]} of the others are gone"]
    if card < QUEEN_OF_SPADES and others & QUEEN:
        return [f"leads {name} to drive out the Q♠"]
    if below(others, card) == 0:
        return [f"leads {name}, a safe exit: everybody else's {SUIT_NAMES[suit]} are higher"]
    if above(others, card) == 0:
        return [f"leads {name}, the highest of the {SUIT_NAMES[suit]} left"]
    higher = int(above(others, card)).bit_count()
    return [f"leads {name}, which {higher} of {others.bit_count()} {SUIT_NAMES[suit]} still out can beat"]


def _follow_reasons(view: SeatView, card: int) -> list[str]:
    record = view.record
    best, name = int(record.best), card_name(card)
    points = points_in(int(record.table))
    if not _beats_table(view, card):
        found = [f"ducks under the {card_name(best)} on the table"]
        if card == QUEEN_OF_SPADES:
            found.insert(0, _gift(view, card))
        elif points:
            found.append(f"leaves {_points(points)} to seat {record.best_seat}")
        return found
    is_last = len(view.trick()) == SEATS - 1
    if is_last and int(record.table) >> JACK_OF_DIAMONDS & 1 and record.house[JACK_SCORES]:
        return [f"takes the J♦ with {name}"]
    if is_last and points == 0 and not POINT_CARDS >> card & 1:
        return [f"wins a trick without points and is rid of {name}"]
    legal = view.legal_actions()
    if all(_beats_table(view, other) for other in legal):
        return [f"has to go over the {card_name(best)}" + (", and may as well go high" if card == max(legal) else "")]
    return [f"goes over the {card_name(best)} with {name}"]


def _discard_reasons(view: SeatView, card: int) -> list[str]:
    suit = suit_of(card)
    if points_in(1 << card):
        return [_gift(view, card)]
    unseen = unseen_cards(view.record)
    if CATCHERS >> card & 1 and unseen & QUEEN:
        return [f"gets rid of {card_name(card)} while the Q♠ is out"]
    if of_suit(view.hand, suit) == 1 << card:
        return [f"throws its last of the {SUIT_NAMES[suit]}, to throw points on them later"]
    return [f"gets rid of {card_name(card)} while it costs nothing"]


def _gift(view: SeatView, card: int) -> str:
    seat = int(view.record.best_seat)
    leads = ", who leads the match" if seat == match_leader(view.record) else ""
    return f"gives the {card_name(card)} to seat {seat}{leads}"


def _beats_table(view: SeatView, card: int) -> bool:
    record = view.record
    return not view.trick() or (suit_of(card) == suit_of(int(record.best)) and card > record.best)


def _points(number: int) -> str:
    return "one point" if number == 1 else f"{number} points"


def why_not(table: Seen, card: int) -> str:
    """Which rule keeps a card back that could be played otherwise."""
    if table.record.plays == 0:
        return f"the two of clubs leads, not {card_name(card)}"
    if led_suit(table.record) == NO_SUIT:
        return f"hearts are not broken, so {card_name(card)} may not be led"
    return f"no points on the first trick, so not {card_name(card)}"


def why_no_bid(table: Seen, bid: int) -> str:
    """There are no bids."""
    return f"there are no bids in Hearts, so {bid} is none"
