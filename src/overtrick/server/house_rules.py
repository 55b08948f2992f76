"""House rules between their three forms: as asked for, as the game's dataclass, and as text in log and view."""

from __future__ import annotations

from typing import Any

from overtrick.cards.card import SUIT_LETTERS
from overtrick.cards.masks import NO_SUIT
from overtrick.core.house import HouseRules
from overtrick.engine.catalogue import GAME_KEYS, game
from overtrick.server.refusal import Refusal
from overtrick.server.requests import CreateTable
from overtrick.server.views import House, Suit


def rules_of_wish(wish: CreateTable, players: int) -> HouseRules:
    """The rules somebody asked for, checked for this many players."""
    kind = game(wish.game)
    for key in GAME_KEYS:
        if key != wish.game and getattr(wish, key) is not None:
            raise Refusal(
                "bad_rules", f"a table of {kind.title} takes its house rules in {wish.game!r}, not in {key!r}"
            )
    asked = getattr(wish, wish.game)
    rules = kind.rules.usual(players)
    if asked is not None:
        rules = rules.with_wire(asked.model_dump(exclude_unset=True))
    rules.check_players(players)
    return rules


def house_of(rules: HouseRules, players: int) -> House:
    """The rules as the view and the log show them."""
    return rules.settled(players).on_the_wire()


def rules_of_house(key: str, house: dict[str, Any]) -> HouseRules:
    """The rules back from the log."""
    return game(key).rules().with_wire(house)


def suit_letter(suit: int) -> Suit | None:
    """`S`, `H`, `C`, `D`, or None for no trump."""
    return None if suit == NO_SUIT else SUIT_LETTERS[suit]  # type: ignore[return-value]
