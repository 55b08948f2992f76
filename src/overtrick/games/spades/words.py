"""Why a Spades action makes sense, in plain words, from what the seat knows."""

from __future__ import annotations

from overtrick.cards.card import card_name
from overtrick.cards.masks import SPADES, of_suit, suit_of
from overtrick.core.record import BID, NO_BID, tricks_done
from overtrick.core.seen import SUIT_NAMES, SeatView, Seen
from overtrick.core.tricks import beats
from overtrick.games.spades.policies.bidding import likely_tricks, nil_chance
from overtrick.games.spades.policies.standing import is_alive
from overtrick.games.spades.policies.tracker import above, unseen_cards
from overtrick.games.spades.rules import SEATS, TRICKS, contract_of, counted_tricks, partner_of


def reasons(view: SeatView, action: int) -> tuple[str, ...]:
    """What speaks for the bid or card, most important first; never empty."""
    if view.phase == BID:
        return _bid_reasons(view, action)
    if len(view.legal_actions()) == 1:
        return ("nothing else is allowed",)
    said = _nil_reasons(view, action)
    said.append(_situation(view))
    said += _lead_reasons(view, action) if not view.trick() else _follow_reasons(view, action)
    return tuple(said)


def _bid_reasons(view: SeatView, bid: int) -> tuple[str, ...]:
    partner_bid = int(view.record.bids[partner_of(view.seat)])
    tricks, chance = float(likely_tricks(view.hand)), float(nil_chance(view.hand, partner_bid))
    if bid == 0:
        said = [f"bids nil: it takes no trick about {100 * chance:.0f} times in 100"]
        if partner_bid not in (NO_BID, 0):
            said.append(f"the partner bid {partner_bid} and can cover")
        return tuple(said)
    said = [f"bids {bid}: the hand is good for about {tricks:.1f} tricks"]
    spades = int(of_suit(view.hand, SPADES)).bit_count()
    if spades >= 5:
        said.append(f"{spades} spades are long")
    if chance > 0.5:
        said.append(f"a nil would work about {100 * chance:.0f} times in 100")
    return tuple(said)


def _nil_reasons(view: SeatView, card: int) -> list[str]:
    """What the card does for a nil of one's own, of the partner or of an opponent."""
    record, seat = view.record, view.seat
    partner = int(partner_of(seat))
    if is_alive(record, seat):
        return ["has bid nil and wants no trick"]
    takes = not view.trick() or beats(card, int(record.best), SPADES)
    if is_alive(record, partner):
        if view.trick() and record.best_seat == partner and takes:
            return ["takes the trick off its partner, who bid nil"]
        if takes:
            return ["plays high to cover the nil of its partner"]
    for other in ((seat + 1) % SEATS, (seat + 3) % SEATS):
        if not is_alive(record, other):
            continue
        if view.trick() and record.best_seat == other and not takes:
            return [f"leaves the trick to seat {other}, whose nil fails with it"]
        if not view.trick() and int(above(int(of_suit(unseen_cards(record), suit_of(card))), card)) != 0:
            return [f"plays low against the nil of seat {other}"]
    return []


def _situation(view: SeatView) -> str:
    record, seat = view.record, view.seat
    left = TRICKS - int(tricks_done(record))
    ours = int(contract_of(record, seat)) - int(counted_tricks(record, seat))
    theirs = int(contract_of(record, seat + 1 - 2 * (seat % 2))) - int(
        counted_tricks(record, seat + 1 - 2 * (seat % 2))
    )
    if is_alive(record, seat):
        return "whatever it takes would end the nil"
    if ours > left:
        return "the contract is lost, so only the other side's counts" if theirs > 0 else "the contract is lost"
    if ours > 0:
        return f"its side needs {ours} of the {left} tricks left"
    if 0 < theirs <= left and left - theirs <= 1:
        return f"the contract is made, and the other side still needs {theirs} of {left}"
    return "the contract is made, and every further trick is a bag"


def _lead_reasons(view: SeatView, card: int) -> list[str]:
    unseen = int(unseen_cards(view.record))
    suit = suit_of(card)
    others = int(of_suit(unseen, suit))
    higher = int(above(others, card)).bit_count()
    name, suit_name = card_name(card), SUIT_NAMES[suit]
    if suit == SPADES and others:
        return [f"leads {name} to draw spades" + (", and nobody can beat it" if higher == 0 else "")]
    if higher == 0 and int(of_suit(unseen, SPADES)) and suit != SPADES:
        return [f"leads {name}, the highest of the {suit_name} left, which only a spade can beat"]
    if higher == 0:
        return [f"leads {name}, which nobody can beat"]
    return [f"leads {name}, which {_cards(higher)} of the {suit_name} still out can beat"]


def _follow_reasons(view: SeatView, card: int) -> list[str]:
    record = view.record
    name, best = card_name(card), card_name(int(record.best))
    is_partners = int(record.best_seat) == int(partner_of(view.seat))
    if beats(card, int(record.best), SPADES):
        is_last = len(view.trick()) == SEATS - 1
        if suit_of(card) == SPADES and suit_of(int(view.trick()[0][1])) != SPADES:
            return [f"ruffs with {name}"]
        return [f"{name} takes the trick from {best}" if is_last else f"{name} goes above {best}"]
    if is_partners:
        return [f"leaves the trick to its partner's {best}"]
    if suit_of(card) == suit_of(int(view.trick()[0][1])):
        return [f"{name} stays below {best}"]
    return [f"throws {name} away"]


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"


def why_not(table: Seen, card: int) -> str:
    """Only spades are ever kept back."""
    return f"spades are not broken, so {card_name(card)} may not be led"


def why_no_bid(table: Seen, bid: int) -> str:
    """Partners cannot bid more tricks than there are."""
    partner_bid = int(table.record.bids[partner_of(table.turn)])
    return f"with the partner's {partner_bid} a bid of {bid} would make more than {TRICKS} tricks"
