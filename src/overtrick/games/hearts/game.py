"""Hearts, as everything that names no game sees it."""

from __future__ import annotations

from overtrick.core.game import Game, Style
from overtrick.games.hearts import KEY, NUMBER, RULES_VERSION

GAME = Game(
    key=KEY,
    number=NUMBER,
    rules_version=RULES_VERSION,
    title="Hearts",
    text="Pass three cards, then avoid hearts and the queen of spades, or take them all.",
    least_players=4,
    most_players=4,
    default_players=4,
    has_bids=False,
    has_passes=True,
    has_stock=False,
    has_evidence=False,
    partnerships=None,
    is_less_better=True,
    styles=(
        Style("plain", "Plain", "No particular habit."),
        Style("cautious", "Cautious", "Keeps safe cards and avoids risk."),
        Style("aggressive-moon", "Moonstruck", "Tries to shoot the moon."),
        Style("hunt-leader", "Hunter", "Gives points to whoever is ahead."),
    ),
    search={"evidence": False, "prior": 0.5},
    environment_schema="hearts-1",
    peer="hearts",
)
