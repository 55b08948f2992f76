"""PTN export: rounds as tagged text for programs that read notations derived from PBN, the Portable Bridge Notation.

Tag pairs as in PBN (`[Dealer "N"]`, `[Deal "N:…"]`, `[Auction "E"]`, `[Play "E"]`), seats by the compass, clockwise.
The notation knows at most six seats and no passing of cards, so other rounds are refused; the project's own record is
the JSON Lines log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from overtrick.cards.card import card_code
from overtrick.core.seen import cards_of
from overtrick.engine.catalogue import game
from overtrick.engine.match import Match
from overtrick.engine.round import Round, new_round
from overtrick.errors import RecordError

COMPASS = {
    3: ("N", "SE", "SW"),
    4: ("N", "E", "S", "W"),
    5: ("N", "NE", "SE", "SW", "NW"),
    6: ("N", "NE", "SE", "S", "SW", "NW"),
}
SUIT_ORDER = "SHDC"
TRUMPS = {-1: "NT", 0: "S", 1: "H", 2: "C", 3: "D"}


def match_to_ptn(match: Match, names: Sequence[str] | None = None) -> str:
    """All rounds of a match that have been dealt."""
    if match.players not in COMPASS:
        raise RecordError(f"PTN has at most {max(COMPASS)} seats, and this match has {match.players}")
    names = names or [f"seat {seat}" for seat in range(match.players)]
    return "\n".join("\n".join(_round_lines(match, number, names)) for number in range(len(match.deals)))


def _round_lines(match: Match, number: int, names: Sequence[str]) -> Iterator[str]:
    start, end = _replayed(match, number)
    if start.record.pass_to:
        raise RecordError(f"PTN cannot show that cards are passed, as in round {number}; export deals without a pass")
    seats = COMPASS[match.players]
    dealer = int(start.record.dealer)
    yield _tag("Game", game(match.rules.game).title)
    yield _tag("Board", str(number + 1))
    for seat, name in zip(seats, names, strict=True):
        yield _tag(f"Player{seat}", name)
    yield _tag("Dealer", seats[dealer])
    yield _tag("Trump", TRUMPS[int(start.record.trump)])
    yield _tag("Deal", "N:" + " ".join(_hand(int(hand)) for hand in start.record.hands[: match.players]))
    if game(start.game).has_bids:
        yield from _auction(end, seats)
    yield from _plays(end, seats)
    if end.is_over:
        scores = zip(seats, end.scores(), strict=True)
        yield _tag("Score", " ".join(f"{seat}:{score}" for seat, score in scores))
    yield ""


def _replayed(match: Match, number: int) -> tuple[Round, Round]:
    """The round as dealt and as far as it has come."""
    start = new_round()
    before = [sum(scores) for scores in zip(*match.round_scores[:number], strict=True)] or [0] * match.players
    match.rules.set_up(start.record, match.players, number, before)
    start.deal(match.deals[number])
    end = start.copy()
    for seat, action in match.actions[number]:
        end.act(seat, action)
    return start, end


def _auction(end: Round, seats: Sequence[str]) -> Iterator[str]:
    first = (int(end.record.dealer) + 1) % end.players
    bids = [int(end.record.bids[(first + step) % end.players]) for step in range(end.players)]
    yield _tag("Auction", seats[first])
    if any(bid >= 0 for bid in bids):
        yield " ".join(str(bid) for bid in bids if bid >= 0)


def _plays(end: Round, seats: Sequence[str]) -> Iterator[str]:
    tricks = list(end.tricks())
    if not tricks:
        return
    first = tricks[0][0][0]
    yield _tag("Play", seats[first])
    for trick in tricks:
        cards = dict(trick)
        order = [(first + step) % end.players for step in range(end.players)]
        yield " ".join(_suit_first(cards[seat]) if seat in cards else "-" for seat in order)


def _hand(mask: int) -> str:
    """Spades, hearts, diamonds, clubs, highest first, with dots between, as PBN writes hands."""
    codes = [card_code(card) for card in reversed(cards_of(mask))]
    return ".".join("".join(code[0] for code in codes if code[1] == suit) for suit in SUIT_ORDER)


def _suit_first(card: int) -> str:
    code = card_code(card)
    return code[1] + code[0]


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'
