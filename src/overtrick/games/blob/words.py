"""Why a Blob action makes sense, in plain words, from what the seat knows."""

from __future__ import annotations

from overtrick.cards.card import card_name
from overtrick.cards.masks import NO_SUIT, suit_of
from overtrick.core.record import BID, NO_BID
from overtrick.core.seen import SUIT_NAMES, SeatView, Seen, cards_of
from overtrick.core.tricks import beats
from overtrick.games.blob.policies.bidding import bid_values
from overtrick.games.blob.policies.table import cards_above, demand, tricks_needed, unseen_cards
from overtrick.games.blob.rules import forbidden_bid


def reasons(view: SeatView, action: int) -> tuple[str, ...]:
    """What speaks for the bid or card, most important first; never empty."""
    if view.phase == BID:
        return _bid_reasons(view, action)
    if len(view.legal_actions()) == 1:
        return ("nothing else is allowed",)
    said = [_situation(view)]
    said += _lead_reasons(view, action) if not view.trick() else _follow_reasons(view, action)
    return tuple(said)


def _bid_reasons(view: SeatView, bid: int) -> tuple[str, ...]:
    record = view.record
    unseen = int(unseen_cards(record, view.seat))
    bosses = [card for card in cards_of(view.hand) if not unseen & int(cards_above(card)) and _is_safe(view, card)]
    values = bid_values(record, view.seat, record.hands[view.seat])
    said = [f"bids {bid}: by the odds of the single cards worth about {values[bid]:.1f} points"]
    if bosses:
        said.append(f"{_names(bosses)} cannot be beaten in the suit")
    forbidden = int(forbidden_bid(record))
    if forbidden != NO_BID and values[forbidden] > values[bid]:
        said.append(f"would rather bid {forbidden}, which the hook forbids")
    return tuple(said)


def _is_safe(view: SeatView, card: int) -> bool:
    """Whether no ruff can spoil a boss card."""
    return view.record.trump in (NO_SUIT, suit_of(card))


def _situation(view: SeatView) -> str:
    needed = int(tricks_needed(view.record, view.seat))
    left = view.hand.bit_count()
    if needed < 0:
        return "has too many tricks already and plays against the others' bids"
    if needed > left:
        return "cannot make its bid any more and plays against the others' bids"
    if needed == 0:
        return "has all the tricks it bid and wants no more"
    if needed == left:
        return f"needs every one of the {left} tricks left" if left > 1 else "needs the last trick"
    return f"needs {needed} of the {left} tricks left"


def _lead_reasons(view: SeatView, card: int) -> list[str]:
    record = view.record
    higher = (int(unseen_cards(record, view.seat)) & int(cards_above(card))).bit_count()
    suit = SUIT_NAMES[suit_of(card)]
    if higher == 0 and _is_safe(view, card):
        return [f"leads {card_name(card)}, which nobody can beat"]
    if higher == 0:
        return [f"leads {card_name(card)}, the highest of the {suit}, and risks a ruff"]
    return [f"leads {card_name(card)}, which {_cards(higher)} of the {suit} can beat"]


def _follow_reasons(view: SeatView, card: int) -> list[str]:
    record = view.record
    name, best = card_name(card), card_name(int(record.best))
    is_last = len(view.trick()) == view.players - 1
    if beats(card, int(record.best), int(record.trump)):
        said = [f"{name} takes the trick from {best}" if is_last else f"{name} goes above {best}"]
        owner = int(record.best_seat)
        if int(tricks_needed(record, view.seat)) < 0 < int(tricks_needed(record, owner)):
            said.append(f"seat {owner} wanted that trick")
        return said
    if suit_of(card) == suit_of(int(view.trick()[0][1])):
        return [f"{name} stays below {best}"]
    said = [f"throws {name} away"]
    if int(demand(record, view.seat)) > view.hand.bit_count():
        said.append("the others want more tricks than are left, so they will fight for them")
    return said


def _names(cards: list[int]) -> str:
    return " ".join(card_name(card) for card in cards)


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"


def why_not(table: Seen, card: int) -> str:
    """No rule keeps a card back that follows suit."""
    return f"{card_name(card)} may not be played now"


def why_no_bid(table: Seen, bid: int) -> str:
    """Which rule forbids a bid that the hand could make."""
    return f"the dealer may not bid {bid}: the bids would add up to {table.cards} tricks"
