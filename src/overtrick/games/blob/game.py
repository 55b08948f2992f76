"""Blob, as everything that names no game sees it."""

from __future__ import annotations

from overtrick.core.game import Game, Style
from overtrick.games.blob import KEY, NUMBER, RULES_VERSION

GAME = Game(
    key=KEY,
    number=NUMBER,
    rules_version=RULES_VERSION,
    title="Blob",
    text="Say how many tricks you will take, then take exactly that many.",
    least_players=3,
    most_players=8,
    default_players=4,
    has_bids=True,
    has_passes=False,
    has_stock=True,
    has_evidence=True,
    partnerships=None,
    is_less_better=False,
    styles=(Style("plain", "Plain", "No particular habit."),),
    search={"locations": True, "slack": 0.7, "endings": 3},
    environment_schema="blob-1",
    peer="oh_hell(players=4,num_tricks_fixed=7,off_bid_penalty=true,points_per_trick=1)",
)
