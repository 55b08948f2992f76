"""Bidding: for every bid the odds of making it, from the plan to take exactly that many tricks."""

from __future__ import annotations

from overtrick.cards.masks import DECK, DECK_SIZE, lowest
from overtrick.games.blob.rules import bid_score, legal_bids
from overtrick.games.house import MIN_SEATS
from overtrick.games.state import Record, next_seat
from overtrick.kernel import kernel
from overtrick.policies.blob.chances import Features, chance, regression
from overtrick.policies.blob.coefficients import MAKE
from overtrick.policies.blob.plan import HOPELESS, ORDERED, log_odds_of_all_losing, make_plan
from overtrick.policies.blob.table import demand


@kernel
def best_bid(state: Record) -> int:
    """The legal bid with the highest expected score."""
    seat = state.turn
    hand = state.hands[seat]
    wanted = demand(state, seat) / state.cards
    plan = make_plan(state, hand, DECK & ~hand, dealt_share(state), wanted)
    bids = legal_bids(state)
    best, best_value = lowest(bids), -1000.0
    below, here = HOPELESS, log_odds_of_all_losing(plan, state.cards)
    for bid in range(state.cards + 1):
        above = here + plan[ORDERED, bid] if bid < state.cards else HOPELESS
        if bids >> bid & 1:
            odds = chance(
                regression(MAKE[state.players - MIN_SEATS, 0], bid_features(state, bid, below, here, above, wanted))
            )
            value = bid_value(state.scoring, bid, odds)
            if value > best_value:
                best, best_value = bid, value
        below, here = here, above
    return best


@kernel
def dealt_share(state: Record) -> float:
    """The chance that a card outside a hand just dealt is in another hand."""
    return (state.players - 1) * state.cards / (DECK_SIZE - state.cards)  # type: ignore[no-any-return]


@kernel
def bid_features(state: Record, bid: int, below: float, here: float, above: float, wanted: float) -> Features:
    """What the odds of a bid are fitted to: log odds of the plans for the bid, one less and one more, and the table."""
    is_first = state.turn == next_seat(state, state.dealer)
    return (
        here,
        max(below, HOPELESS),
        max(above, HOPELESS),
        float(bid),
        wanted,
        bid * wanted,
        bid / state.cards,
        float(state.cards),
        1.0 if is_first else 0.0,
        bid if is_first else 0.0,
    )


@kernel
def bid_value(scoring: int, bid: int, odds: float) -> float:
    """Expected score of a bid that is made with these odds, a miss being one trick off."""
    return odds * bid_score(scoring, bid, bid) + (1.0 - odds) * bid_score(scoring, bid, bid + 1)
