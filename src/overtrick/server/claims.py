"""Whether the rest of a round is decided, judged only from what the claiming seat knows: the answer tells nothing new.

Two cases: the scores stand whatever anybody plays; or the claimer, on lead, holds only cards that cannot be beaten.
"""

from __future__ import annotations

from overtrick.cards.masks import DECK, NO_SUIT, SUIT
from overtrick.core.record import PLAY
from overtrick.core.seen import cards_of
from overtrick.engine.catalogue import game, game_key
from overtrick.engine.round import Round, View
from overtrick.server.reading import Reading, read


def can_claim(view: View) -> bool:
    """Whether the seat may ask for the rest to be played out now."""
    return is_decided(read(view))


def is_decided(known: Reading) -> bool:
    """The same, from a view that is read already."""
    if known.phase != PLAY:
        return False
    if game(game_key(known.game)).table.are_scores_settled(known):
        return True
    is_on_lead = known.turn == known.seat and known.plays % known.players == 0
    return is_on_lead and takes_the_rest(known)


def takes_the_rest(known: Reading) -> bool:
    """Whether the seat, on lead, wins every trick to come however the unseen cards lie.

    Its trumps are led first: each takes at least one trump from whoever holds any, so as many top trumps as there are
    unseen ones draw them all. Then every other card must be the highest of its suit.
    """
    hand, trump = known.hands[known.seat], known.trump
    unseen = DECK & ~hand
    for played in known.played:
        unseen &= ~played
    for suit in range(4):
        mine, theirs = _of(hand, suit), _of(unseen, suit)
        if mine and theirs and _lowest(mine) < theirs.bit_length() - 1 and suit != trump:
            return False
    if trump == NO_SUIT:
        return True
    return _draws_trumps(_of(hand, trump), _of(unseen, trump), has_others=hand != _of(hand, trump))


def play_out(current: Round, claimer: int) -> list[tuple[int, int]]:
    """The rest of the round: the claimer plays trumps first, from the top; the others their lowest legal card."""
    trial = current.copy()
    plays = []
    while not trial.is_over:
        seat, legal = trial.turn, trial.legal_actions()
        trumps = [card for card in legal if card // 13 == int(trial.record.trump)]
        card = max(trumps or legal) if seat == claimer else min(legal)
        trial.apply(card)
        plays.append((seat, card))
    return plays


def _draws_trumps(mine: int, theirs: int, *, has_others: bool) -> bool:
    """Whether top trumps alone can take every trick they lead and leave no trump outside."""
    outside = len(cards_of(theirs))
    for card in reversed(cards_of(mine)):
        if theirs and card < theirs.bit_length() - 1 and outside > 0:
            return False
        outside -= 1
    return outside <= 0 or not has_others


def _of(mask: int, suit: int) -> int:
    return mask & (SUIT << (13 * suit))


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
