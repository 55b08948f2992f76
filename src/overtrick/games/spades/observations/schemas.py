"""The observation schemas of Spades, from which its encoders take their offsets.

Version 2 is the rich one and version 3 the small one by role, as in the other games; there is no version 1.
"""

from __future__ import annotations

from overtrick.core.axes import (
    CARDS,
    FOUR,
    SLOT_CARDS,
    SLOTS,
    SLOTS_OR_NONE,
    SUITS,
    SUITS_OR_NONE,
    THREE,
    numbers,
)
from overtrick.core.schema import Axis, Feature, Schema

SIDES = Axis("us them", ("us", "them"))
NEEDS = Axis("tricks needed", ("over", "0", "1", "2", "3", "4 or more"))

SPADES_STAGE = (
    Feature("phase", "1 for what is going on", (Axis("phase", ("bidding", "playing")),)),
    Feature("trick_number", "1 for the tricks completed while cards are played", (numbers("tricks", 0, 12),)),
    Feature("place", "1 for the number of cards in the trick in progress", (numbers("cards", 0, 3),)),
    Feature("dealer", "1 for the dealer", (FOUR,)),
    Feature("winner", "1 for the seat that wins the trick so far", (FOUR,)),
    Feature("broken", "1 when spades may be led"),
)
"""Spades: how far the round is."""

SPADES_BIDS = (
    Feature("has_bid", "1 after the seat's bid", (FOUR,)),
    Feature("bids", "bid / 4; 0 before it", (FOUR,)),
    Feature("tricks", "tricks won / 4", (FOUR,)),
    Feature("is_nil", "1 if the seat bid nil", (FOUR,)),
    Feature("is_alive", "1 if the seat bid nil and has no trick", (FOUR,)),
    Feature("needed", "(contract - tricks that count for it) / 4, bids not made yet left out", (SIDES,)),
    Feature("need", "1 for the tricks the side still needs; all 0 while bids are made", (SIDES, NEEDS)),
    Feature("is_short", "1 if the side needs more tricks than are left", (SIDES,)),
    Feature("balance", "(sum of bids so far - 13) / 4"),
    Feature("slack", "(tricks left - tricks still needed by both sides) / 4; 0 while bids are made"),
    Feature("bags", "bags before this round / 10", (SIDES,)),
)
"""Spades: bids, contracts and bags."""

SPADES_HOUSE = (
    Feature("is_match", "1 if the round belongs to a match"),
    Feature("scores", "match score / 200", (SIDES,)),
    Feature("score_gap", "(our match score - theirs) / 100"),
    Feature("to_target", "(target - match score) / 200; 0 outside a match", (SIDES,)),
    Feature("to_loss", "(match score - losing score) / 200; 0 outside a match", (SIDES,)),
    Feature("bag_penalty", "what ten bags cost in this house / 100"),
    Feature("nil_value", "what a nil is worth in this house / 100"),
    Feature("nil_counts", "1 if tricks of a failed nil count for the partner in this house"),
)
"""Spades: the match and the house's rules."""

SPADES_2 = Schema(
    "spades",
    2,
    (
        Feature("hand", "1 for each card I hold", (CARDS,)),
        Feature("playable", "1 for each card I may play now", (CARDS,)),
        Feature("played_by", "1 for each card the seat has played", (FOUR, CARDS)),
        Feature("trick_by", "1 for the seat's card in the trick in progress", (FOUR, CARDS)),
        Feature("may_hold", "1 for each unseen card that the seat has not shown to lack", (THREE, CARDS)),
        Feature("unseen", "1 for each card neither in my hand nor played", (CARDS,)),
        Feature("winning", "1 for the card that wins the trick so far", (CARDS,)),
        Feature("would_win", "1 for each card not yet played that would take the lead of the trick", (CARDS,)),
        Feature("follows", "1 for each card of the suit led", (CARDS,)),
        Feature("boss", "1 for each card not yet played with no unseen card of its suit above it", (CARDS,)),
        Feature("unseen_above", "for each card not yet played, unseen cards of its suit above it / 12", (CARDS,)),
        Feature("unseen_below", "for each card not yet played, unseen cards of its suit below it / 12", (CARDS,)),
        *SPADES_STAGE,
        Feature("leader", "1 for the leader of the trick in progress", (FOUR,)),
        *SPADES_BIDS,
        Feature("hand_sizes", "cards held / 13", (FOUR,)),
        Feature("voids", "1 where the seat has shown that it holds no card of the suit", (FOUR, SUITS)),
        Feature("led", "1 for the suit led", (SUITS_OR_NONE,)),
        Feature("my_lengths", "my cards of the suit / 13", (SUITS,)),
        Feature("unseen_lengths", "unseen cards of the suit / 13", (SUITS,)),
        *SPADES_HOUSE,
    ),
)
"""All that a Spades seat can know and count, seen from that seat: [planes, 52] numbers of cards, then the table's."""

SPADES_3 = Schema(
    "spades",
    3,
    (
        Feature("hand", "1 for each card I hold", (SLOT_CARDS,)),
        Feature("unseen", "1 for each card neither in my hand nor played", (SLOT_CARDS,)),
        Feature("trick", "1 for each card of the trick in progress", (SLOT_CARDS,)),
        Feature("winning", "1 for the card that wins the trick so far", (SLOT_CARDS,)),
        Feature(
            "takes",
            "1 for each of my cards that may follow the card led and would take the lead of the trick",
            (SLOT_CARDS,),
        ),
        Feature("boss", "1 for each of my cards with no unseen card of its suit above it", (SLOT_CARDS,)),
        Feature("unseen_above", "for each of my cards, unseen cards of its suit above it / 4", (SLOT_CARDS,)),
        *SPADES_STAGE,
        Feature("to_play", "1 for the others who are still to play to a trick that was led", (FOUR,)),
        *SPADES_BIDS,
        Feature("voids", "1 where the seat has shown that it holds no card of the suit", (FOUR, SLOTS)),
        Feature("led", "1 for the slot of the suit led", (SLOTS_OR_NONE,)),
        Feature("my_lengths", "my cards of the suit / 4", (SLOTS,)),
        Feature("unseen_lengths", "unseen cards of the suit / 13", (SLOTS,)),
        *SPADES_HOUSE,
    ),
    by_role=True,
    note="Slots: spades first, then the suit led, then the others, the one with most cards in hand first.",
)
"""What matters most to a Spades seat, for small networks. Slots: spades, the suit led, then by length in hand."""

SCHEMAS = (SPADES_2, SPADES_3)
