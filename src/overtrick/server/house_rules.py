"""House rules between their three forms: as asked for, as the engine's dataclass, and as text in log and view."""

from __future__ import annotations

from typing import Any

from overtrick.cards.card import SUIT_LETTERS
from overtrick.cards.masks import NO_SUIT
from overtrick.core.house import HouseRules
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.server.refusal import Refusal
from overtrick.server.requests import BlobWish, CreateTable, HeartsWish
from overtrick.server.views import BlobHouse, HeartsHouse, Suit

MAX_ROUNDS = 60


def rules_of_wish(wish: CreateTable, players: int) -> HouseRules:
    """The rules somebody asked for, checked for this many players."""
    if wish.game == "blob":
        if wish.hearts is not None:
            raise Refusal("bad_rules", "a Blob table takes its house rules in 'blob', not in 'hearts'")
        rules: HouseRules = _blob_rules(wish.blob or BlobWish())
    else:
        if wish.blob is not None:
            raise Refusal("bad_rules", "a Hearts table takes its house rules in 'hearts', not in 'blob'")
        rules = _hearts_rules(wish.hearts or HeartsWish())
    rules.check_players(players)
    return rules


def house_of(rules: HouseRules, players: int) -> BlobHouse | HeartsHouse:
    """The rules as the view and the log show them."""
    if isinstance(rules, BlobRules):
        return {
            "hook": rules.hook,
            "scoring": rules.scoring,
            "trumps": [suit_letter(suit) for suit in rules.trumps],
            "round_cards": rules.schedule(players),
        }
    assert isinstance(rules, HeartsRules)
    return {
        "target": rules.target,
        "passes": list(rules.passes),
        "queen_breaks_hearts": rules.queen_breaks_hearts,
        "moon": rules.moon,
        "jack_of_diamonds": rules.jack_of_diamonds,
        "first_trick_points": rules.first_trick_points,
    }


def rules_of_house(game: str, house: dict[str, Any]) -> HouseRules:
    """The rules back from the log."""
    if game == "blob":
        return BlobRules(
            hook=house["hook"],
            scoring=house["scoring"],
            trumps=tuple(suit_number(letter) for letter in house["trumps"]),
            round_cards=tuple(house["round_cards"]),
        )
    return HeartsRules(**{**house, "passes": tuple(house["passes"])})


def suit_letter(suit: int) -> Suit | None:
    """`S`, `H`, `C`, `D`, or None for no trump."""
    return None if suit == NO_SUIT else SUIT_LETTERS[suit]  # type: ignore[return-value]


def suit_number(letter: str | None) -> int:
    return NO_SUIT if letter is None else SUIT_LETTERS.index(letter)


def _blob_rules(wish: BlobWish) -> BlobRules:
    return BlobRules(
        hook=wish.hook,
        scoring=wish.scoring,
        trumps=tuple(suit_number(letter) for letter in wish.trumps),
        start_cards=wish.start_cards,
        round_cards=None if wish.round_cards is None else tuple(wish.round_cards[:MAX_ROUNDS]),
    )


def _hearts_rules(wish: HeartsWish) -> HeartsRules:
    return HeartsRules(
        target=wish.target,
        passes=tuple(wish.passes),
        queen_breaks_hearts=wish.queen_breaks_hearts,
        moon=wish.moon,
        jack_of_diamonds=wish.jack_of_diamonds,
        first_trick_points=wish.first_trick_points,
    )
