"""Positions with one right action, which every way to search has to find."""

from __future__ import annotations

import pytest

from overtrick.arena.tactics.positions import build_view
from overtrick.arena.tactics.suite import load_suite
from overtrick.cards.card import parse_card
from overtrick.core.randomness import make_rng
from overtrick.engine.round import View
from overtrick.kernel import JIT_IS_ON
from overtrick.search.think import MODES, Budget, Settings, Thinker
from overtrick.search.woods import Growth

SIMULATIONS = 2000
ENDINGS = (0, 3)
"""Without exact endings, and with endings solved from three cards on."""

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="needs thousands of simulations")


def blob_view(**setup: object) -> View:
    return build_view({"game": "blob", "name": "constructed", "setup": {"players": 3, "dealer": 2, **setup}})


def ace_of_trumps() -> View:
    """One card, and nothing beats it: bid 1."""
    return blob_view(cards=1, trump="S", seat=0, hand="AS")


def hopeless_card() -> View:
    """One low card outside the trumps, after somebody who will lead and wants the trick: bid 0."""
    return blob_view(cards=1, trump="S", seat=1, hand="2D", bids=[1])


def boss_and_loser() -> View:
    """Needing one trick with the boss trump and a loser: throw the loser, the boss wins the last trick."""
    return blob_view(cards=3, trump="S", seat=2, hand="AS 2D", bids=[1, 0, 1], plays=["KH", "QH", "2H", "9C", "TC"])


def last_card_to_duck() -> View:
    """A full bid, last to play: stay below."""
    return blob_view(cards=2, trump="S", seat=2, hand="KH 3H", bids=[1, 0, 0], plays=["QH", "5H"])


def moon_to_stop() -> View:
    """The last point goes to the shooter unless this trick is taken."""
    return next(p.view for p in load_suite("hearts") if p.name == "take the trick that stops the moon 2")


@pytest.mark.parametrize("endings", ENDINGS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("make_view", "right"),
    [
        (ace_of_trumps, 1),
        (hopeless_card, 0),
        (boss_and_loser, parse_card("2D")),
        (last_card_to_duck, parse_card("3H")),
        (moon_to_stop, parse_card("TS")),
    ],
)
def test_every_search_finds_the_only_right_action(make_view, right, mode, endings) -> None:
    thinker = Thinker(Settings(mode=mode, worlds=32, growth=Growth(endings=endings)))
    assert thinker.think(make_view(), Budget(simulations=SIMULATIONS), make_rng(1)).best == right
