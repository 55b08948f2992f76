"""Blob against OpenSpiel's ISMCTSBot: the same deals, seats exchanged, two against two.

    PYTHONPATH=src python bench/ismcts.py --player montecarlo:ms=16 --cards 5 --deals 1000 --workers 2

Every deal is played twice, the second time with the two sides' seats exchanged. Prints one JSON object: `difference` is
the player's points per round minus the bot's with its paired 95 % interval over deals.

The bot knows more than a seat may: which cards were left out of the deal (see `honest_ismcts`). So there are three
opponents: `shipped` is OpenSpiel's bot as it comes, `copy` the same search in our kernels with the same knowledge,
`honest` the copy that draws its worlds from what the seat knows. `--told` tells our player, too, which cards are
out of play, so that `shipped` and the player know the same.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyspiel
from honest_ismcts import HonestBot, stock_cards_in_resamples

from overtrick.cards.masks import CARDS_IN_SUIT, DECK, DECK_SIZE
from overtrick.core.randomness import Rng, make_rng, new_deck, shuffle
from overtrick.core.record import BID
from overtrick.engine.round import Round, View, new_round
from overtrick.games.blob.house import BlobRules
from overtrick.players.catalogue import make_player
from overtrick.players.protocol import Player

SEATS = 4
PAIRS = ((0, 2), (0, 1), (0, 3))
"""The seats of one side, changing from deal to deal; the other side has the rest."""
OUR_SUIT_IN_SPIEL = (2, 3, 0, 1)
"""OpenSpiel orders the suits ♣ ♦ ♠ ♥."""
SPIEL_BID = 52
OPPONENTS = {
    "shipped": "ISMCTSBot",
    "copy": "a copy of ISMCTSBot with its knowledge",
    "honest": "a copy of ISMCTSBot without hidden knowledge",
}
RESAMPLES = 200
"""Worlds of OpenSpiel's looked through for a card that was not dealt."""


@dataclass
class Tally:
    """What the two sides did in one deal: index 0 is the player, 1 the bot."""

    difference: float = 0.0
    rounds: list[int] = field(default_factory=lambda: [0, 0])
    exact: list[int] = field(default_factory=lambda: [0, 0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])


def main() -> None:
    options = parse_options()
    jobs = [(options, deal) for deal in range(options.deals)]
    tallies = []
    for tally in run(jobs, options.workers):
        tallies.append(tally)
        if sys.stderr.isatty() or len(tallies) % 50 == 0:
            mean, low, high = interval([tally.difference for tally in tallies])
            print(f"\r{len(tallies)}/{len(jobs)} deals {mean:+.2f} [{low:+.2f}, {high:+.2f}]", end="", file=sys.stderr)
    print(file=sys.stderr)
    print(json.dumps(summary(options, tallies)))


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Blob against OpenSpiel's ISMCTSBot.")
    parser.add_argument("--player", default="montecarlo:ms=16")
    parser.add_argument("--opponent", choices=tuple(OPPONENTS), default="shipped")
    parser.add_argument("--told", action="store_true", help="our player knows which cards are out of play")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--cards", type=int, default=5)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--exploration", type=float, default=10.0, help="the bot's UCT constant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    return parser.parse_args()


