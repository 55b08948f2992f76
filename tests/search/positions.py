"""Rounds to search in: random ones, played by a rule policy up to some point."""

from __future__ import annotations

from overtrick.core.policies import HARD
from overtrick.core.randomness import below, make_rng
from overtrick.core.record import PLAY
from overtrick.engine.policies import act
from overtrick.engine.round import Round, new_round
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.spades.house import SpadesRules


def some_round(game: str, number: int, *, players: int = 4, cards: int = 7) -> Round:
    """A random deal; Blob with every trump in turn, Hearts with every pass, Spades with every dealer."""
    table = new_round()
    if game == "spades":
        SpadesRules().set_up_deal(table.record, 4, number, ())
    elif game == "blob":
        BlobRules().set_up_round(table.record, players, cards, number % 5 - 1, number % players)
    else:
        HeartsRules().set_up_round(table.record, ("left", "right", "across", "hold")[number % 4])
    table.deal_random(make_rng(17, number))
    return table


def played_round(game: str, number: int, *, players: int = 4, cards: int = 7) -> Round:
    """Such a deal after a random number of cards played by `hard`, with a choice to make."""
    table = some_round(game, number, players=players, cards=cards)
    rng = make_rng(18, number)
    plays = below(rng, table.players * (table.cards - 1))
    while table.phase != PLAY or table.record.plays < plays or len(table.legal_actions()) < 2:
        table.apply(int(act(table.record, HARD, 0, rng)))
        if table.is_over:
            return played_round(game, number + 1000, players=players, cards=cards)
    return table
