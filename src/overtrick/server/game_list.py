"""The games one can play here and their house rules, for the page to offer without knowing any rule."""

from __future__ import annotations

from overtrick.cards.masks import DECK_SIZE
from overtrick.core.game import Game
from overtrick.core.house import Rule
from overtrick.engine.catalogue import games
from overtrick.server.requests import GameInfo, GamesInfo, HouseOption, StyleInfo


def games_info() -> GamesInfo:
    """Every game with everything a table can be set up with."""
    return {"games": [_game(kind) for kind in games()]}


def style_infos() -> list[StyleInfo]:
    """Every style once, with the games that have it."""
    found: dict[str, StyleInfo] = {}
    for kind in games():
        for style in kind.styles:
            info = found.setdefault(style.key, {"key": style.key, "name": style.name, "text": style.text, "games": []})
            info["games"].append(kind.key)
    return list(found.values())


def _game(kind: Game) -> GameInfo:
    seats = range(kind.least_players, kind.most_players + 1)
    return {
        "key": kind.key,
        "name": kind.title,
        "text": kind.text,
        "least_players": kind.least_players,
        "most_players": kind.most_players,
        "default_players": kind.default_players,
        "sides": kind.partnerships,
        "less_is_better": kind.is_less_better,
        "has_bids": kind.has_bids,
        "has_passes": kind.has_passes,
        "most_cards": {str(players): DECK_SIZE // players for players in seats},
        "options": [_option(rule) for rule in kind.rules.declared()],
        "styles": [style for style in style_infos() if kind.key in style["games"]],
    }


def _option(rule: Rule) -> HouseOption:
    has_limits = rule.kind in ("number", "numbers")
    return {
        "key": rule.name,
        "name": rule.label,
        "text": rule.help,
        "kind": rule.kind,
        "choices": [{"key": choice.key, "label": choice.label} for choice in rule.choices],
        "least": rule.low if has_limits else None,
        "most": rule.high if has_limits else None,
        "default": rule.on_the_wire(rule.default),
    }
