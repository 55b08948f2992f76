"""The schemas there are. Kernels take their offsets from these lists; `docs/observations.md` is printed from them."""

from __future__ import annotations

from overtrick.errors import ModelError
from overtrick.observe.schema import Axis, Feature, Schema

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def _suits(symbols: str) -> Axis:
    return Axis(f"suits {' '.join(symbols)}", tuple(symbols))


def _cards(symbols: str) -> Axis:
    return Axis(f"cards {' '.join(symbols)}", tuple(rank + suit for suit in symbols for rank in _RANKS))


def _lefts(first: int, last: int) -> tuple[str, ...]:
    return tuple("me" if steps == 0 else f"{steps} left" for steps in range(first, last + 1))


def _numbers(name: str, first: int, last: int) -> Axis:
    return Axis(name, tuple(map(str, range(first, last + 1))))


CARDS = _cards("♠♥♣♦")
SUITS = _suits("♠♥♣♦")
SUITS_OR_NONE = Axis("suits ♠ ♥ ♣ ♦ none", (*"♠♥♣♦", "none"))
SEATS = Axis("seats from me leftwards", _lefts(0, 7))
OTHERS = Axis("the others leftwards", _lefts(1, 7))
TABLE_SEATS = Axis("seats 0 to 7", tuple(f"seat {seat}" for seat in range(8)))
FOUR = Axis("me left across right", ("me", "left", "across", "right"))
THREE = Axis("left across right", ("left", "across", "right"))

_SLOT_NAMES = ("first", "second", "third", "fourth")
SLOTS = Axis("slots of suits", _SLOT_NAMES)
SLOTS_OR_NONE = Axis("slots of suits, none", (*_SLOT_NAMES, "none"))
SLOT_CARDS = Axis("cards by slot", tuple(f"{rank} of {slot}" for slot in _SLOT_NAMES for rank in _RANKS))
NEEDS = Axis("tricks needed", ("over", "0", "1", "2", "3 or more"))

CARDS_CLUBS_FIRST = _cards("♣♦♥♠")
SUITS_CLUBS_FIRST = _suits("♣♦♥♠")
CARD_FACE = Axis("suit ♣ ♦ ♥ ♠, rank 2 to A", (*"♣♦♥♠", *_RANKS))

CLUBS_FIRST = tuple(suit * 13 + rank for suit in (2, 3, 1, 0) for rank in range(13))
"""The card at each place of `hearts-1` and of the heads of networks that read it: ♣ ♦ ♥ ♠."""

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
        Feature("reserved", "always 0", (_numbers("place", 0, 10),)),
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
            (_numbers("place", 0, 14),),
        ),
        Feature("match_players", "players / 8"),
        Feature("start_cards", "cards of the first round / 8"),
        Feature("more_reserved", "always 0", (_numbers("place", 0, 24),)),
    ),
)
"""The Blob source's 256 numbers. From `scores` on all is 0 unless the round belongs to a match of so many rounds."""

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
            (_numbers("place", 0, 3), CARD_FACE),
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
            (_numbers("place", 0, 3), CARD_FACE),
        ),
    ),
)
"""The Hearts source's 270 numbers, in its suit order ♣ ♦ ♥ ♠."""

HEARTS_STAGE = (
    Feature("phase", "1 for what is going on", (Axis("phase", ("passing", "playing")),)),
    Feature(
        "direction", "1 for where this round's passes go", (Axis("direction", ("hold", "left", "across", "right")),)
    ),
    Feature("chosen", "1 for the cards I have chosen so far in a pass under way", (_numbers("cards", 0, 2),)),
    Feature("trick_number", "1 for the tricks completed", (_numbers("tricks", 0, 12),)),
    Feature("place", "1 for the number of cards in the trick in progress", (_numbers("cards", 0, 3),)),
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

BLOB_HOUSE = (
    Feature("hook", "1 if the dealer has a forbidden bid in this house"),
    Feature("forbidden", "1 for the bid that the hook takes from me now", (_numbers("bid", 0, 17),)),
    Feature("scoring", "1 for the house's scoring", (Axis("scoring", ("exact", "difference", "square")),)),
    Feature("is_match", "1 if the round belongs to a match with a fixed number of rounds"),
    Feature("score_gaps", "(match score - mine) / 50", (SEATS,)),
    Feature("match_left", "rounds still to be completed / 20; 0 outside a match"),
)
"""Blob: the house's rules and the match."""

BLOB_SIZES = (
    Feature("phase", "1 for what is going on", (Axis("phase", ("bidding", "playing")),)),
    Feature("players", "1 for the number of players", (_numbers("players", 3, 8),)),
    Feature("cards_dealt", "1 for the cards dealt to each seat", (_numbers("cards", 1, 17),)),
    Feature("tricks_left", "1 for the tricks still to be completed", (_numbers("tricks", 0, 17),)),
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
        Feature("place", "1 for the number of cards in the trick in progress", (_numbers("cards", 0, 7),)),
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
        Feature("place", "1 for the number of cards in the trick in progress", (_numbers("cards", 0, 7),)),
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
)
"""What matters most to a Blob seat, for small networks. Slots: trumps, the suit led, then by length in hand."""

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
)
"""What matters most to a Hearts seat, for small networks. Slots: ♠, ♥, then ♣ and ♦, the suit led or longer first."""

SCHEMAS = {schema.name: schema for schema in (BLOB_1, HEARTS_1, BLOB_2, HEARTS_2, BLOB_3, HEARTS_3)}


def schema(name: str) -> Schema:
    """The schema of that name."""
    if name not in SCHEMAS:
        raise ModelError(f"there is no observation schema {name!r}; there are {', '.join(SCHEMAS)}")
    return SCHEMAS[name]