def run(jobs: Sequence[tuple[argparse.Namespace, int]], workers: int) -> Iterator[Tally]:
    """The deals' tallies in order, whatever the number of workers."""
    if workers == 1:
        yield from map(play_deal, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(play_deal, jobs, chunksize=2)


def play_deal(job: tuple[argparse.Namespace, int]) -> Tally:
    """One deal, both ways round."""
    options, deal = job
    tally = Tally()
    pair = PAIRS[deal % len(PAIRS)]
    for turned in range(2):
        ours = [(seat in pair) != bool(turned) for seat in range(SEATS)]
        scores = play_round(options, deal, ours, tally)
        mine = sum(score for score, own in zip(scores, ours, strict=True) if own) / 2
        theirs = sum(score for score, own in zip(scores, ours, strict=True) if not own) / 2
        tally.difference += (mine - theirs) / 2
    return tally


def play_round(options: argparse.Namespace, deal: int, ours: Sequence[bool], tally: Tally) -> list[int]:
    """The four scores of one round; what each side took is added to the tally."""
    table, state = deal_both(options, deal)
    player = seated_player(options.player)
    bot = make_bot(options, seed=options.seed * 1_000_003 + deal)
    while not table.is_over:
        seat = table.turn
        side = 0 if ours[seat] else 1
        start = time.perf_counter()
        if ours[seat]:
            view = told_view(table, seat) if options.told else table.observe(seat)
            action = player.decide(view, decision_rng(options, deal, table)).action
        elif isinstance(bot, HonestBot):
            action = bot.choose(table, decision_rng(options, deal, table))
        else:
            action = from_spiel(bot.step(state), table)
        tally.seconds[side] += time.perf_counter() - start
        tally.decisions[side] += 1
        state.apply_action(to_spiel(action, table))
        table.act(seat, action)
    scores = table.scores()
    if scores != [max(0, round(value)) for value in state.returns()]:
        raise AssertionError(f"OpenSpiel scores {state.returns()}, we {scores}")
    for seat, own in enumerate(ours):
        side = 0 if own else 1
        tally.rounds[side] += 1
        tally.exact[side] += int(table.record.bids[seat] == table.record.tricks[seat])
    return scores


def decision_rng(options: argparse.Namespace, deal: int, table: Round) -> Rng:
    return make_rng(options.seed, deal, table.turn, int(table.record.plays), 1 + int(table.phase == BID))


def told_view(table: Round, seat: int) -> View:
    """What the seat sees, and that no other seat holds the cards left out of the deal."""
    stock = DECK
    for other in range(SEATS):
        stock &= ~int(table.record.hands[other] | table.record.played[other])
    view = table.observe(seat)
    for other in range(SEATS):
        if other != seat:
            view.record.lacks[other] |= stock
    return view


def deal_both(options: argparse.Namespace, deal: int) -> tuple[Round, pyspiel.State]:
    """The same deal in our engine and in OpenSpiel: dealer, hands and trump come from the seed."""
    deck = new_deck()
    shuffle(make_rng(options.seed, deal), deck)
    cards, dealer = options.cards, deal % SEATS
    turned_up = int(deck[SEATS * cards])
    table = new_round()
    BlobRules().set_up_round(table.record, SEATS, cards, turned_up // CARDS_IN_SUIT, dealer)
    table.deal(deck)
    game = pyspiel.load_game(
        f"oh_hell(players={SEATS},num_tricks_fixed={cards},off_bid_penalty=true,points_per_trick=1)"
    )
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    state.apply_action(dealer)
    for place in range(SEATS * cards):
        state.apply_action(spiel_card(int(deck[place % SEATS * cards + place // SEATS])))
    state.apply_action(spiel_card(turned_up))
    return table, state


_PLAYERS: dict[str, Player] = {}


def seated_player(name: str) -> Player:
    """The player, made and warmed up once in each process."""
    if name not in _PLAYERS:
        player = make_player(name)
        table = new_round()
        BlobRules().set_up_round(table.record, SEATS, 3, 0, 0)
        table.deal(range(DECK_SIZE))
        while not table.is_over:
            table.apply(player.decide(table.observe(table.turn), make_rng(0)).action)
        _PLAYERS[name] = player
    return _PLAYERS[name]


def make_bot(options: argparse.Namespace, seed: int) -> pyspiel.Bot | HonestBot:
    """Information-set MCTS with random playouts, as OpenSpiel ships it or copied."""
    if options.opponent != "shipped":
        return HonestBot(options.simulations, options.exploration, knows_stock=options.opponent == "copy")
    return pyspiel.ISMCTSBot(
        seed % 2**31,
        pyspiel.RandomRolloutEvaluator(1, seed % 2**31),
        options.exploration,
        options.simulations,
        max_world_samples=-1,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )


def spiel_card(card: int) -> int:
    return card % CARDS_IN_SUIT * 4 + OUR_SUIT_IN_SPIEL[card // CARDS_IN_SUIT]


def to_spiel(action: int, table: Round) -> int:
    return SPIEL_BID + action if table.phase == BID else spiel_card(action)


def from_spiel(action: int, table: Round) -> int:
    if table.phase == BID:
        return action - SPIEL_BID
    return OUR_SUIT_IN_SPIEL.index(action % 4) * CARDS_IN_SUIT + action // 4


def summary(options: argparse.Namespace, tallies: Sequence[Tally]) -> dict[str, object]:
    """Everything measured, ready for JSON."""
    mean, low, high = interval([tally.difference for tally in tallies])

    def total(counter: str, side: int) -> float:
        return float(sum(getattr(tally, counter)[side] for tally in tallies))

    def by_side(above: str, below: str, scale: float) -> dict[str, float]:
        names = ("player", "ismcts")
        return {name: round(scale * total(above, i) / total(below, i), 4) for i, name in enumerate(names)}

    return {
        "player": options.player,
        "opponent": f"{OPPONENTS[options.opponent]}, {options.simulations} simulations",
        "told": options.told,
        "stock_cards_in_resamples": stock_cards_in_resamples(deal_both(options, 0)[1], RESAMPLES, options.seed),
        "players": SEATS,
        "cards": options.cards,
        "seed": options.seed,
        "deals": len(tallies),
        "difference": {"mean": round(mean, 3), "low": round(low, 3), "high": round(high, 3)},
        "exact_bids": by_side("exact", "rounds", 1.0),
        "ms_per_decision": by_side("seconds", "decisions", 1000.0),
    }


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean and 95 % interval."""
    mean = float(np.mean(values))
    half = 1.96 * float(np.std(values, ddof=1)) / len(values) ** 0.5 if len(values) > 1 else float("inf")
    return mean, mean - half, mean + half


if __name__ == "__main__":
    main()
