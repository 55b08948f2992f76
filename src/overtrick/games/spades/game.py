"""Spades, as everything that names no game sees it."""

from __future__ import annotations

from overtrick.core.game import Game, Style
from overtrick.games.spades import KEY, NUMBER, RULES_VERSION

GAME = Game(
    key=KEY,
    number=NUMBER,
    rules_version=RULES_VERSION,
    title="Spades",
    text="Two partnerships bid tricks and take them, spades are trump, and too many tricks cost as well.",
    least_players=4,
    most_players=4,
    default_players=4,
    has_bids=True,
    has_passes=False,
    has_stock=False,
    has_evidence=True,
    partnerships=2,
    is_less_better=False,
    styles=(Style("plain", "Plain", "No particular habit."),),
    search={"endings": 3},
    environment_schema="spades-2",
    peer="spades",
)
