"""The game in the terminal: one person in seat 0, players of the catalogue in the others."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from overtrick.cards.card import card_name, parse_card
from overtrick.cards.masks import suit_of
from overtrick.cli.terminal_table import (
    action_text,
    bids_text,
    card_text,
    cards_text,
    hand_text,
    last_trick,
    round_title,
    scores_text,
    table_text,
    trick_text,
    winners_text,
)
from overtrick.core.passing import giver
from overtrick.core.randomness import make_rng
from overtrick.core.record import BID, PASS, PASSED_CARDS, led_suit
from overtrick.core.seen import SUIT_NAMES, cards_of
from overtrick.engine.catalogue import game
from overtrick.engine.match import Match
from overtrick.engine.round import View
from overtrick.errors import BidOutOfRange, CardNotInHand, IllegalAction, NotACard, Revoke
from overtrick.players.protocol import Player

YOU = 0
NAMES = ("You", "Ada", "Ben", "Cleo", "Dev", "Elif", "Finn", "Gus")

HELP = """\
Cards are rank and suit: AS, 10h, q♣. To pass, name three: QS KS 2H.
A bid is a number. Enter alone plays your only legal card.

  ?     this help          hint  what a strong player would do
  t     the table again    last  the last trick
  q     quit"""


class Quit(Exception):
    """The person wants to leave."""


class TerminalGame:
    """Plays a match: shows the table, asks seat 0, lets the others decide."""

    def __init__(
        self,
        match: Match,
        opponents: Sequence[Player],
        adviser: Callable[[], Player],
        seed: int,
        console: Console,
    ) -> None:
        self.match = match
        self.opponents = opponents
        """Of the seats 1, 2 and so on."""
        self.adviser = adviser
        """Makes the player that gives hints."""
        self.console = console
        self.names = NAMES[: match.players]
        self._seed = seed
        self._rngs = [make_rng(seed, 1, seat) for seat in range(match.players)]

    def run(self) -> None:
        """Play to the end of the match, or until the person leaves."""
        try:
            self._play_match()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
            self._say(Text("You leave the table."))
            self._show_totals()

    def _play_match(self) -> None:
        while True:
            self._play_round()
            if self.match.is_finished:
                break
            self._pause()
            self.match.next_round()
        self._say(winners_text(self.match.winners(), self.names, self.match.scores))

    def _play_round(self) -> None:
        table = self.match.round
        self.console.rule(round_title(table, self.names))
        while not table.is_over:
            phase = table.phase
            if table.turn == YOU:
                self._ask()
            else:
                self._let_act(table.turn)
            if phase == PASS != table.phase:
                self._tell_received()
        added = self.match.round_scores[-1]
        less_is_better = game(self.match.rules.game).is_less_better
        self.console.print()
        self.console.print(scores_text(self.names, added, self.match.scores, less_is_better=less_is_better))

    # Everybody's actions

    def _let_act(self, seat: int) -> None:
        decision = self.opponents[seat - 1].decide(self.match.observe(seat), self._rngs[seat])
        if self.match.round.phase == PASS:
            self.match.act(seat, decision.action)
        else:
            self._do(seat, decision.action)

    def _do(self, seat: int, action: int) -> None:
        """Bid or play, and tell what happened."""
        table = self.match.round
        told = action_text(table, seat, action, self.names)
        plays = table.trick()
        self.match.act(seat, action)
        self._say(told)
        if plays and len(plays) == table.players - 1:
            winner = int(table.record.leaders[table.record.plays // table.players])
            self._say(trick_text([*plays, (seat, action)], winner, self.names))
            self.console.print()

    def _tell_received(self) -> None:
        table = self.match.round
        source = int(giver(table.record, YOU))
        received = cards_of(int(table.record.passed[source]))
        self._say(Text(f"{self.names[source]} passes you ").append_text(cards_text(received)))

    # The person's turn

    def _ask(self) -> None:
        """Show the table and ask until something legal is answered."""
        self._show_table()
        while True:
            answer = self._read(self._prompt())
            if self._is_command(answer):
                continue
            try:
                self._answer(answer)
            except (IllegalAction, NotACard) as error:
                self._say(Text(self._reason(error), style="yellow"))
            else:
                return

    def _read(self, prompt: str) -> str:
        """A line from the person; one that comes from a file or a pipe is shown as if typed."""
        answer = self.console.input(prompt).strip()
        if not sys.stdin.isatty():
            self.console.print(answer, markup=False)
        return answer

    def _prompt(self) -> str:
        table = self.match.round
        if table.phase == BID:
            return "Your bid (? for help): "
        if table.phase == PASS:
            return f"Pass {PASSED_CARDS} cards (? for help): "
        legal = table.legal_actions()
        return f"Your card (Enter for {card_name(legal[0])}): " if len(legal) == 1 else "Your card (? for help): "

    def _is_command(self, answer: str) -> bool:
        """Whether the answer was a command, which has been carried out."""
        match answer.lower():
            case "q" | "quit" | "exit":
                raise Quit
            case "?" | "help" | "h":
                self._say(Text(HELP))
            case "t" | "table":
                self._show_table()
            case "last" | "l":
                self._say(last_trick(self.match.round, self.names) or Text("No trick has been taken yet."))
            case "hint":
                self._give_hint()
            case _:
                return False
        return True

    def _answer(self, answer: str) -> None:
        """Carry out a bid, a pass or a card."""
        table = self.match.round
        legal = table.legal_actions()
        if table.phase == BID:
            if not re.fullmatch(r"[+-]?\d+", answer):
                raise BidOutOfRange(f"{answer!r} is not a number; a bid is from 0 to {table.cards}")
            self._do(YOU, int(answer))
        elif table.phase == PASS:
            self.match.pass_cards(YOU, [parse_card(word) for word in re.split(r"[\s,]+", answer)])
        else:
            self._do(YOU, legal[0] if not answer and len(legal) == 1 else parse_card(answer))

    def _reason(self, error: Exception) -> str:
        """Why an answer is refused, said to the person in seat 0."""
        view = self.match.observe(YOU)
        if isinstance(error, CardNotInHand):
            return f"You do not hold that card; you hold {_row(cards_of(view.hand))}."
        if isinstance(error, Revoke):
            return f"You must follow {SUIT_NAMES[led_suit(view.record)]}: {_row(view.legal_actions())}."
        return f"{str(error)[0].upper()}{str(error)[1:]}."

    def _give_hint(self) -> None:
        view = self.match.observe(YOU)
        decision = self.adviser().decide(view, make_rng(self._seed, 2))
        action = Text(str(decision.action)) if view.phase == BID else card_text(decision.action)
        verb = "bid" if view.phase == BID else "pass" if view.phase == PASS else "play"
        self._say(Text(f"A strong player would {verb} ").append_text(action))
        for reason in decision.reasons:
            self._say(Text(f"  {reason}", style="dim"))

    # What is shown

    def _show_table(self) -> None:
        view = self.match.observe(YOU)
        self.console.print()
        self.console.print(table_text(view, self.names, self.match.scores))
        if view.phase == BID:
            self.console.print(bids_text(view))
        legal = view.hand if view.phase in (BID, PASS) else view.legal_mask()
        self.console.print(Text("Your hand  ").append_text(hand_text(view.hand, legal)))
        self._show_choices(view)

    def _show_choices(self, view: View) -> None:
        """What is legal, where the rules leave less than everything."""
        legal = view.legal_actions()
        if view.phase == BID and len(legal) <= view.cards:
            bids = ", ".join(map(str, legal))
            self.console.print(Text(f"As the dealer you may bid {bids}", style="dim"))
        elif view.phase not in (BID, PASS) and view.legal_mask() != view.hand:
            suit = led_suit(view.record)
            must = f"Follow {SUIT_NAMES[suit]}" if suit_of(legal[0]) == suit else "You may play"
            self.console.print(Text(f"{must}: ", style="dim").append_text(cards_text(legal)))

    def _show_totals(self) -> None:
        scores = zip(self.names, self.match.scores, strict=True)
        self._say(Text("   ".join(f"{name} {score}" for name, score in scores)))

    def _pause(self) -> None:
        """Wait for a key between rounds, when somebody is there to press it."""
        if self.console.is_terminal:
            answer = self._read("Enter deals the next round, q quits: ")
            if answer.lower() in ("q", "quit", "exit"):
                raise Quit

    def _say(self, text: Text) -> None:
        self.console.print(text)


def _row(cards: Sequence[int]) -> str:
    return " ".join(card_name(card) for card in cards)
