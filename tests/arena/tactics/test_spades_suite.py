"""The Spades part of the tactics suite: large enough, every theme present, and solved by `hard`."""

from overtrick.arena.tactics.suite import load_suite, score_player

THEMES = (
    "bids nil",
    "bids what the hand",
    "knows the score",
    "covers the partner's nil",
    "sets a nil",
    "its own nil",
    "bags",
    "makes the contract",
    "sets the contract",
)


def test_every_theme_has_a_position():
    themes = {position.theme for position in load_suite("spades")}
    for theme in THEMES:
        assert any(theme in known for known in themes), theme


def test_names_differ_and_there_are_enough():
    names = [position.name for position in load_suite("spades")]
    assert len(names) == len(set(names)) >= 24


def test_hard_solves_nine_of_ten_and_more_than_normal():
    hard, normal = (score_player(name, load_suite("spades")).share for name in ("hard", "normal"))
    assert hard >= 0.9
    assert hard > normal
