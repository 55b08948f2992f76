"""What the terminal game shows: cards, hands, the table, tricks and scores, as rich renderables."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from overtrick.cards.card import RANKS, SUITS, card_name
from overtrick.cards.masks import CARDS_IN_SUIT
from overtrick.core.record import BID, NO_BID, PASS
from overtrick.core.seen import cards_of
from overtrick.engine.catalogue import game
from overtrick.engine.round import Position

RED_SUITS = "♥♦"


def card_text(card: int, style: str = "") -> Text:
    """The card, red if it is."""
    name = card_name(card)
    return Text(name, style=f"{style} red" if name[-1] in RED_SUITS else style)


def cards_text(cards: Sequence[int]) -> Text:
    """Cards in a row."""
    return Text(" ").join(card_text(card) for card in cards)


def hand_text(hand: int, legal: int) -> Text:
    """A hand by suits, high cards first; what may be played stands out."""
    text = Text()
    for suit, symbol in enumerate(SUITS):
        cards = [card for card in cards_of(hand) if card // CARDS_IN_SUIT == suit]
        if not cards:
            continue
        text.append("   " if text else "")
        text.append(symbol, style="red" if symbol in RED_SUITS else "")
        for card in reversed(cards):
            text.append(" ")
            text.append(RANKS[card % CARDS_IN_SUIT], style="bold" if legal >> card & 1 else "dim")
    return text


def round_title(table: Position, names: Sequence[str]) -> Text:
    """Which round this is, and what is special about it."""
    record = table.record
    number = int(record["round"]) + 1
    parts = [f"Round {number} of {record.rounds}" if record.rounds else f"Round {number}"]
    dealer = "you deal" if record.dealer == 0 else f"{names[int(record.dealer)]} deals"
    parts += game(table.game).terminal.facts(table, dealer)
    return Text(" · ".join(parts), style="bold")


def table_text(table: Position, names: Sequence[str], scores: Sequence[int]) -> Table:
    """Everybody at the table: bids or points, tricks, scores, and the trick in progress."""
    record = table.record
    on_table = dict(table.trick())
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("")
    terminal = game(table.game).terminal
    for header in (terminal.COLUMN, "won", "score"):
        grid.add_column(header, justify="right")
    grid.add_column("on the table", justify="center")
    for seat, name in enumerate(names):
        is_turn = seat == table.turn and table.phase != PASS
        wins = card_text(on_table[seat], "bold" if seat == record.best_seat else "") if seat in on_table else Text("")
        label = Text(f"{'▸' if is_turn else ' '} {name}", style="bold" if seat == 0 else "")
        grid.add_row(label, terminal.figure(record, seat), str(int(record.tricks[seat])), str(scores[seat]), wins)
    return grid


def trick_text(plays: Sequence[tuple[int, int]], winner: int, names: Sequence[str]) -> Text:
    """A complete trick in a line, with who took it."""
    text = Text("  ").join(Text(f"{names[seat]} ").append_text(card_text(card)) for seat, card in plays)
    return text.append(f"  → {names[winner]}", style="bold")


def last_trick(table: Position, names: Sequence[str]) -> Text | None:
    """The trick that was taken last, or None."""
    tricks = [plays for plays in table.tricks() if len(plays) == table.players]
    if not tricks:
        return None
    return trick_text(tricks[-1], int(table.record.leaders[len(tricks)]), names)


def bids_text(table: Position) -> Text:
    """How many tricks are spoken for."""
    bids = [int(bid) for bid in table.record.bids[: table.players] if bid != NO_BID]
    tricks = "1 trick" if table.cards == 1 else f"{table.cards} tricks"
    return Text(f"{tricks}, bids so far {sum(bids)}", style="dim")


def scores_text(names: Sequence[str], added: Sequence[int], scores: Sequence[int], *, less_is_better: bool) -> Table:
    """The round's scores and the totals, best first."""
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("")
    grid.add_column("round", justify="right")
    grid.add_column("total", justify="right")
    sign = 1 if less_is_better else -1
    for seat in sorted(range(len(names)), key=lambda seat: sign * scores[seat]):
        grid.add_row(
            Text(f"  {names[seat]}", style="bold" if seat == 0 else ""), f"{added[seat]:+d}", str(scores[seat])
        )
    return grid


def action_text(table: Position, seat: int, action: int, names: Sequence[str]) -> Text:
    """What somebody has just done, in a few words."""
    who = names[seat]
    if table.phase == BID:
        return Text(f"{who} bid{'' if seat == 0 else 's'} {action}")
    verb = "lead" if table.record.plays % table.players == 0 else "play"
    return Text(f"{who} {verb}{'' if seat == 0 else 's'} ").append_text(card_text(action))


def winners_text(winners: Sequence[int], names: Sequence[str], scores: Sequence[int]) -> Text:
    """Who has won the match."""
    points = scores[winners[0]]
    if list(winners) == [0]:
        return Text(f"You win the match with {points} points!", style="bold green")
    who = " and ".join(names[seat] for seat in winners)
    verb = "wins the match" if len(winners) == 1 else "share the win"
    return Text(f"{who} {verb} with {points} points.", style="bold")
