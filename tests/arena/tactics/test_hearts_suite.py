"""The Hearts half of the tactics suite: large enough, every complaint present, and solved by `hard`."""

from overtrick.arena.tactics.suite import load_suite, score_player

COMPLAINTS = (
    "stops the moon",
    "not its lowest heart",
    "eat the Q♠ playing last",
    "dead suit",
    "Q♠ to the leader",
    "starts no moon",
    "safe exit card",
)


def test_every_complaint_has_a_position():
    themes = {position.theme for position in load_suite("hearts")}
    for complaint in COMPLAINTS:
        assert any(complaint in theme for theme in themes), complaint


def test_names_differ_and_there_are_enough():
    names = [position.name for position in load_suite("hearts")]
    assert len(names) == len(set(names)) >= 35


def test_hard_solves_nine_of_ten():
    assert score_player("hard", load_suite("hearts")).share >= 0.9
