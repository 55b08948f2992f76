"""Bidding: for every bid the odds of making it, from the plan to take exactly that many tricks."""

from __future__ import annotations

import numpy as np

from overtrick.cards.masks import DECK, DECK_SIZE, lowest
from overtrick.core.record import Record, next_seat
from overtrick.games.blob.house import MIN_SEATS
from overtrick.games.blob.policies.chances import AT_BID, Features, Numbers, chance, regression
from overtrick.games.blob.policies.coefficients import MAKE
from overtrick.games.blob.policies.plan import HOPELESS, ORDERED, log_odds_of_all_losing, make_plan
from overtrick.games.blob.policies.table import demand_at_bid
from overtrick.games.blob.rules import SCORING, bid_score, legal_bids
from overtrick.kernel import kernel


@kernel
def best_bid(state: Record) -> int:
    """The legal bid with the highest expected score."""
    values = bid_values(state, state.turn, state.hands[state.turn])
    bids = legal_bids(state)
    best = lowest(bids)
    for bid in range(best + 1, state.cards + 1):
        if bids >> bid & 1 and values[bid] > values[best]:
            best = bid
    return best


@kernel
def bid_values(state: Record, seat: int, hand: int) -> Numbers:
    """Expected score of every bid of `seat` with `hand` as dealt, knowing the bids made before it."""
    wanted = demand_at_bid(state, seat) / state.cards
    plan = make_plan(state, AT_BID, hand, DECK & ~hand, dealt_share(state), wanted)
    values = np.empty(state.cards + 1)
    below, here = HOPELESS, log_odds_of_all_losing(plan, state.cards)
    for bid in range(state.cards + 1):
        above = here + plan[ORDERED, bid] if bid < state.cards else HOPELESS
        features = bid_features(state, seat, bid, below, here, above, wanted)
        values[bid] = bid_value(
            state.house[SCORING], bid, chance(regression(MAKE[state.players - MIN_SEATS, 0], features))
        )
        below, here = here, above
    return values


@kernel
def dealt_share(state: Record) -> float:
    """The chance that a card outside a hand just dealt is in another hand."""
    return (state.players - 1) * state.cards / (DECK_SIZE - state.cards)  # type: ignore[no-any-return]


@kernel
def bid_features(
    state: Record, seat: int, bid: int, below: float, here: float, above: float, wanted: float
) -> Features:
    """What the odds of a bid are fitted to: log odds of the plans for the bid, one less and one more, and the table."""
    spare = state.cards * (1.0 - wanted) - bid
    return (
        here,
        max(below, HOPELESS),
        max(above, HOPELESS),
        float(bid),
        wanted,
        bid / state.cards,
        float(state.cards),
        spare,
        abs(spare),
        1.0 if seat == next_seat(state, state.dealer) else 0.0,
    )


@kernel
def bid_value(scoring: int, bid: int, odds: float) -> float:
    """Expected score of a bid that is made with these odds, a miss being one trick off."""
    return odds * bid_score(scoring, bid, bid) + (1.0 - odds) * bid_score(scoring, bid, bid + 1)
