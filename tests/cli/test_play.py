"""The game in the terminal, played through its input and output."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys

import pytest
from rich.console import Console
from rich.text import Text

from overtrick.cards.card import card_code
from overtrick.cli.play import chosen_rules, hand_sizes, patience
from overtrick.cli.terminal import TerminalGame
from overtrick.cli.terminal_table import hand_text, winners_text
from overtrick.core.randomness import pick
from overtrick.core.record import PASS
from overtrick.engine.match import Match, seeded_decks
from overtrick.errors import RulesError
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.players.protocol import Decision


class RandomPlayer:
    name = "random"

    def decide(self, view, rng):
        return Decision(pick(rng, view.legal_mask()), reasons=("because",))


class Typist(Console):
    """A console whose person types prepared lines, or whatever a function makes of the match."""

    def __init__(self, answers, **options):
        super().__init__(file=io.StringIO(), width=100, highlight=False, **options)
        self.answers = answers

    def input(self, prompt="", **options):
        self.print(prompt, end="")
        return self.answers()

    @property
    def shown(self) -> str:
        return self.file.getvalue()


def script(*lines):
    """Answers from a list; after it the input ends."""
    waiting = list(lines)

    def answer():
        if not waiting:
            raise EOFError
        line = waiting.pop(0)
        if isinstance(line, BaseException):
            raise line
        return line

    return answer


def play(rules, players, answers, seed=5, **options):
    match = Match(rules, players, seeded_decks(seed))
    console = Typist(answers, **options)
    TerminalGame(match, [RandomPlayer()] * (players - 1), RandomPlayer, seed, console).run()
    return match, console.shown


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (BlobRules(round_cards=(3, 2, 1, 1)), 3),
        (BlobRules(round_cards=(6, 1)), 8),
        (HeartsRules(target=30), 4),
        (HeartsRules(target=1, passes=("hold",)), 4),
    ],
)
def test_a_whole_match(rules, players):
    match = Match(rules, players, seeded_decks(1))
    rng = random.Random(1)

    def answer():
        table = match.round
        legal = table.legal_actions()
        if table.phase == PASS:
            return ", ".join(card_code(card) for card in rng.sample(legal, 3))
        choice = rng.choice(legal)
        return str(choice) if console.shown.endswith("Your bid (? for help): ") else card_code(choice)

    console = Typist(answer)
    TerminalGame(match, [RandomPlayer()] * (players - 1), RandomPlayer, 1, console).run()
    assert match.is_finished
    assert console.shown.count("──") >= len(match.round_scores)
    last = console.shown.strip().splitlines()[-1]
    assert re.search(r"(win|wins|share) the (match|win) with -?\d+ points|share the win", last)
    assert "You hold" not in console.shown


def test_illegal_answers_get_the_reason_and_are_asked_again():
    match, shown = play(BlobRules(round_cards=(7,)), 4, script("two", "", "8", "-1"))
    assert "'two' is not a number; a bid is from 0 to 7." in shown
    assert shown.count("A bid is from 0 to 7, the cards dealt, not") == 2
    assert shown.count("Your bid (? for help):") == 5
    assert match.round.record.bids[0] == -1


def test_the_hook_is_explained():
    match = Match(BlobRules(round_cards=(7,)), 4, seeded_decks(5))
    match_shown = play(BlobRules(round_cards=(7,)), 4, script())[1]
    allowed = re.search(r"As the dealer you may bid ([\d, ]+)", match_shown)
    assert match.round.record.dealer == 0
    forbidden = set(range(8)) - set(map(int, allowed[1].split(",")))
    assert len(forbidden) == 1
    shown = play(BlobRules(round_cards=(7,)), 4, script(str(forbidden.pop())))[1]
    assert "The dealer may not bid" in shown


def test_bad_cards_are_explained():
    match = Match(HeartsRules(passes=("hold",)), 4, seeded_decks(3))
    answers = ["AX", "", "1S"]
    console = Typist(script(*answers))
    TerminalGame(match, [RandomPlayer()] * 3, RandomPlayer, 3, console).run()
    assert "'AX' is not a card; write rank and suit, as in AS, TH, 10♥ or q♣." in console.shown


def test_a_revoke_and_a_card_not_in_hand_are_explained_to_you():
    for seed in range(40):
        match = Match(HeartsRules(passes=("hold",)), 4, seeded_decks(seed))
        hand = match.observe(0)
        clubs = [card for card in range(26, 39) if hand.hand >> card & 1]
        others = [card for card in range(52) if hand.hand >> card & 1 and card not in clubs]
        if len(clubs) > 1 and match.round.turn != 0:
            break
    missing = next(card for card in range(52) if not hand.hand >> card & 1)
    console = Typist(script(card_code(others[0]), card_code(missing)))
    TerminalGame(match, [RandomPlayer()] * 3, RandomPlayer, 1, console).run()
    assert "You must follow clubs:" in console.shown
    assert "Follow clubs:" in console.shown
    assert "You do not hold that card; you hold" in console.shown


def test_passing():
    rules = HeartsRules(passes=("left",))
    hand = Match(rules, 4, seeded_decks(2)).round.legal_actions()
    codes = [card_code(card) for card in hand]
    _, shown = play(rules, 4, script("2S 2S 2S", " ".join(codes[:2]), " ".join(codes[:3])), seed=2)
    assert "A pass is 3 different cards" in shown
    assert re.search(r"Cleo passes you \S+ \S+ \S+\n", shown)


def test_commands():
    _, shown = play(BlobRules(round_cards=(2,)), 3, script("?", "hint", "last", "t", "q"))
    assert "Cards are rank and suit" in shown
    assert "A strong player would bid" in shown
    assert "because" in shown
    assert "No trick has been taken yet." in shown
    assert shown.count("Your hand") == 2
    assert "You leave the table.\nYou 0   Ada 0   Ben 0\n" in shown


def test_enter_plays_the_only_card_and_the_last_trick_can_be_seen():
    match, shown = play(BlobRules(round_cards=(1, 1), hook=False), 3, script("0", "", "last", "q"))
    assert "Your card (Enter for" in shown
    assert len(match.round_scores) == 1
    assert "→" in shown


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt(), "q", "QUIT"])
def test_leaving_is_quiet(end):
    match, shown = play(BlobRules(), 4, script(end))
    assert "You leave the table." in shown
    assert not match.is_finished


def test_leaving_between_rounds():
    match = Match(BlobRules(round_cards=(1, 1), hook=False), 3, seeded_decks(5))
    console = Typist(script("0", "", "q"), force_terminal=True)
    TerminalGame(match, [RandomPlayer()] * 2, RandomPlayer, 5, console).run()
    assert "Enter deals the next round" in console.shown
    assert match.number == 0


def test_colours_on_a_terminal_only():
    assert "\x1b[" in play(BlobRules(), 4, script(), force_terminal=True)[1]
    assert "\x1b[" not in play(BlobRules(), 4, script())[1]


def test_what_may_be_played_stands_out():
    text = hand_text(1 << 12 | 1 << 13 | 1 << 21, 1 << 13)
    assert text.plain == "♠ A   ♥ 10 2"
    assert [span.style for span in text.spans if text.plain[span.start : span.end] == "2"] == ["bold"]
    assert [span.style for span in text.spans if text.plain[span.start : span.end] == "A"] == ["dim"]


def test_winners():
    names = ("You", "Ada", "Ben")
    assert winners_text([0], names, [5, 1, 1]) == Text("You win the match with 5 points!")
    assert winners_text([1], names, [0, 5, 1]).plain == "Ada wins the match with 5 points."
    assert winners_text([0, 1], names, [5, 5, 1]).plain == "You and Ada share the win with 5 points."


class TestOptions:
    def test_hand_sizes(self):
        assert (hand_sizes(""), hand_sizes(" 7 "), hand_sizes("3, 2,1")) == ((), (7,), (3, 2, 1))
        for text in ("x", "3,", "-1", "3;2"):
            with pytest.raises(RulesError, match="a number or a list"):
                hand_sizes(text)

    def test_rules(self):
        assert chosen_rules("hearts", 4, "", "target=50") == HeartsRules(target=50)
        assert chosen_rules("blob", 8, "", "") == BlobRules(start_cards=6)
        assert chosen_rules("blob", 4, "5", "hook=on") == BlobRules(start_cards=5)
        assert chosen_rules("blob", 4, "3,2", "") == BlobRules(round_cards=(3, 2))
        for game, players, cards in (("blob", 2, ""), ("blob", 0, ""), ("blob", 8, "7"), ("hearts", 3, "")):
            with pytest.raises(RulesError):
                chosen_rules(game, players, cards, "")


def test_a_slow_start_is_explained(monkeypatch, capsys):
    import threading

    fired = threading.Event()
    monkeypatch.setattr("overtrick.cli.play.PATIENCE_SECONDS", 0)
    monkeypatch.setattr("overtrick.cli.play._say_compiling", fired.set)
    with patience():
        assert fired.wait(10)


def test_the_command_with_input_from_a_pipe():
    command = [sys.executable, "-m", "overtrick.cli.main", "play", "--terminal", "--opponent", "random"]
    done = subprocess.run(
        [*command, "--cards", "3", "--seed", "4"], input="?\nnine\nq\n", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Blob against random" in done.stdout
    assert "'nine' is not a number; a bid is from 0 to 3." in done.stdout
    assert done.stdout.rstrip().endswith("You 0   Ada 0   Ben 0   Cleo 0")
    assert "Traceback" not in done.stderr
