"""A whole seeded match as text, to be compared with the stored one: any change of rules, dealing or views shows.

`python -m tests.golden.playthrough` writes the stored ones anew; read the difference before keeping it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from overtrick.cards.card import card_code
from overtrick.core.house import HouseRules
from overtrick.core.randomness import make_rng, pick
from overtrick.core.record import BID
from overtrick.core.seen import PHASE_NAMES, cards_of
from overtrick.engine.match import Match, seeded_decks
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.spades.house import SpadesRules
from tests.golden.layout import fields_of

FOLDER = Path(__file__).parent
MATCHES: dict[str, tuple[HouseRules, int]] = {
    "blob": (BlobRules(start_cards=4), 5),
    "hearts": (HeartsRules(target=50), 4),
    "spades": (SpadesRules(target=200), 4),
}
SEED = 2024


def playthrough(game: str) -> str:
    """The text of the match: every hand dealt, every decision with what was legal, every score."""
    rules, players = MATCHES[game]
    match = Match(rules, players, seeded_decks(SEED))
    lines = [f"{rules} version {rules.version}, {players} players, seed {SEED}"]
    rng = make_rng(SEED, 1)
    while True:
        lines += _round_lines(match, rng)
        if match.is_finished:
            return "\n".join([*lines, f"winners {match.winners()}", ""])
        match.next_round()


def _round_lines(match: Match, rng: object) -> Iterator[str]:
    record = match.round.record
    yield f"\nround {match.number}: {match.round.cards} cards, dealer {record.dealer}, trump {record.trump}"
    for seat in range(match.players):
        yield f"  hand {seat}: {_codes(int(record.hands[seat]))}"
    while not match.round.is_over:
        table, seat, legal = match.round, match.round.turn, match.round.legal_mask()
        action = int(pick(rng, legal))  # type: ignore[arg-type]
        is_bid = table.phase == BID
        name, options = (str(action), str(cards_of(legal))) if is_bid else (card_code(action), _codes(legal))
        yield f"  {PHASE_NAMES[table.phase]} {seat}: {name} of {options} [{_digest(match, seat)}]"
        match.act(seat, action)
    yield f"  tricks {record.tricks[: match.players].tolist()} added {match.round_scores[-1]} total {match.scores}"


def _digest(match: Match, seat: int) -> str:
    """A few digits that stand for everything the seat sees, field by field, whatever the layout of the record."""
    seen = repr(sorted(fields_of(match.observe(seat).record).items()))
    return hashlib.sha256(seen.encode()).hexdigest()[:8]


def _codes(mask: int) -> str:
    return " ".join(map(card_code, cards_of(mask)))


if __name__ == "__main__":
    for game in MATCHES:
        (FOLDER / f"{game}.txt").write_text(playthrough(game), encoding="utf-8")
