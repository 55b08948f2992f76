"""The observation schemas of Hearts, from which its encoders take their offsets."""

from __future__ import annotations

from overtrick.core.axes import (
    CARDS,
    FOUR,
    RANKS,
    SLOT_CARDS,
    SLOTS,
    SLOTS_OR_NONE,
    SUITS,
    SUITS_OR_NONE,
    THREE,
    cards,
    numbers,
    suits,
)
from overtrick.core.schema import Axis, Feature, Schema

CARDS_CLUBS_FIRST = cards("♣♦♥♠")
SUITS_CLUBS_FIRST = suits("♣♦♥♠")
CARD_FACE = Axis("suit ♣ ♦ ♥ ♠, rank 2 to A", (*"♣♦♥♠", *RANKS))

CLUBS_FIRST = tuple(suit * 13 + rank for suit in (2, 3, 1, 0) for rank in range(13))
"""The card at each place of `hearts-1` and of the heads of networks that read it: ♣ ♦ ♥ ♠."""

HEARTS_1 = Schema(
    "hearts",
    1,
    (
        Feature("hand", "1 for each card I hold", (CARDS_CLUBS_FIRST,)),
        Feature("seen", "1 for each card played this round", (CARDS_CLUBS_FIRST,)),
        Feature("trick_led_suit", "1 for the suit led", (SUITS_CLUBS_FIRST,)),
        Feature(
            "trick_cards",
            "suit and rank of each card of the trick in progress, in the order played",
            (numbers("place", 0, 3), CARD_FACE),
        ),
        Feature("trick_count", "cards in the trick in progress / 4"),
        Feature("my_trick_position", "my place in the trick / 4: the card's if I have played, else the next one"),
        Feature("trick_points", "points lying in the trick in progress / 26"),
        Feature("scores", "match score / 100", (FOUR,)),
        Feature("hearts_broken", "1 when hearts may be led"),
        Feature("tricks_completed", "tricks completed / 13"),
        Feature("passing_phase", "1 while cards are passed"),
        Feature(
            "passing_direction",
            "1 for where this round's passes go",
            (Axis("direction", ("left", "right", "across", "hold")),),
        ),
        Feature(
            "opponent_voids",
            "1 where the seat has shown that it holds no card of the suit",
            (THREE, SUITS_CLUBS_FIRST),
        ),
        Feature(
            "last_cards",
            "suit and rank of the last four cards played this round, the latest first",
            (numbers("place", 0, 3), CARD_FACE),
        ),
    ),
    card_order=CLUBS_FIRST,
    note="The Hearts source's 270 numbers, suits in the order ♣ ♦ ♥ ♠.",
)
"""The Hearts source's 270 numbers, in its suit order ♣ ♦ ♥ ♠."""

HEARTS_STAGE = (
    Feature("phase", "1 for what is going on", (Axis("phase", ("passing", "playing")),)),
    Feature(
        "direction", "1 for where this round's passes go", (Axis("direction", ("hold", "left", "across", "right")),)
    ),
    Feature("chosen", "1 for the cards I have chosen so far in a pass under way", (numbers("cards", 0, 2),)),
    Feature("trick_number", "1 for the tricks completed", (numbers("tricks", 0, 12),)),
    Feature("place", "1 for the number of cards in the trick in progress", (numbers("cards", 0, 3),)),
)
"""Hearts: how far the round is."""

HEARTS_POINTS = (
    Feature("trick_points", "points lying in the trick in progress / 13"),
    Feature("points", "points taken this round / 13", (FOUR,)),
    Feature("has_points", "1 if the seat has taken a point this round", (FOUR,)),
    Feature("may_shoot", "1 if the seat can still take all 26 points: nobody else has one", (FOUR,)),
    Feature("points_left", "points nobody has taken yet / 26"),
)
"""Hearts: who has taken what, and what is left."""

HEARTS_QUEEN = (
    Feature("hearts_broken", "1 when hearts may be led"),
    Feature("queen_gone", "1 once the queen of spades has been played"),
    Feature("queen_here", "1 if the queen of spades lies in the trick in progress"),
    Feature("queen_mine", "1 if I hold the queen of spades"),
)
"""Hearts: whether hearts may be led, and where the queen is."""

HEARTS_HOUSE = (
    Feature("is_match", "1 if the round belongs to a match"),
    Feature("scores", "match score / 100", (FOUR,)),
    Feature("score_gaps", "(match score - mine) / 50", (FOUR,)),
    Feature("to_target", "(target - match score) / 100; 0 outside a match", (FOUR,)),
    Feature("queen_breaks", "1 if the queen of spades breaks hearts in this house"),
    Feature("moon_subtracts", "1 if the moon takes 26 from the shooter in this house"),
    Feature("jack_scores", "1 if the jack of diamonds is worth minus 10 in this house"),
    Feature("first_trick_points", "1 if points may fall on the first trick in this house"),
    Feature("jack", "1 for the seat that took the jack of diamonds", (FOUR,)),
)
"""Hearts: the match and the house's rules."""

