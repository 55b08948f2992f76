"""Playing to the exact bid: the card after which the plan for the rest of the hand has the best odds."""

from __future__ import annotations

from math import exp

from overtrick.cards.masks import count, lowest
from overtrick.core.record import Record
from overtrick.games.blob.policies.chances import IN_PLAY, count_wanters, now_chance
from overtrick.games.blob.policies.plan import log_odds_of_all_losing, log_odds_without, make_plan, place_in_hand
from overtrick.games.blob.policies.rules_of_thumb import eager_card, shy_card
from overtrick.games.blob.policies.table import demand, live_share, tricks_needed, unseen_cards
from overtrick.games.blob.rules import legal_plays
from overtrick.kernel import kernel


@kernel
def planned_card(state: Record) -> int:
    """The legal card with the best odds of ending on the bid, or against the others' bids once the own is lost."""
    legal = legal_plays(state)
    if legal & (legal - 1) == 0:
        return lowest(legal)
    seat = state.turn
    needed = tricks_needed(state, seat)
    hand = state.hands[seat]
    left = count(hand)
    others_want = demand(state, seat)
    if needed < 0 or needed > left:
        return eager_card(state, legal) if others_want >= left else shy_card(state, legal)
    unseen = unseen_cards(state, seat)
    share = live_share(state, seat, unseen)
    wanted = others_want / left
    wanters = count_wanters(state)
    plan = make_plan(state, IN_PLAY, hand, unseen, share, wanted)
    all_lose = log_odds_of_all_losing(plan, left)
    best_card, best_odds = -1, -1.0
    while legal != 0:
        card = lowest(legal)
        legal &= legal - 1
        now = now_chance(state, card, unseen, share, wanters, wanted)
        place = place_in_hand(hand, card)
        odds = 0.0
        if now > 0.0:
            odds += now * exp(log_odds_without(plan, all_lose, left, place, needed - 1))
        if now < 1.0:
            odds += (1.0 - now) * exp(log_odds_without(plan, all_lose, left, place, needed))
        if odds > best_odds:
            best_card, best_odds = card, odds
    return best_card
