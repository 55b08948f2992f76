"""Fit the chances of Blob cards to self-play and write `games/blob/policies/coefficients.py`.

    PYTHONPATH=src python tools/fit_blob.py --rounds 200000

Each run plays with the coefficients of the last one, so run it a few times until they settle. `--start` plays with the
rules of thumb instead, for the first run.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from overtrick.cards.masks import DECK, NO_SUIT, count, lowest
from overtrick.core.policies import NORMAL, PLAYOUT
from overtrick.core.randomness import Rng, below, make_rng, new_deck, pick, shuffle
from overtrick.core.record import BID, MAX_SEATS, OVER, Rounds, cards_on_table, empty_rounds
from overtrick.core.tricks import beats
from overtrick.engine.policies import act
from overtrick.engine.rules import apply, deal, legal_actions
from overtrick.games.blob.house import MIN_SEATS, BlobRules
from overtrick.games.blob.policies.bidding import bid_features, dealt_share
from overtrick.games.blob.policies.chances import (
    AT_BID,
    FEATURES,
    IN_PLAY,
    KINDS,
    card_kind,
    count_wanters,
    later_features,
    now_features,
)
from overtrick.games.blob.policies.coefficients import MAKE, NOW, STRAY, WIN
from overtrick.games.blob.policies.plan import GAIN, HOPELESS, ORDERED, log_odds_of_all_losing, make_plan
from overtrick.games.blob.policies.table import demand, demand_at_bid, live_share, unseen_cards
from overtrick.kernel import kernel

Numbers = np.ndarray[Any, Any]

TARGET = Path(__file__).parents[1] / "src/overtrick/games/blob/policies/coefficients.py"
WIN_KINDS, STRAY_KINDS, NOW_KINDS, MAKE_KIND = 0, 2 * KINDS, 4 * KINDS, 5 * KINDS
"""Where the kinds of rows begin: cards meant to win, cards meant to lose, cards about to be played, bids."""
ALL_KINDS = MAKE_KIND + 1
LARGEST_HAND = 10
ROWS_PER_ROUND = 800
ODD_CARDS, ODD_BIDS = 12, 4
"""One action in so many is random, so that the fit sees more than the policy's own habits."""
SHRINKAGE = 1.0
DAMPING = 0.5
"""How much of the last run's coefficients stays: without it bids swing from run to run."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20_000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", action="store_true")
    options = parser.parse_args()
    fitted = np.zeros((MAX_SEATS - MIN_SEATS + 1, ALL_KINDS, FEATURES + 1))
    for players in range(MIN_SEATS, MAX_SEATS + 1):
        kinds, features, labels = collect(options, players)
        for kind in range(ALL_KINDS):
            rows = kinds == kind
            fitted[players - MIN_SEATS, kind], loss = fit(features[rows], labels[rows])
            print(f"players {players} kind {kind}: {rows.sum()} rows, mean {labels[rows].mean():.3f}, loss {loss:.4f}")
    if not options.start:
        fitted = DAMPING * np.concatenate([WIN, STRAY, NOW, MAKE], axis=1) + (1.0 - DAMPING) * fitted
    TARGET.write_text(source(fitted))


def collect(options: argparse.Namespace, players: int) -> tuple[Numbers, Numbers, Numbers]:
    """Kind, features and outcome of the cards met in many rounds."""
    table = empty_rounds(1)
    rules = BlobRules()
    largest = min(LARGEST_HAND, 52 // players)
    rng = make_rng(options.seed, players)
    kept = []
    for cards in range(1, largest + 1):
        for trump in (0, NO_SUIT):
            rounds = options.rounds // largest // (1 if trump == 0 else 3)
            rules.set_up_round(table[0], players, cards, trump, 0)
            kinds = np.full(rounds * ROWS_PER_ROUND, -1, np.int8)
            features = np.zeros((rounds * ROWS_PER_ROUND, FEATURES), np.float32)
            labels = np.zeros(rounds * ROWS_PER_ROUND, np.int8)
            size = play_rounds(table, rounds, NORMAL if options.start else PLAYOUT, rng, kinds, features, labels)
            kept.append((kinds[:size].copy(), features[:size].copy(), labels[:size].copy()))
    return tuple(np.concatenate(parts) for parts in zip(*kept, strict=True))  # type: ignore[return-value]


@kernel
def play_rounds(
    table: Rounds, rounds: int, policy: int, rng: Rng, kinds: Numbers, features: Numbers, labels: Numbers
) -> int:
    """Play rounds, write what was known of every card and whether it took a trick; how many rows that makes."""
    state = table[0]
    deck = new_deck()
    cards = np.empty(len(kinds), np.int8)
    size = 0
    for _ in range(rounds):
        state.dealer = below(rng, state.players)
        shuffle(rng, deck)
        deal(state, deck)
        first = size
        while state.phase != OVER:
            action = act(state, policy, 0, rng)
            if below(rng, ODD_BIDS if state.phase == BID else ODD_CARDS) == 0:
                action = odd_action(table, action, rng)
            bid = action if state.phase == BID else state.bids[state.turn]
            size = note_hand(table, bid, rng, kinds, features, cards, size)
            if state.phase == BID:
                size = note_bid(table, action, kinds, features, cards, size)
            else:
                size = note_play(table, action, kinds, features, cards, size)
            apply(state, action)
        winners = winning_cards(table)
        for row in range(first, size):
            if cards[row] >= 0:
                labels[row] = winners >> cards[row] & 1
            else:
                seat = -1 - cards[row]
                labels[row] = state.bids[seat] == state.tricks[seat]
    return size


@kernel
def odd_action(table: Rounds, action: int, rng: Rng) -> int:
    """Any card, or a bid that is one off."""
    legal = legal_actions(table[0])
    if table[0].phase == BID:
        nearby = legal & (5 << action >> 1)
        return pick(rng, nearby) if nearby != 0 else action
    return pick(rng, legal)


@kernel
def note_hand(table: Rounds, bid: int, rng: Rng, kinds: Numbers, features: Numbers, cards: Numbers, size: int) -> int:
    """One row for each card of the seat to act, as its plan for the bid means it: at its bid and at one turn in two."""
    state = table[0]
    if state.phase != BID and below(rng, 2) == 0:
        return size
    seat = state.turn
    hand = state.hands[seat]
    left = count(hand)
    unseen = unseen_cards(state, seat)
    share = live_share(state, seat, unseen) if state.phase != BID else dealt_share(state)
    wanted = (demand_at_bid(state, seat) if state.phase == BID else demand(state, seat)) / left
    needed = bid - state.tricks[seat]
    if needed < 0 or needed > left:
        return size
    plan = make_plan(state, AT_BID if state.phase == BID else IN_PLAY, hand, unseen, share, wanted)
    rest = hand
    place = 0
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        is_winner = needed > 0 and plan[GAIN, place] >= plan[ORDERED, needed - 1]
        kinds[size] = card_kind(card, state.trump) + (AT_BID if state.phase == BID else 0)
        kinds[size] += WIN_KINDS if is_winner else STRAY_KINDS
        row = later_features(state, hand, card, unseen, share, wanted)
        for which in range(FEATURES):
            features[size, which] = row[which]
        cards[size] = card
        size += 1
        place += 1
    return size


@kernel
def note_bid(table: Rounds, bid: int, kinds: Numbers, features: Numbers, cards: Numbers, size: int) -> int:
    """One row for a bid about to be made; in place of a card stands -1 - seat."""
    state = table[0]
    seat = state.turn
    hand = state.hands[seat]
    wanted = demand_at_bid(state, seat) / state.cards
    plan = make_plan(state, AT_BID, hand, DECK & ~hand, dealt_share(state), wanted)
    lower, here, above = HOPELESS, log_odds_of_all_losing(plan, state.cards), HOPELESS
    for tricks in range(bid):
        lower, here = here, here + plan[ORDERED, tricks]
    if bid < state.cards:
        above = here + plan[ORDERED, bid]
    kinds[size] = MAKE_KIND
    row = bid_features(state, seat, bid, lower, here, above, wanted)
    for which in range(FEATURES):
        features[size, which] = row[which]
    cards[size] = -1 - seat
    return size + 1


@kernel
def note_play(table: Rounds, card: int, kinds: Numbers, features: Numbers, cards: Numbers, size: int) -> int:
    """One row for a card about to be played, if it would be winning with seats still to play."""
    state = table[0]
    place = cards_on_table(state)
    if place == state.players - 1 or (place > 0 and not beats(card, state.best, state.trump)):
        return size
    seat = state.turn
    unseen = unseen_cards(state, seat)
    share = live_share(state, seat, unseen)
    wanted = demand(state, seat) / count(state.hands[seat])
    kinds[size] = NOW_KINDS + card_kind(card, state.trump)
    row = now_features(state, card, unseen, share, count_wanters(state), wanted)
    for which in range(FEATURES):
        features[size, which] = row[which]
    cards[size] = card
    return size + 1


@kernel
def winning_cards(table: Rounds) -> int:
    """The cards that took a trick in a finished round."""
    state = table[0]
    winners = 0
    for trick in range(state.cards):
        best = state.history[trick * state.players]
        for place in range(1, state.players):
            card = state.history[trick * state.players + place]
            if beats(card, best, state.trump):
                best = card
        winners |= 1 << best
    return winners


def fit(features: Numbers, labels: Numbers) -> tuple[Numbers, float]:
    """Logistic regression by Newton's method with a slight pull to zero: constant first, and the mean log loss."""
    x = np.hstack([np.ones((len(features), 1)), features.astype(np.float64)])
    weights = np.zeros(x.shape[1])
    for _ in range(12):
        chance = 1.0 / (1.0 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (labels - chance) - SHRINKAGE * weights
        curve = (x * (chance * (1.0 - chance))[:, None]).T @ x + SHRINKAGE * np.eye(x.shape[1])
        weights += np.linalg.solve(curve, slope)
    chance = np.clip(1.0 / (1.0 + np.exp(-(x @ weights))), 1e-9, 1 - 1e-9)
    loss = -np.mean(np.where(labels == 1, np.log(chance), np.log(1.0 - chance)))
    return weights, float(loss)


def source(fitted: Numbers) -> str:
    """The module with the fitted numbers."""
    return f'''"""Coefficients behind `chances.py` and `bidding.py`, written by `tools/fit_blob.py`.

Each table is [players - 3, kind, constant and features].
"""

from __future__ import annotations

import numpy as np

# fmt: off
WIN = np.array({table_text(fitted[:, WIN_KINDS:STRAY_KINDS])})

STRAY = np.array({table_text(fitted[:, STRAY_KINDS:NOW_KINDS])})

NOW = np.array({table_text(fitted[:, NOW_KINDS:MAKE_KIND])})

MAKE = np.array({table_text(fitted[:, MAKE_KIND:])})
'''


def table_text(table: Numbers) -> str:
    lines = ["["]
    for block in table:
        lines.append("    [")
        lines.extend("        [" + ", ".join(f"{value:.3f}" for value in row) + "]," for row in block)
        lines.append("    ],")
    return "\n".join([*lines, "]"])


if __name__ == "__main__":
    main()
