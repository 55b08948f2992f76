"""The games one can play here and their house rules, for the page to offer without knowing any rule."""

from __future__ import annotations

from overtrick.cards.masks import DECK_SIZE
from overtrick.core.record import MAX_SEATS
from overtrick.games.blob.house import MIN_SEATS
from overtrick.games.hearts.rules import SEATS as HEARTS_SEATS
from overtrick.server.requests import GamesInfo, HouseOption


def games_info() -> GamesInfo:
    """Both games with everything a table can be set up with."""
    most_cards = {str(players): DECK_SIZE // players for players in range(MIN_SEATS, MAX_SEATS + 1)}
    return {
        "games": [
            {
                "key": "blob",
                "name": "Blob",
                "text": "Say how many tricks you will take, then take exactly that many.",
                "least_players": MIN_SEATS,
                "most_players": MAX_SEATS,
                "options": _BLOB,
                "most_cards": most_cards,
            },
            {
                "key": "hearts",
                "name": "Hearts",
                "text": "Pass three cards, then avoid hearts and the queen of spades, or take them all.",
                "least_players": HEARTS_SEATS,
                "most_players": HEARTS_SEATS,
                "options": _HEARTS,
                "most_cards": {str(HEARTS_SEATS): DECK_SIZE // HEARTS_SEATS},
            },
        ]
    }


def _switch(key: str, name: str, text: str, *, default: bool) -> HouseOption:
    return _option(key, name, text, "switch", default)


def _number(key: str, name: str, text: str, least: int, most: int, default: int) -> HouseOption:
    option = _option(key, name, text, "number", default)
    option["least"], option["most"] = least, most
    return option


def _choice(key: str, name: str, text: str, choices: list[str]) -> HouseOption:
    option = _option(key, name, text, "choice", choices[0])
    option["choices"] = choices
    return option


def _option(key: str, name: str, text: str, kind: str, default: bool | int | str) -> HouseOption:
    return {
        "key": key,
        "name": name,
        "text": text,
        "kind": kind,  # type: ignore[typeddict-item]
        "choices": [],
        "least": None,
        "most": None,
        "default": default,
    }


_BLOB = [
    _number("start_cards", "Cards in the first round", "Hands shrink to one card and grow again.", 1, 17, 5),
    _switch("hook", "The hook", "The dealer may not make the bids add up to the tricks.", default=True),
    _choice(
        "scoring",
        "Scoring",
        "exact: 10 + bid or nothing; difference: 10 + bid or minus what you are off; square: 10 + bid² or nothing.",
        ["exact", "difference", "square"],
    ),
]

_HEARTS = [
    _number(
        "target", "Match to", "The match ends when somebody has this many points; the lowest score wins.", 1, 1000, 100
    ),
    _choice(
        "moon",
        "Shooting the moon",
        "add: 26 points for each of the others; subtract: 26 off your own.",
        ["add", "subtract"],
    ),
    _switch("jack_of_diamonds", "Jack of diamonds", "Whoever takes it scores minus 10.", default=False),
    _switch(
        "queen_breaks_hearts", "Queen breaks hearts", "The queen of spades, too, lets hearts be led.", default=False
    ),
    _switch(
        "first_trick_points",
        "Points on trick one",
        "Hearts and the queen may be thrown on the first trick.",
        default=False,
    ),
]
