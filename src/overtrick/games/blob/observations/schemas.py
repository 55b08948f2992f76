"""The observation schemas of Blob, from which its encoders take their offsets."""

from __future__ import annotations

from overtrick.core.axes import (
    CARDS,
    OTHERS,
    SEATS,
    SLOT_CARDS,
    SLOTS,
    SLOTS_OR_NONE,
    SUITS,
    SUITS_OR_NONE,
    TABLE_SEATS,
    numbers,
)
from overtrick.core.schema import Axis, Feature, Schema

NEEDS = Axis("tricks needed", ("over", "0", "1", "2", "3 or more"))

BLOB_1 = Schema(
    "blob",
    1,
    (
        Feature("hand", "1 for each card I hold", (CARDS,)),
        Feature("trick", "place in the trick in progress of each of its cards, from 1; else 0", (CARDS,)),
        Feature("played", "1 for each card played this round", (CARDS,)),
        Feature("bids", "bid / cards dealt; -1 before the bid; 0 for seats not in play", (TABLE_SEATS,)),
        Feature("tricks", "tricks won / cards dealt", (TABLE_SEATS,)),
        Feature("my_bid", "my bid / cards dealt; -1 before it"),
        Feature("my_tricks", "my tricks won / cards dealt"),
        Feature("cards_dealt", "cards dealt / 13; above 1 for hands of 14 to 17"),
        Feature("trick_number", "tricks completed / cards dealt"),
        Feature("from_dealer", "((my seat - dealer) mod players) / players"),
        Feature("players", "players / 8"),
        Feature("trump", "1 for the trump suit; all 0 without trump", (SUITS,)),
        Feature("dealer_bids", "1 while bids are made if I deal"),
        Feature("phase", "1 for what is going on", (Axis("phase", ("bidding", "playing", "over")),)),
        Feature("cards_held", "cards in my hand / 13"),
        Feature("cards_laid", "cards I have played / 13"),
        Feature("progress", "tricks completed / cards dealt"),
        Feature("pace", "(my tricks - my bid) / cards dealt; 0 before my bid"),
        Feature("place", "cards in the trick in progress / players"),
        Feature("reserved", "always 0", (numbers("place", 0, 10),)),
        Feature(
            "scores",
            "match score / (rounds completed x (10 + cards of the first round)); 0 in the first round",
            (TABLE_SEATS,),
        ),
        Feature("rounds_done", "rounds completed / rounds of the match"),
        Feature("rounds_left", "rounds not completed / rounds of the match"),
        Feature("ones_left", "one-card rounds still to come, this one included / players"),
        Feature("stage", "0 while hands shrink, 0.5 in one-card rounds, 1 while hands grow"),
        Feature(
            "recent",
            "cards of each of the last 15 rounds / cards of the first, oldest first; 0 where there were fewer",
            (numbers("place", 0, 14),),
        ),
        Feature("match_players", "players / 8"),
        Feature("start_cards", "cards of the first round / 8"),
        Feature("more_reserved", "always 0", (numbers("place", 0, 24),)),
    ),
    note="The Blob source's 256 numbers, seats by their number at the table.",
)
"""The Blob source's 256 numbers. From `scores` on all is 0 unless the round belongs to a match of so many rounds."""

BLOB_HOUSE = (
    Feature("hook", "1 if the dealer has a forbidden bid in this house"),
    Feature("forbidden", "1 for the bid that the hook takes from me now", (numbers("bid", 0, 17),)),
    Feature("scoring", "1 for the house's scoring", (Axis("scoring", ("exact", "difference", "square")),)),
    Feature("is_match", "1 if the round belongs to a match with a fixed number of rounds"),
    Feature("score_gaps", "(match score - mine) / 50", (SEATS,)),
    Feature("match_left", "rounds still to be completed / 20; 0 outside a match"),
)
"""Blob: the house's rules and the match."""

BLOB_SIZES = (
    Feature("phase", "1 for what is going on", (Axis("phase", ("bidding", "playing")),)),
    Feature("players", "1 for the number of players", (numbers("players", 3, 8),)),
    Feature("cards_dealt", "1 for the cards dealt to each seat", (numbers("cards", 1, 17),)),
    Feature("tricks_left", "1 for the tricks still to be completed", (numbers("tricks", 0, 17),)),
)
"""Blob: what is going on, and how large the round is."""