HEARTS_2 = Schema(
    "hearts",
    2,
    (
        Feature("hand", "1 for each card I hold", (CARDS,)),
        Feature("playable", "1 for each card I may play, or still pass, now", (CARDS,)),
        Feature("played_by", "1 for each card the seat has played", (FOUR, CARDS)),
        Feature("trick_by", "1 for the seat's card in the trick in progress", (FOUR, CARDS)),
        Feature("may_hold", "1 for each unseen card that, as far as I know, the seat can hold", (THREE, CARDS)),
        Feature("known", "1 for each card that I know the seat to hold", (THREE, CARDS)),
        Feature("passed", "1 for each card I passed, or have chosen to pass", (CARDS,)),
        Feature("received", "1 for each card passed to me", (CARDS,)),
        Feature("unseen", "1 for each card neither in my hand nor played", (CARDS,)),
        Feature("winning", "1 for the card that wins the trick so far", (CARDS,)),
        Feature("would_win", "1 for each card not yet played that would take the lead of the trick", (CARDS,)),
        Feature("follows", "1 for each card of the suit led", (CARDS,)),
        Feature("boss", "1 for each card not yet played with no unseen card of its suit above it", (CARDS,)),
        Feature("unseen_above", "for each card not yet played, unseen cards of its suit above it / 12", (CARDS,)),
        Feature("unseen_below", "for each card not yet played, unseen cards of its suit below it / 12", (CARDS,)),
        *HEARTS_STAGE,
        Feature("leader", "1 for the leader of the trick in progress", (FOUR,)),
        Feature("winner", "1 for the seat that wins the trick so far", (FOUR,)),
        *HEARTS_POINTS,
        Feature("tricks", "tricks won / 13", (FOUR,)),
        *HEARTS_QUEEN,
        Feature("hand_sizes", "cards held / 13", (FOUR,)),
        Feature("voids", "1 where the seat has shown that it holds no card of the suit", (FOUR, SUITS)),
        Feature("led", "1 for the suit led", (SUITS_OR_NONE,)),
        Feature("my_lengths", "my cards of the suit / 13", (SUITS,)),
        Feature("unseen_lengths", "unseen cards of the suit / 13", (SUITS,)),
        *HEARTS_HOUSE,
    ),
)
"""All that a Hearts seat can know and count, seen from that seat: [planes, 52] numbers of cards, then the table's."""

HEARTS_3 = Schema(
    "hearts",
    3,
    (
        Feature("hand", "1 for each card I hold", (SLOT_CARDS,)),
        Feature("unseen", "1 for each card neither in my hand nor played", (SLOT_CARDS,)),
        Feature("trick", "1 for each card of the trick in progress", (SLOT_CARDS,)),
        Feature("winning", "1 for the card that wins the trick so far", (SLOT_CARDS,)),
        Feature("takes", "1 for each of my cards that would take the lead of the trick", (SLOT_CARDS,)),
        Feature("boss", "1 for each of my cards with no unseen card of its suit above it", (SLOT_CARDS,)),
        Feature("unseen_above", "for each of my cards, unseen cards of its suit above it / 4", (SLOT_CARDS,)),
        Feature("passed", "1 for each card I passed, or have chosen to pass, until it is played", (SLOT_CARDS,)),
        Feature("received", "1 for each card passed to me that I still hold", (SLOT_CARDS,)),
        *HEARTS_STAGE,
        Feature("winner", "1 for the seat that wins the trick so far", (FOUR,)),
        Feature("to_play", "1 for the others who are still to play to a trick that was led", (FOUR,)),
        *HEARTS_POINTS,
        *HEARTS_QUEEN,
        Feature("voids", "1 where the seat has shown that it holds no card of the suit", (FOUR, SLOTS)),
        Feature("led", "1 for the slot of the suit led", (SLOTS_OR_NONE,)),
        Feature("clubs", "1 if clubs lie in the third slot, 0 if in the fourth"),
        Feature("my_lengths", "my cards of the suit / 4", (SLOTS,)),
        Feature("unseen_lengths", "unseen cards of the suit / 13", (SLOTS,)),
        *HEARTS_HOUSE,
    ),
    by_role=True,
    note="Slots: ♠, ♥, then ♣ and ♦, first the one that was led or else the longer one.",
)
"""What matters most to a Hearts seat, for small networks. Slots: ♠, ♥, then ♣ and ♦, the suit led or longer first."""

SCHEMAS = (HEARTS_1, HEARTS_2, HEARTS_3)
