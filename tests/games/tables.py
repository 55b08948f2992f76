"""Rounds to test with: any game, any table, any house rules, dealt from a seeded generator."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from overtrick.core.house import HouseRules
from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.round import Round, new_round
from overtrick.games.blob.house import BlobRules
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.spades.house import SpadesRules
from overtrick.games.spades.rules import BAG_PENALTIES, LOSING_SCORES, NIL_VALUES
from overtrick.kernel import JIT_IS_ON
from tests.reference.blob import Blob
from tests.reference.hearts import Hearts
from tests.reference.spades import Spades

GAMES = GAME_KEYS
Reference = Blob | Hearts | Spades


def scaled(size: int) -> int:
    """How often to repeat: as asked with compiled kernels, a little of it when they run as plain Python."""
    return size if JIT_IS_ON else max(2, size // 60)


def shuffled(chance: random.Random) -> list[int]:
    return chance.sample(range(52), 52)


def blob_table(chance: random.Random, players: int | None = None, cards: int | None = None) -> tuple[Round, Blob]:
    """A dealt round of Blob and its reference twin; what is not given is random."""
    players = players or chance.randint(3, 8)
    cards = cards or chance.randint(1, 52 // players)
    trump, dealer = chance.randint(-1, 3), chance.randrange(players)
    rules = BlobRules(hook=chance.random() < 0.7, scoring=chance.choice(("exact", "difference", "square")))
    table, deck = new_round(), shuffled(chance)
    rules.set_up_round(table.record, players, cards, trump, dealer)
    table.deal(deck)
    reference = Blob(
        [deck[seat * cards : (seat + 1) * cards] for seat in range(players)],
        trump=None if trump < 0 else trump,
        dealer=dealer,
        hook=rules.hook,
        scoring=rules.scoring,
    )
    return table, reference


def hearts_table(chance: random.Random, pass_to: str | None = None) -> tuple[Round, Hearts]:
    """A dealt round of Hearts and its reference twin; what is not given is random."""
    way = pass_to or chance.choice(("left", "right", "across", "hold"))
    rules = HeartsRules(
        queen_breaks_hearts=chance.random() < 0.5,
        moon=chance.choice(("add", "subtract")),
        jack_of_diamonds=chance.random() < 0.5,
        first_trick_points=chance.random() < 0.5,
    )
    table, deck = new_round(), shuffled(chance)
    rules.set_up_round(table.record, way)  # type: ignore[arg-type]
    table.deal(deck)
    reference = Hearts(
        [deck[seat * 13 : (seat + 1) * 13] for seat in range(4)],
        pass_to=way,
        queen_breaks_hearts=rules.queen_breaks_hearts,
        moon=rules.moon,
        jack_of_diamonds=rules.jack_of_diamonds,
        first_trick_points=rules.first_trick_points,
    )
    return table, reference


def spades_table(chance: random.Random) -> tuple[Round, Spades]:
    """A dealt round of Spades and its reference twin, with any dealer, bags and house rules."""
    rules, dealer = any_spades_rules(chance), chance.randrange(4)
    scores = (chance.randint(-300, 480), chance.randint(-300, 480)) if chance.random() < 0.8 else (0, 0)
    table, deck = new_round(), shuffled(chance)
    rules.set_up_round(table.record, dealer)
    table.record.scores[:4] = [*scores, *scores]
    table.deal(deck)
    reference = Spades(
        [deck[seat * 13 : (seat + 1) * 13] for seat in range(4)],
        dealer=dealer,
        scores=scores,
        bag_penalty=rules.bag_penalty,
        nil_value=rules.nil_value,
        failed_nil_counts=rules.failed_nil_counts,
    )
    return table, reference


def any_spades_rules(chance: random.Random) -> SpadesRules:
    return SpadesRules(
        target=chance.randint(50, 300),
        losing_score=chance.choice(LOSING_SCORES),
        bag_penalty=chance.choice(BAG_PENALTIES),
        nil_value=chance.choice(NIL_VALUES),
        failed_nil_counts=chance.random() < 0.5,
    )


TABLES: dict[str, Callable[[random.Random], tuple[Round, Reference]]] = {
    "blob": blob_table,
    "hearts": hearts_table,
    "spades": spades_table,
}


def any_table(game: str, chance: random.Random) -> tuple[Round, Reference]:
    return TABLES[game](chance)


def turns(game: str, chance: random.Random, rounds: int) -> Iterator[Round]:
    """The state at every turn of random play, the end of each round included. The caller must not change it."""
    for _ in range(rounds):
        table, _ = any_table(game, chance)
        yield table
        while not table.is_over:
            table.apply(chance.choice(table.legal_actions()))
            yield table


def any_rules(game: str, chance: random.Random) -> tuple[HouseRules, int]:
    """House rules of a whole, short match, and its number of players."""
    if game == "spades":
        return any_spades_rules(chance), 4
    if game == "hearts":
        ways = tuple(chance.choice(("left", "right", "across", "hold")) for _ in range(chance.randint(1, 4)))
        return HeartsRules(
            target=chance.randint(20, 80),
            passes=ways,  # type: ignore[arg-type]
            queen_breaks_hearts=chance.random() < 0.5,
            moon=chance.choice(("add", "subtract")),
            jack_of_diamonds=chance.random() < 0.3,
            first_trick_points=chance.random() < 0.3,
        ), 4
    players = chance.randint(3, 8)
    sizes = tuple(chance.randint(1, 52 // players) for _ in range(chance.randint(1, 5)))
    return BlobRules(
        hook=chance.random() < 0.7,
        scoring=chance.choice(("exact", "difference", "square")),
        trumps=tuple(chance.randint(-1, 3) for _ in range(chance.randint(1, 5))),
        start_cards=chance.randint(1, 5),
        round_cards=sizes if chance.random() < 0.7 else None,
    ), players
