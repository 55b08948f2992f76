"""The tactics suite: its positions, and how players are scored on it."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick.arena.tactics import suite
from overtrick.arena.tactics.suite import choose, load_suite, read_position, score_player
from overtrick.cards.card import parse_card
from overtrick.core.randomness import Rng
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.round import View
from overtrick.errors import RecordError
from overtrick.players.protocol import Decision, Player


def bid_entry(**changes: Any) -> dict[str, Any]:
    setup = {"players": 4, "cards": 2, "trump": "S", "dealer": 3, "bids": [0, 1, 0], "seat": 3, "hand": "AS 2C"}
    entry = {"name": "hook", "game": "blob", "theme": "hook", "why": "the ace wins", "setup": setup, "accept": [2]}
    return {**entry, **changes}


def pass_entry() -> dict[str, Any]:
    hand = "QS 4S 3S AH 2H 3H AC 5C 6C AD 5D 6D 7D"
    setup = {"pass_to": "left", "seat": 1, "hand": hand}
    accept = ["QS AH AC", "QS AC AD"]
    return {"name": "pass", "game": "hearts", "theme": "pass", "why": "high cards", "setup": setup, "accept": accept}


class Chooser:
    """Takes the wanted actions one after the other."""

    name = "chooser"

    def __init__(self, *actions: int) -> None:
        self.actions = list(actions)

    def decide(self, view: View, rng: Rng) -> Decision:
        action = self.actions[0]
        self.actions = [*self.actions[1:], action]
        assert action in view.legal_actions()
        return Decision(action)


def score(monkeypatch: pytest.MonkeyPatch, entry: dict[str, Any], *actions: int) -> suite.Score:
    def make(name: str) -> Player:
        return Chooser(*actions)

    monkeypatch.setattr(suite, "make_player", make)
    return score_player("chooser", [read_position(entry)])


def test_share_of_accepted_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    assert score(monkeypatch, bid_entry(), 2).share == 1.0
    assert score(monkeypatch, bid_entry(), 2, 0, 0).share == pytest.approx(1 / 3)
    failed = score(monkeypatch, bid_entry(), 0)
    assert failed.share == 0.0
    assert [(f.name, f.chosen, f.accepted) for f in failed.failures()] == [("hook", "0", "2")]
    assert failed.by_game() == {"blob": (0.0, 1)}
    assert failed.as_json()["score"] == 0.0


def test_pass_is_judged_as_a_set(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [parse_card(text) for text in ("AC", "QS", "AH", "AD", "AC", "QS", "QS", "AH", "2H")]
    found = score(monkeypatch, pass_entry(), *cards)
    assert found.share == pytest.approx(2 / 3)
    assert found.failures()[0].chosen == "Q♠ 2♥ A♥"


def test_cards_chosen_before_belong_to_the_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = pass_entry()
    entry["setup"]["passed"] = "QS"
    assert score(monkeypatch, entry, parse_card("AC"), parse_card("AH")).share == 1.0
    with pytest.raises(RecordError, match="accepts 2♥ A♥ A♣, which is not legal there"):
        read_position({**entry, "accept": ["2H AH AC"]})


def test_position_is_left_as_it_was() -> None:
    position = read_position(pass_entry())
    before = position.view.data.tobytes()
    choose(Chooser(*(parse_card(text) for text in ("AC", "QS", "AH"))), position, 0)
    assert position.view.data.tobytes() == before


def test_illegal_answers_in_the_suite_are_refused() -> None:
    with pytest.raises(RecordError, match="accepts 1, which is not legal there"):
        read_position(bid_entry(accept=[1]))


def test_there_are_enough_positions_with_names_of_their_own() -> None:
    positions = load_suite()
    assert len(positions) >= 60
    assert len({position.name for position in positions}) == len(positions)
    assert {position.game for position in positions} == set(GAME_KEYS)
    assert all(position.accept and position.why and position.theme for position in positions)


def test_positions_are_questions() -> None:
    """Nearly all refuse something that the rules allow."""
    asked = [p for p in load_suite() if p.is_pass or len(p.accept) < len(p.view.legal_actions())]
    assert len(asked) >= 60
