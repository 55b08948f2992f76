"""Who can be asked to the table, what to call them, and how long they take."""

from __future__ import annotations

from overtrick.server.game_list import style_infos
from overtrick.server.requests import LevelInfo, PaceInfo, PlayerList
from overtrick.server.settings import Settings
from overtrick.server.views import Level, Pace, Style

BOT_NAMES = ("Ansel", "Birte", "Corin", "Dorle", "Emil", "Fenja", "Gustav", "Henni")
"""The AI in seat 0, 1, … unless people choose another."""

PACES: dict[Pace, float] = {"calm": 1.8, "normal": 0.9, "fast": 0.35, "instant": 0.0}
"""Seconds an AI takes over a move at least, the same for easy and hard ones, so that its speed tells nothing."""

BID_SHARE = 0.4
"""Bids come faster than cards: they stay on the table to be read, and nobody likes to wait for the first card."""

LEAST_SECONDS = 0.02
"""What a move takes at any pace: more than rules of thumb need, so that moves with and without a choice look alike."""

_STAND_INS = ("hard", "normal")
"""Who plays on when a player fails, so that a table never stands still. It is logged and counted."""

_LEVELS: tuple[LevelInfo, ...] = (
    {"key": "easy", "name": "Easy", "text": "Plays by simple rules and slips now and then."},
    {"key": "normal", "name": "Normal", "text": "Sound rules of thumb; a fair opponent."},
    {"key": "hard", "name": "Hard", "text": "Plans, counts cards and knows the score."},
    {"key": "expert", "name": "Expert", "text": "Thinks through hundreds of possible deals before every move."},
)


def player_list() -> PlayerList:
    """Levels, styles and paces for people to choose from."""
    paces: list[PaceInfo] = [{"key": key, "name": key.capitalize(), "seconds": PACES[key]} for key in PACES]
    return {"levels": list(_LEVELS), "styles": style_infos(), "paces": paces}


def players_of(level: Level | None, style: Style | None, settings: Settings) -> list[str]:
    """The players of the catalogue that play a level, first choice first."""
    if level == "expert":
        return strongest(settings.expert_ms)
    name: str = level or "hard"
    if name == "hard" and style not in (None, "plain"):
        name = f"hard:style={style}"
    return [name, *(other for other in _STAND_INS if other != name)]


def strongest(milliseconds: int) -> list[str]:
    """The strongest player, and who stands in for it."""
    return [f"search:ms={milliseconds}", *_STAND_INS]


def level_name(player: str) -> str:
    """What people call a player of the catalogue: `Expert` for `search:ms=300`."""
    name = player.partition(":")[0]
    key = {"search": "expert"}.get(name, name)
    return next((level["name"] for level in _LEVELS if level["key"] == key), name.capitalize())


def expected_ms(level: Level | None, settings: Settings) -> float:
    """Worker time that a decision of a level takes, about."""
    return float(settings.expert_ms) if level == "expert" else 1.0


def thinking_seconds(level: Level | None, pace: Pace, settings: Settings, *, is_bid: bool = False) -> float:
    """When an AI's answer is given: the same for a level and pace whatever it holds; its speed tells nothing."""
    return max(PACES[pace] * (BID_SHARE if is_bid else 1.0), worker_seconds(level, settings))


def worker_seconds(level: Level | None, settings: Settings) -> float:
    """How soon after its turn in the queue a decision of a level is there, with a margin."""
    return max(LEAST_SECONDS, settings.expert_ms / 1000 * 1.2 if level == "expert" else 0.0)