BLOB_2 = Schema(
    "blob",
    2,
    (
        Feature("hand", "1 for each card I hold", (CARDS,)),
        Feature("playable", "1 for each card I may play now", (CARDS,)),
        Feature("played_by", "1 for each card the seat has played", (SEATS, CARDS)),
        Feature("trick_by", "1 for the seat's card in the trick in progress", (SEATS, CARDS)),
        Feature("may_hold", "1 for each unseen card that the seat has not shown to lack", (OTHERS, CARDS)),
        Feature("unseen", "1 for each card neither in my hand nor played", (CARDS,)),
        Feature("winning", "1 for the card that wins the trick so far", (CARDS,)),
        Feature("would_win", "1 for each card not yet played that would take the lead of the trick", (CARDS,)),
        Feature("trumps", "1 for each card of the trump suit", (CARDS,)),
        Feature("follows", "1 for each card of the suit led", (CARDS,)),
        Feature("boss", "1 for each card not yet played with no unseen card of its suit above it", (CARDS,)),
        Feature("unseen_above", "for each card not yet played, unseen cards of its suit above it / 12", (CARDS,)),
        Feature("unseen_below", "for each card not yet played, unseen cards of its suit below it / 12", (CARDS,)),
        *BLOB_SIZES,
        Feature("seated", "1 for seats in play", (SEATS,)),
        Feature("dealer", "1 for the dealer", (SEATS,)),
        Feature("leader", "1 for the leader of the trick in progress", (SEATS,)),
        Feature("winner", "1 for the seat that wins the trick so far", (SEATS,)),
        Feature("place", "1 for the number of cards in the trick in progress", (numbers("cards", 0, 7),)),
        Feature("has_bid", "1 after the seat's bid", (SEATS,)),
        Feature("bids", "bid / cards dealt; 0 before it", (SEATS,)),
        Feature("tricks", "tricks won / cards dealt", (SEATS,)),
        Feature("needed", "(bid - tricks won) / 4; 0 before the bid", (SEATS,)),
        Feature("is_full", "1 if the seat has exactly what it bid", (SEATS,)),
        Feature("is_over", "1 if the seat has more than it bid", (SEATS,)),
        Feature("is_short", "1 if the seat needs more tricks than are left", (SEATS,)),
        Feature(
            "my_need",
            "1 for the tricks I still need; all 0 before my bid",
            (Axis("tricks", ("over", *map(str, range(8)), "8 or more")),),
        ),
        Feature("balance", "(sum of bids so far - cards dealt) / 4"),
        Feature("demand", "(tricks still needed by all seats - tricks left) / 4; 0 while bids are made"),
        Feature("hand_sizes", "cards held / 13", (SEATS,)),
        Feature("voids", "1 where the seat has shown that it holds no card of the suit", (SEATS, SUITS)),
        Feature("trump", "1 for the trump suit", (SUITS_OR_NONE,)),
        Feature("led", "1 for the suit led", (SUITS_OR_NONE,)),
        Feature("my_lengths", "my cards of the suit / 13", (SUITS,)),
        Feature("unseen_lengths", "unseen cards of the suit / 13", (SUITS,)),
        Feature("my_trumps", "my trumps / 13"),
        Feature("unseen_trumps", "unseen trumps / 13"),
        Feature("undealt", "cards left out of the deal / 52"),
        *BLOB_HOUSE,
    ),
)
"""All that a Blob seat can know and count, seen from that seat: [planes, 52] numbers of cards, then the table's."""

BLOB_3 = Schema(
    "blob",
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
        *BLOB_SIZES,
        Feature("place", "1 for the number of cards in the trick in progress", (numbers("cards", 0, 7),)),
        Feature("dealer", "1 for the dealer", (SEATS,)),
        Feature("winner", "1 for the seat that wins the trick so far", (SEATS,)),
        Feature("to_play", "1 for the others who are still to play to a trick that was led", (SEATS,)),
        Feature("has_bid", "1 after the seat's bid", (SEATS,)),
        Feature("bids", "bid / 4; 0 before it", (SEATS,)),
        Feature("tricks", "tricks won / 4", (SEATS,)),
        Feature("needed", "(bid - tricks won) / 4; 0 before the bid", (SEATS,)),
        Feature("need", "1 for the tricks the seat still needs; all 0 before its bid", (SEATS, NEEDS)),
        Feature("is_short", "1 if the seat needs more tricks than are left", (SEATS,)),
        Feature(
            "my_need",
            "1 for the tricks I still need; all 0 before my bid",
            (Axis("tricks", ("over", *map(str, range(8)), "8 or more")),),
        ),
        Feature("winner_need", "1 for the tricks needed by the seat that wins the trick so far", (NEEDS,)),
        Feature("balance", "(sum of bids so far - cards dealt) / 4"),
        Feature(
            "balances",
            "1 for the sum of bids - cards dealt; all 0 while bids are made",
            (Axis("balance", ("-3 or less", "-2", "-1", "0", "1", "2", "3 or more")),),
        ),
        Feature("demand", "(tricks still needed by all seats - tricks left) / 4; 0 while bids are made"),
        Feature("voids", "1 where the seat has shown that it holds no card of the suit", (SEATS, SLOTS)),
        Feature("my_lengths", "my cards of the suit / 4", (SLOTS,)),
        Feature("unseen_lengths", "unseen cards of the suit / 13", (SLOTS,)),
        Feature("has_trump", "1 if there are trumps; they lie in the first slot"),
        Feature("led", "1 for the slot of the suit led", (SLOTS_OR_NONE,)),
        Feature("live", "share of the unseen cards that somebody holds"),
        Feature("undealt", "cards left out of the deal / 52"),
        *BLOB_HOUSE,
    ),
    by_role=True,
    note="Slots: trumps first, then the suit led, then the others, the one with most cards in hand first.",
)
"""What matters most to a Blob seat, for small networks. Slots: trumps, the suit led, then by length in hand."""

SCHEMAS = (BLOB_1, BLOB_2, BLOB_3)
